"""The text of one PDF page: how good it is, and how it becomes text for people and for search."""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from string import ascii_letters

READABLE_SHARE = 0.7
"""A page below this share of readable characters is rubbish: its letters are not those on the page."""

LEAST_VOWELS = 0.24
"""Of the Latin letters of a page: 0.24 to 0.5 on real ones, mostly formulas at the lower end; 0.15 where fonts lie."""
_VOWELS = "aeiouAEIOU"
_FEW_LETTERS = 100
_JOINED_LINE = "\ufffe\x02"
"""What PDFium writes for a hyphen at the end of a line, mostly in place of the line break too."""
# These two begin with what is rare, which takes half the time that the plainer forms take.
_GLYPH_NAME = re.compile(r"\(cid:\d+\)|/[A-Za-z]{1,3}\d{1,5}(?:/[A-Za-z]{1,3}\d{1,5})+")
_LINE_HYPHEN = re.compile(
    f"[{_JOINED_LINE}]\\n?|(?:[-\u2010\u00ad](?<=\\w.) ?|\\n(?<=\\w\\n)[-\u2010\u00ad])\\n(?=[^\\W\\d_])"
)
_SHARED_ENDING = re.compile(r"(?:und|oder|bzw|sowie|and|or)\b")
"""After "in-" it names a second word with the same ending, as in "in- and output": that hyphen is not a line's."""
_BLANKS = " \t\u00a0"
_BLANK_LINES = re.compile(r"\n{3,}")
_RTL = frozenset({"R", "AL"})


def readable_share(text: str) -> float:
    """Return the share of characters a person can read, 0 to 1; 1 for a blank text.

    Control, private use and unassigned characters and the names of glyphs ("/G43", "(cid:12)") count as unreadable:
    they stand where a font does not say which letters its glyphs are.
    """
    named = sum(len(match.group()) for match in _GLYPH_NAME.finditer(text))
    marks = text if not named else _GLYPH_NAME.sub("", text)
    marks = "".join(marks.split())
    if not marks and not named:
        return 1.0
    bad = sum(marks.count(mark) for mark in set(marks) if _is_unreadable(mark))
    return (len(marks) - bad) / (len(marks) + named)


@cache
def _is_unreadable(mark: str) -> bool:
    if mark in _JOINED_LINE:
        return False
    return mark == "\ufffd" or unicodedata.category(mark) in ("Cc", "Co", "Cn", "Cs")


def has_words(text: str) -> bool:
    """Tell whether the Latin letters of a text may be words; True for a short text and for other scripts.

    Where a font tells its letters wrongly, they come out as others, and vowels become as rare as any letter.
    """
    letters = sum(map(text.count, ascii_letters))
    return letters < _FEW_LETTERS or sum(map(text.count, _VOWELS)) >= LEAST_VOWELS * letters


def has_right_to_left(text: str) -> bool:
    """Tell whether a tenth of the text's letters or more run from right to left (Arabic, Hebrew)."""
    if text.isascii():
        return False
    counts = {mark: text.count(mark) for mark in set(text) if mark.isalpha()}
    right_to_left = sum(count for mark, count in counts.items() if unicodedata.bidirectional(mark) in _RTL)
    return 10 * right_to_left >= sum(counts.values()) > 0


def clean_text(text: str) -> str:
    """Return a page's text for people and for search.

    Lines end in one line break, words cut at a line's end are joined, ligatures and the look-alikes of Chinese
    characters become the letters they stand for, and what nobody can read is left out.
    """
    lines = text.replace("\r\n", "\n").replace("\r", "\n")
    lines = _LINE_HYPHEN.sub(_joint, lines)
    lines = lines.translate(_table())
    lines = lines.translate({ord(mark): None for mark in set(lines) if mark not in "\n\t" and _is_unreadable(mark)})
    lines = "\n".join(line.rstrip(_BLANKS) for line in lines.split("\n"))
    return _BLANK_LINES.sub("\n\n", lines).strip("\n")


def _joint(hyphen: re.Match[str]) -> str:
    """Return what stands between the two parts of a word that a line end cuts."""
    following = hyphen.string[hyphen.end() : hyphen.end() + 1]
    if _SHARED_ENDING.match(hyphen.string, hyphen.end()):
        return "- "
    return "-" if following.isalnum() and not following.islower() else ""


@cache
def _table() -> dict[int, str]:
    """Return what single characters become: Latin ligatures, CJK radicals, soft hyphens, symbol fonts' bullets."""
    codes = [*range(0xFB00, 0xFB07), *range(0x2E80, 0x2FD6)]
    table = {code: unicodedata.normalize("NFKC", chr(code)) for code in codes}
    return table | {0xAD: "", 0xA0: " ", 0xF0B7: "•", 0xF0A7: "▪", 0xFEFF: ""}
