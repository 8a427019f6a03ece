"""200 identifiers planted in a handbook among others that look like them: each is found first."""

from __future__ import annotations

import random

import numpy as np
import pytest

from kbdesk.embedding.base import EmbeddingModelBase, EmbeddingResponse
from kbdesk.message import TextBlock
from kbdesk.rag.document import Chunk
from kbdesk.rag.knowledge import KnowledgeBase
from kbdesk.rag.stores.sqlite import SQLiteStore

COUNT = 200

SENTENCES = (
    "Before {it} is changed, the team that looks after it agrees on a day and tells everybody who works with it.",
    "{it}: ask the office, which keeps the form; what is more than a year old is thrown away.",
    "| Name | Since | Remark |\n| --- | --- | --- |\n| {it} | 2021 | checked every year |",
    "系统显示 {it} 时请先重新启动设备，然后联系信息技术部门。",
    "根据{it}的规定，所有员工须在入职三十天内完成培训。",
    "{it} が表示されたら、機械を止めて担当者に連絡してください。",
)
QUESTIONS = ("{it}", "What do I do about {it}?", "{it}是什么意思？", "where is {it} written down", "{it} について")


class NoiseModel(EmbeddingModelBase):
    """Says nothing about what a text means."""

    def __init__(self):
        super().__init__(None, "noise", 8)

    async def _call_api(self, inputs, **kwargs):
        vectors = [np.random.default_rng(len(text)).standard_normal(8) for text in inputs]
        return EmbeddingResponse(embeddings=[(vector / np.linalg.norm(vector)).tolist() for vector in vectors])


def forms(number):
    """Return one identifier of each kind, and others that look like it."""
    digits = f"{number:04d}"
    turned = f"{digits[:2]}{digits[3]}{digits[2]}"
    return [
        (f"REQ-{digits}", [f"REQ-{digits}0", f"REQ-{turned}9", f"PREQ-{digits}", f"REQ-{digits}-A"]),
        (f"E{number}", [f"E{number}1", f"E9{number}", f"F{number}"]),
        (f"ISO {number}:2015", [f"ISO {number}:2018", f"ISO {number}1:2015", f"IEC {number}:2015"]),
        (f"ext. {number}", [f"ext. {number}7", f"ext. 8{number}"]),
        (f"§ {number}a", [f"§ {number}b", f"§ {number}1a"]),
        (f"v{number}.10.2", [f"v{number}.10.3", f"v{number}.1.2", f"v{number}.10.21"]),
        (f"form_{number}.docx", [f"form_{number}.xlsx", f"form_{number}1.docx"]),
        (f"team{number}@example.org", [f"team{number}1@example.org", f"team{number}@example.com"]),
    ]


def planted():
    """Return the identifiers with the text of each passage that holds one, or one that looks like it."""
    chance = random.Random(5)
    identifiers, passages = [], []
    for row in range(COUNT // 8):
        for identifier, alike in forms(4171 + 37 * row):
            identifiers.append(identifier)
            passages += [chance.choice(SENTENCES).format(it=name) for name in (identifier, *alike)]
    chance.shuffle(passages)
    return identifiers, passages


def holds(text, identifier):
    """Whether the identifier stands in the text by itself."""
    before, found, behind = text.partition(identifier)
    closed = not behind[:1].isascii() or not (behind[:1].isalnum() or behind[:2] in ("-A",))
    return bool(found) and closed and not (before[-1:].isascii() and before[-1:].isalnum())


@pytest.fixture
async def handbook(tmp_path):
    async with SQLiteStore(tmp_path / "store.sqlite3") as store:
        knowledge = KnowledgeBase("Handbook", "", NoiseModel(), store, "handbook")
        _, passages = planted()
        for start in range(0, len(passages), 50):
            texts = passages[start : start + 50]
            chunks = [
                Chunk(content=TextBlock(text=text), source="a.md", chunk_index=index, total_chunks=len(texts))
                for index, text in enumerate(texts)
            ]
            await knowledge.insert_document(chunks, f"document {start}")
        yield knowledge


@pytest.mark.parametrize("mode", ["hybrid", "words"])
async def test_every_identifier_is_found_first(handbook, mode):
    identifiers, _ = planted()
    assert len(identifiers) == COUNT
    missed = []
    for number, identifier in enumerate(identifiers):
        question = QUESTIONS[number % len(QUESTIONS)].format(it=identifier)
        first, *_ = await handbook.find([question], 3, mode=mode)
        if not (first.is_exact and not first.is_weak and holds(first.result.chunk.text, identifier)):
            missed.append((question, first.result.chunk.text))
    assert missed == []
