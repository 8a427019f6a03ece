"""What is on a slide, whatever the format of its deck."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

_BLANK = re.compile(r"[\s•·▪▫■□◦‣●○–—*-]*|‹#›|<#>|<(?:number|date/time|header|footer)>")
_PROMPT = re.compile(
    r"(?:double-)?(?:click|tap) to (?:add|edit)\b.*|(?:titel|text|untertitel) durch klicken .*|durch klicken .*"
    r"|cliquez pour (?:ajouter|modifier)\b.*|haga clic para (?:agregar|modificar)\b.*"
    r"|(?:单击|点击)(?:此处)?(?:添加|编辑).*",
    re.I,
)


@dataclass(frozen=True)
class SlidePicture:
    """A picture on a slide.

    Attributes:
        data: Its bytes.
        caption: Its alternative text, or "".
        width: How large it is shown, in pixels of 1/96 inch; 0 if nothing says.
        height: Likewise.
    """

    data: bytes
    caption: str = ""
    width: float = 0
    height: float = 0


@dataclass(frozen=True)
class Item:
    """Something on a slide: lines of text, a table or a picture.

    Attributes:
        lines: Texts of a shape, one a paragraph.
        rows: Cells of a table; the texts of merged cells are joined in the first, the others are blank.
        picture: A picture.
    """

    lines: Sequence[str] = ()
    rows: Sequence[Sequence[str]] = ()
    picture: SlidePicture | None = None


@dataclass(frozen=True)
class SlideContent:
    """What is on a slide.

    Attributes:
        title: Text of the title, or "".
        section: Name of the part of the deck that it belongs to, or "".
        is_hidden: True if it is skipped in a show.
        items: The title first, then in reading order.
        footers: What stands at its edge, mostly the same on every slide.
        notes: The speaker's notes.
        comments: The reviewers' comments and replies.
        is_complete: False if something could not be read.
    """

    title: str = ""
    section: str = ""
    is_hidden: bool = False
    items: Sequence[Item] = ()
    footers: Sequence[str] = ()
    notes: Sequence[str] = ()
    comments: Sequence[str] = ()
    is_complete: bool = True

    @property
    def text_length(self) -> int:
        """Characters in its shapes and tables."""
        cells = (cell for item in self.items for row in item.rows for cell in row)
        return sum(len(line) for item in self.items for line in item.lines) + sum(map(len, cells))


def text_item(lines: Iterable[str]) -> list[Item]:
    """Return an item of the lines that say something, none if there are none."""
    kept = said(lines)
    return [Item(lines=kept)] if kept else []


def said(lines: Iterable[str]) -> list[str]:
    """Return lines without those of bullets or a field for the slide's number alone."""
    return [line for line in lines if not _BLANK.fullmatch(line)]


def is_prompt(words: str) -> bool:
    """Tell whether the text of a placeholder is what a program writes into an empty one."""
    return _PROMPT.fullmatch(words.strip()) is not None
