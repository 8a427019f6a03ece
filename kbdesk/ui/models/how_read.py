"""What there is to know of a passage besides its words and its place."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kbdesk.ui.translate import translate


def how_read(metadata: Mapping[str, Any]) -> list[str]:
    """Return in a few words each whether a passage was hidden in its document, and whether OCR read it."""
    return [words for words in (_hidden(metadata), _read_by(metadata)) if words]


def percent(share: float) -> int:
    """Return a share of 1 in percent, rounded down: what is not whole never looks so."""
    return int(100 * share + 1e-9)


def _hidden(metadata: Mapping[str, Any]) -> str:
    if not metadata.get("hidden"):
        return ""
    if metadata.get("slide"):
        return translate("Passages", "hidden slide")
    return translate("Passages", "hidden sheet") if metadata.get("sheet") else translate("Passages", "hidden")


def _read_by(metadata: Mapping[str, Any]) -> str:
    if not metadata.get("ocr"):
        return ""
    confidence = metadata.get("ocr_confidence")
    if isinstance(confidence, float | int):
        return translate("Passages", "read by OCR, {percent} %").format(percent=percent(confidence))
    return translate("Passages", "read by OCR")
