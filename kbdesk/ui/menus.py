"""The menu bar: every act of the window, each with its key."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtGui import QAction, QIcon, QKeySequence
from PySide6.QtWidgets import QMenu

from kbdesk.library.listing import Remark
from kbdesk.ui.main_window import MainWindow
from kbdesk.ui.theme import Theme
from kbdesk.ui.translate import translate

Act = Callable[[], object]


@dataclass(frozen=True)
class Acts:
    """What the menus do that the panes do not do by themselves."""

    add_files: Act
    add_folder: Act
    open_packs: Act
    show_folders: Act
    open_sample: Act
    undo: Act
    redo: Act
    show_trash: Act
    show_backups: Act
    show_similar: Act
    show_edit_conflicts: Act
    write_note: Act
    show_gaps: Act
    show_settings: Act
    show_data_folder: Act
    check: Act
    show_new_version: Act
    show_licences: Act
    show_about: Act


class Menus:
    """Fills the window's menu bar.

    Attributes:
        undo_action, redo_action: Name what they are about; see `name_undo`.
    """

    def __init__(self, window: MainWindow, theme: Theme, acts: Acts) -> None:
        self._window = window
        self._theme = theme
        self._fill_file_menu(acts)
        self.undo_action = self._make(
            translate("Menu", "&Undo"), acts.undo, key=QKeySequence.StandardKey.Undo, icon="undo-2"
        )
        self.redo_action = self._make(
            translate("Menu", "Redo"), acts.redo, key=QKeySequence.StandardKey.Redo, icon="redo-2"
        )
        self.name_undo("", "")
        self._fill_edit_menu(acts)
        self._fill_view_menu(acts)
        self._fill_help_menu(acts)

    def _fill_file_menu(self, acts: Acts) -> None:
        menu = self._menu(translate("Menu", "&File"))
        menu.addAction(self._window.panes.knowledge_bases.create_action)
        self._add(menu, translate("Menu", "Open &knowledge base…"), acts.open_packs, icon="folder-open")
        menu.addAction(self._window.panes.knowledge_bases.export_action)
        menu.addSeparator()
        self._add(menu, translate("Menu", "Add &files…"), acts.add_files, key="Ctrl+O", icon="file-plus")
        self._add(menu, translate("Menu", "Add f&older…"), acts.add_folder, key="Ctrl+Shift+O", icon="folder-plus")
        self._add(menu, translate("Menu", "&Write a note…"), acts.write_note, key="Ctrl+Shift+N", icon="file-text")
        self._add(menu, translate("Menu", "S&ynced folders…"), acts.show_folders, icon="refresh-cw")
        self._add(menu, translate("Menu", "&Paste files"), self._window.paste, key=QKeySequence.StandardKey.Paste)
        menu.addSeparator()
        self._add(menu, translate("Menu", "&Trash…"), acts.show_trash, icon="trash-2")
        self._add(menu, translate("Menu", "&Backups…"), acts.show_backups, icon="database")
        settings = self._add(menu, translate("Menu", "&Settings…"), acts.show_settings, key="Ctrl+,", icon="settings")
        settings.setMenuRole(QAction.MenuRole.PreferencesRole)
        menu.addSeparator()
        leave = self._add(menu, translate("Menu", "&Quit"), self._window.close, key="Ctrl+Q")
        leave.setMenuRole(QAction.MenuRole.QuitRole)

    def name_undo(self, undo: str, redo: str) -> None:
        """Say what Undo and Redo are about, a sentence each; with "" there is nothing to undo or redo."""
        about = translate("Menu", "&Undo: {what}").format(what=_named(undo))
        self.undo_action.setText(about if undo else translate("Menu", "&Undo"))
        self.undo_action.setEnabled(bool(undo))
        about = translate("Menu", "Redo: {what}").format(what=_named(redo))
        self.redo_action.setText(about if redo else translate("Menu", "Redo"))
        self.redo_action.setEnabled(bool(redo))

    def _fill_edit_menu(self, acts: Acts) -> None:
        bases, documents = self._window.panes.knowledge_bases, self._window.panes.documents
        menu = self._menu(translate("Menu", "&Edit"))
        menu.addActions([self.undo_action, self.redo_action])
        menu.addSeparator()
        menu.addActions([documents.select_all_action, documents.facts_action, documents.delete_action])
        menu.addSeparator()
        menu.addActions([documents.open_action, documents.reveal_action])
        menu.addSeparator()
        menu.addActions(documents.reading.all)
        menu.addSeparator()
        passage = menu.addMenu(translate("Menu", "&Passage"))
        passage.addActions(self._window.panes.passages.acts.all)
        passage.addSeparator()
        passage.addAction(self._window.panes.passages.edits_action)
        self._add(menu, translate("Menu", "Changes that &no longer fit…"), acts.show_edit_conflicts)
        reading = menu.addMenu(translate("Menu", "Readin&g"))
        reading.addActions(documents.queue.of_work)
        menu.addActions(documents.queue.of_failures)
        self._add(menu, translate("Menu", "S&imilar documents…"), acts.show_similar)
        menu.addSeparator()
        menu.addActions(bases.actions_of_current)

    def _fill_view_menu(self, acts: Acts) -> None:
        window, panes = self._window, self._window.panes
        menu = self._menu(translate("Menu", "&View"))
        self._add(menu, translate("Menu", "&Search"), window.show_search, key="Ctrl+K", icon="search")
        self._add(menu, translate("Menu", "&Passages"), window.go_to_passages, key="Ctrl+P", icon="book-open")
        self._add(menu, translate("Menu", "&Filter documents"), window.filter_documents, key="Ctrl+F")
        self._add(
            menu, translate("Menu", "Due for re&view"), lambda: panes.documents.show_only(Remark.DUE), icon="clock"
        )
        columns = menu.addMenu(translate("Menu", "&Columns"))
        columns.addActions(panes.documents.table.columns.actions)
        self._add(menu, translate("Menu", "&Questions without an answer…"), acts.show_gaps)
        menu.addSeparator()
        self._add(menu, translate("Menu", "Go to &knowledge bases"), window.show_knowledge_bases, key="Ctrl+1")
        self._add(menu, translate("Menu", "Go to &documents"), window.show_documents, key="Ctrl+2")

    def _fill_help_menu(self, acts: Acts) -> None:
        menu = self._menu(translate("Menu", "&Help"))
        self._add(menu, translate("Menu", "Open the &sample handbook"), acts.open_sample, icon="book-open")
        self._add(menu, translate("Menu", "&Where is my data"), acts.show_data_folder, icon="hard-drive")
        self._add(menu, translate("Menu", "Check my &library…"), acts.check, icon="circle-check")
        self._add(menu, translate("Menu", "Look for a new &version…"), acts.show_new_version)
        self._add(menu, translate("Menu", "L&icences…"), acts.show_licences)
        about = self._add(menu, translate("Menu", "&About kbdesk"), acts.show_about, icon="info")
        about.setMenuRole(QAction.MenuRole.AboutRole)

    def _menu(self, title: str) -> QMenu:
        return self._window.menuBar().addMenu(title)

    def _add(
        self, menu: QMenu, label: str, act: Act, *, key: str | QKeySequence.StandardKey = "", icon: str = ""
    ) -> QAction:
        action = self._make(label, act, key=key, icon=icon)
        menu.addAction(action)
        return action

    def _make(self, label: str, act: Act, *, key: str | QKeySequence.StandardKey, icon: str) -> QAction:
        action = QAction(self._theme.icon(icon) if icon else QIcon(), label, self._window)
        action.setShortcut(QKeySequence(key))
        action.triggered.connect(lambda: act())
        return action


def _named(sentence: str) -> str:
    """Return what was done as a menu says it: without the end of the sentence, and no letter of it as the item's."""
    return sentence.rstrip(".。").replace("&", "&&")
