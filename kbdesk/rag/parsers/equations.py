"""Equations on one line, "(a + b)/2" or "x_i^2", from MathML (OpenDocument, web pages) and from Word's own XML."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from xml.etree.ElementTree import Element

from kbdesk.rag.parsers.ooxml import attribute, child, children, local

_LEFT_OUT = frozenset({"annotation", "annotation-xml", "mphantom", "rPr", "ctrlPr", "del", "moveFrom"})
_TIGHT = frozenset("()[]{}⟨⟩|‖,.;:!′'\u2061\u2062\u2063\u2064")
_INVISIBLE = dict.fromkeys(map(ord, "\u2061\u2062\u2063\u2064"))
_BLANKS = re.compile(r"\s+")


def equation_text(equation: Element) -> str:
    """Return an equation as one line of text."""
    return _BLANKS.sub(" ", _inside(equation)).translate(_INVISIBLE).strip()


def _inside(element: Element | None) -> str:
    """Return what is inside an element, one part after another."""
    return "" if element is None else "".join(_linear(item) for item in element)


def _linear(element: Element) -> str:
    name = local(element)
    if name in _LEFT_OUT or name.endswith("Pr"):
        return ""
    if name in ("t", "mi", "mn", "ms"):
        return (element.text or "").strip() if name != "t" else element.text or ""
    if name == "mtext":
        return f" {(element.text or '').strip()} "
    if name == "mo":
        sign = (element.text or "").strip()
        return sign if sign in _TIGHT else f" {sign} "
    written = _WRITTEN.get(name)
    return written(element) if written else _inside(element)


def _part(element: Element, name: str) -> str:
    """Return the part of one of Word's structures."""
    return _inside(child(element, name)).strip()


def _parts(element: Element) -> list[str]:
    """Return the parts of one of MathML's structures, which are told apart by their order."""
    return [_linear(item).strip() for item in element]


def _grouped(part: str) -> str:
    return (
        part if len(part) < 2 or part.isalnum() or (part[0] == "(" and part.find(")") == len(part) - 1) else f"({part})"
    )


def _fraction(over: str, under: str) -> str:
    return f"{_grouped(over)}/{_grouped(under)}"


def _above(base: str, above: str) -> str:
    return _scripts(base, "", above)


def _scripts(base: str, below: str = "", above: str = "") -> str:
    return base + (f"_{_grouped(below)}" if below else "") + (f"^{_grouped(above)}" if above else "")


def _root(content: str, degree: str = "") -> str:
    return f"√{f'[{degree}]' if degree else ''}{_grouped(content)}"


def _fenced(element: Element) -> str:
    """Return Word's delimiters around parts."""
    properties = child(element, "dPr")
    first, between, last = (
        default if (sign := attribute(child(properties, name), "val")) is None else sign
        for name, default in (("begChr", "("), ("sepChr", "|"), ("endChr", ")"))
    )
    return first + between.join(_inside(part).strip() for part in children(element, "e")) + last


def _large_operator(element: Element) -> str:
    sign = attribute(child(element, "naryPr", "chr"), "val") or "∫"
    return f"{_scripts(sign, _part(element, 'sub'), _part(element, 'sup'))} {_part(element, 'e')}"


def _rows(element: Element, row: str, cell: str) -> str:
    lines: Iterator[str] = (
        ", ".join(_inside(part).strip() for part in children(line, cell)) for line in children(element, row)
    )
    return f"[{'; '.join(lines)}]"


def _equations(element: Element) -> str:
    return "; ".join(_inside(part).strip() for part in children(element, "e"))


def _of_order(write: Callable[..., str], *order: int) -> Callable[[Element], str]:
    """Return how to write a structure of MathML; `order` says which of its parts is which argument."""

    def written(element: Element) -> str:
        parts = _parts(element)
        return write(*(parts[place] if place < len(parts) else "" for place in order))

    return written


_WRITTEN: dict[str, Callable[[Element], str]] = {
    "f": lambda e: _fraction(_part(e, "num"), _part(e, "den")),
    "sSub": lambda e: _scripts(_part(e, "e"), _part(e, "sub")),
    "sSup": lambda e: _above(_part(e, "e"), _part(e, "sup")),
    "sSubSup": lambda e: _scripts(_part(e, "e"), _part(e, "sub"), _part(e, "sup")),
    "sPre": lambda e: _scripts("", _part(e, "sub"), _part(e, "sup")) + _part(e, "e"),
    "limLow": lambda e: _scripts(_part(e, "e"), _part(e, "lim")),
    "limUpp": lambda e: _above(_part(e, "e"), _part(e, "lim")),
    "rad": lambda e: _root(_part(e, "e"), _part(e, "deg")),
    "func": lambda e: f"{_part(e, 'fName')} {_grouped(_part(e, 'e'))}",
    "nary": _large_operator,
    "d": _fenced,
    "m": lambda e: _rows(e, "mr", "e"),
    "eqArr": _equations,
    "mfrac": _of_order(_fraction, 0, 1),
    "msub": _of_order(_scripts, 0, 1),
    "munder": _of_order(_scripts, 0, 1),
    "msup": _of_order(_above, 0, 1),
    "mover": _of_order(_above, 0, 1),
    "msubsup": _of_order(_scripts, 0, 1, 2),
    "munderover": _of_order(_scripts, 0, 1, 2),
    "msqrt": lambda e: _root(_inside(e).strip()),
    "mroot": _of_order(_root, 0, 1),
    "mfenced": lambda e: f"({', '.join(_parts(e))})",
    "mtable": lambda e: _rows(e, "mtr", "mtd"),
}
