"""Makes resources/sample: a handbook of Harbour & Pine, a furniture workshop that does not exist.

    .venv/bin/python packaging/make_sample.py

The results are in git; run it again only after changing a text here. It needs nothing beyond what kbdesk needs.
"""

from __future__ import annotations

import os
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

FOLDER = Path(__file__).resolve().parent.parent / "resources" / "sample"

WELCOME = """---
title: Welcome to Harbour & Pine
owner: Office
---

# Welcome to Harbour & Pine

We are twenty-four people who build kitchens, shelves and the odd boat interior in an old rope works by the harbour.
This handbook says how we work together. If something in it is wrong, tell the office and we mend it the same week.

## Working hours

The workshop runs from 7:30 to 16:00, the office from 8:30 to 17:00. Both have a half-hour lunch. Core time, when
everybody can be reached, is 10:00 to 14:30. Hours beyond the week's 38 are written down and taken back as free time
within three months; we do not pay overtime out.

## Working from home

Planning, drawing and bookkeeping can be done at home up to two days a week. Agree the days with your team on Friday for
the week after. Machines, finishing and deliveries need you on site.

## When you are ill

Call extension 10 before 8:00 on the first day. From the fourth day on we need a doctor's note. A sick child counts as
you being ill, up to ten days a year.

## Keys and alarm

The last person out closes the roof windows, switches off the dust extraction and sets the alarm at the side door. If
you lose a key, tell the office the same day: the lock is changed within 24 hours and nobody is blamed.
"""

OLD_POLICY = """TRAVEL RULES (2019) - OUT OF DATE

This page was replaced by "travel-and-expenses.pdf". It is kept because some old claims refer to it.

Daily allowance: 24 euros in the country, 35 euros abroad.
Receipts had to be handed in on paper within two weeks.
First-class rail was allowed for journeys of more than four hours.
"""

PHONES = """Extension,Who answers,For what,Hours
10,Office,"Illness, keys, post, anything unclear",8:30-17:00
12,Bookkeeping,"Expenses, invoices, payslips",9:00-15:00
20,Workshop lead,"Machines, orders, tools",7:30-16:00
21,Finishing room,"Lacquer, oil, drying times",7:30-16:00
30,Planning,"Drawings, measuring, customer appointments",8:30-17:00
40,Deliveries,"Van, routes, parking permits",7:00-15:30
99,Emergency line,"Fire, injury, alarm; rings on every phone",always
"""

CHINESE = """<!DOCTYPE html>
<html lang="zh-CN">
<head><meta charset="utf-8"><title>请假与年假制度</title></head>
<body>
<h1>请假与年假制度</h1>
<p>本页写给上海采购办公室的同事。其他规定与总部手册相同。</p>
<h2>年假</h2>
<p>入职满一年的员工每年享有十五天带薪年假，满五年后为二十天。未休完的年假可以保留到次年三月三十一日。</p>
<h2>病假</h2>
<p>请在当天上午九点以前打电话通知办公室。连续病假超过三天，需要提交医院证明。</p>
<h2>婚假与产假</h2>
<p>婚假为十天，产假按照当地法律执行，陪产假为十五天。请至少提前一个月提出申请。</p>
<h2>如何申请</h2>
<p>在共享日历中填写日期并选择代班同事，部门负责人会在两个工作日内答复。</p>
</body>
</html>
"""

TRAVEL = [
    (
        "Travel and expenses",
        [
            "Booking a journey. Ask your team lead before you book anything over 150 euros. Take the train where it"
            " needs less than six hours; second class is the rule, first class only when it is cheaper on that day."
            " Flights are booked by the office, in economy, at least ten days ahead.",
            "The van. The delivery van can be borrowed for measuring trips. Write the kilometres in the book in the"
            " glove box and fill the tank above half. Private cars are paid 0.30 euros a kilometre.",
        ],
    ),
    (
        "Allowances",
        [
            "Daily allowance. For a day away of more than eight hours we pay 28 euros in the country and 42 euros "
            "abroad, without receipts. When breakfast is part of the hotel bill, 20 percent is taken off.",
            "Hotels. Up to 110 euros a night including breakfast; in capitals up to 150 euros. If everything costs "
            "more, call bookkeeping first (extension 12) and keep the reason with the receipt.",
        ],
    ),
    (
        "Receipts and reimbursement",
        [
            "Take a photo of every receipt and send it with form HP-REQ-0417 within 30 days. Bookkeeping pays on "
            "the 15th and on the last day of the month. A lost receipt needs a short signed note; more than three a"
            " year need a talk with the office.",
            "Tips up to ten percent are paid back. Alcohol, fines and minibars are not.",
        ],
    ),
]

ONBOARDING = [
    ("Before the first day", ["The office prepares a locker, work clothes in two sizes, an e-mail account and the key.",
                              "Your buddy calls you the week before and says where to park the bicycle."]),
    ("The first day", ["Meet at 8:30 in the kitchen. Bring your tax number, your health insurance card and safe shoes.",
                       "The safety walk comes before anything else; nobody uses a machine without it."]),
    ("The first month", ["You spend a week in each room: cutting, joining, finishing, planning.",
                         "After four weeks you and your team lead talk for an hour about how it goes.",
                         "The probation period is six months; notice in that time is two weeks on both sides."]),
]  # fmt: skip

BENEFITS = [
    ("Years with us", "Days of leave", "Further training (euros a year)", "Pension contribution (%)"),
    ("0 to 1", 26, 500, 2),
    ("2 to 4", 28, 800, 3),
    ("5 to 9", 30, 1200, 4),
    ("10 and more", 32, 1500, 5),
]

TOOL_LOANS = [
    ("Tool", "May be borrowed", "For how long", "Deposit (euros)"),
    ("Cordless drill", "yes", "weekend", 0),
    ("Orbital sander", "yes", "weekend", 0),
    ("Plunge saw", "after the safety walk", "one day", 50),
    ("Table saw", "no", "", ""),
]

NOTICE = (
    "FIRST AID",
    [
        "The first aid box hangs beside the finishing room door.",
        "A second one is in the delivery van, under the passenger seat.",
        "Eye wash bottles stand at the sink in the cutting room.",
        "Write every injury, however small, into the green book.",
        "In an emergency dial 99 from any phone in the house.",
    ],
)

SAFETY = [
    ("Safety in the workshop", ["Ear and eye protection in every room with a running machine",
                                "No gloves and no loose sleeves at rotating tools",
                                "Dust extraction on before the machine, off after it"],
     "Say at the start: everybody may stop a machine of anybody else, without asking first."),
    ("In case of fire", ["Press the red button, shout, leave by the nearest green door",
                         "Assembly point: the crane on the quay",
                         "Oily rags go into the steel bin with the lid, every evening"],
     "The last fire drill took three minutes and forty seconds; our aim is under three minutes."),
]  # fmt: skip

CHECKS = [
    ("Machine", "Check", "How often"),
    ("Table saw", "Riving knife and guard", "every morning"),
    ("Planer", "Knife screws", "every week"),
    ("Spray booth", "Filter and fan", "every month"),
]


def write_pdf(path: Path) -> None:
    from PySide6.QtCore import QMarginsF, QRectF, Qt
    from PySide6.QtGui import QFont, QPageLayout, QPageSize, QPainter, QPdfWriter

    writer = QPdfWriter(str(path))
    writer.setPageSize(QPageSize(QPageSize.PageSizeId.A4))
    writer.setPageMargins(QMarginsF(20, 20, 20, 20), QPageLayout.Unit.Millimeter)
    writer.setResolution(300)
    writer.setTitle("Travel and expenses")
    painter = QPainter(writer)
    for number, (title, paragraphs) in enumerate(TRAVEL):
        if number:
            writer.newPage()
        top = 0.0
        for size, words in [(20, title), *((11, paragraph) for paragraph in paragraphs)]:
            painter.setFont(QFont("DejaVu Sans", size))
            area = QRectF(0, top, writer.width(), writer.height() - top)
            flags = Qt.TextFlag.TextWordWrap.value
            top = painter.boundingRect(area, flags, words).bottom() + 120
            painter.drawText(area, flags, words)
    painter.end()


def write_notice(path: Path) -> None:
    """Write a picture that looks like a page from the office scanner: grey, a little askew."""
    from PySide6.QtGui import QColor, QFont, QImage, QPainter

    title, lines = NOTICE
    image = QImage(1240, 900, QImage.Format.Format_Grayscale8)
    image.fill(QColor(236, 236, 232))
    painter = QPainter(image)
    painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
    painter.rotate(0.6)
    painter.setPen(QColor(40, 40, 44))
    painter.setFont(QFont("DejaVu Serif", 40))
    painter.drawText(90, 150, title)
    painter.setFont(QFont("DejaVu Serif", 21))
    for number, line in enumerate(lines):
        painter.drawText(90, 270 + number * 90, line)
    painter.end()
    image.save(str(path))


def write_docx(path: Path) -> None:
    import docx

    document = docx.Document()
    document.add_heading("Your first weeks", 0)
    for heading, paragraphs in ONBOARDING:
        document.add_heading(heading, 1)
        for paragraph in paragraphs:
            document.add_paragraph(paragraph, style="List Bullet")
    document.add_heading("Whom to ask", 1)
    table = document.add_table(rows=0, cols=2, style="Table Grid")
    rows = [("Question", "Ask"), ("Work clothes", "Office, extension 10"), ("Machines", "Workshop lead, extension 20")]
    for question, answer in rows:
        cells = table.add_row().cells
        cells[0].text, cells[1].text = question, answer
    document.save(str(path))


def write_pptx(path: Path) -> None:
    from pptx import Presentation
    from pptx.util import Inches

    deck = Presentation()
    for title, bullets, notes in SAFETY:
        slide = deck.slides.add_slide(deck.slide_layouts[1])
        slide.shapes.title.text = title
        slide.placeholders[1].text = "\n".join(bullets)
        slide.notes_slide.notes_text_frame.text = notes
    slide = deck.slides.add_slide(deck.slide_layouts[5])
    slide.shapes.title.text = "Daily and weekly checks"
    table = slide.shapes.add_table(len(CHECKS), 3, Inches(1), Inches(2), Inches(8), Inches(2)).table
    for row, cells in enumerate(CHECKS):
        for column, words in enumerate(cells):
            table.cell(row, column).text = words
    deck.save(str(path))


def write_xlsx(path: Path) -> None:
    import xlsxwriter

    with xlsxwriter.Workbook(str(path)) as book:
        for name, rows in [("Benefits", BENEFITS), ("Tool loans", TOOL_LOANS)]:
            sheet = book.add_worksheet(name)
            for number, row in enumerate(rows):
                sheet.write_row(number, 0, row)


def main() -> None:
    from PySide6.QtGui import QGuiApplication

    application = QGuiApplication([])
    FOLDER.mkdir(parents=True, exist_ok=True)
    (FOLDER / "welcome.md").write_text(WELCOME, encoding="utf-8")
    (FOLDER / "travel-rules-2019.txt").write_text(OLD_POLICY, encoding="utf-8")
    (FOLDER / "phone-list.csv").write_text(PHONES, encoding="utf-8")
    (FOLDER / "请假制度.html").write_text(CHINESE, encoding="utf-8")
    write_pdf(FOLDER / "travel-and-expenses.pdf")
    write_notice(FOLDER / "first-aid-notice.png")
    write_docx(FOLDER / "first-weeks.docx")
    write_pptx(FOLDER / "safety.pptx")
    write_xlsx(FOLDER / "benefits.xlsx")
    del application


if __name__ == "__main__":
    main()
