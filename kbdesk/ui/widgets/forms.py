"""Rows of forms."""

from __future__ import annotations

from PySide6.QtWidgets import QFormLayout, QLabel, QWidget


def add_row(form: QFormLayout, words: str, field: QWidget) -> QLabel:
    """Add a field with its label, whose words stand on the line of the field's own.

    Returns:
        The label. Left to itself the layout makes it nearly twice as high as its words, and so lower than the field.
    """
    label = QLabel(words)
    label.setBuddy(field.focusProxy() or field)  # the letter of a label leads to no field that only holds others
    form.addRow(label, field)
    field.ensurePolished()
    inside = field.layout()
    first_line = inside.itemAt(0) if inside is not None else None
    label.setFixedHeight((first_line or field).sizeHint().height())
    return label
