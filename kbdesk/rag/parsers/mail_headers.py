"""Headers of messages as they should be written, and as many programs write them.

The standard library's own reading of them stumbles over malformed ones, knows only the encodings that they name, and
takes time in the square of their length.
"""

from __future__ import annotations

import re
from email.errors import HeaderParseError
from email.header import decode_header
from email.message import Message

from kbdesk.errors import UnreadableTextError
from kbdesk.rag.parsers.encodings import decode
from kbdesk.rag.parsers.faults import LIBRARY_FAULTS

_FILE_NAME = re.compile(r"name[*0]*=\"?([^\";\r\n]+)", re.I)
_ENCODED_WORD = r"=\?[^?\s]+\?[bq]\?[^?]*\?="
_ENCODED_WORDS = re.compile(rf"{_ENCODED_WORD}(?:\s*{_ENCODED_WORD})*", re.I)


def header(message: Message, name: str) -> str:
    """Return a header as a line of text; "" if there is none."""
    found = (str(value) for key, value in message.raw_items() if key.lower() == name.lower())
    return _as_text(next(found, ""))


def file_name(part: Message) -> str:
    """Return the name of a file, "" if it has none."""
    try:
        found = part.get_filename() or ""
    except LIBRARY_FAULTS:  # it is cut in pieces that do not belong together
        found = "\ufffd"
    if "\ufffd" in found:  # bytes beyond ASCII, which no header may hold
        raw = (_FILE_NAME.search(header(part, name)) for name in ("Content-Disposition", "Content-Type"))
        found = next((match[1] for match in raw if match), found)
    return _as_text(found)


def _as_text(value: str) -> str:
    try:
        value = decode(value.encode("ascii", "surrogateescape")).text
    except UnicodeEncodeError:  # it is text already
        pass
    except UnreadableTextError:
        value = value.encode("ascii", "surrogateescape").decode("ascii", "replace")
    return _ENCODED_WORDS.sub(lambda words: _decoded(words[0]), " ".join(value.split()))


def _decoded(words: str) -> str:
    try:
        return "".join(_word(data, charset) for data, charset in decode_header(words))
    except HeaderParseError:
        return words


def _word(data: bytes | str, charset: str | None) -> str:
    if isinstance(data, str):
        return data
    try:
        return decode(data, charset).text
    except UnreadableTextError:
        return data.decode("ascii", "replace")
