"""Alternative texts of pictures: what a person wrote about them, without what programs put there."""

from __future__ import annotations

import re

_FILE_NAME = re.compile(
    r"(?:\S*[/\\].*|[^\n]*)\.(?:png|jpe?g|gif|bmp|tiff?|emf|wmf|svg|webp|heic|pdf)|(?:https?|file)://\S+|data:\S+", re.I
)
_AUTOMATIC_NAME = re.compile(
    r"(?:picture|image|img|photo|graphics?|shape|object|placeholder|grafik|bild|objekt|immagine|imagen|imagem"
    r"|图片|图像|圖片|图表)[\s_-]*\d*",
    re.I,
)
_AUTOMATIC_LINE = re.compile(
    r"(?:.*\b)?description automatically generated.*|ai-generated content may be incorrect\W*"
    r"|automatisch generierte beschreibung.*|ki-generierte inhalte können fehlerhaft sein\W*"
    r"|description générée automatiquement.*|le contenu généré par l.ia peut être incorrect\W*"
    r"|descripción generada automáticamente.*|描述已自动生成.*|ai 生成的内容可能不正确\W*",
    re.I,
)


def useful_alt_text(words: str) -> str:
    """Return an alternative text, or "" if it is only a file's name or one that a program gave.

    What programs add to descriptions of their own ("Description automatically generated") is left out.
    """
    lines = [line.strip() for line in words.splitlines()]
    kept = "\n".join(line for line in lines if line and not _AUTOMATIC_LINE.fullmatch(line))
    return "" if _FILE_NAME.fullmatch(kept) or _AUTOMATIC_NAME.fullmatch(kept) else kept
