from dataclasses import asdict

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QColor, QIcon
from PySide6.QtWidgets import QComboBox, QPushButton, QStyle, QStyleOptionComboBox

from kbdesk.ui.theme import DARK, LIGHT

PAIRS = [
    *(
        (front, back)
        for front in ("text", "muted", "error", "warning", "success", "accent")
        for back in ("window", "base", "raised")
    ),
    ("text", "button"),
    ("on_accent", "accent"),
    ("on_selection", "selection"),
    ("on_mark", "mark"),
]


def luminance(color: str) -> float:
    """Return the relative luminance (WCAG 2.2)."""
    rgb = QColor(color).getRgbF()[:3]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in rgb]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("tokens", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize(("front", "back"), PAIRS)
def test_text_has_enough_contrast(tokens, front, back):
    colors = asdict(tokens)
    lighter, darker = sorted((luminance(colors[front]), luminance(colors[back])), reverse=True)
    assert (lighter + 0.05) / (darker + 0.05) >= 4.5


def middle_colors(button: QPushButton) -> set[str]:
    image = button.icon().pixmap(36, 36).toImage()
    return {image.pixelColor(x, 18).name() for x in range(36) if image.pixelColor(x, 18).alpha() == 255}


def test_icons_follow_the_theme(theme, qtbot):
    button = QPushButton(theme.icon("plus"), "")
    qtbot.addWidget(button)
    assert LIGHT.text in middle_colors(button)
    theme.set_mode("dark")
    assert DARK.text in middle_colors(button)


def test_the_palette_follows_the_theme(theme, qapp):
    theme.set_mode("dark")
    assert qapp.palette().window().color().name() == DARK.window
    theme.set_mode("light")
    assert qapp.palette().base().color().name() == LIGHT.base


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_the_icon_of_what_cannot_be_done_is_clearly_paler(theme, mode):
    theme.set_mode(mode)
    strongest = {
        state: max(
            image.pixelColor(x, y).alpha()
            for image in [theme.icon("plus").pixmap(QSize(18, 18), state).toImage()]
            for x in range(image.width())
            for y in range(image.height())
        )
        for state in (QIcon.Mode.Normal, QIcon.Mode.Disabled)
    }
    theme.set_mode("light")
    assert strongest[QIcon.Mode.Disabled] <= strongest[QIcon.Mode.Normal] / 2


def test_a_list_that_drops_down_has_no_arrow_over_its_last_line(theme, qtbot):
    field = QComboBox()
    qtbot.addWidget(field)
    option = QStyleOptionComboBox()
    field.initStyleOption(option)
    assert not field.style().styleHint(QStyle.StyleHint.SH_ComboBox_Popup, option, field)
