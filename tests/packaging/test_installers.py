"""Files that only other systems can use: they parse, and agree with the one place of version and id."""

from __future__ import annotations

import plistlib
import re
import runpy
import subprocess
import sys
import sysconfig
import types
from pathlib import Path
from typing import Any

import pytest
import yaml

import kbdesk
from kbdesk.windows import announce

REPOSITORY = Path(__file__).resolve().parents[2]
WINDOWS, MACOS = REPOSITORY / "packaging" / "windows", REPOSITORY / "packaging" / "macos"
PACK_TYPE = "application/vnd.kbdesk.pack+zip"
BOM = "\ufeff"


def sections(path: Path) -> dict[str, list[str]]:
    """Return the lines of an Inno Setup file by section, without comments."""
    found: dict[str, list[str]] = {}
    text = path.read_text(encoding="utf-8")
    assert text.startswith(BOM), (
        "before Inno Setup 6.3 the compiler takes a file without the mark for one of the system's code page"
    )
    for line in text.removeprefix(BOM).splitlines():
        if header := re.fullmatch(r"\[(\w+)\]", line):
            lines = found.setdefault(header[1], [])
        elif line and found and not line.startswith(";"):
            lines.append(line)
    return found


@pytest.fixture
def script() -> dict[str, list[str]]:
    return sections(WINDOWS / "kbdesk.iss")


@pytest.fixture
def setup(script: dict[str, list[str]]) -> dict[str, str]:
    return dict(line.split("=", 1) for line in script["Setup"])


def test_the_installer_is_for_one_person_and_always_the_same_program(setup: dict[str, str]) -> None:
    assert setup["AppId"] == "{{D9B696F2-EC9B-4ED2-886B-8BEBF701473C}"  # never another one
    assert (setup["PrivilegesRequired"], setup["ArchitecturesAllowed"]) == ("lowest", "x64compatible")
    assert setup["AppVersion"] == setup["VersionInfoVersion"] == "{#Version}"
    assert setup["AppMutex"] == "{#Id}"


def test_the_installer_writes_for_this_person_only_and_takes_away_what_it_wrote(script: dict[str, list[str]]) -> None:
    entries = [dict(re.findall(r'(\w+): ("(?:[^"]|"")*"|[^;]*)', line)) for line in script["Registry"]]
    assert {entry["Root"] for entry in entries} == {"HKCU"}
    removed = [entry["Subkey"].strip('"') for entry in entries if "uninsdelete" in entry.get("Flags", "")]
    assert all(any(entry["Subkey"].strip('"').startswith(key) for key in removed) for entry in entries)
    assert any(entry["ValueData"].strip('"') == PACK_TYPE for entry in entries)


def test_nothing_of_the_data_folder_is_deleted(script: dict[str, list[str]]) -> None:
    assert "UninstallDelete" not in script
    assert script["InstallDelete"] == [r'Type: filesandordirs; Name: "{app}\_internal"']
    assert not [line for line in script["Code"] if re.search("DelTree|DeleteFile|RemoveDir", line)]


def test_both_languages_have_the_same_words_of_our_own(script: dict[str, list[str]]) -> None:
    words = [line.split("=")[0].split(".") for line in script["CustomMessages"]]
    assert {name for language, name in words if language == "en"} == {
        name for language, name in words if language == "zh"
    }
    used = set(re.findall(r"cm:(\w+)", "\n".join(script["Registry"]))) | {"DataKept"}
    assert used <= {name for _, name in words}


def test_chinese_messages_are_each_there_once_with_gaps_that_the_installer_knows() -> None:
    chinese = sections(WINDOWS / "ChineseSimplified.isl")
    lines = [*chinese["Messages"], *chinese["CustomMessages"]]
    names = [line.split("=", 1)[0] for line in lines]
    assert len(names) == len(set(names))
    assert all(re.fullmatch(r"\w+=.+", line) for line in lines)
    assert not [line for line in lines if re.search(r"%[^n1-9]", line)]


@pytest.mark.parametrize(
    ("name", "value"), [("__version__", kbdesk.__version__), ("APPLICATION_ID", kbdesk.APPLICATION_ID)]
)
def test_the_installer_is_told_what_the_program_says(name: str, value: str) -> None:
    """As packaging/windows/make_installer reads it."""
    command = [line for line in (WINDOWS / "make_installer").read_text("utf-8").splitlines() if "value_of()" in line]
    script = f"repository='{REPOSITORY}'; {command[0]}; value_of {name}"
    said = subprocess.run(["bash", "-c", script], capture_output=True, encoding="utf-8", check=True).stdout
    assert said.strip() == value


class Struct:
    """What PyInstaller makes of the version file on Windows."""

    def __init__(self, *values: Any, **named: Any) -> None:
        self.values, self.named = values, named


def test_windows_shows_the_version_of_the_program(tmp_path: Path) -> None:
    made = runpy.run_path(str(WINDOWS / "version_info.py"))["write_version_info"](tmp_path, "kbdesk-cli")
    names = (
        "VSVersionInfo",
        "FixedFileInfo",
        "StringFileInfo",
        "StringTable",
        "StringStruct",
        "VarFileInfo",
        "VarStruct",
    )
    info = eval(Path(made).read_text("utf-8"), dict.fromkeys(names, Struct))
    [table] = info.named["kids"][0].values[0]
    strings = dict(each.values for each in table.values[1])
    assert (strings["FileVersion"], strings["OriginalFilename"]) == (kbdesk.__version__, "kbdesk-cli.exe")
    assert ".".join(map(str, info.named["ffi"].named["filevers"])) == f"{kbdesk.__version__}.0"


@pytest.mark.skipif(sys.platform != "win32", reason="a mutex of Windows")
def test_a_running_kbdesk_can_be_seen_by_the_installer() -> None:
    import ctypes

    synchronize = 0x00100000
    announce()
    assert ctypes.windll.kernel32.OpenMutexW(synchronize, False, kbdesk.APPLICATION_ID)


def test_macos_is_told_of_the_type_of_packs_that_kbdesk_owns() -> None:
    info = plistlib.loads((MACOS / "Info.plist").read_bytes())
    [document], [declared] = info["CFBundleDocumentTypes"], info["UTExportedTypeDeclarations"]
    assert document["LSItemContentTypes"] == [declared["UTTypeIdentifier"]]
    assert document["LSHandlerRank"] == "Owner"
    tags = declared["UTTypeTagSpecification"]
    assert (tags["public.filename-extension"], tags["public.mime-type"]) == (["kbpack"], [PACK_TYPE])
    assert (info["LSBackgroundOnly"], info["NSHighResolutionCapable"]) == (False, True)
    assert "CFBundleVersion" not in info  # from the one place


def test_macos_gives_one_exception_from_the_hardened_runtime() -> None:
    text = (MACOS / "entitlements.plist").read_bytes()
    entitlements = plistlib.loads(text)
    assert entitlements == {"com.apple.security.cs.allow-unsigned-executable-memory": True}
    assert b"<!--" not in text, "codesign does not read entitlements with comments in them"


class Made:
    """Stands for what PyInstaller makes; remembers what it was told."""

    told: dict[str, list[dict[str, Any]]]

    def __init__(self, kind: str) -> None:
        self.kind = kind

    def __call__(self, *_: object, **options: Any) -> Any:
        Made.told.setdefault(self.kind, []).append(options)
        hook = ("pyi_rth_multiprocessing", "pyi_rth_multiprocessing.py", "PYSOURCE")
        return types.SimpleNamespace(binaries=[], datas=[], pure=[], scripts=[hook])


@pytest.mark.parametrize("system", ["win32", "darwin"])
def test_the_other_systems_get_what_they_ask_for(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, system: str) -> None:
    """The real file of PyInstaller, with what it would make replaced; on Linux packaging/build really runs it."""
    hooks = types.ModuleType("PyInstaller.utils.hooks")
    vars(hooks)["__getattr__"] = lambda _: lambda *_: []  # each of them finds nothing
    for name in ("PyInstaller", "PyInstaller.utils"):
        monkeypatch.setitem(sys.modules, name, types.ModuleType(name))
    monkeypatch.setitem(sys.modules, "PyInstaller.utils.hooks", hooks)
    monkeypatch.setattr(sys, "path", list(sys.path))
    sysconfig.get_config_vars()  # it looks for a file of the system, once
    monkeypatch.setattr(sys, "platform", system)
    monkeypatch.setattr(Made, "told", {}, raising=False)
    makers = {kind: Made(kind) for kind in ("Analysis", "PYZ", "EXE", "COLLECT", "BUNDLE")}
    spec = REPOSITORY / "packaging" / "freeze" / "kbdesk.spec"
    names = makers | {"SPECPATH": str(spec.parent), "workpath": str(tmp_path)}
    exec(compile(spec.read_text("utf-8"), str(spec), "exec"), names)
    programs = [(options["name"], options["console"]) for options in Made.told["EXE"]]
    if system == "win32":
        assert programs == [("kbdesk", False), ("kbdesk-cli", True)]
        assert all(Path(each["version"]).is_file() and each["icon"].endswith(".ico") for each in Made.told["EXE"])
    else:
        assert programs == [("kbdesk", True)]
    bundles = Made.told.get("BUNDLE", [])
    assert len(bundles) == (system == "darwin")
    for bundle in bundles:
        assert bundle["bundle_identifier"] == kbdesk.APPLICATION_ID
        assert bundle["version"] == bundle["info_plist"]["CFBundleVersion"] == kbdesk.__version__
        assert bundle["info_plist"]["LSMinimumSystemVersion"] == "14.0"


def test_the_build_of_the_three_systems_runs_scripts_that_are_there() -> None:
    workflow = yaml.safe_load((REPOSITORY / ".github" / "workflows" / "build.yml").read_text(encoding="utf-8"))
    commands = [step["run"] for job in workflow["jobs"].values() for step in job["steps"] if "run" in step]
    scripts = [script for command in commands for script in re.findall(r"bash (packaging/\S+)", command)]
    assert workflow["jobs"].keys() == {"linux", "windows", "macos"}
    assert scripts.count("packaging/build") == 3
    assert all((REPOSITORY / script).is_file() for script in scripts)
