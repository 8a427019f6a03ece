"""What is searched, where and how."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from kbdesk.library.search.searches import SavedSearch
from kbdesk.library.search.types import Request
from kbdesk.ui.theme import Theme
from kbdesk.ui.translate import translate
from kbdesk.ui.widgets.buttons import make_button, make_icon_button
from kbdesk.ui.widgets.history_menu import HistoryMenu
from kbdesk.ui.widgets.mode_button import ModeButton
from kbdesk.ui.widgets.pictures import AskedPicture
from kbdesk.ui.widgets.query_field import QueryField
from kbdesk.ui.widgets.query_picture import QueryPicture
from kbdesk.ui.widgets.search_filters import SearchFilters
from kbdesk.ui.widgets.search_options import SearchOptions
from kbdesk.ui.widgets.where_button import WhereButton


class SearchForm(QWidget):
    """The field for questions, and below it what narrows the search; the filters' button stands elsewhere.

    Signals:
        submitted: The person wants this searched now (`Request`); it may hold no query.
        changed: What is asked is to be searched otherwise now (`Request`).
        typed: The question was changed by the person, who may go on typing (`Request`).
        options_changed: The person chose another way, number of hits or least score.
    """

    submitted = Signal(Request)
    changed = Signal(Request)
    typed = Signal(Request)
    options_changed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.field = QueryField(theme)
        self.field.setPlaceholderText(translate("SearchPane", "A question, or a few words"))
        self.field.setAccessibleName(translate("SearchPane", "What to search for"))
        self.history = HistoryMenu(theme, self)
        self.picture_button = make_icon_button(theme.icon("image"), translate("QueryPicture", "Search with a picture"))
        self.picture = QueryPicture(theme)
        self.button = make_button(translate("SearchPane", "Search"), primary=True)
        self.picture_button.setFixedHeight(self.button.sizeHint().height())
        self.where = WhereButton(theme)
        self.mode = ModeButton(theme)
        self.options = SearchOptions()
        self.options.hide()
        self.options_button = make_icon_button(
            theme.icon("settings"), translate("SearchPane", "How many passages are shown, and from which score on")
        )
        self.options_button.setCheckable(True)
        self.filters = SearchFilters(theme, self)
        self._lay_out()
        self._connect()
        self.offer_pictures(False)

    @property
    def request(self) -> Request:
        """What is typed and chosen."""
        pictures = (self.picture.block,) if self.picture.block is not None else ()
        return Request(
            (*pictures, *self.field.queries),
            self.where.kb_ids,
            top_k=self.options.top_k,
            min_score=self.options.min_score,
            mode=self.mode.mode,
            filters=self.filters.value,
        )

    def offer_pictures(self, can_be_asked: bool) -> None:
        """Offer to search with a picture, or say why that cannot be."""
        words = translate("QueryPicture", "Search with a picture")
        if not can_be_asked:
            words = translate(
                "QueryPicture", "A picture cannot be searched for here: the models of what is searched read text only."
            )
        self.picture_button.setToolTip(words)
        self.picture_button.setAccessibleDescription("" if can_be_asked else words)
        self.picture_button.setEnabled(can_be_asked)
        self.field.takes_pictures = can_be_asked

    def show_picture(self, picture: AskedPicture | None) -> None:
        """Let a picture be asked, together with what is typed; None: no picture any more."""
        self.picture.show_picture(picture)
        self.typed.emit(self.request)

    def focus_field(self) -> None:
        """Be ready for typing, with the old question selected."""
        self.field.setFocus()
        self.field.selectAll()

    def submit(self) -> None:
        """Ask what is typed."""
        self.submitted.emit(self.request)

    def repeat(self, request: Request, documents: Mapping[str, str]) -> None:
        """Ask again what was asked once; `documents` are the names by id of those in its filters."""
        for part in (self.where, self.filters):
            part.blockSignals(True)
        self.where.choose(request.kb_ids)
        self.filters.name_documents(documents)
        self.filters.narrow(request.filters)
        for part in (self.where, self.filters):
            part.blockSignals(False)
        self.mode.choose(request.mode)
        self.options.set_values(request.top_k, request.min_score)
        self.picture.show_picture(None)
        self.field.setText("\n".join(query for query in request.queries if isinstance(query, str)))
        self.field.setFocus()
        self.submit()

    def show_history(self, saved: Sequence[SavedSearch], recent: Sequence[Request]) -> None:
        """Open the menu of earlier searches below the field."""
        self.history.show_searches(saved, recent)
        self.history.popup(self.field.mapToGlobal(self.field.rect().bottomLeft()))

    def _connect(self) -> None:
        self.field.submitted.connect(self.submit)
        self.field.edited.connect(lambda: self.typed.emit(self.request))
        self.picture.removed.connect(self._ask_without_picture)
        self.button.clicked.connect(self.submit)
        self.where.changed.connect(self._search_again)
        self.filters.changed.connect(self._search_again)
        self.mode.changed.connect(self._choose_options)
        self.options.changed.connect(self._choose_options)
        self.options_button.toggled.connect(self.options.setVisible)

    def _choose_options(self) -> None:
        self.options_changed.emit()
        self._search_again()

    def _search_again(self) -> None:
        if self.request.queries:
            self.changed.emit(self.request)

    def _ask_without_picture(self) -> None:
        self.field.setFocus()
        self.typed.emit(self.request)

    def _lay_out(self) -> None:
        question = QHBoxLayout()
        question.addWidget(self.field, 1)
        question.addWidget(self.picture_button, 0, Qt.AlignmentFlag.AlignTop)
        question.addWidget(self.button, 0, Qt.AlignmentFlag.AlignTop)
        ways = QHBoxLayout()
        ways.setSpacing(8)
        for widget, stretch in ((self.where, 1), (self.mode, 0), (self.options_button, 0)):
            ways.addWidget(widget, stretch)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addLayout(question)
        layout.addWidget(self.picture)
        layout.addLayout(ways)
        layout.addWidget(self.options)
