import pytest
from PySide6.QtCore import QMimeData, QUrl

from kbdesk.ui.drops import announcement, read_offer, refusal


def mime_of(*items):
    mime = QMimeData()
    mime.setUrls([QUrl(each) if isinstance(each, str) else QUrl.fromLocalFile(str(each)) for each in items])
    return mime


@pytest.mark.parametrize(
    "name",
    ["a#b.txt", "100%.txt", "q?.txt", "sp ace.txt", "\u00e9.txt", "e\u0301.txt", "new\nline.txt", "%2e.txt", "年假.md"],
)
def test_odd_names_come_through(tmp_path, name):
    assert read_offer(mime_of(tmp_path / name)).paths == (tmp_path / name,)


def test_each_file_counts_once_and_the_order_stays(tmp_path):
    first, second = tmp_path / "b.txt", tmp_path / "a.txt"
    assert read_offer(mime_of(first, second, first)).paths == (first, second)


@pytest.mark.parametrize("url", ["https://example.com/a.pdf", "smb://server/share", "file://otherhost/a.pdf"])
def test_what_is_not_on_this_computer_is_refused(url):
    offer = read_offer(mime_of(url))
    assert offer.paths == ()
    assert len(offer.refused) == 1


def test_a_copied_link_is_refused_with_a_way_out():
    mime = QMimeData()
    mime.setText(" https://example.com/handbook ")
    title, remedy = refusal(read_offer(mime))
    assert title == "Links to web pages cannot be added."
    assert "Save the page" in remedy


def test_copied_words_are_no_files():
    mime = QMimeData()
    mime.setText("travel costs")
    assert refusal(read_offer(mime))[0] == "There were no files in it."


def test_the_announcement_names_file_and_knowledge_base(tmp_path):
    assert announcement(read_offer(mime_of(tmp_path / "travel.pdf")), "HR") == "Add “travel.pdf” to HR"


def test_the_announcement_counts_files(tmp_path):
    offer = read_offer(mime_of(*(tmp_path / f"{number}.pdf" for number in range(14))))
    assert announcement(offer, "HR").startswith("Add 14 file")


def test_the_announcement_of_folders_does_not_call_them_files(tmp_path):
    assert "folder" in announcement(read_offer(mime_of(tmp_path / "one", tmp_path / "two.pdf")), "HR")


def test_the_announcement_refuses_links():
    assert announcement(read_offer(mime_of("https://example.com/")), "HR").startswith("Only files")
