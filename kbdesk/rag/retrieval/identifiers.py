"""What of a query is meant to the letter: identifiers, and phrases in quotation marks."""

from __future__ import annotations

import re
import unicodedata

_QUOTED = re.compile(r'"([^"]+)"|[“„]([^“”„]+)[”“]|«([^«»]+)»|»([^«»]+)«|「([^「」]+)」|『([^『』]+)』|《([^《》]+)》')
_DASHES = re.compile("[\u2010-\u2015\u2212]")

_START, _END = r"(?<![A-Za-z0-9])(?<![A-Za-z0-9][-_./:#])", r"(?![A-Za-z0-9])"  # CJK characters may stand close around
_YEAR = r"(?:19|20)\d\d"
_SUFFIXES = (
    "pdf docx? dotx rtf odt xlsx? xlsm xlsb ods csv tsv pptx? odp md rst txt json ya?ml xml html? mhtml epub eml msg"
    " png jpe?g gif tiff? svg zip tar gz exe msi dll py js ts sh bat ps1 sql ini cfg conf toml log"
)


def _pattern(body: str) -> re.Pattern[str]:
    return re.compile(f"{_START}(?:{body}){_END}")


_FORMS = (
    _pattern(r"[A-Za-z0-9][\w.+-]*@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+"),  # an e-mail address
    re.compile(_START + rf"[\w-][\w.-]*\.(?:{'|'.join(_SUFFIXES.split())})" + _END, re.ASCII | re.IGNORECASE),
    _pattern(r"[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?"),  # a bank account
    re.compile(r"§+\s?\d+[a-z]?" + _END),
    re.compile(r"\+\d[\d ()/-]{5,}\d" + _END),  # a telephone number
    _pattern(r"[A-Z]{2,8}(?:/[A-Z]{1,3})? \d+(?:[-.]\d+)*:\d{4}"),  # ISO 9001:2015
    _pattern(rf"[A-Z]{{2,8}}(?:/[A-Z]{{1,3}})? (?!{_YEAR}(?!\d))\d{{3,}}(?:-\d+)*"),  # DIN 5008
    _pattern(r"v\d+(?:\.\d+)+|\d+(?:\.\d+){2,}"),  # a version
    _pattern(
        rf"(?![a-z]+-{_YEAR}(?!\d))[A-Za-z]+(?:[-_./:#][A-Za-z0-9]+)*[-_./:#]\d[A-Za-z0-9]*(?:[-_./:#][A-Za-z0-9]+)*"
    ),
    _pattern(r"[A-Z]+\d{2,}[A-Za-z0-9]*"),  # E4711
    _pattern(r"(?=[a-z0-9]*\d{3})(?=\d*[a-z])(?!\d{2}00?s|\d{4}s)[a-z0-9]+(?:[-_][A-Za-z0-9]+)*"),  # e4711
    _pattern(r"\d+(?:[-_./][A-Za-z0-9]+)*[-_./][A-Z][A-Za-z0-9]*(?:[-_./][A-Za-z0-9]+)*"),  # 4711-A
)
_EXTENSION = re.compile(
    r"(?:(?i:\b(?:ext(?:ension)?|durchwahl|nebenstelle|poste))|分机号?|内线|內線|内線)[.:#\s-]*(\d{2,6})" + _END
)
_NUMBER = re.compile(r"(?<![\w.,])\d{3,}(?![\w%]|[.,]\d)", re.ASCII)
_WORD = re.compile(r"[^\W\d_]+")
_FEW_WORDS = 2


def exact_terms(query: str) -> list[str]:
    """Return the identifiers and the quoted phrases of a query, as they are written there, in order, each once.

    A number by itself is one only where the query says hardly anything else: in a question it is an amount or a year.
    """
    text = _DASHES.sub("-", unicodedata.normalize("NFKC", query))
    found = [(match.start(), _inner(match)) for match in _QUOTED.finditer(text)]
    text = _QUOTED.sub(_blanks, text)
    for match in _EXTENSION.finditer(text):  # in a list the number may stand alone
        found += [(match.start(), match.group().strip()), (match.start(1), match.group(1))]
    text = _EXTENSION.sub(_blanks, text)
    for form in _FORMS:
        found += [(match.start(), match.group()) for match in form.finditer(text)]
        text = form.sub(_blanks, text)
    found += _bare_numbers(text)
    return list(dict.fromkeys(term for _, term in sorted(found) if any(map(str.isalnum, term))))


def _inner(match: re.Match[str]) -> str:
    return next(group for group in match.groups() if group).strip()


def _blanks(match: re.Match[str]) -> str:
    return " " * len(match.group())


def _bare_numbers(text: str) -> list[tuple[int, str]]:
    words = len(_WORD.findall(text))
    return [
        (match.start(), match.group())
        for match in _NUMBER.finditer(text)
        if words == 0 or (words <= _FEW_WORDS and not re.fullmatch(_YEAR, match.group()))
    ]
