"""How well similar documents are found: edited versions of real handbooks, and all real handbooks among themselves.

`python tests/benchmarks/similar.py` (about a minute) prints JSON. Needs the folder ../shared.

Versions: every third document of at least `LEAST_MARKS` marks is edited in several ways, and each version put alone
beside all originals. "found": the first one named is its original, or a document that is similar to that one.
"alarms": named, but not similar to its original.
"""

from __future__ import annotations

import asyncio
import json
import random
import re
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from kbdesk.library import similar
from kbdesk.library.chunking import Chunking
from kbdesk.library.difference import compare
from kbdesk.library.names import folded, natural_key
from kbdesk.library.schema import MIGRATIONS
from kbdesk.library.sketch import SAMPLE, all_marks, marks_of
from kbdesk.message import TextBlock
from kbdesk.rag.chunkers.approx_token import ApproxTokenChunker
from kbdesk.rag.chunkers.base import ChunkerBase
from kbdesk.rag.document import Chunk, Section
from kbdesk.rag.parsers.registry import parse_file

HANDBOOKS = Path(__file__).resolve().parents[3] / "shared" / "corpus" / "handbooks"
LEAST_MARKS = 150
CHUNKER = Chunking().chunker()
OTHER_CHUNKER = ApproxTokenChunker(ApproxTokenChunker.Parameters(chunk_size=300, overlap=0, boundaries="sentence"))

Sections = list[Section]
Random = random.Random


def cut(sections: Sections, chunker: ChunkerBase = CHUNKER) -> list[Chunk]:
    return asyncio.run(chunker.chunk(sections))


def handbooks() -> dict[str, Sections]:
    documents = {}
    for path in sorted(HANDBOOKS.rglob("*")):
        if path.is_file() and path.name not in ("NOTE.md", "INDEX.json") and path.suffix != ".png":
            parsed = parse_file(path, path.name)
            if parsed.outcome == "text":
                documents[path.relative_to(HANDBOOKS).as_posix()] = parsed.sections
    return documents


def edited(sections: Sections, change: Callable[[str], str]) -> Sections:
    return [
        section.model_copy(update={"content": TextBlock(text=change(section.content.text))})
        for section in sections
        if isinstance(section.content, TextBlock)
    ]


def some_sentences(sections: Sections, dice: Random, share: float) -> Sections:
    """Reverse the words (in Chinese and Japanese the characters) of some sentences."""

    def change(text: str) -> str:
        parts = re.split(r"(?<=[.!?])(\s+)|(?<=[。！？\n])", text)
        return "".join(turned(part) if part and dice.random() < share else part or "" for part in parts)

    def turned(part: str) -> str:
        return " ".join(reversed(part.split())) if " " in part.strip() else part[::-1]

    return edited(sections, change)


def one_word_a_sentence(sections: Sections, dice: Random) -> Sections:
    return edited(sections, lambda text: re.sub(r"(\w+)(?=[.!?。])", "otherwise", text))


def grown(sections: Sections, dice: Random, documents: list[Sections]) -> Sections:
    """Add something new, as long as a quarter of this one: what another document says, in another order."""
    length = sum(len(section.content.text) for section in sections if isinstance(section.content, TextBlock))
    other = some_sentences(dice.choice(documents), dice, 1.0)
    extra = " ".join(s.content.text for s in other if isinstance(s.content, TextBlock))
    new = Section(content=TextBlock(text=extra[: length // 4]), source="new")
    at = dice.randrange(len(sections) + 1)
    return [*sections[:at], new, *sections[at:]]


def rewrapped(sections: Sections, dice: Random) -> Sections:
    """Break lines elsewhere and put three sections on one page, as another format would."""
    texts = [re.sub(r"\s+", " ", s.content.text) for s in sections if isinstance(s.content, TextBlock)]
    pages = ["\n".join(texts[at : at + 3]) for at in range(0, len(texts), 3)]
    broken = [re.sub(r"(.{1,70})(?:\s|$)", r"\1\n", page) for page in pages]
    return [Section(content=TextBlock(text=p), source="", metadata={"page": n}) for n, p in enumerate(broken, 1)]


def half(sections: Sections, dice: Random) -> Sections:
    """Keep the first half: it is contained in the original."""
    texts = "\n\n".join(s.content.text for s in sections if isinstance(s.content, TextBlock))
    return [Section(content=TextBlock(text=texts[: len(texts) // 2]), source="")]


class Table:
    """The tables of the library in memory, with one knowledge base."""

    def __init__(self) -> None:
        self.connection = sqlite3.connect(":memory:")
        self.connection.row_factory = sqlite3.Row
        for function in (folded, natural_key):  # the schema's indexes call them
            self.connection.create_function(function.__name__, 1, function, deterministic=True)
        self.connection.execute("PRAGMA foreign_keys=ON")
        for step in MIGRATIONS:
            for statement in step:
                self.connection.execute(statement)
        self.connection.execute(
            "INSERT INTO knowledge_bases (id, name, folded_name, description, store, created_at)"
            " VALUES ('kb', '', '', '', '', '')"
        )

    def put(self, name: str, marks: list[int]) -> None:
        self.connection.execute(
            "INSERT OR IGNORE INTO documents (id, knowledge_base_id, name, path, size_bytes, state, added_at)"
            " VALUES (?, 'kb', ?, x'00', 0, 'done', '')",
            (name, name),
        )
        similar.note(self.connection, name, marks)

    def drop(self, name: str) -> None:
        self.connection.execute("DELETE FROM documents WHERE id = ?", (name,))


def named(table: Table, name: str, contents: dict[str, Any]) -> list[tuple[float, str]]:
    """Return the similar documents, the most similar first."""
    found = []
    for other in similar._candidates(table.connection, name, False):
        shares = exact(contents[name], contents[other])
        if shares is not None:
            found.append((-min(shares), other))
    return [name for _, name in sorted(found)]


def exact(mine: Any, theirs: Any) -> tuple[float, float] | None:
    """Return the shares if they are enough; the same rule as `similar._compared`."""
    common = len(np.intersect1d(mine, theirs, assume_unique=True))
    if not common:
        return None
    shares = common / len(mine), common / len(theirs)
    if min(len(mine), len(theirs)) < similar.SHORT_DOCUMENT:
        return shares if min(shares) >= similar.LEAST_SHARE_OF_SHORT else None
    return shares if max(shares) >= similar.LEAST_SHARE else None


def costs(table: Table, chunks: dict[str, list[Chunk]]) -> dict[str, Any]:
    started = time.perf_counter()
    for each in chunks.values():
        marks_of(each)
    marking_s = time.perf_counter() - started
    times = []
    for name in chunks:
        started = time.perf_counter()
        similar._candidates(table.connection, name, False)
        times.append(time.perf_counter() - started)
    longest = max(chunks, key=lambda name: len(chunks[name]))
    changed = cut(some_sentences(sections_of(chunks[longest]), Random(0), 0.1))
    started = time.perf_counter()
    compare(chunks[longest], changed)
    return {
        "marking_ms_per_passage": round(1e3 * marking_s / sum(map(len, chunks.values())), 3),
        "marks_kept_per_document": round(
            table.connection.execute("SELECT count(*) FROM sketch_marks").fetchone()[0] / len(chunks)
        ),
        "asking_ms_median": round(1e3 * float(np.median(times)), 2),
        "asking_ms_max": round(1e3 * max(times), 2),
        "longest_document_passages": len(chunks[longest]),
        "difference_of_longest_s": round(time.perf_counter() - started, 2),
    }


def sections_of(chunks: list[Chunk]) -> Sections:
    return [Section(content=chunk.content, source="", metadata=chunk.metadata) for chunk in chunks]


def among_themselves(table: Table, contents: dict[str, Any]) -> dict[str, Any]:
    """Compare what the samples find with what comparing every document with every other one finds."""
    found = {tuple(sorted((name, other))) for name in contents for other in named(table, name, contents)}
    owners: dict[int, list[str]] = {}
    for name, marks in contents.items():
        for mark in marks.tolist():
            owners.setdefault(mark, []).append(name)
    together = {
        (a, b)
        for names in owners.values()
        if 1 < len(names) <= similar.MOST_OWNERS
        for a in names
        for b in names
        if a < b
    }
    real = {pair for pair in together if exact(contents[pair[0]], contents[pair[1]]) is not None}
    return {
        "pairs_found": len(found),
        "pairs_by_full_comparison": len(real),
        "missed": len(real - found),
        "pairs": sorted(found),
    }


def main() -> None:
    documents = handbooks()
    chunks = {name: cut(sections) for name, sections in documents.items()}
    contents = {name: np.unique(all_marks(each)[0]) for name, each in chunks.items()}
    table = Table()
    for name, each in chunks.items():
        table.put(name, marks_of(each))
    result: dict[str, Any] = {"documents": len(documents), "costs": costs(table, chunks)}
    result["themselves"] = among_themselves(table, contents)
    originals = [name for name in documents if len(contents[name]) >= LEAST_MARKS][::3]
    all_sections = list(documents.values())
    edits: dict[str, Callable[[Sections, Random], Sections]] = {
        "other layout": rewrapped,
        "10 % of sentences changed": lambda sections, dice: some_sentences(sections, dice, 0.1),
        "30 % of sentences changed": lambda sections, dice: some_sentences(sections, dice, 0.3),
        "the last word of each sentence changed": one_word_a_sentence,
        "a section added": lambda sections, dice: grown(sections, dice, all_sections),
        "the first half": half,
        "every sentence changed": lambda sections, dice: some_sentences(sections, dice, 1.0),
    }
    result["versions"] = {}
    for label, edit in edits.items():
        first = alarms = 0
        for number, name in enumerate(originals):
            version = cut(edit(documents[name], Random(number)), OTHER_CHUNKER)
            contents["version"] = np.unique(all_marks(version)[0])
            table.put("version", marks_of(version))
            answer = named(table, "version", contents)
            first += answer[:1] == [name] or (name in answer and exact(contents[name], contents[answer[0]]) is not None)
            alarms += len(
                [other for other in answer if other != name and exact(contents[name], contents[other]) is None]
            )
            table.drop("version")
        result["versions"][label] = {"documents": len(originals), "found": first, "alarms": alarms}
    result["sample"] = SAMPLE
    print(json.dumps(result, ensure_ascii=False, indent=1))


if __name__ == "__main__":
    main()
