"""The built-in model, with its real weights where they are installed."""

from __future__ import annotations

import asyncio
import math
import unicodedata
from pathlib import Path

import numpy as np
import pytest

from kbdesk.embedding.e5.encoder import MAX_CHARACTERS, Encoder
from kbdesk.embedding.e5.weights import is_genuine
from kbdesk.embedding.local import LocalEmbeddingModel, find_weights
from kbdesk.errors import EmbeddingError, ModelMissingError

PASSAGES = [
    "Employees may take twenty-five days of paid leave a year. Ask your lead two weeks ahead.",
    "The printer on the second floor is out of toner on Mondays.",
    "每位员工每年有二十五天带薪假期，请提前两周向负责人申请。",
    "The office in Lyon opens at eight; the key lies with the caretaker.",
]


@pytest.fixture(scope="session")
def weights() -> Path:
    found = find_weights()
    if found is None:
        pytest.skip("the weights of the built-in model are not installed")
    return found


@pytest.fixture(scope="session")
def encoder(weights: Path) -> Encoder:
    return Encoder(weights)


@pytest.fixture(scope="session")
def model(weights: Path) -> LocalEmbeddingModel:
    return LocalEmbeddingModel(weights)


def test_the_weights_are_those_that_are_known(weights: Path) -> None:
    assert is_genuine(weights)


@pytest.mark.parametrize(
    ("text", "purpose", "beginning"),
    [
        ("The key lies with the caretaker.", "passage", [0.028, 0.003, -0.058, -0.075, 0.038, -0.043]),
        ("谁有钥匙？", "query", [0.061, -0.023, -0.059, -0.034, 0.066, -0.076]),
    ],
)
def test_vectors_are_those_of_the_same_model_in_float32(
    encoder: Encoder, text: str, purpose: str, beginning: list[float]
) -> None:
    """The numbers are those of NumpyEncoder in tests/benchmarks/local_model.py."""
    assert encoder.encode_uncentred([text], purpose)[0][:6] == pytest.approx(beginning, abs=0.012)


async def test_a_question_finds_its_passage(model: LocalEmbeddingModel) -> None:
    passages = np.array((await model(PASSAGES)).embeddings)
    question = ["How much vacation do I get?", "谁有钥匙？", "我一年能休几天假？"]
    queries = np.array((await model(question, purpose="query")).embeddings)
    best = (queries @ passages.T).argmax(axis=1).tolist()
    assert best[0] in (0, 2)
    assert best[2] in (0, 2)


async def test_vectors_have_length_one_and_do_not_depend_on_their_company(model: LocalEmbeddingModel) -> None:
    together = np.array((await model(PASSAGES)).embeddings)
    alone = np.array([(await model([passage])).embeddings[0] for passage in PASSAGES])
    assert np.array_equal(together, alone)
    assert np.allclose(np.linalg.norm(together, axis=1), 1)


async def test_queries_and_passages_are_told_apart(model: LocalEmbeddingModel) -> None:
    passage = await model(["holiday"])
    query = await model(["holiday"], purpose="query")
    assert passage.embeddings != query.embeddings


@pytest.mark.parametrize(
    "odd",
    [
        "\0",
        "a\0b",
        "\ud800",
        "x\udfff",
        "\u200b",
        "\ufeff",
        "👩‍👩‍👧‍👦" * 50,
        "\u0301" * 500,
        "\u202e",
        "ﷺ" * 100,
        "\x07",
    ],
    ids=ascii,
)
async def test_any_text_is_safe(model: LocalEmbeddingModel, odd: str) -> None:
    assert math.hypot(*(await model([odd])).embeddings[0]) == pytest.approx(1, abs=1e-5)


@pytest.mark.parametrize("unit", ["word ", "汉字", "x"])
def test_only_the_beginning_of_a_very_long_text_is_read(encoder: Encoder, unit: str) -> None:
    tokens = encoder.windows_of(unit * 100_000)
    assert sum(map(len, tokens)) <= 16 * 510
    assert max(map(len, tokens)) <= 510
    assert tokens == encoder.windows_of((unit * 100_000)[:MAX_CHARACTERS])


async def test_a_long_text_is_averaged_over_its_windows(model: LocalEmbeddingModel) -> None:
    long = " ".join([PASSAGES[0]] * 40)
    whole, *passages = (await model([long, *PASSAGES])).embeddings
    assert (np.array(passages) @ whole).argmax() == 0


async def test_decomposed_accents_mean_the_same(model: LocalEmbeddingModel) -> None:
    name = "Übergänge für Café-Besucher"
    both = await model([name, unicodedata.normalize("NFD", name)])
    assert both.embeddings[0] == both.embeddings[1]


async def test_two_calls_at_once_load_one_model(weights: Path) -> None:
    model = LocalEmbeddingModel(weights)
    first, second = await asyncio.gather(model(["a"]), model(["a"], purpose="query"))
    assert len(first.embeddings) == len(second.embeddings) == 1


async def test_without_weights_the_error_says_how_to_get_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KBDESK_MODEL_FILE", "/nowhere/model.bin")
    assert find_weights() is None
    with pytest.raises(ModelMissingError, match="packaging/run"):
        await LocalEmbeddingModel()(["a"])


async def test_another_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "e5-small-q4.bin").write_bytes(b"E5 but not quite")
    with pytest.raises(EmbeddingError, match="damaged"):
        await LocalEmbeddingModel(tmp_path / "e5-small-q4.bin")(["a"])


def test_a_file_in_the_folder_of_models_comes_first(tmp_path: Path) -> None:
    (tmp_path / "e5-small-q4.bin").write_bytes(b"")
    assert find_weights(tmp_path) == tmp_path / "e5-small-q4.bin"


def test_the_identity_does_not_depend_on_where_the_weights_lie(tmp_path: Path) -> None:
    assert (
        LocalEmbeddingModel(tmp_path).identity == LocalEmbeddingModel().identity == "local|multilingual-e5-small|384|1"
    )
