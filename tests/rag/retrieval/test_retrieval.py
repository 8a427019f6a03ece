"""The benchmark of retrieval over its own small set, with the built-in model."""

from __future__ import annotations

from pathlib import Path

import pytest

from kbdesk.embedding.local import find_weights


@pytest.fixture
def retrieval(monkeypatch):
    monkeypatch.syspath_prepend(str(Path(__file__).parents[2] / "benchmarks"))
    import retrieval

    return retrieval


def test_the_measures_of_a_question(retrieval):
    assert retrieval.measures(["a", "b"], ["a"]) == [1, 1, 1, 1]
    assert retrieval.measures(["x", "a"], ["a"])[:3] == [0, 1, 0.5]
    assert retrieval.measures(["x"] * 5 + ["a"], ["a"])[:2] == [0, 0]
    assert retrieval.measures(["x"] * 10 + ["a"], ["a"]) == [0, 0, 0, 0]
    assert retrieval.measures(["a", "b", "x"], ["b", "a"])[3] == 1
    assert retrieval.measures([], ["a"]) == [0, 0, 0, 0]


@pytest.mark.skipif(find_weights() is None, reason="the weights of the built-in model are not on this computer")
async def test_questions_find_their_passage_in_each_language_and_across(retrieval):
    figures = await retrieval.measure(retrieval.OWN_SET, None, None)
    whole, in_language = figures["whole_list"], figures["answer_language"]
    assert in_language["hybrid"]["all"]["recall@5"] >= 95
    assert in_language["hybrid"]["across languages"]["recall@5"] >= 80
    assert whole["hybrid"]["all"]["recall@5"] >= whole["meaning"]["all"]["recall@5"]
    assert whole["hybrid"]["across languages"]["recall@5"] > whole["meaning"]["across languages"]["recall@5"]
    assert whole["hybrid"]["keyword"]["recall@1"] == whole["words"]["keyword"]["recall@1"] == 100
    assert whole["hybrid"]["all"]["ndcg@10"] > whole["words"]["all"]["ndcg@10"]
    line = figures["weak_line"]["the model as it is measured"]
    assert line["kept"] >= 70
    assert line["silent, absurd"] >= 90
