"""Old Word and PowerPoint files, turned into new ones by a LibreOffice on this computer. Only when a person asks."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from threading import Event

import psutil

from kbdesk.errors import DamagedError, LegacyFormatError, LimitError
from kbdesk.rag.parsers.office_password import opened
from kbdesk.rag.parsers.refusals import refusal
from kbdesk.rag.parsers.types import sniff_bytes
from kbdesk.rag.stores.threads import Stopped
from kbdesk.texts import text

TIME_LIMIT_S = 120.0

_LOOK_EVERY_S = 0.1

# From the type of a file to LibreOffice's name of the one it becomes.
_FILTERS = {"doc": ("docx", "MS Word 2007 XML"), "ppt": ("pptx", "Impress MS PowerPoint 2007 XML")}
_COMMANDS = ("soffice", "libreoffice")
_USUAL_PLACES = (
    "/Applications/LibreOffice.app/Contents/MacOS/soffice",
    "/usr/lib/libreoffice/program/soffice",
    "/usr/lib64/libreoffice/program/soffice",
    "/snap/bin/libreoffice",
)
# A profile in which no macro runs and no link is followed.
_SETTINGS = """<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">
<item oor:path="/org.openoffice.Office.Common/Security/Scripting"><prop oor:name="DisableMacrosExecution" oor:op="fuse"><value>true</value></prop></item>
<item oor:path="/org.openoffice.Office.Common/Security/Scripting"><prop oor:name="MacroSecurityLevel" oor:op="fuse"><value>3</value></prop></item>
<item oor:path="/org.openoffice.Office.Common/Security/Scripting"><prop oor:name="BlockUntrustedRefererLinks" oor:op="fuse"><value>true</value></prop></item>
<item oor:path="/org.openoffice.Office.Common/Security/Scripting"><prop oor:name="DisableActiveContent" oor:op="fuse"><value>true</value></prop></item>
<item oor:path="/org.openoffice.Office.Writer/Content/Update"><prop oor:name="Link" oor:op="fuse"><value>0</value></prop></item>
</oor:items>
"""  # noqa: E501  # LibreOffice's own lines


def find_libreoffice() -> Path | None:
    """Return the program of an installed LibreOffice, or None."""
    return next((path for path in _candidates() if path.is_file()), None)


def convert(path: Path, to: Path, password: str | None = None, stop: Event | None = None) -> Path:
    """Turn an old Word or PowerPoint file into a new one and return that. Blocks for seconds, up to two minutes.

    LibreOffice runs with a profile of its own, without macros, and ends with its time.

    Args:
        path: The old file; it is only read.
        to: An empty folder of one's own, to be deleted afterwards.
        password: For an encrypted file.
        stop: Set by somebody who wants no answer any more.

    Raises:
        Stopped: `stop` was set.
        LegacyFormatError: There is no LibreOffice, or it cannot be started.
        LimitError: It took too long.
        DamagedError: It made nothing of the file.
        PasswordError: It is encrypted and the password is missing or wrong.
        ParseError: The file is none of these.
    """
    data = path.read_bytes()
    file_type = sniff_bytes(data, path.name)
    if file_type.id not in _FILTERS:
        raise refusal(file_type)
    program = find_libreoffice()
    if program is None:
        raise _not_started()
    ending, filter_name = _FILTERS[file_type.id]
    source = to / f"document.{file_type.id}"  # no name of a person's choice becomes an argument
    source.write_bytes(opened(data, password))
    settings = to / "profile" / "user" / "registrymodifications.xcu"
    settings.parent.mkdir(parents=True)
    settings.write_text(_SETTINGS, "utf-8")
    profile = f"-env:UserInstallation={(to / 'profile').absolute().as_uri()}"
    switches = ["--headless", "--norestore", "--nolockcheck", "--nodefault", "--nologo"]
    _run(
        [str(program), profile, *switches, "--convert-to", f"{ending}:{filter_name}", "--outdir", str(to), str(source)],
        stop or Event(),
    )
    made = source.with_suffix(f".{ending}")
    if not made.is_file():
        raise DamagedError(
            text("parsing", "LibreOffice could not convert this file."),
            text("parsing", "Open it in its own program, save it as .docx or .pptx and drop it again."),
        )
    return made


def _candidates() -> Iterator[Path]:
    yield from (Path(found) for command in _COMMANDS if (found := shutil.which(command)))
    yield from (Path(place) for place in _USUAL_PLACES)
    for folder in ("ProgramFiles", "ProgramFiles(x86)"):
        if folder in os.environ:
            yield Path(os.environ[folder], "LibreOffice", "program", "soffice.exe")
    yield from Path("/opt").glob("libreoffice*/program/soffice")


def _run(command: list[str], stop: Event) -> None:
    try:
        process = subprocess.Popen(  # noqa: S603  # the program of an installed LibreOffice; no shell
            command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
    except OSError as exc:
        raise _not_started() from exc
    with process:
        try:
            _wait(process, stop)
        finally:
            _end(process)


def _wait(process: subprocess.Popen[bytes], stop: Event) -> None:
    ends = time.monotonic() + TIME_LIMIT_S
    while process.poll() is None:
        if stop.wait(_LOOK_EVERY_S):
            raise Stopped
        if time.monotonic() > ends:
            raise LimitError(
                text("parsing", "LibreOffice took too long to convert this file."),
                text("parsing", "Open it in its own program, save it as .docx or .pptx and drop it again."),
            )


def _end(process: subprocess.Popen[bytes]) -> None:
    """End a process that still runs, with those that it started."""
    if process.poll() is not None:
        return
    with suppress(psutil.NoSuchProcess):
        for child in psutil.Process(process.pid).children(recursive=True):
            with suppress(psutil.NoSuchProcess):
                child.kill()
    process.kill()


def _not_started() -> LegacyFormatError:
    return LegacyFormatError(
        text("parsing", "There is no LibreOffice on this computer, or it cannot be started."),
        text("parsing", "Open the file in its own program, save it as .docx or .pptx and drop it again."),
    )
