"""Collects the licences of all parts of the frozen program into a file of it, and stops the build where one is wrong.

PYTHONPATH=. python packaging/licences.py FROZEN WORK      the program's folder; where PyInstaller put it together
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from components import Component, components
from license_expression import LicenseSymbol, LicenseWithExceptionSymbol, get_spdx_licensing

from kbdesk.licences import save

ALLOWED = {
    "PySide6_Essentials": "Qt for Python; shared libraries that can be replaced",
    "Qt": "shared libraries that can be replaced",
    "shiboken6": "Qt for Python; shared libraries that can be replaced",
    # These two are not to be had otherwise: no other wheels of numpy and lxml are published.
    "GCC libquadmath": "a shared library in numpy's wheels, without which its OpenBLAS does not load; can be replaced",
    "GNU libiconv": "compiled into lxml's wheels; lxml's module can be built anew and replaced",
}
"""Parts under the LGPL, and why they may be in the program."""

EXCEPTIONS = ("GCC-exception-3.1", "Bootloader-exception")
"""Exceptions from the GPL that let a program that contains such code have any licence."""

MENTIONED = {
    "cryptography": "offers self_cell, which it compiles in, also under Apache-2.0",
    "GCC run-time libraries": "GPL with an exception for what it is linked with",
    "GNU libiconv": "see ALLOWED",
    "GCC libquadmath": "see ALLOWED",
    "jiter": "offers r-efi, which it compiles in, also under MIT",
    "lxml": "its test runner is not in the wheel; for libiconv see ALLOWED",
    "numpy": "the libraries of GCC and OpenBLAS beside it are parts of their own",
    "onnxruntime": "says that what is LGPL may be debugged; of Mbed TLS and MPL texts only the names of the GPL",
    "pillow": "FreeType is chosen under its own licence, liblzma's GPL is that of its scripts",
    "pydantic_core": "offers r-efi, which it compiles in, also under MIT",
    "pyinstaller": "its bootloader has an exception, its run-time hooks are Apache-2.0",
    "pyinstaller-hooks-contrib": "its run-time hooks are Apache-2.0; the others only run at the build",
    "pypdfium2": "ICU's build scripts and libgcc, both with an exception; MPL texts name it",
    "PySide6_Essentials": "see ALLOWED",
    "Qt": "see ALLOWED; FreeType and the headers of D-Bus are chosen under their other licences",
    "Python": "tells how its own licence goes together with the GPL",
    "shiboken6": "see ALLOWED",
    "typing_extensions": "tells how Python's licence goes together with the GPL",
}
"""Parts whose texts speak of the GPL or the LGPL, and why this is well."""

_GPL = re.compile(r"GENERAL\s+PUBLIC\s+LICEN[CS]E|\bLGPL|\bA?GPL-\d", re.IGNORECASE)
SPDX = get_spdx_licensing()


def problems(found: Iterable[Component]) -> Iterator[str]:
    """Yield a sentence for everything about these licences that will not do."""
    for component in found:
        part = component.part
        if not any(notice.text.strip() for notice in part.notices):
            yield f"{part.name} has no licence text: add one to resources/licences/parts.toml"
        yield from _problems_of_expression(part.name, part.licence)
        # Those of Debian were looked at one by one, see system_libraries.toml.
        texts = "" if component.from_debian else "\n".join(notice.text for notice in part.notices)
        if _GPL.search(texts) and part.name not in MENTIONED:
            yield f"{part.name}: its texts speak of the GPL; look at them and say in MENTIONED why this is well"


def _problems_of_expression(name: str, licence: str) -> Iterator[str]:
    info = SPDX.validate(licence, strict=True)
    unknown = [each for each in info.invalid_symbols if not each.startswith("LicenseRef-")]
    if not licence or unknown:
        yield f"{name}: {licence or 'no licence'} is no SPDX expression"
        return
    if is_copyleft(licence) and name not in ALLOWED:
        yield f"{name} is under {licence}: leave it out (packaging/freeze/contents.py)"


def is_copyleft(licence: str) -> bool:
    """Return whether an expression binds to the GPL, the LGPL or the AGPL, whatever of it is chosen."""
    return _binds(SPDX.parse(licence))


def _binds(expression: object) -> bool:
    if isinstance(expression, LicenseWithExceptionSymbol):
        return _binds(expression.license_symbol) and expression.exception_symbol.key not in EXCEPTIONS
    if isinstance(expression, LicenseSymbol):
        return bool(re.match(r"[AL]?GPL", expression.key))
    choices = [_binds(argument) for argument in expression.args]
    return all(choices) if isinstance(expression, SPDX.OR) else any(choices)


def main(frozen: Path, work: Path) -> int:
    """Write the list into the program and return the exit code."""
    found, wrong = components(work)
    wrong += problems(found)
    for sentence in wrong:
        print(sentence, file=sys.stderr)
    if wrong:
        return 1
    folder = next(frozen.rglob("kbdesk/resources")) / "licences"
    folder.mkdir(exist_ok=True)
    save((component.part for component in found), folder / "collected.json")
    print(f"Licences of {len(found)} parts collected.")
    return 0


if __name__ == "__main__":
    sys.exit(main(*map(Path, sys.argv[1:])))
