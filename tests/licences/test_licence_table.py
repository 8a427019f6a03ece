"""The table of what packages do not say: everything it names is there, and nothing in it is stale."""

import sysconfig
from importlib import metadata

import pytest
from packaging.utils import canonicalize_name

from kbdesk.errors import KbError
from kbdesk.licences import Notice, Part, collected, parts, save
from kbdesk.licences import table as table_module
from kbdesk.licences.installed import closure, installed_parts, part_of
from kbdesk.licences.table import Table

# Only in a built program.
OF_THE_BUILD = {"pyinstaller", "pyinstaller-hooks-contrib"}


@pytest.fixture(scope="module")
def table():
    return Table.load()


def test_every_text_that_is_named_can_be_read(table):
    named = {text for other in table.parts for text in other.texts}
    named |= {text for correction in table.distributions.values() for text in correction.texts}
    assert [notice.title for notice in table.notices(tuple(sorted(named))) if not notice.text.strip()] == []


def test_a_python_that_came_without_its_licence_has_the_standard_one(table, tmp_path, monkeypatch):
    monkeypatch.setattr(sysconfig, "get_path", lambda _: str(tmp_path / "lib" / "python3"))
    [notice] = table.notices(("python",))
    assert "PYTHON SOFTWARE FOUNDATION LICENSE VERSION 2" in notice.text


def test_a_list_without_its_files_is_said_in_words(tmp_path, monkeypatch):
    monkeypatch.setattr(table_module, "resources", lambda: tmp_path)
    with pytest.raises(KbError, match=r"cannot be read \(FileNotFoundError\). Install kbdesk again."):
        collected()


def test_every_correction_is_of_something_that_kbdesk_needs(table):
    assert set(table.distributions) - OF_THE_BUILD - set(closure()) <= {
        "backports-tarfile"
    }  # needed before Python 3.12


def test_names_of_corrections_are_normalized(table):
    assert [name for name in table.distributions if name != canonicalize_name(name)] == []


def test_what_a_wheel_lacks_comes_from_the_table(table):
    flatbuffers = part_of(metadata.distribution("flatbuffers"), table)
    assert flatbuffers.licence == "Apache-2.0"
    assert "Apache License" in flatbuffers.notices[0].text


def test_a_part_without_its_entry_in_the_table_has_no_text(table):
    without = table.model_copy(update={"distributions": {}})
    assert part_of(metadata.distribution("flatbuffers"), without).notices == ()


def test_what_is_compiled_into_a_wheel_is_told_with_the_texts_of_its_licences(table):
    watchfiles = part_of(metadata.distribution("watchfiles"), table)
    titles = [notice.title for notice in watchfiles.notices]
    assert "notify  " in watchfiles.notices[titles.index("Compiled in")].text
    assert {"MIT", "Apache-2.0", "CC0-1.0", "ISC"} <= set(titles)


def test_what_a_bill_of_materials_lists_and_is_not_there_is_left_out(table):
    from PIL import features

    compiled_in = next(
        notice.text
        for notice in part_of(metadata.distribution("pillow"), table).notices
        if notice.title == "Compiled in"
    )
    assert "OpenJPEG" in compiled_in
    assert not features.check("libimagequant")
    assert "libimagequant" not in compiled_in


def test_a_built_program_shows_the_list_that_was_made_with_it(tmp_path, monkeypatch):
    made = [Part(name="Part", version="1", licence="MIT", notices=(Notice(title="LICENSE", text="free"),))]
    (tmp_path / "licences").mkdir()
    save(made, tmp_path / "licences" / "collected.json")
    monkeypatch.setattr(parts, "resources", lambda: tmp_path)
    assert collected() == made


@pytest.fixture
def old_package(tmp_path, monkeypatch):
    """An installed distribution, whose licence is written in Latin-1."""
    folder = tmp_path / "old_package-1.dist-info"
    (folder / "licenses").mkdir(parents=True)
    (folder / "METADATA").write_text("Metadata-Version: 2.4\nName: old-package\nVersion: 1\nLicense: MIT\n")
    (folder / "RECORD").write_text("old_package-1.dist-info/licenses/LICENSE,,\n")
    (folder / "licenses" / "LICENSE").write_bytes("Copyright © Jürgen".encode("latin-1"))
    monkeypatch.syspath_prepend(tmp_path)
    return folder


def test_a_text_that_is_older_than_utf_8_is_read_as_it_was_written(table, old_package):
    [notice] = part_of(metadata.distribution("old-package"), table).notices
    assert notice == Notice(title="LICENSE", text="Copyright © Jürgen")


def test_a_licence_that_the_system_took_out_of_a_package_ends_nothing(table, old_package):
    (old_package / "licenses" / "LICENSE").unlink()
    assert part_of(metadata.distribution("old-package"), table).notices == ()


def test_parts_are_sorted_by_name():
    names = [part.name.lower() for part in installed_parts()]
    assert names == sorted(names)


def test_the_own_licence_of_a_part_comes_before_those_of_what_lies_among_its_files():
    [kbdesk] = (part for part in installed_parts() if part.name == "kbdesk")
    assert kbdesk.notices[0].text.startswith("MIT License")
