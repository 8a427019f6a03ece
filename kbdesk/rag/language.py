"""Which language a text is written in."""

from __future__ import annotations

import re

UNKNOWN = ""

_SCRIPTS = (
    ("ja", re.compile("[\u3040-\u30ff]")),
    ("ko", re.compile("[\uac00-\ud7af]")),
    ("zh", re.compile("[\u3400-\u4dbf\u4e00-\u9fff]")),
)


def language_of(text: str) -> str:
    """Return the ISO 639-1 code of a text's language, or "" where it cannot be told."""
    for language, script in _SCRIPTS:
        if script.search(text):
            return language
    return "en" if text.strip() else UNKNOWN
