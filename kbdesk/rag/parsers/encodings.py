"""From bytes to text: which encoding a file is in, found and said."""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass

from kbdesk.errors import DamagedError, UnreadableTextError
from kbdesk.rag.parsers.plausibility import CANDIDATES, score
from kbdesk.rag.parsers.text_types import looks_like_utf16
from kbdesk.texts import Text, text

SAMPLE_BYTES = 128 * 1024
MIN_SCORE = 0.5
"""Least plausibility: rubbish stays below 0.4, real texts of the listed languages reach 0.7 and more."""
MAX_RUBBISH_SHARE = 0.1
MAX_STRAY_SHARE = 0.02

# UTF-32 before UTF-16: its mark begins with the other's.
_MARKS = (
    (codecs.BOM_UTF8, "utf-8", "UTF-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le", "UTF-32"),
    (codecs.BOM_UTF32_BE, "utf-32-be", "UTF-32"),
    (codecs.BOM_UTF16_LE, "utf-16-le", "UTF-16"),
    (codecs.BOM_UTF16_BE, "utf-16-be", "UTF-16"),
)
# What a file declares is often the older, smaller table of the one its bytes are in.
_LARGER = {
    "ascii": "cp1252", "iso8859-1": "cp1252", "gb2312": "gb18030", "gbk": "gb18030", "shift_jis": "cp932",
    "euc_kr": "cp949", "johab": "cp949", "big5": "cp950", "iso8859-9": "cp1254", "tis-620": "cp874",
}  # fmt: skip
_RUBBISH = re.compile("[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f-\x9f\ue000-\uf8ff\ufffd\ufffe\uffff]")
_HALVES = re.compile("[\ud800-\udfff]")
# Encodings that write everything in ASCII: only what a file declares tells that it is in one.
_SEVEN_BITS = frozenset({"hz", "iso2022_kr", "utf-7"})
_JIS_BEGIN, _JIS_END = re.compile(rb"\x1b(?:\$[@B]|\(I)"), re.compile(rb"\x1b\([BJ]")
_JIS_SET = re.compile(rb"\x1b(\$[@B]|\([BIJ])")


@dataclass(frozen=True)
class Decoded:
    """A text and how it was found.

    Attributes:
        text: Without byte order mark.
        encoding: Name of the encoding for people, for example "Shift-JIS".
        is_certain: False where the encoding was judged by plausibility.
    """

    text: str
    encoding: str
    is_certain: bool

    @property
    def warnings(self) -> list[Text]:
        """What a person should know: an encoding that was guessed, characters that were lost."""
        found: list[Text] = []
        if not self.is_certain:
            found.append(
                text(
                    "parsing",
                    "The characters were read as {encoding}; check that they are right.",
                    encoding=self.encoding,
                )
            )
        if "\ufffd" in self.text:
            found.append(text("parsing", "Some characters could not be read; “\ufffd” stands in their place."))
        return found


def decode_strictly(data: bytes, encoding: str) -> str:
    """Return the text of bytes in a known encoding, without byte order mark.

    Raises:
        DamagedError: The bytes are not in that encoding, or there is no such encoding.
    """
    try:
        return data.decode(encoding).removeprefix("\ufeff")
    except (UnicodeError, LookupError) as exc:
        raise DamagedError(
            text("parsing", "This text is not in the encoding {encoding}.", encoding=encoding),
            text("parsing", "Leave the encoding out: it is then found from the text."),
        ) from exc


def decode(data: bytes, declared: str | None = None) -> Decoded:
    """Return the text of bytes in an unknown encoding.

    A byte order mark decides, then UTF-16 by its zeros, then UTF-8 if all bytes fit it, then what the file declares
    about itself, then the most plausible of the encodings people use.

    Args:
        data: The bytes.
        declared: Name of the encoding the file claims for itself, as in HTML.

    Raises:
        UnreadableTextError: No encoding makes a text of the bytes.
    """
    found = _by_mark(data) or _seven_bits(data, declared) or _utf16(data) or _utf8(data) or _declared(data, declared)
    found = found or _plausible(data) or _mostly_ascii(data) or _guessed(data)
    if found is None or rubbish_share(found.text) > MAX_RUBBISH_SHARE:
        raise UnreadableTextError(
            text("parsing", "The characters of this text cannot be told: its encoding is unknown."),
            text("parsing", "Open it in the program it comes from, save it as UTF-8 text and add it again."),
        )
    return found


def plain_line_ends(content: str) -> str:
    """Return a text whose lines end in a line feed only."""
    return content.replace("\r\n", "\n").replace("\r", "\n")


def rubbish_share(content: str) -> float:
    """Return the share of characters that no person writes: control and private-use characters, replacements."""
    return len(_RUBBISH.findall(content)) / max(len(content), 1)


def _by_mark(data: bytes) -> Decoded | None:
    for mark, codec, name in _MARKS:
        if data.startswith(mark):
            return Decoded(data[len(mark) :].decode(codec, "replace"), name, is_certain=True)
    return None


def _utf16(data: bytes) -> Decoded | None:
    sample = data[:SAMPLE_BYTES]
    if b"\x00" not in sample or not looks_like_utf16(sample):
        return None
    codec = "utf-16-be" if sample[0::2].count(0) > sample[1::2].count(0) else "utf-16-le"
    return Decoded(data.decode(codec, "replace"), "UTF-16", is_certain=False)


def _utf8(data: bytes) -> Decoded | None:
    begin = _JIS_BEGIN.search(data[:SAMPLE_BYTES])
    if begin and _JIS_END.search(data, begin.end()):
        return Decoded(_japanese(data), "ISO-2022-JP", is_certain=True)
    try:
        return Decoded(_joined_pairs(data.decode("utf-8", "surrogatepass")), "UTF-8", is_certain=True)
    except UnicodeDecodeError:
        pass
    # A few broken bytes (a cut end, a pasted piece) in a text that is otherwise UTF-8 beyond doubt.
    content = data.decode("utf-8", "replace")
    lost = content.count("\ufffd")
    right = len(re.findall("[^\x00-\x7f\ufffd]", content))
    return Decoded(content, "UTF-8", is_certain=True) if right >= 4 * lost else None


def _japanese(data: bytes) -> str:
    """Return a text in ISO-2022-JP, also one with the signs that Windows added, such as numbers in circles."""
    try:
        return data.decode("iso2022_jp_ext")
    except UnicodeDecodeError:
        first, *rest = _JIS_SET.split(data)
        shifted = (_shift_jis(mark, piece) for mark, piece in zip(rest[::2], rest[1::2], strict=True))
        return b"".join([first, *shifted]).decode("cp932", "replace")


def _shift_jis(mark: bytes, piece: bytes) -> bytes:
    """Return bytes that stand after the mark of a set of characters as Windows writes them."""
    if mark == b"(I":  # half-width
        return bytes(byte | 0x80 if 0x20 < byte < 0x60 else byte for byte in piece)
    return re.sub(rb"[\x21-\x7e]{2}", _shifted_pair, piece) if mark.startswith(b"$") else piece


def _shifted_pair(match: re.Match[bytes]) -> bytes:
    row, cell = match[0]
    lead = (row - 0x21) // 2 + 0x81
    trail = cell + (0x1F + (cell >= 0x60) if row % 2 else 0x7E)
    return bytes([lead + 0x40 if lead > 0x9F else lead, trail])


def _joined_pairs(content: str) -> str:
    """Return a text in which characters beyond 16 bits are one each; some programs write them in two halves."""
    if not _HALVES.search(content):
        return content
    return content.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def _seven_bits(data: bytes, declared: str | None) -> Decoded | None:
    found = _declared(data, declared) if data.isascii() else None
    return found if found and codecs.lookup(found.encoding).name in _SEVEN_BITS else None


def _declared(data: bytes, declared: str | None) -> Decoded | None:
    if declared is None:
        return None
    try:
        codec = codecs.lookup(declared.strip()).name
        content = data.decode(_LARGER.get(codec, codec))
    except (LookupError, UnicodeError, ValueError):
        return None
    return Decoded(content, declared.strip(), is_certain=True)


def _plausible(data: bytes) -> Decoded | None:
    sample = _sample(data)
    scored = [
        (score(sample.decode(candidate.codec, "replace"), candidate.weight), candidate) for candidate in CANDIDATES
    ]
    best_score, best = max(scored, key=lambda pair: pair[0])
    if best_score >= MIN_SCORE:
        return Decoded(data.decode(best.codec, "replace"), best.name, is_certain=False)
    return None


def _mostly_ascii(data: bytes) -> Decoded | None:
    """Return an English text with a few stray bytes, or None."""
    content = data.decode("ascii", "replace")
    is_mostly = content.count("\ufffd") <= len(content) * MAX_STRAY_SHARE
    return Decoded(content, "ASCII", is_certain=True) if is_mostly else None


def _sample(data: bytes) -> bytes:
    """Return a piece from the start of the line in which the first byte beyond ASCII stands."""
    match = re.search(rb"[\x80-\xff]", data)
    position = match.start() if match else 0
    start = max(data.rfind(b"\n", 0, position) + 1, position - 200)
    return data[start : start + SAMPLE_BYTES]


def _guessed(data: bytes) -> Decoded | None:
    """Ask a statistical detector about encodings beyond the candidates."""
    from charset_normalizer import from_bytes

    best = from_bytes(_sample(data)[:8192]).best()
    if best is None or not best.language or best.language == "Unknown" or best.percent_coherence < 30:
        return None
    return Decoded(data.decode(best.encoding, "replace"), best.encoding, is_certain=False)
