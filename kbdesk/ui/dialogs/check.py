"""Check my library: how far it is, then what was found."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QLabel,
    QPlainTextEdit,
    QProgressBar,
    QVBoxLayout,
    QWidget,
)

from kbdesk.library.check_report import CheckProgress, CheckReport, Finding
from kbdesk.ui.translate import joined, shown, translate
from kbdesk.ui.widgets.fitting import fit_to_screen

_WIDTH = 560


class CheckDialog(QDialog):
    """Shows a check while it goes on, and its report; closing it ends the check."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(translate("Check", "Check my library"))
        self._report = ""
        self.title_label = _label("heading")
        self.progress_bar = QProgressBar()
        self.progress_bar.setAccessibleName(translate("Check", "How far the check is"))
        self.detail_label = _label("muted")
        self.findings_view = QPlainTextEdit()
        self.findings_view.setReadOnly(True)
        self.findings_view.setTabChangesFocus(True)
        self.findings_view.setAccessibleName(translate("Check", "What was found"))
        self._make_buttons()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 18, 20, 16)
        layout.setSpacing(12)
        for widget in (self.title_label, self.progress_bar, self.detail_label, self.findings_view, self._buttons):
            layout.addWidget(widget)
        self.setMinimumWidth(_WIDTH)
        fit_to_screen(self)
        self._begin()

    def show_progress(self, progress: CheckProgress) -> None:
        """Say how far the check is."""
        if not progress.total:
            return
        self.progress_bar.setRange(0, progress.total)
        self.progress_bar.setValue(progress.done)
        sentence = translate("Check", "{done} of {total} files and documents were looked at.")
        self.detail_label.setText(sentence.format(done=progress.done, total=progress.total))

    def show_report(self, report: CheckReport) -> None:
        """Say what was found."""
        lines = [_line(finding) for finding in report.findings]
        summary, counts = shown(report.summary), _counts(report)
        self._report = "\n".join([summary, counts, *lines])
        self.title_label.setText(summary)
        self.detail_label.setText(counts)
        self.findings_view.setPlainText("\n\n".join(lines))
        self.findings_view.setVisible(bool(lines))
        self._end()
        self.copy_button.show()

    def show_problem(self, sentence: str) -> None:
        """Say why the check could not be ended."""
        self.title_label.setText(translate("Check", "The check could not be ended."))
        self.detail_label.setText(sentence)
        self._end()

    def _make_buttons(self) -> None:
        self._buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self._buttons.rejected.connect(self.reject)
        label = translate("Check", "Copy &report")
        self.copy_button = self._buttons.addButton(label, QDialogButtonBox.ButtonRole.ActionRole)
        self.copy_button.clicked.connect(lambda: QGuiApplication.clipboard().setText(self._report))

    def _begin(self) -> None:
        self.title_label.setText(translate("Check", "Your library is being checked. You can go on working meanwhile."))
        self.progress_bar.setRange(0, 0)
        self.findings_view.hide()
        self.copy_button.hide()

    def _end(self) -> None:
        self.progress_bar.hide()
        self._buttons.removeButton(self._buttons.button(QDialogButtonBox.StandardButton.Cancel))
        close = self._buttons.addButton(QDialogButtonBox.StandardButton.Close)
        close.setDefault(True)
        close.setFocus()


def _label(role: str) -> QLabel:
    label = QLabel()
    label.setWordWrap(True)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setProperty("role", role)
    return label


def _line(finding: Finding) -> str:
    return joined(shown(finding.sentence), shown(finding.remedy))


def _counts(report: CheckReport) -> str:
    sentence = translate(
        "Check",
        "Looked at: knowledge bases {bases}, documents {documents}, passages {passages}, copies of files {copies}, "
        "backups {backups}.",
    )
    return sentence.format(
        bases=report.knowledge_base_count,
        documents=report.document_count,
        passages=report.passage_count,
        copies=report.copy_count,
        backups=report.backup_count,
    )
