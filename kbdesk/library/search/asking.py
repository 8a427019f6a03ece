"""One question to one knowledge base."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto

from kbdesk.errors import KbError, ModelMissingError
from kbdesk.library.bases import OpenBases
from kbdesk.library.catalog import Base
from kbdesk.library.models import WORDS
from kbdesk.library.search.merging import Answer
from kbdesk.library.search.types import Failure, Request
from kbdesk.message import DataBlock
from kbdesk.rag.knowledge import KnowledgeBase
from kbdesk.rag.retrieval.fusion import Mode
from kbdesk.rag.stores.filters import Only
from kbdesk.texts import Text, text


class Lack(Enum):
    """What a knowledge base could not do of what was wanted."""

    NO_WORDS = auto()  # its store has no full text
    NO_MODEL = auto()  # it was made without a model
    MODEL_MISSING = auto()  # the built-in model is not on this computer
    NO_PICTURES = auto()  # its model takes only text


@dataclass(frozen=True)
class Asked:
    """What became of a question to a knowledge base.

    Attributes:
        base: The knowledge base.
        answer: What it found, or why it could not be searched.
        lacks: What it could not do.
    """

    base: Base
    answer: Answer | Failure
    lacks: Sequence[Lack] = ()


async def ask(base: Base, request: Request, only: Only, open_bases: OpenBases) -> Asked:
    """Search one knowledge base in the wanted mode, or as well as it can."""
    try:
        return await _ask(base, request, only, await open_bases.knowledge_base(base))
    except KbError as error:
        return Asked(base, Failure(base.info, error))


async def _ask(base: Base, request: Request, only: Only, knowledge_base: KnowledgeBase) -> Asked:
    mode, lacks = _possible_mode(request.mode, knowledge_base.modes)
    try:
        answer = await _answer(base, request, only, knowledge_base, mode=mode)
    except ModelMissingError:
        if not knowledge_base.vector_store.has_text_search:
            raise
        lacks = [Lack.MODEL_MISSING]
        answer = await _answer(base, request, only, knowledge_base, mode="words")
    if _has_picture(request) and not knowledge_base.embedding_model.supports_multimodal:
        lacks = [*lacks, Lack.NO_PICTURES]
    return Asked(base, answer, lacks)


def _possible_mode(wanted: Mode, possible: frozenset[Mode]) -> tuple[Mode, Sequence[Lack]]:
    """Return how is searched that is to be searched in some mode, and what lacks for that."""
    if wanted in possible:
        return wanted, []
    return ("words", [Lack.NO_MODEL]) if "words" in possible else ("meaning", [Lack.NO_WORDS])


async def _answer(base: Base, request: Request, only: Only, knowledge_base: KnowledgeBase, *, mode: Mode) -> Answer:
    ranked = await knowledge_base.find(request.queries, request.top_k, request.min_score, mode=mode, only=only)
    return Answer(WORDS, "words", ranked) if mode == "words" else Answer(base.info.embedding, "meaning", ranked)


def _has_picture(request: Request) -> bool:
    return any(isinstance(query, DataBlock) for query in request.queries)


def notices_of(asked: Sequence[Asked]) -> list[Text]:
    """Return what a person should know of what was not searched as it was wanted, a sentence for each reason."""
    names = {lack: [f"“{each.base.info.name}”" for each in asked if lack in each.lacks] for lack in Lack}
    return [_notice(lack, ", ".join(of_lack)) for lack, of_lack in names.items() if of_lack]


def _notice(lack: Lack, names: str) -> Text:
    if lack is Lack.NO_WORDS:
        return text("search", "Searched by meaning only, since no words are kept there: {names}.", names=names)
    if lack is Lack.NO_MODEL:
        return text("search", "Searched by words only, since it was made without a model: {names}.", names=names)
    if lack is Lack.MODEL_MISSING:
        return text("search", "Searched by words only, since the built-in model is missing: {names}.", names=names)
    return text("search", "Searched without the picture, since the model reads text only: {names}.", names=names)
