"""Which benchmarks there are, how they are called, and which of their figures are kept.

A figure is read from the JSON that a benchmark prints. Wherever it can be it is a ratio to a floor or a peer measured
in the same run, since the machines are noisy: "against" says to what.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

Better = Literal["more", "less"]


@dataclass(frozen=True)
class Figure:
    """One number of a benchmark.

    Attributes:
        title: What it says, in a few words.
        read: Takes it from what the benchmark printed; a LookupError or TypeError means that this run has none.
        better: Which way is better.
        against: What was measured in the same run and this is a ratio to; "" for a share or a count.
        unit: "x" for a ratio, "%" for a share, else the unit.
        is_headline: Whether the README's table shows it.
    """

    title: str
    read: Callable[[Any], float]
    better: Better
    against: str = ""
    unit: str = "x"
    is_headline: bool = False


@dataclass(frozen=True)
class Benchmark:
    """A file of tests/benchmarks.

    Attributes:
        name: The file's name without ".py".
        figures: What is kept of it.
        arguments: How it is called.
        short: How it is called in the short form.
        peers: What it is compared with: the option that takes a peer's Python ("{}"), and what pip installs for it.
        needs: Folder beside or in the repository without which it is left out.
    """

    name: str
    figures: tuple[Figure, ...]
    arguments: tuple[str, ...] = ()
    short: tuple[str, ...] = ()
    peers: tuple[tuple[str, tuple[str, ...]], ...] = ()
    needs: str = ""


_AGENTSCOPE = ("agentscope==2.0.11", "pymilvus>=3,<4", "milvus-lite>=3.2.2,<4")
_SHARED = "../shared"


def _rights(program: str) -> Callable[[Any], float]:
    """Take the number in "118 of 118 as wanted"."""
    return lambda out: float(out[program]["score"].split()[0])


def _retrieval(part: str, way: str, kind: str, measure: str) -> Callable[[Any], float]:
    return lambda out: out[part][way][kind][measure]


def _last_stage(subject: str, *keys: str) -> Callable[[Any], float]:
    """Take a figure at the largest number of passages."""

    def read(out: Any) -> float:
        value = out[subject]["stages"][-1]
        for key in keys:
            value = value[key]
        return value

    return read


def _openings(*names: str) -> tuple[Figure, ...]:
    def figure(name: str) -> Figure:
        title = f"{name.replace('_', ' ')}, 10,000 documents"
        return Figure(title, lambda out: out[name]["ratio"], "less", "10 documents", is_headline=name == "open_list")

    return tuple(figure(name) for name in names)


BENCHMARKS = (
    Benchmark(
        "parsing",
        (
            Figure("hard files right", _rights("kbdesk"), "more", unit="of 118", is_headline=True),
            Figure("hard files right, markitdown", _rights("markitdown"), "more", unit="of 118", is_headline=True),
            Figure(
                "PDF pages a second",
                lambda out: out["pdf"]["pages_per_second"]["kbdesk"] / out["pdf"]["pages_per_second"]["markitdown"],
                "more",
                "markitdown",
                is_headline=True,
            ),
            Figure(
                "memory, median",
                lambda out: out["kbdesk"]["mib_median"] / out["markitdown"]["mib_median"],
                "less",
                "markitdown",
            ),
        ),
        short=("--sample",),
        peers=(("--peer=markitdown={}", ("markitdown[all]",)),),
        needs=_SHARED,
    ),
    Benchmark(
        "retrieval",
        (
            Figure(
                "right passage in the first 5, own language",
                _retrieval("answer_language", "hybrid", "all", "recall@5"),
                "more",
                unit="%",
                is_headline=True,
            ),
            Figure(
                "nDCG@10, own language", _retrieval("answer_language", "hybrid", "all", "ndcg@10"), "more", unit="%"
            ),
            Figure(
                "nDCG@10, whole list",
                lambda out: (
                    out["whole_list"]["hybrid"]["all"]["ndcg@10"] / out["whole_list"]["agentscope"]["all"]["ndcg@10"]
                ),
                "more",
                "agentscope's search over the same passages and vectors",
                is_headline=True,
            ),
            Figure(
                "nDCG@10, whole list, words added",
                lambda out: (
                    out["whole_list"]["hybrid"]["all"]["ndcg@10"] / out["whole_list"]["meaning"]["all"]["ndcg@10"]
                ),
                "more",
                "search by meaning",
            ),
        ),
        arguments=("--cache", ".build/bench/retrieval.sqlite3"),
        peers=(("--peer-python={}", _AGENTSCOPE),),
    ),
    Benchmark(
        "questions",
        (
            Figure("search for words, p95", lambda out: out["search_text"]["wall_p95_ratio"], "less", "bare numpy"),
            Figure(
                "whole search, p50", lambda out: out["find"]["wall_p50_ratio"], "less", "bare numpy", is_headline=True
            ),
            Figure("whole search, p95", lambda out: out["find"]["wall_p95_ratio"], "less", "bare numpy"),
            Figure("whole search, p95", lambda out: out["find"]["wall_p95_ms"], "less", unit="ms", is_headline=True),
        ),
        short=("--passages", "5000"),
    ),
    Benchmark(
        "store",
        (
            Figure(
                "search, p50",
                _last_stage("sqlite", "search", "p50_ratio"),
                "less",
                "bare numpy",
                is_headline=True,
            ),
            Figure("search, p95", _last_stage("sqlite", "search", "p95_ratio"), "less", "bare numpy"),
            Figure(
                "passages stored a second",
                lambda out: (
                    _last_stage("sqlite", "insert", "passages_per_s")(out)
                    / _last_stage("milvus-lite", "insert", "passages_per_s")(out)
                ),
                "more",
                "Milvus Lite",
            ),
            Figure("memory", _last_stage("sqlite", "peak_rss_mib"), "less", unit="MiB"),
        ),
        short=("--sizes", "1000,5000"),
    ),
    Benchmark(
        "opening",
        _openings("start", "open_list", "filter_name", "filter_few", "filter_kind", "sort_kind"),
        arguments=("--sizes", "10,10000"),
        short=("--sizes", "10,1000", "--rounds", "3"),
    ),
    Benchmark(
        "local_model",
        (
            Figure("passages a second", lambda out: out["ratio"], "more", "plain numpy", is_headline=True),
            Figure("one query", lambda out: out["query_ms"], "less", unit="ms"),
        ),
        arguments=("--questions", "40"),
        short=("--questions", "10"),
        needs=_SHARED,
    ),
    Benchmark(
        "mixed_drop",
        (
            Figure("passages a second, whole program", lambda out: out["ratio"], "more", "the model alone"),
            Figure("lateness of the window, p99", lambda out: out["late_ms_p99"], "less", unit="ms", is_headline=True),
            Figure("memory of the window", lambda out: out["window_mib_most"], "less", unit="MiB"),
            Figure("bad files told with a reason", lambda out: out["bad_with_reason"], "more", unit="files"),
        ),
        arguments=("--files", "400", "--bad", "20", "--sample", "200"),
        short=("--files", "40", "--bad", "4", "--sample", "40"),
    ),
    Benchmark(
        "window_lateness",
        (
            Figure("lateness, p99", lambda out: out["late_ms_p99"], "less", unit="ms"),
            Figure("longest computing at once", lambda out: out["computed_ms_worst"], "less", unit="ms"),
        ),
        short=("--files", "40"),
    ),
    Benchmark(
        "control",
        (
            Figure(
                "stop while embedding: until the processor is free",
                lambda out: out["stop while embedding: the processor"]["median"] * 1000,
                "less",
                unit="ms",
            ),
            Figure(
                "pause while reading: until the row says so",
                lambda out: out["pause while reading: the row"]["median"] * 1000,
                "less",
                unit="ms",
            ),
        ),
        short=("--pages", "500", "--rounds", "1"),
    ),
    Benchmark(
        "similar",
        (
            Figure(
                "versions found: 30 % of sentences changed",
                lambda out: (
                    100
                    * out["versions"]["30 % of sentences changed"]["found"]
                    / out["versions"]["30 % of sentences changed"]["documents"]
                ),
                "more",
                unit="%",
            ),
            Figure("asking, median", lambda out: out["costs"]["asking_ms_median"], "less", unit="ms"),
        ),
        needs=_SHARED,
    ),
    Benchmark(
        "same_book",
        (
            Figure(
                "words of the Markdown book in its PDF",
                lambda out: 100 * out["german"]["same_share_but_for_what_lies_in_the_books"]["of_markdown"],
                "more",
                unit="%",
            ),
        ),
        needs=_SHARED,
    ),
    Benchmark(
        "ocr",
        (
            Figure("wrong characters", lambda out: out["ratios"]["edits"], "less", "RapidOCR", is_headline=True),
            Figure("processor time", lambda out: out["ratios"]["cpu_seconds"], "less", "RapidOCR"),
            Figure("memory", lambda out: out["ratios"]["mib_highest"], "less", "RapidOCR"),
        ),
        arguments=("--part", "4"),
        short=("--part", "20"),
    ),
    Benchmark(
        "curation",
        (Figure("turning a passage off", lambda out: out["turn_off"]["ratio"], "less", "storing one passage"),),
        short=("--sizes", "100,1000", "--rounds", "3"),
    ),
    Benchmark(
        "chunkers",
        (
            Figure(
                "right passage in the first 5, one text", lambda out: out[0]["hybrid"]["hit@5"] * 100, "more", unit="%"
            ),
        ),
        arguments=("--ways", "approx_token", "--cache", ".build/bench/chunkers.sqlite3"),
        short=("--ways", "approx_token", "--handbooks", "18f"),
        needs=_SHARED,
    ),
    Benchmark(
        "estimates",
        (
            Figure(
                "passages guessed before reading, off by",
                lambda out: next(row["factor"] for row in out if row["of"] == "hard"),
                "less",
                "what reading gives",
            ),
        ),
        needs=_SHARED,
    ),
    Benchmark(
        "packs",
        (
            Figure("a knowledge base from a file", lambda out: out["take_in_ratio"], "less", "unzipping its files"),
            Figure("a knowledge base to a file", lambda out: out["export_ratio"], "less", "zipping its files"),
        ),
        short=("--documents", "1000", "--rounds", "2"),
    ),
    Benchmark(
        "frozen_start",
        (Figure("start of the frozen program", lambda out: out["ratio"], "less", "a bare window", is_headline=True),),
        short=("--runs", "5"),
        needs=".build/bare_window",
    ),
)
