"""Fields for numbers as the whole window uses them."""

from __future__ import annotations

from PySide6.QtWidgets import QDoubleSpinBox, QSpinBox

_INSET = 8
"""Room in points before the number: a style sheet's padding does not reach the line inside a spin box."""


def make_number_field(name: str, lowest: int, highest: int) -> QSpinBox:
    """Return a field for a whole number; `name` is what a screen reader says.

    It changes its value when Enter is pressed or the field is left, not at each digit.
    """
    field = QSpinBox()
    field.setRange(lowest, highest)
    field.setAccessibleName(name)
    field.setKeyboardTracking(False)
    field.lineEdit().setTextMargins(_INSET, 0, 0, 0)
    return field


def make_score_field(name: str, nothing: str) -> QDoubleSpinBox:
    """Return a field for a least score, 0.00 to 1.00; 0 is shown as the word `nothing`."""
    field = QDoubleSpinBox()
    field.setRange(0.0, 1.0)
    field.setSingleStep(0.05)
    field.setDecimals(2)
    field.setSpecialValueText(nothing)
    field.setAccessibleName(name)
    field.setKeyboardTracking(False)
    field.lineEdit().setTextMargins(_INSET, 0, 0, 0)
    return field
