from __future__ import annotations

import pytest

from kbdesk.errors import DamagedError, EmptyFileError, LimitError, PasswordError
from kbdesk.rag.parsers.package import Package

STRICT = "http://purl.oclc.org/ooxml"
USUAL = "http://schemas.openxmlformats.org"


def test_no_bytes_are_an_empty_file():
    with pytest.raises(EmptyFileError):
        Package(b"", "Word")


def test_what_is_no_zip_is_damaged():
    with pytest.raises(DamagedError):
        Package(b"PK\x03\x04 and then nothing", "Word")


def test_an_encrypted_office_file_asks_for_its_password():
    with pytest.raises(PasswordError):
        Package(bytes.fromhex("d0cf11e0a1b11ae1") + b"\0" * 500 + "EncryptedPackage".encode("utf-16-le"), "Word")


def test_parts_that_unpack_to_a_thousand_times_their_size_are_refused(zip_of):
    with pytest.raises(LimitError):
        Package(zip_of({"word/document.xml": b" " * (101 << 20)}), "Word")


def test_too_many_parts_are_refused(zip_of):
    with pytest.raises(LimitError):
        Package(zip_of({f"{number}.bin": b"" for number in range(10_001)}), "Word")


def test_entities_inside_entities_are_refused(zip_of):
    laughs = '<!DOCTYPE a [<!ENTITY b "ha"><!ENTITY c "&b;&b;&b;">]><a>&c;</a>'
    with pytest.raises(DamagedError):
        Package(zip_of({"a.xml": laughs}), "Word")


def test_an_external_entity_is_left_out_and_never_read(zip_of, tmp_path):
    secret = tmp_path / "secret.txt"
    secret.write_text("do not tell")
    part = f'<!DOCTYPE a [<!ENTITY x SYSTEM "{secret.as_uri()}">]><a>before &x; after</a>'
    assert Package(zip_of({"a.xml": part}), "Word").xml("a.xml").text == "before  after"


def test_a_missing_part_is_damage_where_it_is_needed_and_nothing_where_it_is_not(zip_of):
    package = Package(zip_of({"a.xml": "<a/>", "b.xml": "<b>"}), "Word")
    with pytest.raises(DamagedError):
        package.xml("c.xml")
    with pytest.raises(DamagedError):
        package.xml("b.xml")
    assert package.optional_xml("b.xml") is None
    assert package.relationships("a.xml") == {}


def test_links_lead_from_the_folder_of_their_part(zip_of, links):
    package = Package(
        zip_of({"ppt/slides/_rels/s1.xml.rels": links("r1 image ../media/a%20b.png", "r2 chart /ppt/c.xml")}),
        "PowerPoint",
    )
    found = package.relationships("ppt/slides/s1.xml")
    assert (found["r1"].kind, found["r1"].target) == ("image", "ppt/media/a b.png")
    assert found["r2"].target == "ppt/c.xml"


@pytest.mark.parametrize(
    ("target", "part"),
    [
        (r"..\media\a.png", "ppt/media/a.png"),
        ("../Media/A.png", "ppt/media/a.PNG"),
        ("../media/a%20b.png", "ppt/media/a%20b.png"),
        ("../media/50%2525.png", "ppt/media/50%25.png"),
    ],
)
def test_links_lead_to_parts_that_are_spelled_otherwise(zip_of, links, target: str, part: str):
    package = Package(zip_of({"ppt/slides/_rels/S1.xml.rels": links(f"r1 image {target}"), part: ""}), "PowerPoint")
    assert package.relationships("ppt/slides/s1.xml")["r1"].target == part


def test_a_link_cannot_leave_the_package(zip_of, links):
    package = Package(zip_of({"word/_rels/document.xml.rels": links("r1 image ../../../etc/passwd")}), "Word")
    assert package.relationships("word/document.xml")["r1"].target == "etc/passwd"
    assert not package.has("etc/passwd")


def test_the_strict_variant_is_read_as_the_usual_one(zip_of):
    strict = f'<w:a xmlns:w="{STRICT}/wordprocessingml/main"/>'
    package = Package(zip_of({"word/document.xml": strict}), "Word")
    assert package.xml("word/document.xml").tag == f"{{{USUAL}/wordprocessingml/2006/main}}a"


def test_a_zip_without_a_main_part_is_no_office_file(zip_of):
    with pytest.raises(DamagedError):
        Package(zip_of({"readme.txt": "hello"}), "Word").main_part()
