"""A field for the day on which documents are to be looked over."""

from __future__ import annotations

from collections.abc import Collection
from datetime import date
from typing import Literal, cast

from PySide6.QtCore import QDate, QLocale, Qt, Signal
from PySide6.QtGui import QTextCharFormat
from PySide6.QtWidgets import QCalendarWidget, QComboBox, QDateEdit, QHBoxLayout, QToolButton, QWidget

from kbdesk.library.facts.days import months_after, today
from kbdesk.ui.theme import Theme
from kbdesk.ui.translate import translate

_CALENDAR_CHARACTERS = 54
"""How wide a calendar is, so that the names of all days find room."""

_KEEP, _NEVER, _DAY = "keep", "never", "day"


class ReviewField(QWidget):
    """Offers no day, some that are usual, and any other.

    Signals:
        changed: Another day was chosen.
    """

    changed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._today = today()
        self.choice = QComboBox()
        self.choice.setAccessibleName(translate("Facts", "When to review"))
        self.day_edit = QDateEdit()
        self.day_edit.setAccessibleName(translate("Facts", "Day of the review"))
        self.day_edit.setCalendarPopup(True)
        _adapt(self.day_edit.calendarWidget(), theme)
        self.day_edit.setDisplayFormat(_day_format())
        self.day_edit.setDateRange(QDate(2000, 1, 1), QDate(2199, 12, 31))
        self.setFocusProxy(self.choice)
        self.choice.activated.connect(self._follow_choice)
        self.day_edit.userDateChanged.connect(self._follow_day)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.choice, 1)
        layout.addWidget(self.day_edit)
        self.show_days({None})

    @property
    def value(self) -> date | Literal["none"] | None:
        """The day, "none" for no day, or None where each document keeps its own."""
        chosen = self.choice.currentData()
        if chosen == _KEEP:
            return None
        return "none" if chosen == _NEVER else cast("date", self.day_edit.date().toPython())

    def show_days(self, days: Collection[date | None]) -> None:
        """Show the days of several documents, which may differ."""
        self.choice.clear()
        if len(days) > 1:
            self.choice.addItem(translate("Facts", "Different days, left as they are"), _KEEP)
        self.choice.addItem(translate("Facts", "No day"), _NEVER)
        for words, months in (
            (translate("Facts", "In 3 months"), 3),
            (translate("Facts", "In 6 months"), 6),
            (translate("Facts", "In 1 year"), 12),
            (translate("Facts", "In 2 years"), 24),
        ):
            self.choice.addItem(words, months)
        self.choice.addItem(translate("Facts", "On this day:"), _DAY)
        (day,) = days if len(days) == 1 else (None,)
        self._show_day(day or months_after(self._today, 12))
        if day is not None:
            self.choice.setCurrentIndex(self.choice.findData(_DAY))
        self._show_whether_there_is_a_day()

    def _follow_choice(self) -> None:
        months = self.choice.currentData()
        if isinstance(months, int):
            self._show_day(months_after(self._today, months))
        self._show_whether_there_is_a_day()
        self.changed.emit()

    def _follow_day(self) -> None:
        self.choice.setCurrentIndex(self.choice.findData(_DAY))
        self.changed.emit()

    def _show_day(self, day: date) -> None:
        self.day_edit.blockSignals(True)
        self.day_edit.setDate(QDate(day.year, day.month, day.day))
        self.day_edit.blockSignals(False)

    def _show_whether_there_is_a_day(self) -> None:
        self.day_edit.setVisible(self.choice.currentData() not in (_KEEP, _NEVER))


def _adapt(calendar: QCalendarWidget, theme: Theme) -> None:
    """Give a calendar our arrows and colours, in which its own cannot be seen on dark ground."""
    calendar.setMinimumWidth(calendar.fontMetrics().averageCharWidth() * _CALENDAR_CHARACTERS)
    for weekend in (Qt.DayOfWeek.Saturday, Qt.DayOfWeek.Sunday):
        calendar.setWeekdayTextFormat(weekend, QTextCharFormat())
    for button, icon, name in (
        ("qt_calendar_prevmonth", "chevron-left", translate("Facts", "The month before")),
        ("qt_calendar_nextmonth", "chevron-right", translate("Facts", "The month after")),
    ):
        for found in calendar.findChildren(QToolButton, button):
            found.setIcon(theme.icon(icon))
            found.setAccessibleName(name)


def _day_format() -> str:
    """Return how days are written here, with the whole year: of two digits nobody sees the century that is meant."""
    short = QLocale().dateFormat(QLocale.FormatType.ShortFormat)
    return short if "yyyy" in short else short.replace("yy", "yyyy")
