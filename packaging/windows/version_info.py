"""What Windows shows of a program under Properties > Details.

PyInstaller 6.22 reads it and makes the resource of it (tried in November 2026, on Linux); not yet in a real program.
"""

from __future__ import annotations

from pathlib import Path

from kbdesk import __version__

_TEXT = """VSVersionInfo(
    ffi=FixedFileInfo(
        filevers={numbers}, prodvers={numbers}, mask=0x3F, flags=0x0, OS=0x40004, fileType=0x1, subtype=0x0, date=(0, 0)
    ),
    kids=[
        StringFileInfo([StringTable("040904B0", [{strings}])]),
        VarFileInfo([VarStruct("Translation", [0x0409, 0x04B0])]),
    ],
)
"""
"""PyInstaller's form of it. 0x40004: Windows of today; 0x1: a program; 0409 and 04B0: American English in Unicode."""


def write_version_info(folder: Path, name: str) -> str:
    """Write the file that PyInstaller puts into a program of this name, and return its path."""
    strings = {
        "CompanyName": "The makers of kbdesk",
        "FileDescription": "kbdesk",  # what the task manager and the firewall call it
        "FileVersion": __version__,
        "InternalName": name,
        "LegalCopyright": "MIT licence; parts under their own: kbdesk-cli --licences",
        "OriginalFilename": f"{name}.exe",
        "ProductName": "kbdesk",
        "ProductVersion": __version__,
    }
    numbers = tuple(int(number) for number in [*__version__.split("."), "0"])
    structs = ", ".join(f"StringStruct({key!r}, {value!r})" for key, value in strings.items())
    path = folder / f"{name}.version.txt"
    path.write_text(_TEXT.format(numbers=numbers, strings=structs), encoding="utf-8")
    return str(path)
