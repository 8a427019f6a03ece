"""What adding many files will do and take, before it is done."""

from __future__ import annotations

from PySide6.QtCore import QLocale, Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QDialogButtonBox,
    QHeaderView,
    QLabel,
    QTreeView,
    QVBoxLayout,
    QWidget,
)

from kbdesk.library.estimates import Estimate
from kbdesk.library.plan import AddPlan, PlannedFile
from kbdesk.ui.models.plan import PlanModel
from kbdesk.ui.translate import joined, translate
from kbdesk.ui.widgets.buttons import make_button
from kbdesk.ui.widgets.delegates import RowDelegate
from kbdesk.ui.widgets.fitting import fit_to_screen


class PlanDialog(QDialog):
    """Shows a plan and lets groups of files be left out; accepted means: add what is chosen."""

    def __init__(
        self, plan: AddPlan, knowledge_base: str, *, can_choose: bool = True, parent: QWidget | None = None
    ) -> None:
        """Show a plan.

        Args:
            plan: The plan.
            knowledge_base: The name of the knowledge base that takes the files.
            can_choose: Whether groups may be left out.
            parent: The window.
        """
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._plan = plan
        self.setWindowTitle(translate("Plan", "Add files"))
        self.heading = QLabel(wordWrap=True, textFormat=Qt.TextFormat.PlainText)
        self.heading.setProperty("role", "heading")
        heading = translate("Plan", "What adding %n file(s) to “{knowledge_base}” will do", None, len(plan.files))
        self.heading.setText(heading.format(knowledge_base=knowledge_base))
        self.model = PlanModel(plan.files, can_choose=can_choose, parent=self)
        self.model.chosen_changed.connect(self._follow_choice)
        self.tree = _tree(self.model)
        self.amount = QLabel(wordWrap=True, textFormat=Qt.TextFormat.PlainText)
        self.privacy = QLabel(wordWrap=True, textFormat=Qt.TextFormat.PlainText)
        self.cap_note = QLabel(wordWrap=True, textFormat=Qt.TextFormat.PlainText)
        self.cap_note.setProperty("role", "error")
        self.add_button = make_button(translate("Plan", "&Add"), primary=True)
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self._lay_out()
        self._follow_choice()

    @property
    def chosen(self) -> list[PlannedFile]:
        """The files whose groups are in."""
        return self.model.chosen

    def _lay_out(self) -> None:
        self.buttons.addButton(self.add_button, QDialogButtonBox.ButtonRole.ActionRole)
        self.add_button.clicked.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 18, 20, 16)
        layout.setSpacing(10)
        layout.addWidget(self.heading)
        layout.addWidget(self.tree, 1)
        for label in (self.amount, self.privacy, self.cap_note):
            layout.addWidget(label)
        layout.addWidget(self.buttons)
        fit_to_screen(self, 680, 500)

    def _follow_choice(self) -> None:
        chosen = self.model.chosen
        total = self._plan.estimate(chosen)
        self.amount.setText(self._amount_words(total, chosen))
        host = self._plan.provider.host
        self.privacy.setText(
            _privacy_words(host, total) if host else translate("Plan", "Nothing leaves this computer.")
        )
        is_over = self._plan.is_over_cap(chosen)
        self.cap_note.setText(_cap_words(self._plan.most_tokens))
        self.cap_note.setVisible(is_over)
        cancel = self.buttons.button(QDialogButtonBox.StandardButton.Cancel)
        for button, is_default in ((self.add_button, not is_over), (cancel, is_over)):
            button.setAutoDefault(is_default)
            button.setDefault(is_default)
        self.add_button.setProperty("primary", not is_over)
        self.add_button.style().polish(self.add_button)

    def _amount_words(self, total: Estimate, chosen: list[PlannedFile]) -> str:
        if not total.file_count:
            return translate("Plan", "Nothing has to be read.")
        sentence = translate(
            "Plan", "%n file(s) will be read: about {passages} passages, in about {time}.", None, total.file_count
        )
        words = sentence.format(passages=QLocale().toString(total.passages), time=time_words(total.seconds))
        if any(file.kind == "PDF" for file in chosen if file.work.passages):
            return joined(words, translate("Plan", "Whether a PDF is a scan without text shows only when it is read."))
        return words


def time_words(seconds: float) -> str:
    """Return for example "25 minute(s)"; estimates are no better than that."""
    minutes = round(seconds / 60)
    if minutes < 1:
        return translate("Plan", "a minute")
    if minutes < 90:
        return translate("Plan", "%n minute(s)", None, minutes)
    return translate("Plan", "%n hour(s)", None, round(minutes / 60))


def _privacy_words(host: str, total: Estimate) -> str:
    tokens = QLocale().toString(total.tokens)
    sent = translate("Plan", "The text of these files goes to {host}: about {tokens} tokens.")
    if total.usd is None:
        price = translate("Plan", "Its price is not known to kbdesk.")
    elif total.usd < 0.01:
        price = translate("Plan", "That costs less than 0.01 USD, by estimate.")
    else:
        price = translate("Plan", "That costs about {price} USD, by estimate.")
    amount = QLocale().toString(total.usd or 0.0, "f", 2)
    return joined(sent.format(host=host, tokens=tokens), price.format(price=amount))


def _cap_words(most_tokens: int) -> str:
    sentence = translate(
        "Plan", "This is more than the {most} tokens that the settings let be sent without a second look."
    )
    return sentence.format(most=QLocale().toString(most_tokens))


def _tree(model: PlanModel) -> QTreeView:
    tree = QTreeView()
    tree.setModel(model)
    tree.setHeaderHidden(True)
    tree.setUniformRowHeights(True)
    tree.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
    tree.setItemDelegateForColumn(0, RowDelegate(tree))
    tree.setAccessibleName(translate("Plan", "Files by what becomes of them"))
    for row in range(model.rowCount()):
        tree.setFirstColumnSpanned(row, tree.rootIndex(), True)
    tree.header().setStretchLastSection(False)
    tree.header().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
    tree.setCurrentIndex(model.index(0, 0))
    return tree
