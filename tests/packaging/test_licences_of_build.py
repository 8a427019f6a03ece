"""The build stops where a licence of something in the frozen program will not do."""

import shutil
import ssl
import sysconfig
from importlib import metadata
from pathlib import Path

import pytest

import kbdesk
from kbdesk.licences import Notice, Part

PACKAGING = Path(__file__).resolve().parents[2] / "packaging"


@pytest.fixture(scope="module", autouse=True)
def _import_path():
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(PACKAGING))
        yield


@pytest.fixture
def work(tmp_path):
    """What PyInstaller leaves of a small program: a module, a library, model files, Python, and a link within."""

    def lists(*more):
        site = Path(sysconfig.get_path("purelib"))
        collected = [
            ("numpy.libs/" + library.name, str(library), "BINARY") for library in (site / "numpy.libs").glob("*.so*")
        ]
        models = [
            (f"rapidocr/models/{file.name}", str(file), "DATA") for file in (site / "rapidocr/models").glob("*.onnx")
        ]
        (tmp_path / "COLLECT-00.toc").write_text(
            repr(([*collected, *models, ("libz.so", "numpy.libs/libz.so", "SYMLINK"), *more],)), encoding="utf-8"
        )
        modules = [
            ("openai", str(site / "openai" / "__init__.py"), "PYMODULE"),
            ("ssl", ssl.__file__, "PYMODULE"),
            ("kbdesk", kbdesk.__file__, "PYMODULE"),
            ("jaraco", "-", "PYMODULE"),
        ]
        (tmp_path / "PYZ-00.toc").write_text(repr((str(tmp_path / "PYZ-00.pyz"), modules)), encoding="utf-8")
        (tmp_path / "EXE-00.toc").write_text(
            repr((str(tmp_path / "kbdesk"), [("made", str(tmp_path / "made.pyc"), "PYMODULE")])), encoding="utf-8"
        )
        return tmp_path

    return lists


@pytest.fixture
def component():
    from components import Component

    def make(name="part", licence="MIT", text="You may.", **more):
        notices = (Notice(title="LICENSE", text=text),) if text else ()
        return Component(Part(name=name, version="1", licence=licence, notices=notices), f"pkg:pypi/{name}@1", **more)

    return make


def carried(found):
    return {each.part.name for each in found if each.is_carried}


def test_what_is_in_the_program_is_found_from_the_lists_of_pyinstaller(work):
    from components import components

    found, problems = components(work())
    assert problems == []
    assert {"kbdesk", "Python", "openai", "numpy", "OpenBLAS", "PP-OCR models", "Lucide icons"} <= carried(found)
    assert not {"Qt", "lxml", "GNU libiconv", "multilingual-e5-small"} & carried(found)


def test_what_the_lock_names_is_listed_also_where_none_of_it_is_in_the_program(work):
    from components import components

    found, _ = components(work())
    lxml = next(each for each in found if each.part.name == "lxml")
    assert not lxml.is_carried


def test_everything_that_kbdesk_needs_and_the_product_does_not_leave_out_is_listed(work):
    from components import components

    from kbdesk.licences.installed import closure

    left_out = (PACKAGING / "locks" / "left_out.txt").read_text(encoding="utf-8").split("\n")
    of_those = {"pymilvus", "milvus-lite", *(line for line in left_out if line and not line.startswith("#"))}
    of_milvus = set(closure("pymilvus")) | set(closure("milvus-lite"))
    found, _ = components(work())
    listed = {each.part.name.lower().replace("_", "-").replace(".", "-") for each in found}
    assert set(closure()) - of_milvus - of_those - listed == set()


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


def test_a_file_of_unknown_origin_stops_the_build(work, tmp_path):
    from licences import main

    stranger = tmp_path.parent / f"{tmp_path.name}-stranger.so"
    stranger.touch()
    (tmp_path / "program" / "kbdesk" / "resources").mkdir(parents=True)
    assert main(tmp_path / "program", work(("stranger.so", str(stranger), "BINARY"))) == 1
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
