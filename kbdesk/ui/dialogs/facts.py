"""Asks what is to be said of documents: tags, owner, day of the review, description."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QStringListModel, Qt, Signal
from PySide6.QtWidgets import (
    QCompleter,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QLineEdit,
    QPlainTextEdit,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from kbdesk.library.facts.rules import LONGEST_NAME
from kbdesk.library.facts.types import Change, Common
from kbdesk.ui.dialogs.question import ask_to_throw_away
from kbdesk.ui.theme import Theme
from kbdesk.ui.translate import translate
from kbdesk.ui.widgets.buttons import make_button
from kbdesk.ui.widgets.elided_label import ElidedLabel
from kbdesk.ui.widgets.fitting import fit_to_screen
from kbdesk.ui.widgets.forms import add_row
from kbdesk.ui.widgets.result_label import ResultLabel
from kbdesk.ui.widgets.review_field import ReviewField
from kbdesk.ui.widgets.tag_field import TagField

_WIDTH = 560
_DESCRIPTION_LINES = 4


class FactsDialog(QDialog):
    """Shows what the documents have in common; what is not touched stays as each of them has it.

    Signals:
        save_requested: What is chosen is to be kept: see `change`.
    """

    save_requested = Signal()

    def __init__(self, name: str, common: Common, theme: Theme, parent: QWidget | None = None) -> None:
        """`name` is what the documents are called: the name of the one, or how many they are."""
        super().__init__(parent)
        self._common = common
        self._has_typed_owner = self._has_typed_description = False
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(translate("Facts", "Tags, owner and more"))
        self.heading = ElidedLabel(name)
        self.heading.setProperty("role", "heading")
        self.tag_field = TagField(theme)
        self.tag_field.refused.connect(self.show_problem)
        self.tag_field.changed.connect(self._take_problem_away)
        self.owner_line = self._make_owner_line()
        self.review_field = ReviewField(theme)
        self.description_edit = self._make_description_edit()
        self.result_line = ResultLabel(translate("Facts", "What became of it"))
        self.save_button = make_button(translate("Facts", "&Save"), primary=True)
        self.save_button.clicked.connect(self._save)
        self._show_common()
        self._lay_out()

    @property
    def change(self) -> Change:
        """What was changed."""
        common = self._common
        owner, description = self.owner_line.text().strip(), self.description_edit.toPlainText().strip()
        review_by = self.review_field.value
        is_same_day = common.review_days == frozenset({None if review_by == "none" else review_by})
        is_other_owner = self._has_typed_owner and common.responsibles != frozenset({owner})
        is_other_description = self._has_typed_description and common.descriptions != frozenset({description})
        return Change(
            add_tags=self.tag_field.added,
            remove_tags=self.tag_field.removed,
            responsible=owner if is_other_owner else None,
            review_by=None if is_same_day else review_by,
            description=description if is_other_description else None,
        )

    def offer(self, tags: Sequence[str], owners: Sequence[str]) -> None:
        """Offer these while a tag or an owner is typed."""
        self.tag_field.offer(tags)
        self._owners.setStringList(list(owners))

    def show_problem(self, words: str) -> None:
        """Say why something cannot be kept."""
        self.result_line.say(words, is_problem=True)
        self.save_button.setEnabled(True)
        self._fit()

    @override
    def reject(self) -> None:
        if self.change.is_empty:
            super().reject()
        else:
            ask_to_throw_away(self, translate("Facts", "What is said of the documents stays as it was."))

    def _take_problem_away(self) -> None:
        self.result_line.say("")
        self._fit()

    def _save(self) -> None:
        if self.tag_field.take_typed():
            self.save_button.setEnabled(False)
            self.save_requested.emit()

    def _show_common(self) -> None:
        common = self._common
        self.tag_field.show_tags(common.tags, common.count)
        self.review_field.show_days(common.review_days)
        if len(common.responsibles) == 1:
            self.owner_line.setText(*common.responsibles)
        if len(common.descriptions) == 1:
            self.description_edit.setPlainText(*common.descriptions)
        self._show_empty_fields()
        self.owner_line.textChanged.connect(self._take_owner)
        self.description_edit.textChanged.connect(self._take_description)

    def _make_owner_line(self) -> QLineEdit:
        line = QLineEdit()
        line.setMaxLength(LONGEST_NAME)
        self._owners = QStringListModel(self)
        completer = QCompleter(self._owners, self)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        completer.setFilterMode(Qt.MatchFlag.MatchContains)
        line.setCompleter(completer)
        return line

    def _make_description_edit(self) -> QPlainTextEdit:
        edit = QPlainTextEdit()
        edit.setTabChangesFocus(True)
        edit.setFixedHeight(edit.fontMetrics().lineSpacing() * _DESCRIPTION_LINES + 20)
        return edit

    def _take_owner(self) -> None:
        self._has_typed_owner = True
        self._show_empty_fields()

    def _take_description(self) -> None:
        self._has_typed_description = True
        self._show_empty_fields()

    def _show_empty_fields(self) -> None:
        """Say in fields that are empty what that stands for."""
        differ = len(self._common.responsibles) > 1 and not self._has_typed_owner
        words = translate("Facts", "Different owners, left as they are") if differ else translate("Facts", "Nobody")
        self.owner_line.setPlaceholderText(words)
        differ = len(self._common.descriptions) > 1 and not self._has_typed_description
        words = translate("Facts", "Different descriptions, left as they are") if differ else ""
        self.description_edit.setPlaceholderText(words)

    def _lay_out(self) -> None:
        form = QFormLayout()
        form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.DontWrapRows)
        form.setVerticalSpacing(10)
        add_row(form, translate("Facts", "&Tags"), self.tag_field)
        add_row(form, translate("Facts", "&Owner"), self.owner_line)
        add_row(form, translate("Facts", "&Review by"), self.review_field)
        label = add_row(form, translate("Facts", "&Description"), self.description_edit)
        label.setFixedHeight(self.owner_line.sizeHint().height())  # beside its first line
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        buttons.addButton(self.save_button, QDialogButtonBox.ButtonRole.ActionRole)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 18, 20, 16)
        layout.setSpacing(12)
        layout.addWidget(self.heading)
        layout.addLayout(form)
        layout.addStretch(1)
        layout.addWidget(self.result_line)
        layout.addWidget(buttons)
        self.save_button.setDefault(True)
        self.tag_field.changed.connect(self._fit)
        self.setMinimumWidth(_WIDTH)
        fit_to_screen(self)

    def _fit(self) -> None:
        self.adjustSize()  # a dialog does not grow by itself when its words need another line
