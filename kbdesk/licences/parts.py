"""A part of kbdesk with its licence, and the list of all parts."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from pydantic import BaseModel, ConfigDict, TypeAdapter

from kbdesk.errors import KbError
from kbdesk.paths import resources
from kbdesk.texts import text


class Notice(BaseModel):
    """A text that goes with a part: its licence, or the notices of what is compiled into it.

    Attributes:
        title: For example the name of the file it was in.
        text: The text itself, as it was found.
    """

    model_config = ConfigDict(frozen=True)

    title: str
    text: str


class Part(BaseModel):
    """Something that others wrote and kbdesk is delivered with; kbdesk itself is one, too.

    Attributes:
        name: As its makers call it.
        version: Which one, or "" where it has none.
        licence: An SPDX expression where there is one for it, else what the part says itself.
        home: The address of its project or its source.
        notices: Its licence texts, at least one.
    """

    model_config = ConfigDict(frozen=True)

    name: str
    version: str
    licence: str
    home: str = ""
    notices: tuple[Notice, ...] = ()


_PARTS = TypeAdapter(list[Part])


def collected() -> list[Part]:
    """Return all parts by name.

    A built kbdesk carries the list that was made with it; elsewhere it is what is installed.

    Raises:
        KbError: Files that belong to it are missing or damaged.
    """
    file = resources() / "licences" / "collected.json"
    try:
        if file.is_file():
            return _PARTS.validate_json(file.read_bytes())
        from kbdesk.licences.installed import installed_parts

        return installed_parts()
    except (OSError, ValueError, LookupError, ImportError) as exc:  # what a damaged installation has instead of files
        raise KbError(
            text("licences", "The licences of the parts of kbdesk cannot be read ({kind}).", kind=type(exc).__name__),
            text("licences", "Install kbdesk again."),
        ) from exc


def save(parts: Iterable[Part], file: Path) -> None:
    """Write the list that `collected` finds in a built kbdesk."""
    file.write_bytes(_PARTS.dump_json(list(parts), indent=1))
