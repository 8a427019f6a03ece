"""Opens the settings, tests and saves what is chosen in them."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from kbdesk.errors import KbError
from kbdesk.library.library import Library
from kbdesk.secrets import SecretStore, Where
from kbdesk.ui.dialogs.settings import SettingsDialog
from kbdesk.ui.tasks import TaskScope
from kbdesk.ui.theme import Theme
from kbdesk.ui.translate import joined, shown, translate

_KEY = "settings.key"
_TEST = "settings.test"
_SAVE = "settings.save"


class SettingsPresenter(QObject):
    """Owns the settings dialog while it is open.

    Signals:
        saved: The settings are others now.
    """

    saved = Signal()

    def __init__(
        self, library: Library, secrets: SecretStore, scope: TaskScope, *, theme: Theme, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._library = library
        self._secrets = secrets
        self._scope = scope
        self._theme = theme
        self.dialog: SettingsDialog | None = None

    def open(self, window: QWidget) -> None:
        """Open the dialog above `window`, or bring the one that is open to the front."""
        if self.dialog is not None:
            self.dialog.activateWindow()
            return
        self.dialog = SettingsDialog(self._theme, self._library.settings, window)
        form = self.dialog.model_form
        form.provider_changed.connect(self._look_up_key)
        form.forget_requested.connect(self._forget_key)
        form.test_requested.connect(self._test)
        self.dialog.submitted.connect(self._save)
        self.dialog.finished.connect(self._close)
        self.dialog.rejected.connect(self._give_up_saving)
        self.dialog.open()
        self._look_up_key()

    def _close(self) -> None:
        for key in (_KEY, _TEST):
            self._scope.cancel(key)
        self.dialog = None

    def _give_up_saving(self) -> None:
        self._scope.cancel(_SAVE)  # it may wait for a keyring, and its dialog is gone

    def _look_up_key(self) -> None:
        self._scope.start(self._show_key(), key=_KEY)

    def _forget_key(self) -> None:
        self._scope.start(self._delete_key(), key=_KEY)

    def _test(self) -> None:
        if self.dialog is not None and self.dialog.check():
            self._scope.start(self._try_model(self.dialog), key=_TEST)

    def _save(self) -> None:
        if self.dialog is not None:
            self._scope.start(self._save_all(self.dialog), key=_SAVE)

    async def _show_key(self) -> None:
        if self.dialog is None or (name := self.dialog.model_form.secret_name) is None:
            return
        form = self.dialog.model_form
        _, where = await self._secrets.get(name)
        form.key_field.show_place(
            is_saved=where is not None,
            sentence=self._key_place(where),
            can_forget=where is not Where.ENVIRONMENT,
        )

    async def _delete_key(self) -> None:
        if self.dialog is not None and (name := self.dialog.model_form.secret_name) is not None:
            await self._secrets.delete(name)
            await self._show_key()

    async def _try_model(self, dialog: SettingsDialog) -> None:
        form = dialog.model_form
        form.show_testing()
        tested = form.choice, form.key_field.typed
        try:
            sentence, works = shown(await self._library.test_embedding(*tested)), True
        except KbError as error:
            sentence, works = shown(error.sentence), False
        is_still_chosen = tested == (form.choice, form.key_field.typed)
        form.show_result(sentence if is_still_chosen else "", works=works)

    async def _save_all(self, dialog: SettingsDialog) -> None:
        form = dialog.model_form
        try:
            if form.secret_name is not None and form.key_field.typed is not None:
                await self._secrets.set(form.secret_name, form.key_field.typed)
            await self._library.save_settings(dialog.settings)
        except KbError as error:
            dialog.show_problem(shown(error.sentence))
            return
        self._theme.set_mode(dialog.settings.theme)
        dialog.accept()
        self.saved.emit()

    def _key_place(self, where: Where | None) -> str:
        if where is Where.KEYRING:
            return translate("Settings", "Your key is kept in the keyring of this system.")
        if where is Where.ENVIRONMENT:
            return translate("Settings", "Your key was given to kbdesk by the program that started it.")
        if where is Where.MEMORY:
            sentence = translate("Settings", "Your key is kept until kbdesk is closed.")
        elif self._secrets.problem is None:
            return translate("Settings", "Your key will be kept in the keyring of this system, and nowhere else.")
        else:
            sentence = translate("Settings", "Your key will be kept until kbdesk is closed, and nowhere else.")
        return joined(sentence, shown(self._secrets.problem)) if self._secrets.problem else sentence
