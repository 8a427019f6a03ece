"""Everything of a knowledge base but the files of its documents. What others wrote is checked whole."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import date, datetime
from math import isfinite
from typing import Annotated, Literal, Self

from pydantic import AfterValidator, BaseModel, Field, TypeAdapter, field_validator, model_validator
from typing_extensions import TypedDict

from kbdesk.library.catalog import LONGEST_NAME
from kbdesk.library.chunking import Chunking
from kbdesk.library.curation.pins import Pin
from kbdesk.library.facts.rules import changed, cleaned
from kbdesk.library.facts.types import Change
from kbdesk.library.questions.types import DEPTH, FIRST, LONGEST_QUERY, LONGEST_QUOTE
from kbdesk.library.types import Facts
from kbdesk.library.walk import readable
from kbdesk.rag.parsers.attachments import safe_path
from kbdesk.rag.parsers.limits import MAX_DEPTH, MAX_PDF_PAGES
from kbdesk.rag.parsers.registry import printable
from kbdesk.rag.retrieval.fusion import Mode

FORMAT = 1
"""Grows when a kbdesk that knows the older one only would take a file in wrongly."""

_LONGEST_PATH = 20_000


def _storable(value: str) -> str:
    value.encode()  # half a character, which no database takes, is a ValueError
    return value


Words = Annotated[str, AfterValidator(_storable)]
"""Any text that can be stored."""

Name = Annotated[Words, Field(min_length=1, max_length=_LONGEST_PATH)]
File = Annotated[str, Field(pattern="^(documents/.+)?$", max_length=_LONGEST_PATH)]
"""The name of a member of the archive, or "" for none."""


class InsideItem(BaseModel):
    """A file inside a document.

    Attributes:
        name: Its name, in an archive the path below it with "/".
        sha256: Hash of its content.
        size_bytes: Its size.
        became: The document that it is; "" where another one has its content; None: a person took it out.
    """

    name: Name
    sha256: Annotated[str, Field(pattern="^[0-9a-f]{64}$")]
    size_bytes: Annotated[int, Field(ge=0, lt=1 << 62)]
    became: File | None


class _Place(TypedDict, total=False):
    """Where a section stands; see `pins.place_in`."""

    page: int
    page_label: str
    slide: int
    sheet: str
    heading_path: list[str]


class DocumentItem(BaseModel):
    """A document.

    Attributes:
        file: The member of the archive that is its file.
        name: Its name, with the folders it was in.
        is_note: Whether it was written in kbdesk.
        tags, responsible, review_by, description: What people say of it; see `Facts`.
        ocr_pages: Pages (from 1) whose text is to be read from their picture.
        came_with: The document that it was inside of, which stands before it; or "".
        inside: The files inside it.
        edits: What people want of its passages.
    """

    file: Annotated[File, Field(min_length=1)]
    name: Name
    is_note: bool = False
    tags: list[Words] = []
    responsible: Words = ""
    review_by: date | None = None
    description: Words = ""
    ocr_pages: list[Annotated[int, Field(ge=1, le=MAX_PDF_PAGES)]] = []
    came_with: File = ""
    inside: list[InsideItem] = []
    edits: list[Pin] = []

    @field_validator("edits")
    @classmethod
    def _check_edits(cls, edits: list[Pin]) -> list[Pin]:
        checked = list(map(_printable, edits))
        for pin in checked:
            datetime.fromisoformat(pin.made_at)
            for quote in pin.quotes:
                TypeAdapter(_Place).validate_python(dict(quote.place))
            fits = all(each.at in range(len(pin.quotes)) or _is_by_hand(pin, each.text) for each in pin.wanted)
            says_something = all(each.text is None or each.text.strip() for each in pin.wanted)
            if not (pin.wanted and fits and says_something and isfinite(pin.position)):
                message = "an edit that wants nothing, or what is not there"
                raise ValueError(message)
        return checked

    @field_validator("inside")
    @classmethod
    def _check_inside(cls, inside: list[InsideItem]) -> list[InsideItem]:
        if len({each.name for each in inside}) < len(inside):
            message = "a file that is inside twice"
            raise ValueError(message)
        return inside

    @property
    def safe_name(self) -> str:
        """Its name as it may be shown and kept, whoever wrote it."""
        return safe_path(readable(self.name)) or "document"

    @property
    def facts(self) -> Facts:
        """What people say of it.

        Raises:
            InputError: Something in it is too long, or is no tag.
        """
        change = Change(tuple(self.tags), (), self.responsible, self.review_by, self.description)
        return changed(Facts(), cleaned(change), str)


def _printable(pin: Pin) -> Pin:
    """Return an edit that brings no more to a screen than files can: signs that move the cursor of a terminal."""
    quotes = [replace(each, head=printable(each.head)) for each in pin.quotes]
    wanted = [
        replace(each, text=None if each.text is None else printable(each.text), note=printable(each.note))
        for each in pin.wanted
    ]
    return replace(pin, quotes=tuple(quotes), wanted=tuple(wanted))


def _is_by_hand(pin: Pin, text: str | None) -> bool:
    return not pin.quotes and text is not None


class QuestionItem(BaseModel):
    """A check question; see `questions.types.Wanted`.

    Attributes:
        document: The document that is to answer it; "" where it is not in the archive.
        document_name: Its name.
    """

    query: Annotated[Words, Field(min_length=1, max_length=LONGEST_QUERY)]
    document: File
    document_name: Words
    quote: Annotated[Words, Field(max_length=LONGEST_QUOTE)] = ""
    first: Annotated[int, Field(ge=1, le=DEPTH)] = FIRST
    mode: Mode = "hybrid"


class Manifest(BaseModel):
    """A knowledge base.

    Attributes:
        format: See `FORMAT`.
        kbdesk: The version that wrote it.
        name: Its name.
        description: What it is for.
        cutting: How its documents are cut.
        documents: Its documents; what was inside one stands behind it.
        questions: Its check questions.
    """

    format: Literal[1] = FORMAT
    kbdesk: str
    name: Annotated[Words, Field(min_length=1, max_length=LONGEST_NAME)]
    description: Words = ""
    cutting: Chunking = Chunking()
    documents: list[DocumentItem]
    questions: list[QuestionItem] = []

    @field_validator("name")
    @classmethod
    def _check_name(cls, name: str) -> str:
        if not name.isprintable() or name != " ".join(name.split()):
            message = "no name for a knowledge base"
            raise ValueError(message)
        return name

    @model_validator(mode="after")
    def _check(self) -> Self:
        """Let nothing be wanted that cannot be done, or is not there: a file is taken in whole or not at all."""
        self.cutting.check()
        depths = {"": -1}
        for document in self.documents:
            _ = document.facts
            depth = depths.get(document.came_with, MAX_DEPTH) + 1
            if document.file in depths or depth > MAX_DEPTH:
                message = "a document that is there twice, stands before what it came with, or is too deep inside"
                raise ValueError(message)
            depths[document.file] = depth
        known = set(depths)
        referred = [each.became for document in self.documents for each in document.inside]
        if not known.issuperset({each or "" for each in (*referred, *(each.document for each in self.questions))}):
            message = "a document that is not there"
            raise ValueError(message)
        return self

    def head(self) -> bytes:
        """Return all but the documents, as JSON."""
        return json.dumps(self.model_dump(exclude={"documents"}), indent=1).encode()

    def lines(self) -> Iterator[bytes]:
        """Yield each document as a line of JSON.

        It is plain ASCII, for texts may hold halves of characters. All at once would keep the window waiting.
        """
        for document in self.documents:
            yield json.dumps(document.model_dump(exclude_defaults=True), default=_plain).encode() + b"\n"


def _plain(value: object) -> str:
    if isinstance(value, date):
        return value.isoformat()
    raise TypeError(type(value).__name__)


def without_id(pin: Pin) -> Pin:
    """Return an edit as it is written; it gets a new id wherever it is taken in."""
    return replace(pin, id="")
