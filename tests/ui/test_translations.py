"""Every text of the program is there in every language, whole, and compiled."""

from __future__ import annotations

import importlib.util
import re
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import NamedTuple
from xml.etree import ElementTree as ET

import pytest
from PySide6.QtCore import QCoreApplication, QLocale, QTranslator
from PySide6.QtWidgets import QApplication, QMessageBox

from kbdesk.library.types import TrashEntry
from kbdesk.texts import text
from kbdesk.ui.dialogs.trash import TrashDialog
from kbdesk.ui.language import Language, install_language
from kbdesk.ui.models.trash import Column, TrashModel
from kbdesk.ui.theme import Theme
from kbdesk.ui.translate import shown, translate

REPOSITORY = Path(__file__).resolve().parents[2]
FOLDER = REPOSITORY / "resources" / "translations"
GAP = re.compile(r"\{\w+[^}]*\}|%n|%L?\d")


class Translation(NamedTuple):
    context: str
    words: str
    comment: str
    forms: tuple[str, ...]
    is_finished: bool


def load_tool() -> ModuleType:
    spec = importlib.util.spec_from_file_location("translations", REPOSITORY / "packaging" / "translations.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["translations"] = module
    spec.loader.exec_module(module)
    return module


tool = load_tool()


def translations(language: str) -> list[Translation]:
    found = []
    for context in ET.parse(tool.ts_file(language)).getroot().iter("context"):
        for message in context.iter("message"):
            translation = message.find("translation")
            assert translation is not None
            forms = [form.text or "" for form in translation.iter("numerusform")] or [translation.text or ""]
            found.append(
                Translation(
                    context.findtext("name", ""),
                    message.findtext("source", ""),
                    message.findtext("comment", ""),
                    tuple(forms),
                    translation.get("type") is None and all(forms),
                )
            )
    return found


CHINESE = translations("zh_CN")
ENGLISH = translations("en")


@cache
def sources() -> list:
    """Return all texts of the code."""
    return tool.sources()


@pytest.fixture
def app(qapp: QApplication) -> Iterator[QApplication]:
    locale = QLocale()
    yield qapp
    for translator in qapp.findChildren(QTranslator):
        qapp.removeTranslator(translator)
        translator.deleteLater()
    QLocale.setDefault(locale)


def test_every_text_of_the_code_is_in_the_chinese_file() -> None:
    known = {(each.context, each.words, each.comment) for each in CHINESE}
    missing = [each[:3] for each in sources() if each[:3] not in known]
    assert missing == [], "run packaging/translations.py, then translate"


def test_the_chinese_file_has_nothing_that_the_code_no_longer_says() -> None:
    said = {each[:3] for each in sources()}
    assert [each for each in CHINESE if each[:3] not in said] == []


def test_every_text_is_translated_into_chinese() -> None:
    assert [each.words for each in CHINESE if not each.is_finished] == []


def test_every_text_that_counts_has_its_english_forms() -> None:
    counting = {each[:3] for each in sources() if each.is_plural}
    assert {each[:3] for each in ENGLISH if each.is_finished and len(each.forms) == 2} == counting


def test_translations_have_the_gaps_of_their_sources() -> None:
    differing = [
        (each.words, form)
        for each in (*CHINESE, *ENGLISH)
        for form in each.forms
        if set(GAP.findall(form)) != set(GAP.findall(each.words))
    ]
    assert differing == []


def test_what_has_a_key_keeps_it() -> None:
    """`&` marks the letter that is pressed with Alt; Chinese puts it behind: 保存(&S)."""
    assert [each.words for each in CHINESE if ("&" in each.words) != bool(re.search(r"\(&\w\)", each.forms[0]))] == []


def test_the_compiled_files_are_of_today(tmp_path: Path) -> None:
    tool.compile_to(tmp_path)
    for compiled in sorted(tmp_path.iterdir()):
        assert compiled.read_bytes() == (FOLDER / compiled.name).read_bytes(), "run packaging/translations.py"


def test_the_texts_of_calls_with_gaps_are_found(tmp_path: Path) -> None:
    code = 'text("a", "One {n} " "two.", n=", ".join(x)); translate("b", "%n three", None, 3); text("c", name)'
    (tmp_path / "code.py").write_text(code)
    assert [each[:2] for each in tool.sources(tmp_path)] == [("a", "One {n} two."), ("b", "%n three")]


def test_the_program_speaks_chinese(app: QApplication) -> None:
    install_language(app, "zh_CN", FOLDER)
    assert translate("SettingsDialog", "Settings") == "设置"
    assert shown(text("place", "page {page}", page=12)) == "第 12 页"
    assert translate("Kinds", "Web page") == "网页"
    assert translate("Kinds", "") == ""
    box = QMessageBox()
    box.setStandardButtons(QMessageBox.StandardButton.Cancel)
    assert box.button(QMessageBox.StandardButton.Cancel).text() == "取消"


@pytest.mark.parametrize("language", ["en", "zh_CN"])
def test_the_trash_cuts_no_date(app: QApplication, theme: Theme, language: Language) -> None:
    install_language(app, language, FOLDER)
    moment = datetime(2028, 12, 28, 22, 58, tzinfo=UTC)
    model = TrashModel()
    model.set_entries([TrashEntry("1", "document", "a.md", "Handbook", moment, moment, 1, 999_000, "1", None)])
    table = TrashDialog(model, theme).table
    for column in (Column.BASE, Column.DELETED, Column.KEPT_UNTIL, Column.SIZE):
        assert table.sizeHintForColumn(column) <= table.columnWidth(column)


@pytest.mark.parametrize(("count", "words"), [(0, "0 passages"), (1, "1 passage"), (2, "2 passages")])
def test_english_counts_right(app: QApplication, count: int, words: str) -> None:
    install_language(app, "en", FOLDER)
    assert QCoreApplication.translate("PassagesPane", "%n passage(s)", None, count) == words
