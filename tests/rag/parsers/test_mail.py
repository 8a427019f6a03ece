from __future__ import annotations

import base64
import io
from email.message import EmailMessage

import pytest
from PIL import Image, ImageDraw

from kbdesk.rag.document import Section
from kbdesk.rag.parsers.mail import MailParser


def message(subject: str = "Leave", body: str = "Ten days.", **options: str) -> EmailMessage:
    mail = EmailMessage()
    mail["Subject"], mail["From"], mail["To"] = subject, "anna@example.com", "ben@example.com"
    mail.set_content(body, **options)
    return mail


def read(mail: EmailMessage) -> list[Section]:
    return MailParser().read(mail.as_bytes(), "mail.eml").sections


def test_a_message_is_a_section_with_its_subject_as_place():
    (section,) = read(message())
    assert section.content.text == "Subject: Leave\nFrom: anna@example.com\nTo: ben@example.com\n\nTen days."
    assert section.metadata == {"heading_path": ["Leave"]}


def test_of_two_versions_the_plain_one_is_taken_unless_it_is_blank():
    mail = message()
    mail.add_alternative("<p>Ten <b>days</b> in HTML", subtype="html")
    assert "HTML" not in read(mail)[0].content.text
    for body, cte in ((" \n", "7bit"), ("\r\n\r\n", "base64"), ("\xa0\n", "quoted-printable")):
        blank = message(body=body, cte=cte)
        blank.add_alternative("<p>Ten <b>days</b> in HTML", subtype="html")
        assert read(blank)[0].content.text.endswith("Ten days in HTML")


def attached(mail: EmailMessage) -> dict[str, bytes]:
    files = MailParser().read(mail.as_bytes(), "mail.eml").attachments
    return {file.name: file.data for file in files}


def test_an_attachment_is_a_file_of_its_own_and_named_in_the_text():
    mail = message()
    mail.add_attachment("secret", filename="notes.txt")
    result = MailParser().read(mail.as_bytes(), "mail.eml")
    assert "secret" not in result.sections[0].content.text
    assert "Attachments: notes.txt" in result.sections[0].content.text
    assert attached(mail) == {"notes.txt": b"secret\n"}
    assert result.warnings == []


def test_the_name_of_an_attachment_leads_nowhere():
    mail = message()
    mail.add_attachment(b"x", "application", "pdf", filename="../../Übung.pdf")
    mail.add_attachment(b"x", "application", "pdf")
    assert list(attached(mail)) == ["Übung.pdf", "attachment.pdf"]


def test_pictures_in_the_text_and_small_ones_are_no_attachments():
    mail = message()
    mail.add_alternative('<p>Ten days <img src="cid:plan%401">', subtype="html")
    html = mail.get_payload()[1]
    html.add_related(b"x" * 20_000, "image", "png", cid="<plan@1>", filename="plan.png")
    mail.make_mixed()
    mail.add_attachment(b"x" * 900, "image", "png", filename="logo.png", disposition="inline")
    mail.add_attachment(b"x" * 20_000, "image", "png", filename="photo.png", disposition="inline")
    mail.add_attachment(b"x" * 900, "image", "png", filename="code.png")
    assert list(attached(mail)) == ["photo.png", "code.png"]


def test_the_text_in_a_picture_of_the_text_is_read_where_it_is_wanted():
    picture, target = Image.new("RGB", (700, 200), "white"), io.BytesIO()
    ImageDraw.Draw(picture).text((30, 50), "Gather at the gate", "black", font_size=60)
    picture.save(target, "PNG")
    mail = message()
    mail.add_alternative('<p>Ten days <img src="cid:plan">', subtype="html")
    mail.get_payload()[1].add_related(target.getvalue(), "image", "png", cid="<plan>")
    result = MailParser(ocr=True).read(mail.as_bytes(), "mail.eml")
    assert result.attachments == []
    assert result.sections[1].content.text == "Gather at the gate"
    assert result.sections[1].metadata["ocr"] is True
    assert result.sections[1].metadata["heading_path"] == ["Leave"]
    assert len(read(mail)) == 1


def test_a_file_beside_the_version_that_is_not_read_is_an_attachment_too():
    page = EmailMessage()
    page.set_content("<p>Ten days", subtype="html")
    page.add_attachment(b"%PDF", "application", "pdf", filename="form.pdf")
    mail = message()
    mail.make_alternative()
    mail.attach(page)
    invitation = EmailMessage()
    invitation.set_content("BEGIN:VCALENDAR", subtype="calendar")
    mail.attach(invitation)
    assert list(attached(mail)) == ["form.pdf"]


def test_signatures_are_no_attachments():
    mail = message()
    mail.add_attachment(b"x", "application", "pkcs7-signature", filename="smime.p7s")
    assert attached(mail) == {}


def test_an_encrypted_message_is_told():
    mail = message()
    mail.set_content(b"x", "application", "pkcs7-mime", filename="smime.p7m")
    result = MailParser().read(mail.as_bytes(), "mail.eml")
    assert "Subject: Leave" in result.sections[0].content.text
    assert "encrypted" in str(result.warnings[0])


def test_a_subject_in_raw_bytes_is_read():
    data = "Subject: 关于年假的通知\nFrom: a@example.com\n\nText".encode("gbk")
    assert "关于年假的通知" in MailParser().read(data, "mail.eml").sections[0].content.text


def test_the_name_of_a_file_in_raw_bytes_is_read():
    mail = message()
    mail.add_attachment(b"x", "application", "pdf", filename="NAME.pdf")
    data = mail.as_bytes().replace(b"NAME", "员工手册的附件".encode("gbk"))
    assert MailParser().read(data, "mail.eml").attachments[0].name == "员工手册的附件.pdf"


def test_a_forwarded_message_that_is_encoded_is_read():
    older = base64.encodebytes(message("Older", "Five days.").as_bytes()).decode()
    part = f"Content-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\n{older}"
    data = f"Subject: Leave\nContent-Type: multipart/mixed; boundary=x\n\n--x\n{part}\n--x--\n".encode()
    assert MailParser().read(data, "mail.eml").sections[1].content.text.endswith("Five days.")


def parts(kind: str, *found: str) -> bytes:
    """A message of parts that are written as they are given."""
    body = "".join(f"--x\n{part}\n" for part in found)
    return f"Subject: Leave\nContent-Type: multipart/{kind}; boundary=x\n\n{body}--x--\n".encode()


def words(data: bytes) -> str:
    return "\n".join(section.content.text for section in MailParser().read(data, "mail.eml").sections)


def test_a_forwarded_message_that_only_claims_to_be_encoded_is_read():
    inner = "Subject: Older\nFrom: ben@example.com\n\nFive days"
    forwarded = f"Content-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\n{inner}"
    assert "Subject: Older\nFrom: ben@example.com\n\nFive days" in words(parts("mixed", "\nSee below.", forwarded))


def test_a_page_after_the_pictures_that_it_shows_is_read():
    picture, page = "Content-Type: image/png\nContent-ID: <a>\n\nx", "Content-Type: text/html\n\n<p>Ten days"
    assert "Ten days" in words(parts("related", picture, page))


def test_why_a_message_did_not_arrive_is_read():
    report = "Content-Type: message/delivery-status\n\nReporting-MTA: dns; a\n\nDiagnostic-Code: smtp; 550 is full"
    assert "Reporting-MTA: dns; a\n\nDiagnostic-Code: smtp; 550 is full" in words(parts("report", "\nSorry", report))
    receipt = "Content-Type: message/disposition-notification\n\nDisposition: manual-action; displayed"
    assert "displayed" in words(parts("report", "\nRead", receipt))


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        (f"=?gb2312?B?{base64.b64encode('朱镕基的通知'.encode('gbk')).decode()}?=", "朱镕基的通知"),
        ("=?iso-8859-1?Q?=84Urlaub=93_2024?=", "„Urlaub“ 2024"),
        ("=?iso-2022-jp?B?GyRCLSEkIiQkJCYbKEI=?=", "①あいう"),
        ("=?utf-8?B?w5xi?= \n =?utf-8?Q?erg?==?utf-8?q?abe_f=C3?=\n\t=?utf-8?q?=BCr?= alle", "Übergabe für alle"),
        ("=?utf-8?B?a?=", "=?utf-8?B?a?="),
    ],
)
def test_headers_are_read_in_the_encoding_they_are_in(written: str, meant: str):
    data = f"Subject: {written}\nFrom: {written} <a@example.com>\n\nText".encode()
    assert words(data).startswith(f"Subject: {meant}\nFrom: {meant} <a@example.com>\n")


@pytest.mark.parametrize(
    "field",
    [
        "Content-Type: text/plain; name*0*",
        "Content-Type: text/plain; charset; name*",
        "Content-Disposition: inline; filename*",
        "Content-Disposition: inline; filename*0*=no''%C3; filename*2=.pdf; filename*=%",
    ],
)
def test_a_malformed_field_does_not_lose_the_message(field: str):
    assert "Ten days" in words(f"Subject: Leave\n{field}\n\nTen days".encode())
    assert "Ten days" in words(parts("mixed", f"{field}\n\nTen days"))


def test_a_page_says_its_encoding_itself_where_the_message_does_not():
    data = 'Subject: Leave\nContent-Type: text/html\n\n<meta charset="windows-1257"><p>Šį rudenį žaliai'.encode(
        "cp1257"
    )
    result = MailParser().read(data, "mail.eml")
    assert result.sections[0].content.text.endswith("Šį rudenį žaliai")
    assert result.warnings == []


def test_characters_that_were_guessed_are_told():
    data = "Subject: Leave\n\nFür alle Übungen im Büro gilt die Hausordnung".encode("cp1252")
    assert "read as" in str(MailParser().read(data, "mail.eml").warnings[0])


@pytest.mark.parametrize("start", [b"\xef\xbb\xbf", b"\r\n\r\n"])
def test_what_stands_before_the_headers_does_not_hide_them(start: bytes):
    sections = MailParser().read(start + message().as_bytes(), "mail.eml").sections
    assert sections[0].metadata == {"heading_path": ["Leave"]}


def test_all_texts_of_a_message_are_read():
    mail = message()
    mail.make_mixed()
    signature = EmailMessage()
    signature.set_content("Anna, office two")
    mail.attach(signature)
    assert read(mail)[0].content.text.endswith("Ten days.\n\nAnna, office two")


def test_a_forwarded_message_is_a_section_of_its_own():
    older = message("Older", "Five days.")
    older.add_attachment("secret", filename="notes.txt")
    mail = message()
    mail.add_attachment(older)
    outer, inner = read(mail)
    assert list(attached(mail)) == ["notes.txt"]
    assert "Five days." not in outer.content.text
    assert inner.metadata == {"heading_path": ["Leave", "Older"]}


@pytest.mark.parametrize("charset", ["shift_jis", "iso-2022-jp", "utf-8", "euc-jp"])
def test_the_declared_encoding_is_taken(charset: str):
    assert "休暇は十日です" in read(message("休暇", "休暇は十日です", charset=charset))[0].content.text


def test_a_message_saved_as_utf16_is_read():
    data = message().as_string().encode("utf-16")
    assert "Ten days." in MailParser().read(data, "mail.eml").sections[0].content.text


def test_a_saved_web_page_is_read_as_a_page():
    page = EmailMessage()
    page["From"], page["Subject"] = "<Saved by a browser>", "Handbook"
    page.set_content("<h1>Travel</h1><p>By train.", subtype="html")
    page.add_related(b"GIF89a", "image", "gif")
    (section,) = read(page)
    assert section.content.text == "Handbook\n\nTravel\nBy train."
    assert section.metadata == {"heading_path": ["Handbook", "Travel"]}


@pytest.mark.parametrize(
    "data",
    [
        b"Subject: =?utf-8?b?broken\nFrom: <<>>,,;\nTo: a\nDate: never\n\nbody",
        b"Content-Type: multipart/mixed; boundary=x\nSubject: a\n\nbody without a boundary",
        b"Content-Type: text/plain; charset=no-such\nSubject: a\n\nbody",
        b"Content-Type: message/rfc822\nSubject: a\n\nnot a message but a body",
    ],
)
def test_a_malformed_message_still_gives_its_words(data: bytes):
    sections = MailParser().read(data, "mail.eml").sections
    assert "body" in "".join(section.content.text for section in sections)
