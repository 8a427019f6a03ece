"""Measures how well questions find their passage: `python tests/benchmarks/retrieval.py [--set DIR] [--cache FILE]`.

Prints one JSON object. For words, meaning and hybrid (and agentscope's own search over the same passages and vectors,
with `--peer-python PYTHON` of an environment that has agentscope, pymilvus and milvus-lite): recall@1, recall@5, MRR@10
and nDCG@10 in per cent, by kind of question, by language of the answer, across languages and over all, twice:

- whole_list: of the list as it is found, over the passages of all languages;
- answer_language: of the passages in the language of the answer. kbdesk is asked for these only; the peer, which cannot
  be, is asked for all passages.

"weak_line" says of the line between answers and what is only nearest, for the model as it is measured and as if nothing
were known of it: how many of the right passages in the first ten places stand above the line (kept), and how many
questions find nothing above it (silent) that nothing answers (absurd), that their documents are taken out for, and
that the handbook is taken out for that answers them.

`--set` names a folder with passages.jsonl, questions.jsonl and, if need be, faq_questions.jsonl as ../shared/eval has
them, which is the default; without it the small set beside this file. The first run embeds all passages (4 minutes for
../shared/eval on one core); `--cache` keeps their vectors, so that the next one takes half a minute.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import math
import re
import subprocess
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from kbdesk.embedding.base import EmbeddingModelBase, EmbeddingResponse
from kbdesk.embedding.cache import SQLiteEmbeddingCache
from kbdesk.embedding.local import LocalEmbeddingModel
from kbdesk.message import TextBlock
from kbdesk.rag.document import Chunk
from kbdesk.rag.knowledge import KnowledgeBase
from kbdesk.rag.retrieval.fusion import Mode, Ranked
from kbdesk.rag.stores.filters import EVERYTHING, Only
from kbdesk.rag.stores.sqlite import SQLiteStore

EVAL = Path(__file__).resolve().parents[3] / "shared" / "eval"
OWN_SET = Path(__file__).with_name("retrieval_set")
PEER = Path(__file__).with_name("retrieval_peer.py")
MODES: tuple[Mode, ...] = ("words", "meaning", "hybrid")
MEASURES = ("recall@1", "recall@5", "mrr@10", "ndcg@10")
FOUND = 50  # so many are asked for; places behind the tenth count for nothing
AT_ONCE = 8

Row = dict[str, Any]
Measured = tuple[Row, list[float]]


@dataclass(frozen=True)
class Part:
    """Questions with the passages they are asked over."""

    name: str
    passages: Sequence[Row]
    questions: Sequence[Row]

    @property
    def places(self) -> dict[tuple[str, int], Row]:
        """The passages by document and index, each document's in the order of the file."""
        counts: defaultdict[str, int] = defaultdict(int)
        placed: dict[tuple[str, int], Row] = {}
        for passage in self.passages:
            placed[passage["source"], counts[passage["source"]]] = passage
            counts[passage["source"]] += 1
        return placed


class Replay(EmbeddingModelBase):
    """Gives the vectors of another model, under a name of which nothing is known."""

    asymmetric = True

    def __init__(self, vectors: Mapping[tuple[str, str], Sequence[float]], dimensions: int) -> None:
        super().__init__(None, "unknown", dimensions, context_size=None)
        self._vectors = vectors

    async def _call_api(self, inputs: Sequence[Any], *, purpose: str = "passage", **_: object) -> EmbeddingResponse:
        return EmbeddingResponse(embeddings=[list(self._vectors[purpose, text]) for text in inputs])


def rows(path: Path) -> list[Row]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()] if path.exists() else []


def parts_of(folder: Path) -> list[Part]:
    passages = rows(folder / "passages.jsonl")
    without_headings = [{**passage, "text": passage.get("faq_text", passage["text"])} for passage in passages]
    parts = [Part("questions", passages, rows(folder / "questions.jsonl"))]
    asked_by_authors = rows(folder / "faq_questions.jsonl")
    return [*parts, Part("faq", without_headings, asked_by_authors)] if asked_by_authors else parts


def measures(ranking: Sequence[str], gold: Iterable[str]) -> list[float]:
    """Return the four measures of one question, 0 to 1."""
    right = set(gold)
    places = [place for place, found in enumerate(ranking[:10]) if found in right]
    gain = sum(1 / math.log2(place + 2) for place in places)
    ideal = sum(1 / math.log2(place + 2) for place in range(min(10, len(right))))
    first = places[0] if places else 10
    return [float(first < 1), float(first < 5), 1 / (first + 1) if places else 0.0, gain / ideal]


def groups_of(question: Row) -> list[str]:
    across = ">" in question["kind"]
    return [question["kind"], "across languages" if across else f"all {question['pool']}", "all"]


def table(measured: Sequence[Measured]) -> dict[str, dict[str, float]]:
    """Return the means in per cent by kind and group of questions."""
    by_group: defaultdict[str, list[list[float]]] = defaultdict(list)
    for question, values in measured:
        for group in groups_of(question):
            by_group[group].append(values)
    return {
        group: {"n": len(values), **dict(zip(MEASURES, np.round(100 * np.mean(values, 0), 1).tolist(), strict=True))}
        for group, values in sorted(by_group.items())
    }


def gain(tables: Mapping[str, Any]) -> float:
    """Return by how many per cent hybrid is better over all than the better of words and meaning."""
    over_all = {mode: tables[mode]["all"]["ndcg@10"] for mode in MODES}
    return round(100 * (over_all["hybrid"] / max(over_all["words"], over_all["meaning"]) - 1), 1)


async def filled(part: Part, model: EmbeddingModelBase, store: SQLiteStore) -> KnowledgeBase:
    knowledge = KnowledgeBase(part.name, "", model, store, part.name)
    chunks: defaultdict[str, list[str]] = defaultdict(list)
    for passage in part.passages:
        chunks[passage["source"]].append(passage["text"])
    for source, texts in chunks.items():
        made = [
            Chunk(content=TextBlock(text=text), source=source, chunk_index=index, total_chunks=len(texts))
            for index, text in enumerate(texts)
        ]
        await knowledge.insert_document(made, source)
    return knowledge


async def each(questions: Sequence[Row], ask: Callable[[Row], Any]) -> list[Any]:
    """Return the answers to all questions, a few at once."""
    gate = asyncio.Semaphore(AT_ONCE)

    async def one(question: Row) -> Any:
        async with gate:
            return await ask(question)

    return await asyncio.gather(*(one(question) for question in questions))


async def asked(
    part: Part, knowledge: KnowledgeBase, mode: Mode, *, in_language: bool
) -> list[tuple[Row, list[float]]]:
    """Return what each question of a part measures in a mode."""
    places = part.places

    async def ask(question: Row) -> Measured:
        only = Only(languages=frozenset({question["pool"]})) if in_language else EVERYTHING
        hits = await knowledge.search([question["text"]], FOUND, mode=mode, only=only)
        found = [places[hit.document_id, hit.chunk.chunk_index]["id"] for hit in hits]
        return question, measures(found, question["gold"])

    return await each(part.questions, ask)


async def by_modes(parts: Sequence[tuple[Part, KnowledgeBase]]) -> dict[str, dict[str, Any]]:
    """Return the tables of kbdesk's modes."""
    tables: dict[str, dict[str, Any]] = {"whole_list": {}, "answer_language": {}}
    for kind, of_modes in tables.items():
        for mode in MODES:
            measured = [await asked(*part, mode, in_language=kind == "answer_language") for part in parts]
            of_modes[mode] = table([row for of_part in measured for row in of_part])
    return tables


async def weak_line(parts: Sequence[tuple[Part, KnowledgeBase]]) -> dict[str, float]:
    """Return what stands above the line that should, and how often nothing does where nothing should, in per cent."""

    async def found(knowledge: KnowledgeBase, text: str, only: Only = EVERYTHING) -> list[Ranked]:
        return await knowledge.find([text], 10, only=only)

    kept: list[bool] = []
    silent: defaultdict[str, list[bool]] = defaultdict(list)
    for part, knowledge in parts:
        places = part.places
        sources = {passage["id"]: passage["source"] for passage in part.passages}
        everywhere = set(sources.values())
        for question in part.questions:
            gold = set(question["gold"])
            right = [
                ranked
                for ranked in await found(knowledge, question["text"])
                if places[ranked.result.document_id, ranked.result.chunk.chunk_index]["id"] in gold
            ]
            kept += [any(not ranked.is_weak for ranked in right)] if right else []
            answering = {sources[passage] for passage in gold}
            books = {source.split("/")[0] for source in answering}
            without = {
                "document taken out": everywhere - answering,
                "handbook taken out": {source for source in everywhere if source.split("/")[0] not in books},
            }
            for kind, left in without.items():
                hits = await found(knowledge, question["text"], Only(frozenset(left)))
                silent[kind].append(all(ranked.is_weak for ranked in hits))
    for row in rows(OWN_SET / "absurd.jsonl"):
        hits = await found(parts[0][1], row["text"])
        silent["absurd"].append(all(ranked.is_weak for ranked in hits))
    shares = {f"silent, {kind}": values for kind, values in silent.items()}
    return {name: round(100 * float(np.mean(values)), 1) for name, values in {"kept": kept, **shares}.items()}


async def vectors_of(parts: Sequence[Part], model: EmbeddingModelBase) -> dict[tuple[str, str], list[float]]:
    """Return the vectors of all texts by purpose and text."""
    absurd = [row["text"] for row in rows(OWN_SET / "absurd.jsonl")]
    queries = list(dict.fromkeys([*absurd, *(question["text"] for part in parts for question in part.questions)]))
    passages = list(dict.fromkeys(passage["text"] for part in parts for passage in part.passages))
    made = [
        *zip([("query", text) for text in queries], (await model(queries, purpose="query")).embeddings, strict=True),
        *zip([("passage", text) for text in passages], (await model(passages)).embeddings, strict=True),
    ]
    return dict(made)


def by_peer(python: str, parts: Sequence[Part], vectors: Mapping[tuple[str, str], list[float]]) -> dict[str, Any]:
    """Return the tables of agentscope's search."""
    whole: list[Measured] = []
    in_language: list[Measured] = []
    for part in parts:
        with tempfile.TemporaryDirectory(prefix="kbdesk-retrieval-") as folder:
            asked = {
                "passages": [[*key, row["text"]] for key, row in part.places.items()],
                "questions": [question["text"] for question in part.questions],
                "vectors": [[purpose, text, vector] for (purpose, text), vector in vectors.items()],
            }
            (Path(folder) / "asked.json").write_text(json.dumps(asked), "utf-8")
            subprocess.run([python, str(PEER), folder], check=True, stdout=subprocess.DEVNULL)
            answers = json.loads((Path(folder) / "found.json").read_text("utf-8"))
        places = part.places
        for question, found in zip(part.questions, answers, strict=True):
            hits = [places[source, index] for source, index in found]
            whole.append((question, measures([hit["id"] for hit in hits], question["gold"])))
            own = [hit["id"] for hit in hits if hit["lang"] == question["pool"]]
            in_language.append((question, measures(own, question["gold"])))
    return {"whole_list": table(whole), "answer_language": table(in_language)}


async def measure(folder: Path, cache: Path | None, peer: str | None) -> dict[str, Any]:
    """Return all figures for a set."""
    started = time.monotonic()
    parts = parts_of(folder)
    with tempfile.TemporaryDirectory(prefix="kbdesk-retrieval-") as temporary:
        kept = SQLiteEmbeddingCache(cache or Path(temporary) / "vectors.sqlite3")
        model = LocalEmbeddingModel(threads=1, embedding_cache=kept)
        vectors = await vectors_of(parts, model)
        unknown = Replay(vectors, model.dimensions)
        async with (
            SQLiteStore(Path(temporary) / "known.sqlite3") as store,
            SQLiteStore(Path(temporary) / "unknown.sqlite3") as other,
        ):
            known_bases = [(part, await filled(part, model, store)) for part in parts]
            unknown_bases = [(part, await filled(part, unknown, other)) for part in parts]
            figures = await by_modes(known_bases)
            figures["weak_line"] = {
                "the model as it is measured": await weak_line(known_bases),
                "as if nothing were known of the model": await weak_line(unknown_bases),
            }
    if peer:
        for kind, values in by_peer(peer, parts, vectors).items():
            figures[kind]["agentscope"] = values
    return {
        "set": folder.name,
        "passages": len(parts[0].passages),
        "questions": sum(len(part.questions) for part in parts),
        "hybrid over the better of the two, nDCG@10 over all, per cent": {
            kind: gain(figures[kind]) for kind in ("whole_list", "answer_language")
        },
        **figures,
        "seconds": round(time.monotonic() - started, 1),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--set", type=Path, default=EVAL if EVAL.exists() else OWN_SET)
    parser.add_argument("--cache", type=Path, help="a file that keeps vectors for the next run")
    parser.add_argument("--peer-python", help="a Python with agentscope")
    arguments = parser.parse_args()
    figures = json.dumps(asyncio.run(measure(arguments.set, arguments.cache, arguments.peer_python)), indent=1)
    print(re.sub(r"\{[^{}]*\}", lambda row: re.sub(r"\s+", " ", row.group()), figures))


if __name__ == "__main__":
    main()
