"""The build stops where a licence of something in the frozen program will not do."""

import shutil
import ssl
import sysconfig
from importlib import metadata
from pathlib import Path

import pytest
from packaging.utils import canonicalize_name

import kbdesk
from kbdesk.licences import Notice, Part

PACKAGING = Path(__file__).resolve().parents[2] / "packaging"


@pytest.fixture(scope="module", autouse=True)
def _import_path():
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(PACKAGING))
        yield


def write_lists(folder, *more):
    """Write what PyInstaller leaves of a small program: a module, libraries, model files, Python, and a link within."""
    site = Path(sysconfig.get_path("purelib"))
    files = [
        (place, str(file), "BINARY")
        for place in ("numpy.libs", "rapidocr/models")
        for file in sorted((site / place).iterdir())
    ]
    collected = [(f"{place}/{Path(file).name}", file, kind) for place, file, kind in files]
    collected += [("libz.so", "numpy.libs/libz.so", "SYMLINK"), *more]
    modules = [
        ("openai", str(site / "openai" / "__init__.py"), "PYMODULE"),
        ("ssl", ssl.__file__, "PYMODULE"),
        ("kbdesk", kbdesk.__file__, "PYMODULE"),
        ("jaraco", "-", "PYMODULE"),
    ]
    made = [("made", str(folder / "made.pyc"), "PYMODULE")]
    (folder / "COLLECT-00.toc").write_text(repr((collected,)), encoding="utf-8")
    (folder / "PYZ-00.toc").write_text(repr((str(folder / "PYZ-00.pyz"), modules)), encoding="utf-8")
    (folder / "EXE-00.toc").write_text(repr((str(folder / "kbdesk"), made)), encoding="utf-8")
    return folder


@pytest.fixture
def work(tmp_path):
    return lambda *more: write_lists(tmp_path, *more)


@pytest.fixture(scope="module")
def found(tmp_path_factory):
    """What the small program is made of."""
    from components import components

    found, problems = components(write_lists(tmp_path_factory.mktemp("work")))
    assert problems == []
    return found


@pytest.fixture
def component():
    from components import Component

    def make(name="part", licence="MIT", text="You may.", **more):
        notices = (Notice(title="LICENSE", text=text),) if text else ()
        return Component(Part(name=name, version="1", licence=licence, notices=notices), f"pkg:pypi/{name}@1", **more)

    return make


def carried(found):
    return {each.part.name for each in found if each.is_carried}


def test_what_is_in_the_program_is_found_from_the_lists_of_pyinstaller(found):
    assert {"kbdesk", "Python", "openai", "numpy", "OpenBLAS", "PP-OCR models", "Lucide icons"} <= carried(found)
    assert not {"Qt", "lxml", "GNU libiconv", "multilingual-e5-small"} & carried(found)


def test_what_the_lock_names_is_listed_also_where_none_of_it_is_in_the_program(found):
    assert {"flatbuffers", "lxml", "protobuf"} <= {each.part.name for each in found} - carried(found)


def test_everything_that_kbdesk_needs_and_the_product_does_not_leave_out_is_listed(found):
    from kbdesk.licences.installed import closure

    lines = (PACKAGING / "locks" / "left_out.txt").read_text(encoding="utf-8").splitlines()
    left_out = {line for line in lines if line and not line.startswith("#")}
    left_out |= set(closure("pymilvus")) | set(closure("milvus-lite"))
    listed = {canonicalize_name(each.part.name) for each in found}
    assert set(closure()) - left_out - listed == set()


@pytest.mark.skipif(not shutil.which("dpkg-query"), reason="no Debian")
def test_a_library_of_debian_brings_its_copyright_file(work):
    from components import components

    library = next(Path(folder, "libc.so.6") for folder in ("/lib/x86_64-linux-gnu", "/lib/aarch64-linux-gnu", "/lib64")
                   if Path(folder, "libc.so.6").exists())  # fmt: skip
    found, problems = components(work(("libc.so.6", str(library), "BINARY")))
    libc = next(each.part for each in found if each.part.name == "libc6")
    assert "GNU C Library" in libc.notices[0].text
    assert problems == [
        "libc6: look at /usr/share/doc/libc6/copyright and write its licence into packaging/system_libraries.toml"
    ]


@pytest.mark.parametrize("name", ["stranger.so", "libc.so.6"])
def test_a_file_of_unknown_origin_stops_the_build(work, tmp_path, tmp_path_factory, name, capsys):
    from licences import main

    stranger = tmp_path_factory.mktemp("elsewhere") / name
    stranger.touch()
    (tmp_path / "program" / "kbdesk" / "resources").mkdir(parents=True)
    assert main(tmp_path / "program", work((name, str(stranger), "BINARY"))) == 1
    assert f"Nobody knows where this file of the program comes from: {stranger}" in capsys.readouterr().err
    assert not list(tmp_path.rglob("collected.json"))


def test_a_tool_of_the_build_must_not_get_into_the_program(work):
    from components import components

    tool = next(Path(str(file.locate())) for file in metadata.files("ruff") if file.name == "__init__.py")
    _, problems = components(work(("ruff", str(tool), "PYMODULE")))
    assert problems == [
        "ruff is a tool of the build and got into the program: refuse it in packaging/freeze/contents.py"
    ]


def test_the_list_is_written_into_the_program(work, tmp_path, monkeypatch):
    from licences import main

    from kbdesk.licences import collected, parts

    resources = tmp_path / "program" / "_internal" / "kbdesk" / "resources"
    resources.mkdir(parents=True)
    assert main(tmp_path / "program", work()) == 0
    monkeypatch.setattr(parts, "resources", lambda: resources)
    assert {"numpy", "OpenBLAS"} <= {part.name for part in collected()}


@pytest.mark.parametrize(
    ("licence", "is_bound"),
    [
        ("MIT", False),
        ("LGPL-2.1-or-later", True),
        ("MIT OR GPL-3.0-only", False),
        ("MIT AND GPL-3.0-only", True),
        ("MIT AND (Apache-2.0 OR LGPL-3.0-only)", False),
        ("GPL-3.0-or-later WITH GCC-exception-3.1", False),
        ("GPL-2.0-only WITH Classpath-exception-2.0", True),
        ("AGPL-3.0-only", True),
        ("MPL-2.0", False),
    ],
)
def test_of_a_choice_of_licences_one_that_binds_to_nothing_is_enough(licence, is_bound):
    from licences import is_copyleft

    assert is_copyleft(licence) is is_bound


def test_a_part_that_is_well_is_not_complained_of(component):
    from licences import problems

    assert list(problems([component()])) == []


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"text": ""}, "has no licence text"),
        ({"licence": "GPL-2.0-only"}, "leave it out"),
        ({"licence": "LGPL-2.1-or-later", "from_debian": True}, "leave it out"),
        ({"licence": "as you like"}, "no SPDX expression"),
        ({"licence": ""}, "no licence"),
        ({"text": "the GNU General\nPublic License"}, "speak of the GPL"),
    ],
)
def test_every_wrong_part_is_named(component, wrong, words):
    from licences import problems

    (sentence,) = problems([component(name="wrong", **wrong), component()])
    assert "wrong" in sentence
    assert words in sentence


def test_every_reason_is_of_a_part_that_needs_one(work):
    from licences import ALLOWED, MENTIONED, is_copyleft

    from kbdesk.licences.installed import installed_parts

    by_name = {part.name: part for part in installed_parts()}
    of_the_build = {"pyinstaller", "pyinstaller-hooks-contrib"}
    assert (set(ALLOWED) | set(MENTIONED)) - of_the_build - set(by_name) == set()
    assert [name for name in ALLOWED if not is_copyleft(by_name[name].licence)] == []


def test_nothing_installed_is_under_the_gpl_but_what_the_product_leaves_out():
    from licences import ALLOWED, SPDX, is_copyleft

    from kbdesk.licences.installed import installed_parts

    known = [part for part in installed_parts() if not SPDX.validate(part.licence).errors]
    assert len(known) > 50
    assert [part.name for part in known if is_copyleft(part.licence) and part.name not in ALLOWED] == []
