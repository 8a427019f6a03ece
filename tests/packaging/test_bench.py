"""The figures of all benchmarks are kept in one place and compared with the last run by ratios."""

import json
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parents[2]
BENCHMARKS = REPOSITORY / "tests" / "benchmarks"
# They make something, are called by another one, or print what parsing.py scores as well.
NO_FIGURES = {"centring", "hard_files", "large_pdf", "mixed_files", "ocr_pictures", "retrieval_peer"}


@pytest.fixture(autouse=True)
def _import_path(monkeypatch):
    monkeypatch.syspath_prepend(str(REPOSITORY / "packaging"))


def figure(value, **more):
    return {
        "title": "speed",
        "value": value,
        "unit": "x",
        "better": "more",
        "against": "numpy",
        "headline": True,
    } | more


def run_of(value, **more):
    return {
        "version": "1.0",
        "date": "2030-01-02",
        "system": "Linux, 2 cores",
        "form": "full",
        "benchmarks": {"store": {"date": "2030-01-02", "seconds": 3, "figures": [figure(value, **more)]}},
    }


def test_every_benchmark_is_run():
    from bench.figures import BENCHMARKS as KNOWN

    assert {path.stem for path in BENCHMARKS.glob("*.py")} - NO_FIGURES == {benchmark.name for benchmark in KNOWN}


def test_each_figure_has_a_title_of_its_own():
    from bench.figures import BENCHMARKS as KNOWN

    for benchmark in KNOWN:
        titles = [(each.title, each.unit) for each in benchmark.figures]
        assert titles, benchmark.name
        assert len(titles) == len(set(titles)), benchmark.name


def test_what_a_benchmark_prints_is_one_value_or_one_a_line():
    from bench.__main__ import parsed

    assert parsed('{"a":\n 1}') == {"a": 1}
    assert parsed('{"a": 1}\n{"a": 2}\n') == [{"a": 1}, {"a": 2}]


def test_a_figure_that_this_run_does_not_have_is_left_out():
    from bench.__main__ import figures_of
    from bench.figures import Benchmark, Figure

    benchmark = Benchmark(
        "parsing", (Figure("a", lambda out: out["a"], "more"), Figure("b", lambda out: out["b"], "more"))
    )
    assert [each["title"] for each in figures_of(benchmark, {"b": 2.5})] == ["b"]
    assert figures_of(benchmark, [{"skipped": "the corpus is not here"}]) == []


def test_a_figure_is_compared_with_the_same_one_of_the_last_run():
    from bench.__main__ import with_last

    last = {"store": {"seconds": 9, "figures": [figure(2.0)]}, "control": {"seconds": 1, "figures": []}}
    merged = with_last({"store": {"seconds": 3, "figures": [figure(3.0), figure(1.0, title="new")]}}, last)
    assert merged["store"]["figures"][0]["ratio"] == 1.5
    assert "ratio" not in merged["store"]["figures"][1]
    assert "control" in merged  # what was not measured now is kept


@pytest.mark.parametrize(
    ("better", "ratio", "word"),
    [
        ("more", 1.5, "better"),
        ("more", 0.5, "**worse**"),
        ("less", 1.5, "**worse**"),
        ("less", 0.5, "better"),
        ("less", 1.1, "same"),
        ("more", 0.9, "same"),
    ],
)
def test_the_page_says_which_figures_became_worse(better, ratio, word):
    from bench.page import verdict

    assert verdict(figure(1.0, better=better, ratio=ratio)) == word


def test_the_page_has_tables_and_plots(tmp_path):
    from bench.page import write_page

    page = write_page(run_of(2.0, last=1.0, ratio=2.0), tmp_path).read_text("utf-8")
    assert "| speed | 2x | numpy | 1x | 2.00 | better |" in page
    assert "Measured on 2030-01-02 in 3 seconds." in page
    for plot in ("against.svg", "changed.svg"):
        assert plot in page
        assert "speed" in (tmp_path / plot).read_text("utf-8")


def test_the_readme_shows_the_newest_headlines_and_nothing_else_of_it_changes(tmp_path):
    from bench.page import write_readme_table

    readme = tmp_path / "README.md"
    readme.write_text(
        "before\n<!-- benchmarks: written by packaging/test --bench -->\nold\n<!-- end of benchmarks -->\nafter\n"
    )
    write_readme_table(run_of(2.0), readme)
    lines = readme.read_text("utf-8").splitlines()
    assert (lines[0], lines[-1]) == ("before", "after")
    assert "| store | speed | 2x | numpy |" in lines
    assert "old" not in lines


def test_the_readme_has_the_place_for_them():
    assert "<!-- benchmarks: written by packaging/test --bench -->" in (REPOSITORY / "README.md").read_text("utf-8")


def test_the_stored_run_is_a_full_one():
    stored = BENCHMARKS / "results" / "last_run.json"
    if not stored.exists():
        pytest.skip("nothing was stored yet")
    assert json.loads(stored.read_text("utf-8"))["form"] == "full"
