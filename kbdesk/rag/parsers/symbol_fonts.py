"""Signs of the fonts Symbol and Wingdings, whose characters have no meaning of their own in any encoding."""

from __future__ import annotations

PRIVATE_AREA = 0xF000
"""Word writes the code of such a sign with this number added."""

_GREEK = dict(
    zip(range(0x41, 0x5B), "ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ", strict=True),
) | dict(zip(range(0x61, 0x7B), "αβχδεφγηιϕκλμνοπθρστυϖωξψζ", strict=True))
_SYMBOL = _GREEK | {
    0x22: "∀", 0x24: "∃", 0x27: "∍", 0x2A: "∗", 0x2D: "−", 0x40: "≅", 0x5C: "∴", 0x5E: "⊥", 0x7E: "∼",
    0xA0: "€", 0xA2: "′", 0xA3: "≤", 0xA4: "⁄", 0xA5: "∞", 0xA6: "ƒ", 0xAB: "↔", 0xAC: "←", 0xAD: "↑", 0xAE: "→",
    0xAF: "↓", 0xB0: "°", 0xB1: "±", 0xB2: "″", 0xB3: "≥", 0xB4: "×", 0xB5: "∝", 0xB6: "∂", 0xB7: "•", 0xB8: "÷",
    0xB9: "≠", 0xBA: "≡", 0xBB: "≈", 0xBC: "…", 0xC5: "⊕", 0xC6: "∅", 0xC7: "∩", 0xC8: "∪", 0xC9: "⊃", 0xCB: "⊄",
    0xCC: "⊂", 0xCD: "⊆", 0xCE: "∈", 0xCF: "∉", 0xD0: "∠", 0xD1: "∇", 0xD5: "∏", 0xD6: "√", 0xD7: "⋅", 0xD8: "¬",
    0xD9: "∧", 0xDA: "∨", 0xDB: "⇔", 0xDC: "⇐", 0xDD: "⇑", 0xDE: "⇒", 0xDF: "⇓", 0xE5: "∑", 0xF2: "∫",
}  # fmt: skip
_WINGDINGS = {
    0x28: "☎", 0x2A: "✉", 0x4A: "☺", 0x4C: "☹", 0x6C: "●", 0x6E: "■", 0x6F: "□", 0x71: "❑", 0x72: "❒", 0x73: "⬧",
    0x76: "❖", 0x9F: "•", 0xA7: "▪", 0xA8: "◻", 0xD8: "➢", 0xDF: "←", 0xE0: "→", 0xE1: "↑", 0xE2: "↓", 0xE8: "➔",
    0xFB: "✗", 0xFC: "✓", 0xFD: "☒", 0xFE: "☑",
}  # fmt: skip
_FONTS = {"symbol": _SYMBOL, "wingdings": _WINGDINGS}


def symbol_sign(font: str, code: int) -> str:
    """Return the sign that a font shows for a code, a bullet for one that is not known.

    Args:
        font: The font's name.
        code: The character's number in the font, as it is or in the private area.
    """
    code = code - PRIVATE_AREA if code >= PRIVATE_AREA else code
    if code == ord(" "):
        return " "
    signs = _FONTS.get(font.strip().lower())
    if signs is None:
        return "•"
    plain = chr(code) if signs is _SYMBOL and 0x20 < code < 0x7F else "•"
    return signs.get(code, plain)
