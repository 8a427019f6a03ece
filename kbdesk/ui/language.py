"""The language of the window, set once before the first widget is made."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator

Language = Literal["system", "en", "zh_CN"]


def install_language(app: QCoreApplication, language: Language, folder: Path) -> None:
    """Let the program speak a language: its own texts, Qt's buttons, and the form of dates and numbers.

    Args:
        app: The program.
        language: "system" takes Chinese on a Chinese system, else English.
        folder: Where kbdesk_zh_CN.qm and kbdesk_en.qm are; the English one has the plural forms.
    """
    locale = QLocale.system() if language == "system" else QLocale(language)
    QLocale.setDefault(locale)
    name = "zh_CN" if locale.language() == QLocale.Language.Chinese else "en"
    if name == "zh_CN":
        _install(app, f"qtbase_{name}", QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath))
    _install(app, f"kbdesk_{name}", str(folder))


def _install(app: QCoreApplication, name: str, folder: str) -> None:
    translator = QTranslator(app)
    if translator.load(name, folder):
        app.installTranslator(translator)
