"""The locks hold what the program needs, exactly, and nothing that it does without."""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.markers import default_environment
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

REPOSITORY = Path(__file__).resolve().parents[2]
LOCKS = REPOSITORY / "packaging" / "locks"
SYSTEMS = {"linux": "x86_64", "win32": "AMD64", "darwin": "arm64"}


def locked(name: str) -> list[Requirement]:
    content = (LOCKS / f"{name}.txt").read_text("utf-8").replace("\\\n", " ")
    return [Requirement(line.split("--hash")[0]) for line in content.splitlines()]


def on(system: str) -> dict[str, str]:
    known = {key: str(value) for key, value in default_environment().items()}
    return {**known, "sys_platform": system, "platform_machine": SYSTEMS[system], "extra": ""}


def left_out() -> set[str]:
    lines = (LOCKS / "left_out.txt").read_text("utf-8").splitlines()
    return {canonicalize_name(line) for line in lines if line and not line.startswith("#")}


def wanted(system: str) -> list[Requirement]:
    """Return what the program needs on a system: of pyproject.toml, and for freezing."""
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text("utf-8"))["project"]
    tools = [line for line in (LOCKS / "tools.in").read_text("utf-8").splitlines() if not line.startswith("#")]
    needed = map(Requirement, [*project["dependencies"], *tools])
    return [each for each in needed if not each.marker or each.marker.evaluate(on(system))]


@pytest.mark.parametrize("system", SYSTEMS)
def test_each_system_gets_one_version_of_all_that_is_needed(system: str) -> None:
    versions: dict[str, list[str]] = {}
    for each in [*locked("product"), *locked("tools")]:
        if not each.marker or each.marker.evaluate(on(system)):
            (pin,) = each.specifier
            versions.setdefault(canonicalize_name(each.name), []).append(pin.version)
    for need in wanted(system):
        name = canonicalize_name(need.name)
        if name in left_out():
            continue
        assert name in versions, f"{name} is not locked: bash packaging/lock"
        assert need.specifier.contains(versions[name][0]), f"{name} is locked too old: bash packaging/lock"
    assert {name: found for name, found in versions.items() if len(set(found)) > 1} == {}


@pytest.mark.parametrize("name", ["product", "tools"])
def test_each_pin_has_its_hashes(name: str) -> None:
    content = (LOCKS / f"{name}.txt").read_text("utf-8").replace("\\\n", " ")
    for line in content.splitlines():
        assert re.fullmatch(r"[\w.-]+==[^ ]+( ; [^#]+?)?(\s+--hash=sha256:[0-9a-f]{64})+\s*", line), line


def test_no_computer_is_named() -> None:
    assert not any("://" in file.read_text("utf-8") for file in LOCKS.iterdir())


def test_what_is_left_out_is_not_locked() -> None:
    assert not left_out() & {canonicalize_name(each.name) for each in locked("product")}


def test_what_is_left_out_is_kept_out_of_the_program(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(REPOSITORY / "packaging" / "freeze")
    monkeypatch.delitem(sys.modules, "contents", raising=False)
    import contents  # pyright: ignore[reportMissingImports]

    for module in ("pymilvus", "milvus_lite", "cv2", "shapely", "pyarrow", "faiss", "pandas", "grpc"):
        assert module in contents.LEFT_OUT
