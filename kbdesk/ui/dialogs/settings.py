"""The settings of the program."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QLabel,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from kbdesk.settings import Settings
from kbdesk.ui.dialogs.model_form import ModelForm
from kbdesk.ui.theme import Theme
from kbdesk.ui.translate import translate
from kbdesk.ui.widgets.buttons import make_button
from kbdesk.ui.widgets.fitting import fit_to_screen
from kbdesk.ui.widgets.forms import add_row
from kbdesk.ui.widgets.number_fields import make_number_field, make_score_field
from kbdesk.ui.widgets.search_options import MOST_HITS

_MOST_TOKENS = 1_000_000_000
_TOKENS_A_STEP = 1_000_000
_SMALLEST = (580, 520)
_SIZE = (580, 600)  # with room for all fields and sentences of a remote model


class SettingsDialog(QDialog):
    """Shows the settings and takes changes; its owner saves them and accepts it.

    Signals:
        submitted: The settings are filled in without a mistake; the owner calls `accept` or `show_problem`.
    """

    submitted = Signal()

    def __init__(self, theme: Theme, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._settings = settings
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(translate("SettingsDialog", "Settings"))
        self.model_form = ModelForm(theme, settings.embedding)
        self.top_k_field = make_number_field(translate("SettingsDialog", "Most passages to show"), 1, MOST_HITS)
        self.top_k_field.setValue(settings.top_k)
        self.min_score_field = make_score_field(
            translate("SettingsDialog", "Least score"), translate("SettingsDialog", "any", "least score")
        )
        self.min_score_field.setValue(settings.min_score or 0.0)
        self.ask_above_field = make_number_field(
            translate("SettingsDialog", "Most tokens to send without a second look"), 0, _MOST_TOKENS
        )
        self.ask_above_field.setSingleStep(_TOKENS_A_STEP)
        self.ask_above_field.setGroupSeparatorShown(True)
        self.ask_above_field.setValue(settings.ask_above_tokens)
        self.language_field = QComboBox()
        self.theme_field = QComboBox()
        self._fill_choices()
        self.problem = QLabel(wordWrap=True, textFormat=Qt.TextFormat.PlainText)
        self.problem.setProperty("role", "error")
        self.problem.hide()
        self.save_button = make_button(translate("SettingsDialog", "&Save"), primary=True)
        self._lay_out()

    @property
    def settings(self) -> Settings:
        """The settings as filled in."""
        return replace(
            self._settings,
            embedding=self.model_form.choice,
            language=self.language_field.currentData(),
            theme=self.theme_field.currentData(),
            top_k=self.top_k_field.value(),
            min_score=round(self.min_score_field.value(), 2) or None,
            ask_above_tokens=self.ask_above_field.value(),
        )

    def check(self) -> bool:
        """Return whether all is filled in right; else say what is wrong and lead to its field."""
        problem = self.model_form.problem()
        if problem is None:
            self.problem.hide()
            return True
        sentence, field = problem
        self.show_problem(sentence)
        self.tabs.setCurrentIndex(0)
        field.setFocus()
        return False

    def show_problem(self, sentence: str) -> None:
        """Say why the settings cannot be taken."""
        self.problem.setText(sentence)
        self.problem.show()

    def _fill_choices(self) -> None:
        for data, words in (
            ("system", translate("SettingsDialog", "As the system")),
            ("en", "English"),
            ("zh_CN", "简体中文"),
        ):
            self.language_field.addItem(words, data)
        for data, words in (
            ("system", translate("SettingsDialog", "As the system")),
            ("light", translate("SettingsDialog", "Light")),
            ("dark", translate("SettingsDialog", "Dark")),
        ):
            self.theme_field.addItem(words, data)
        self.language_field.setCurrentIndex(self.language_field.findData(self._settings.language))
        self.theme_field.setCurrentIndex(self.theme_field.findData(self._settings.theme))

    def _submit(self) -> None:
        if self.check():
            self.submitted.emit()

    def _lay_out(self) -> None:
        self.tabs = QTabWidget()
        self.tabs.setAccessibleName(self.windowTitle())
        self.tabs.addTab(self._model_page(), translate("SettingsDialog", "Model"))
        self.tabs.addTab(_page(self._search_form()), translate("SettingsDialog", "Search"))
        self.tabs.addTab(_page(self._window_form()), translate("SettingsDialog", "Window"))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 12, 20, 16)
        layout.setSpacing(8)
        layout.addWidget(self.tabs, 1)
        layout.addWidget(self.problem)
        layout.addWidget(self._buttons())
        self.save_button.setDefault(True)  # only now does the dialog hear of it
        self.setMinimumSize(*_SMALLEST)
        fit_to_screen(self, *_SIZE)

    def _model_page(self) -> QWidget:
        page = QWidget()
        layout = QVBoxLayout(page)
        layout.setContentsMargins(0, 14, 0, 0)
        layout.addWidget(_heading(translate("SettingsDialog", "Who reads your texts, so that they can be found?")))
        layout.addWidget(self.model_form)
        layout.addLayout(self._cap_form())
        layout.addStretch()
        layout.addWidget(
            _note(
                translate(
                    "SettingsDialog",
                    "Knowledge bases that already hold documents keep the model they were made with.",
                )
            )
        )
        return page

    def _cap_form(self) -> QFormLayout:
        form = QFormLayout()
        form.setContentsMargins(0, 8, 0, 0)
        add_row(
            form, translate("SettingsDialog", "Ask before more tokens are sent at once t&han"), self.ask_above_field
        )
        form.addRow(
            "", _note(translate("SettingsDialog", "A token is a piece of a word; a page of text has about 700."))
        )
        return form

    def _search_form(self) -> QFormLayout:
        form = QFormLayout()
        add_row(form, translate("SettingsDialog", "Most &passages to show"), self.top_k_field)
        add_row(form, translate("SettingsDialog", "&Least score"), self.min_score_field)
        form.addRow("", _note(translate("SettingsDialog", "Passages that score less are left out.")))
        return form

    def _window_form(self) -> QFormLayout:
        form = QFormLayout()
        add_row(form, translate("SettingsDialog", "&Appearance"), self.theme_field)
        add_row(form, translate("SettingsDialog", "La&nguage"), self.language_field)
        form.addRow(
            "", _note(translate("SettingsDialog", "Another language is used when kbdesk is started the next time."))
        )
        return form

    def _buttons(self) -> QDialogButtonBox:
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        buttons.addButton(self.save_button, QDialogButtonBox.ButtonRole.ActionRole)
        self.save_button.clicked.connect(self._submit)
        buttons.rejected.connect(self.reject)
        return buttons


def _page(form: QFormLayout) -> QWidget:
    page = QWidget()
    form.setContentsMargins(0, 14, 0, 0)
    form.setSpacing(10)
    page.setLayout(form)
    return page


def _heading(words: str) -> QLabel:
    label = QLabel(words)
    label.setProperty("role", "heading")
    return label


def _note(words: str) -> QLabel:
    label = QLabel(words, wordWrap=True)
    label.setProperty("role", "muted")
    return label
