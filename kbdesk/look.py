"""What the window has to know of the settings before it can be shown.

Apart from the settings as a whole, because to read and check those takes longer than to show the window.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, cast, get_args

Language = Literal["system", "en", "zh_CN"]
Mode = Literal["system", "light", "dark"]


@dataclass(frozen=True)
class Look:
    """How the window looks.

    Attributes:
        language: Its language; "system" follows the system.
        theme: Its colours; "system" follows the system.
    """

    language: Language = "system"
    theme: Mode = "system"


def load_look(path: Path) -> Look:
    """Return the look that a settings file says; what is missing or wrong in it falls back to the default.

    Args:
        path: The file; it need not exist.
    """
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):  # who reads the whole file says so
        return Look()
    if not isinstance(data, dict):
        return Look()
    chosen = cast("dict[str, Any]", data)
    language, theme = chosen.get("language", "system"), chosen.get("theme", "system")
    return Look(
        language if language in get_args(Language) else "system",
        theme if theme in get_args(Mode) else "system",
    )
