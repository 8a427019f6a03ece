"""The settings: model and key, search, window."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QDialog, QLabel, QLineEdit, QWidget

from kbdesk.errors import DataFolderError, EmbeddingError
from kbdesk.secrets import Where
from kbdesk.settings import EmbeddingChoice, Settings
from kbdesk.texts import Text, text
from kbdesk.ui.dialogs.settings import SettingsDialog
from kbdesk.ui.presenters.settings import SettingsPresenter
from kbdesk.ui.tasks import TaskScope
from kbdesk.ui.theme import Theme

ADDRESS = "https://models.example.com/v1"
OTHER = EmbeddingChoice("openai", "bge-m3", 1024, ADDRESS, ADDRESS)


class FakeSecrets:
    """Keys in memory, with the interface of `kbdesk.secrets.SecretStore`."""

    def __init__(self) -> None:
        self.keys: dict[str, str] = {}
        self.where = Where.KEYRING
        self.problem: Text | None = None

    async def get(self, name: str) -> tuple[str | None, Where | None]:
        return (self.keys[name], self.where) if name in self.keys else (None, None)

    async def set(self, name: str, value: str) -> Where:
        self.keys[name] = value
        return self.where

    async def delete(self, name: str) -> None:
        self.keys.pop(name, None)


@pytest.fixture
def secrets() -> FakeSecrets:
    return FakeSecrets()


@pytest.fixture
async def presenter(library: Any, secrets: Any, theme: Theme) -> AsyncIterator[SettingsPresenter]:
    scope = TaskScope()
    yield SettingsPresenter(library, secrets, scope, theme=theme)
    await scope.aclose()


@pytest.fixture
async def window(qtbot: Any) -> QWidget:
    window = QWidget()
    qtbot.addWidget(window)
    window.show()
    return window


@pytest.fixture
async def dialog(presenter: SettingsPresenter, window: QWidget) -> SettingsDialog:
    presenter.open(window)
    assert presenter.dialog is not None
    return presenter.dialog


def click(qtbot: Any, widget: QWidget) -> None:
    beginning = QPoint(10, widget.height() // 2)  # a choice is clicked on its circle or its words, not behind them
    qtbot.mouseClick(widget, Qt.MouseButton.LeftButton, pos=beginning)


async def test_the_dialog_shows_the_settings(theme: Theme, qtbot: Any) -> None:
    settings = Settings(OTHER, "zh_CN", "dark", top_k=25, min_score=0.35, ask_above_tokens=2_000_000)
    dialog = SettingsDialog(theme, settings)
    qtbot.addWidget(dialog)
    dialog.model_form.key_field.show_place(is_saved=True, sentence="")
    assert dialog.settings == settings


async def test_with_the_built_in_model_nothing_leaves_the_computer(dialog: SettingsDialog) -> None:
    assert dialog.model_form.privacy.text() == "Nothing leaves this computer."
    assert not dialog.model_form.key_field.isVisible()


async def test_with_a_provider_the_dialog_says_what_is_sent_to_whom(dialog: SettingsDialog, qtbot: Any) -> None:
    form = dialog.model_form
    click(qtbot, form.openai)
    assert "sent to api.openai.com" in form.privacy.text()
    assert not form.address_field.isVisible()
    click(qtbot, form.other)
    form.address_field.setText("http://10.0.0.7:8080/v1")
    assert "sent to 10.0.0.7" in form.privacy.text()
    assert "others may read along" in form.privacy.text()


async def test_a_service_on_this_computer_sends_nothing_away(dialog: SettingsDialog, qtbot: Any) -> None:
    click(qtbot, dialog.model_form.other)
    qtbot.keyClicks(dialog.model_form.address_field, "http://[::1]:8080/v1")
    assert dialog.model_form.privacy.text() == "Nothing leaves this computer."


@pytest.mark.parametrize(
    "address", ["", "models.example.com", "ftp://models.example.com", "https://me:pw@host/v1", "http://[::1"]
)
async def test_an_address_that_cannot_be_right_is_not_taken(dialog: SettingsDialog, qtbot: Any, address: str) -> None:
    click(qtbot, dialog.model_form.other)
    dialog.model_form.address_field.setText(address)
    click(qtbot, dialog.save_button)
    assert "whole address" in dialog.problem.text()
    assert dialog.isVisible()


async def test_openai_needs_a_key(dialog: SettingsDialog, qtbot: Any) -> None:
    click(qtbot, dialog.model_form.openai)
    click(qtbot, dialog.save_button)
    assert "Type your key" in dialog.problem.text()


async def test_the_letter_of_its_label_leads_to_the_key(dialog: SettingsDialog, qtbot: Any, wait: Any) -> None:
    click(qtbot, dialog.model_form.openai)
    dialog.activateWindow()
    await wait.until(dialog.isActiveWindow)
    qtbot.keyClick(dialog, Qt.Key.Key_K, Qt.KeyboardModifier.AltModifier)
    assert dialog.model_form.key_field.line.hasFocus()


async def test_saving_keeps_key_and_settings_apart(
    presenter: SettingsPresenter,
    dialog: SettingsDialog,
    library: Any,
    secrets: FakeSecrets,
    type_text: Callable[..., None],
    qtbot: Any,
    wait: Any,
) -> None:
    click(qtbot, dialog.model_form.openai)
    type_text(dialog.model_form.key_field.line, "sk-secret")
    click(qtbot, dialog.save_button)
    await wait.signal(presenter.saved)
    assert secrets.keys == {"openai": "sk-secret"}
    assert library.settings.embedding.secret_name == "openai"
    assert "sk-secret" not in repr(library.settings)


async def test_a_key_is_kept_for_its_address_only(theme: Theme, qtbot: Any, type_text: Callable[..., None]) -> None:
    dialog = SettingsDialog(theme, Settings(embedding=OTHER))
    qtbot.addWidget(dialog)
    type_text(dialog.model_form.key_field.line, "key")
    assert dialog.model_form.choice.secret_name == ADDRESS
    dialog.model_form.address_field.setText("https://elsewhere.example.com:8443/v1/")
    assert dialog.model_form.choice.secret_name == "https://elsewhere.example.com:8443/v1"
    assert dialog.model_form.choice.base_url == "https://elsewhere.example.com:8443/v1"


async def test_a_service_without_a_key_is_fine(
    presenter: SettingsPresenter, dialog: SettingsDialog, library: Any, qtbot: Any, wait: Any
) -> None:
    click(qtbot, dialog.model_form.other)
    dialog.model_form.address_field.setText("http://localhost:11434/v1")
    dialog.model_form.model_field.setCurrentText("nomic-embed-text")
    click(qtbot, dialog.save_button)
    await wait.signal(presenter.saved)
    assert library.settings.embedding == EmbeddingChoice(
        "openai", "nomic-embed-text", None, "http://localhost:11434/v1", None
    )


async def test_a_saved_key_is_named_and_forgotten(
    presenter: SettingsPresenter, library: Any, secrets: FakeSecrets, window: QWidget, qtbot: Any, wait: Any
) -> None:
    library.settings = Settings(embedding=OTHER)
    secrets.keys[ADDRESS] = "key"
    presenter.open(window)
    assert presenter.dialog is not None
    field = presenter.dialog.model_form.key_field
    await wait.until(lambda: "keyring of this system" in field.place.text())
    click(qtbot, field.forget_button)
    await wait.until(lambda: not field.forget_button.isVisible())
    assert secrets.keys == {}


async def test_a_key_of_the_environment_cannot_be_forgotten(
    dialog: SettingsDialog, secrets: FakeSecrets, qtbot: Any, wait: Any
) -> None:
    secrets.keys["openai"], secrets.where = "key", Where.ENVIRONMENT
    click(qtbot, dialog.model_form.openai)
    await wait.until(lambda: dialog.model_form.key_field.has_key)
    assert not dialog.model_form.key_field.forget_button.isVisible()


async def test_without_a_keyring_the_dialog_says_how_long_the_key_is_kept(
    dialog: SettingsDialog, secrets: FakeSecrets, qtbot: Any, wait: Any
) -> None:
    secrets.problem = text("secrets", "This system has no keyring.")
    click(qtbot, dialog.model_form.openai)
    place = dialog.model_form.key_field.place
    await wait.until(lambda: place.text().endswith("This system has no keyring."))
    assert "until kbdesk is closed" in place.text()


async def test_a_key_is_hidden_until_shown(dialog: SettingsDialog, qtbot: Any) -> None:
    field = dialog.model_form.key_field
    assert field.line.echoMode() == QLineEdit.EchoMode.Password
    field.reveal_button.click()
    assert field.line.echoMode() == QLineEdit.EchoMode.Normal


async def test_enter_in_a_field_saves(dialog: SettingsDialog, library: Any, qtbot: Any, wait: Any) -> None:
    click(qtbot, dialog.model_form.other)
    dialog.model_form.address_field.setText("https://models.example.com/v1")
    qtbot.keyClick(dialog.model_form.address_field, Qt.Key.Key_Return)
    await wait.until(lambda: library.settings.embedding.base_url == "https://models.example.com/v1")


async def test_the_test_button_keeps_the_focus(dialog: SettingsDialog, qtbot: Any, wait: Any) -> None:
    button = dialog.model_form.test_button
    button.setFocus()
    qtbot.keyClick(button, Qt.Key.Key_Space)
    await wait.until(lambda: dialog.model_form.result.text() not in ("", "Testing…"))
    assert dialog.focusWidget() is button


async def test_a_test_says_that_the_model_works(
    dialog: SettingsDialog, library: Any, type_text: Callable[..., None], qtbot: Any, wait: Any
) -> None:
    click(qtbot, dialog.model_form.openai)
    type_text(dialog.model_form.key_field.line, " sk-typed ")
    click(qtbot, dialog.model_form.test_button)
    await wait.until(lambda: dialog.model_form.result.text() == "The model works.")
    ((choice, secret),) = library.tested
    assert (choice.model, secret) == ("text-embedding-3-small", "sk-typed")


async def test_a_test_says_what_is_wrong(dialog: SettingsDialog, library: Any, qtbot: Any, wait: Any) -> None:
    async def refuse(choice: EmbeddingChoice, secret: str | None) -> Text:
        raise EmbeddingError(text("embedding", "The key was refused."), text("embedding", "Type it again."))

    library.test_embedding = refuse
    click(qtbot, dialog.model_form.test_button)
    await wait.until(lambda: dialog.model_form.result.text() == "The key was refused. Type it again.")
    assert dialog.model_form.test_button.isEnabled()


async def test_settings_that_cannot_be_saved_keep_the_dialog_open(
    dialog: SettingsDialog, library: Any, qtbot: Any, wait: Any
) -> None:
    async def fail(settings: Settings) -> None:
        raise DataFolderError(text("settings", "The disk is full."), text("settings", "Make room."))

    library.save_settings = fail
    click(qtbot, dialog.save_button)
    await wait.until(lambda: dialog.problem.text() == "The disk is full. Make room.")
    assert dialog.isVisible()


async def test_look_and_search_options_are_saved_and_used(
    presenter: SettingsPresenter, dialog: SettingsDialog, library: Any, theme: Theme, qtbot: Any, wait: Any
) -> None:
    dialog.theme_field.setCurrentIndex(2)
    dialog.language_field.setCurrentIndex(2)
    dialog.top_k_field.setValue(7)
    dialog.min_score_field.setValue(0.25)
    click(qtbot, dialog.save_button)
    await wait.signal(presenter.saved)
    assert library.settings == Settings(language="zh_CN", theme="dark", top_k=7, min_score=0.25)
    assert theme.is_dark


async def test_cancel_changes_nothing(dialog: SettingsDialog, library: Any) -> None:
    dialog.top_k_field.setValue(7)
    dialog.reject()
    assert library.settings == Settings()
    assert dialog.result() == QDialog.DialogCode.Rejected


async def test_the_dialog_opens_once(presenter: SettingsPresenter, dialog: SettingsDialog, window: QWidget) -> None:
    presenter.open(window)
    assert presenter.dialog is dialog


async def test_a_result_of_another_choice_is_not_shown(
    dialog: SettingsDialog, library: Any, qtbot: Any, wait: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate = asyncio.Event()
    asked: list[str] = []

    async def answer(choice: EmbeddingChoice, _key: str | None) -> Text:
        asked.append(choice.kind)
        await gate.wait()
        return text("library", "The model works.")

    monkeypatch.setattr(library, "test_embedding", answer)
    click(qtbot, dialog.model_form.test_button)
    await wait.until(lambda: asked)
    click(qtbot, dialog.model_form.openai)
    dialog.model_form.show_testing()
    gate.set()
    await wait.until(lambda: dialog.model_form.result.text() != "Testing…")
    assert dialog.model_form.result.text() == ""


async def test_cancel_while_the_keyring_is_asked_saves_nothing(
    dialog: SettingsDialog, secrets: Any, library: Any, qtbot: Any, wait: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate = asyncio.Event()
    asked: list[str] = []

    async def ask(name: str, _value: str) -> None:
        asked.append(name)
        await gate.wait()

    monkeypatch.setattr(secrets, "set", ask)
    before = library.settings
    click(qtbot, dialog.model_form.openai)
    dialog.model_form.key_field.line.setText("sk-test")
    dialog.submitted.emit()
    await wait.until(lambda: asked)
    dialog.reject()
    gate.set()
    await asyncio.sleep(0)
    assert library.settings == before


async def test_labels_stand_on_the_line_of_their_fields(dialog: SettingsDialog, qtbot: Any) -> None:
    form = dialog.model_form
    click(qtbot, form.other)
    for label in form.findChildren(QLabel):
        if label.buddy() is not None:
            field = label.buddy().focusProxy() or label.buddy()
            middles = [each.mapTo(dialog, each.rect().center()).y() for each in (label, field)]
            assert abs(middles[0] - middles[1]) <= 1, label.text()
