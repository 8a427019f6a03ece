"""The choice of the model that reads texts, with its key."""

from __future__ import annotations

from enum import Enum, auto
from urllib.parse import urlsplit

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QButtonGroup,
    QComboBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QRadioButton,
    QVBoxLayout,
    QWidget,
)

from kbdesk.library.provider import OWN_HOSTS
from kbdesk.settings import EmbeddingChoice
from kbdesk.ui.theme import Theme
from kbdesk.ui.translate import joined, translate
from kbdesk.ui.widgets.buttons import make_button
from kbdesk.ui.widgets.forms import add_row
from kbdesk.ui.widgets.key_field import KeyField
from kbdesk.ui.widgets.number_fields import make_number_field

_OPENAI_HOST = "api.openai.com"
_OPENAI_KEY_NAME = "openai"
_OPENAI_MODELS = ("text-embedding-3-small", "text-embedding-3-large")
_MOST_DIMENSIONS = 8192
_INDENT = 24


class Provider(Enum):
    """Who reads the texts."""

    BUILT_IN = auto()
    OPENAI = auto()
    OTHER = auto()


class ModelForm(QWidget):
    """Built-in, OpenAI or another address; says what leaves the computer, and tests what is chosen.

    Signals:
        provider_changed: Another provider or address was chosen; the key belongs to it.
        test_requested: Try the choice.
        forget_requested: Forget the saved key of the provider.
    """

    provider_changed = Signal()
    test_requested = Signal()
    forget_requested = Signal()

    def __init__(self, theme: Theme, choice: EmbeddingChoice, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._add_providers()
        self.address_field = QLineEdit()
        self.address_field.setPlaceholderText("https://models.example.com/v1")
        self.model_field = QComboBox()
        model_line = QLineEdit()
        model_line.setAccessibleName(translate("ModelForm", "Model"))
        self.model_field.setLineEdit(model_line)
        self.dimensions_field = make_number_field(translate("ModelForm", "Dimensions"), 0, _MOST_DIMENSIONS)
        self.dimensions_field.setSpecialValueText(translate("ModelForm", "the model's own"))
        self.key_field = KeyField(theme)
        self.test_button = make_button(translate("ModelForm", "&Test"))
        self.privacy = _wrapped("muted")
        self.result = _wrapped("muted")
        self._remote = QWidget()
        self._lay_out()
        self._fill(choice)
        self._connect()
        self._follow_provider()

    @property
    def provider(self) -> Provider:
        """Who reads the texts."""
        return Provider(self._providers.checkedId())

    @property
    def secret_name(self) -> str | None:
        """The name under which the provider's key is kept, None for the built-in model.

        It is the address: a key is never sent to another address than the one it was typed for.
        """
        match self.provider:
            case Provider.BUILT_IN:
                return None
            case Provider.OPENAI:
                return _OPENAI_KEY_NAME
            case Provider.OTHER:
                return self._address or None

    @property
    def choice(self) -> EmbeddingChoice:
        """What is chosen."""
        if self.provider is Provider.BUILT_IN:
            return EmbeddingChoice()
        return EmbeddingChoice(
            kind="openai",
            model=self.model_field.currentText().strip(),
            dimensions=self.dimensions_field.value() or None,
            base_url=self._address if self.provider is Provider.OTHER else None,
            secret_name=self.secret_name if self.key_field.has_key else None,
        )

    def problem(self) -> tuple[str, QWidget] | None:
        """Return what is wrong with the choice and the field to mend, or None."""
        if self.provider is Provider.BUILT_IN:
            return None
        if self.provider is Provider.OTHER and not _is_web_address(self._address):
            return translate(
                "ModelForm", "Type the whole address; it begins with https:// or http://."
            ), self.address_field
        if not self.model_field.currentText().strip():
            return translate("ModelForm", "Type the name of the model, as its provider writes it."), self.model_field
        if self.provider is Provider.OPENAI and not self.key_field.has_key:
            return translate("ModelForm", "Type your key; OpenAI does not answer without one."), self.key_field.line
        return None

    def show_testing(self) -> None:
        """Show that a test is under way; its button stays enabled, else the focus would go on to Save."""
        self._say(translate("ModelForm", "Testing…"), "muted")

    def show_result(self, sentence: str, *, works: bool) -> None:
        """Show in words how the test ended."""
        self._say(sentence, "success" if works else "error")

    @property
    def _address(self) -> str:
        return self.address_field.text().strip().rstrip("/")

    def _say(self, sentence: str, role: str) -> None:
        self.result.setText(sentence)
        self.result.setProperty("role", role)
        self.result.style().unpolish(self.result)
        self.result.style().polish(self.result)

    def _add_providers(self) -> None:
        self.built_in = QRadioButton(translate("ModelForm", "&Built-in model, on this computer"))
        self.openai = QRadioButton(translate("ModelForm", "&OpenAI"))
        self.other = QRadioButton(translate("ModelForm", "Another ser&vice that answers like OpenAI"))
        self._providers = QButtonGroup(self)
        for button, provider in (
            (self.built_in, Provider.BUILT_IN),
            (self.openai, Provider.OPENAI),
            (self.other, Provider.OTHER),
        ):
            self._providers.addButton(button, provider.value)

    def _fill(self, choice: EmbeddingChoice) -> None:
        if choice.kind == "local":
            self.built_in.setChecked(True)
        elif choice.base_url is None:
            self.openai.setChecked(True)
        else:
            self.other.setChecked(True)
        self.address_field.setText(choice.base_url or "")
        self.model_field.addItems(_OPENAI_MODELS)
        self.model_field.setCurrentText(choice.model or _OPENAI_MODELS[0])
        self.dimensions_field.setValue(choice.dimensions or 0)

    def _connect(self) -> None:
        self._providers.idToggled.connect(self._follow_provider)
        self.address_field.textChanged.connect(self._follow_provider)
        self.address_field.editingFinished.connect(self.provider_changed)
        self._providers.idClicked.connect(self.provider_changed)
        self.test_button.clicked.connect(self.test_requested)
        self.key_field.forget_requested.connect(self.forget_requested)

    def _follow_provider(self) -> None:
        provider = self.provider
        self._remote.setVisible(provider is not Provider.BUILT_IN)
        self.address_field.setVisible(provider is Provider.OTHER)
        self._address_label.setVisible(provider is Provider.OTHER)
        self.privacy.setText(self._what_leaves())
        self._say("", "muted")

    def _what_leaves(self) -> str:
        host = _OPENAI_HOST if self.provider is Provider.OPENAI else _host(self._address)
        if self.provider is Provider.BUILT_IN or host in OWN_HOSTS:
            return translate("ModelForm", "Nothing leaves this computer.")
        sentence = translate(
            "ModelForm", "The text of your documents and your questions are sent to {host}; your files are not."
        ).format(host=host or translate("ModelForm", "this address"))
        if self.provider is Provider.OTHER and self._address.startswith("http:"):
            return joined(sentence, translate("ModelForm", "The address begins with http: others may read along."))
        return sentence

    def _lay_out(self) -> None:
        form = QFormLayout()
        form.setContentsMargins(0, 0, 0, 0)
        form.setSpacing(8)
        self._address_label = add_row(form, translate("ModelForm", "&Address"), self.address_field)
        add_row(form, translate("ModelForm", "&Model"), self.model_field)
        add_row(form, translate("ModelForm", "&Dimensions"), self.dimensions_field)
        add_row(form, translate("ModelForm", "&Key"), self.key_field)
        remote = QVBoxLayout(self._remote)
        remote.setContentsMargins(_INDENT, 4, 0, 4)
        remote.addLayout(form)
        test = QHBoxLayout()
        test.addWidget(self.test_button)
        test.addWidget(self.result, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        for widget in (self.built_in, self.openai, self.other, self._remote, self.privacy):
            layout.addWidget(widget)
        layout.addLayout(test)


def _is_web_address(address: str) -> bool:
    scheme, _, rest = address.partition("://")
    return scheme.lower() in ("http", "https") and bool(_host(address)) and "@" not in rest.partition("/")[0]


def _host(address: str) -> str | None:
    try:
        return urlsplit(address).hostname
    except ValueError:  # for example "http://[::1" on the way to "http://[::1]:8080/v1"
        return None


def _wrapped(role: str) -> QLabel:
    label = QLabel(wordWrap=True, textFormat=Qt.TextFormat.PlainText)
    label.setProperty("role", role)
    return label
