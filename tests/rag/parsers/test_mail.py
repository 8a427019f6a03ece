from __future__ import annotations

from email.message import EmailMessage

import pytest

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
    blank = message(body=" \n")
    blank.add_alternative("<p>Ten <b>days</b> in HTML", subtype="html")
    assert read(blank)[0].content.text.endswith("Ten days in HTML")


def test_attachments_are_named():
    mail = message()
    mail.add_attachment("secret", filename="notes.txt")
    result = MailParser().read(mail.as_bytes(), "mail.eml")
    assert "secret" not in result.sections[0].content.text
    assert "Attachments: notes.txt" in result.sections[0].content.text
    assert "notes.txt" in str(result.warnings[0])


def test_all_texts_of_a_message_are_read():
    mail = message()
    mail.make_mixed()
    signature = EmailMessage()
    signature.set_content("Anna, office two")
    mail.attach(signature)
    assert read(mail)[0].content.text.endswith("Ten days.\n\nAnna, office two")


def test_a_forwarded_message_is_a_section_of_its_own():
    mail = message()
    mail.add_attachment(message("Older", "Five days."))
    outer, inner = read(mail)
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
