"""Measures the built-in model: speed and recall of kbdesk's runtime next to plain numpy, in one run.

`python tests/benchmarks/local_model.py [--questions N] [--cache DIR]` prints one JSON object. Without `--questions` all
passages of ../shared/eval are embedded by both runtimes, a quarter of an hour; with it N questions over a tenth of the
passages. `--cache` keeps the vectors of numpy, which do not change, for the next run.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before numpy is loaded: one thread for both

import numpy as np

from kbdesk.embedding.e5.encoder import Encoder
from kbdesk.embedding.e5.weights import Floats, WeightFile
from kbdesk.embedding.local import find_weights

EVAL = Path(__file__).resolve().parents[3] / "shared" / "eval"
SPEED_SAMPLE = 60  # passages, embedded in turns by both runtimes
TOP = 10

Encode = Callable[[list[str], str], Floats]
Row = dict[str, Any]


class NumpyEncoder(Encoder):
    """The same model in float32 by numpy alone; tokens, windows and centring are those of kbdesk."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        file = WeightFile(path)
        hidden = file.hidden
        self.layers = []
        for n in (f"l{number}." for number in range(file.layers)):
            matrices = {k: file.blocks(n + k + ".w", hidden).to_float().T for k in ("q", "k", "v", "ao", "fi")}
            matrices["fo"] = file.blocks(n + "fo.w", 4 * hidden).to_float().T / 2  # the half of gelu
            matrices["qkv"] = np.concatenate([matrices[k] for k in "qkv"], axis=1)
            biases = {k: file.floats(f"{n}{k}.b") for k in ("q", "k", "v", "ao", "fi", "fo")}
            biases["qkv"] = np.concatenate([biases[k] for k in "qkv"])
            norms = {k: (file.floats(f"{n}{k}.w"), file.floats(f"{n}{k}.b")) for k in ("aln", "oln")}
            self.layers.append(({k: np.ascontiguousarray(m) for k, m in matrices.items()}, biases, norms))
        self.norm = file.floats("emb.ln.w"), file.floats("emb.ln.b")
        self.heads, self.epsilon = file.heads, np.float32(file.epsilon)

    def _normalise(self, x: Floats, norm: tuple[Floats, Floats]) -> Floats:
        x -= x.mean(-1, keepdims=True)
        x *= 1 / np.sqrt(np.einsum("ij,ij->i", x, x)[:, None] / np.float32(x.shape[-1]) + self.epsilon)
        x *= norm[0]
        x += norm[1]
        return x

    def _attend(self, qkv: Floats) -> Floats:
        count, width = qkv.shape
        q, k, v = qkv.reshape(count, 3, self.heads, -1).transpose(1, 2, 0, 3)
        weights = q @ k.transpose(0, 2, 1) * np.float32((width / 3 / self.heads) ** -0.5)
        weights = np.exp(weights - weights.max(-1, keepdims=True))
        weights /= weights.sum(-1, keepdims=True)
        return (weights @ v).transpose(1, 0, 2).reshape(count, -1)

    def _run(self, tokens: list[int]) -> Floats:
        vocabulary = self._weights.vocabulary
        x = self._normalise(self._weights.embeddings([vocabulary.first, *tokens, vocabulary.last]), self.norm)
        for matrices, biases, norms in self.layers:
            attended = self._attend(x @ matrices["qkv"] + biases["qkv"]) @ matrices["ao"]
            x = self._normalise(attended + biases["ao"] + x, norms["aln"])
            inner = x @ matrices["fi"] + biases["fi"]
            inner *= 1 + np.tanh(np.float32(0.7978845608) * (inner + np.float32(0.044715) * inner * inner * inner))
            x = self._normalise(inner @ matrices["fo"] + biases["fo"] + x, norms["oln"])
        return x.mean(0)


def read(name: str) -> list[Row]:
    return [json.loads(line) for line in (EVAL / name).read_text("utf-8").splitlines()]


def sample(passages: list[Row], questions: list[Row], count: int | None) -> tuple[list[Row], list[Row]]:
    """Return `count` questions spread over all, and their passages among every tenth of all passages."""
    if count is None:
        return passages, questions
    chosen = questions[:: max(1, len(questions) // count)][:count]
    gold = {identifier for question in chosen for identifier in question["gold"]}
    return [row for number, row in enumerate(passages) if number % 10 == 0 or row["id"] in gold], chosen


def speed(runtimes: dict[str, Encode], texts: list[str]) -> dict[str, float]:
    """Return passages a second of processor time, each runtime taking its turn with every passage."""
    seconds = dict.fromkeys(runtimes, 0.0)
    for text in texts:
        for name, encode in runtimes.items():
            started = time.process_time()
            encode([text], "passage")
            seconds[name] += time.process_time() - started
    return {name: len(texts) / spent for name, spent in seconds.items()}


def quality(encode: Encode, passages: list[Row], questions: list[Row]) -> dict[str, float]:
    """Return recall@5 and nDCG@10 in percent; a question is asked of the passages in its answer's language."""
    plain = encode([row["text"] for row in passages], "passage")
    faq = plain.copy()
    own = [number for number, row in enumerate(passages) if "faq_text" in row]
    if own:
        faq[own] = encode([passages[number]["faq_text"] for number in own], "passage")
    queries = encode([row["text"] for row in questions], "query")
    languages = np.array([row["lang"] for row in passages])
    recall, gain = [], []
    for question, query in zip(questions, queries, strict=True):
        scores = (faq if question["kind"].startswith("faq") else plain) @ query
        best = np.argsort(-np.where(languages == question["pool"], scores, -9), kind="stable")[:TOP]
        hits = [passages[number]["id"] in question["gold"] for number in best]
        ideal = sum(1 / np.log2(rank + 2) for rank in range(min(TOP, len(question["gold"]))))
        recall.append(any(hits[:5]))
        gain.append(sum(hit / np.log2(rank + 2) for rank, hit in enumerate(hits)) / ideal)
    return {"recall_at_5": 100 * float(np.mean(recall)), "ndcg_at_10": 100 * float(np.mean(gain))}


def cached(encode: Encode, folder: Path | None, name: str) -> Encode:
    """Return the same function, which finds vectors again that it has made for the same texts before."""
    if folder is None:
        return encode

    def find(texts: list[str], purpose: str) -> Floats:
        path = folder / f"{name}-{purpose}-{len(texts)}-{sum(map(len, texts))}.npy"
        if not path.exists():
            np.save(path, encode(texts, purpose))
        return np.load(path)

    return find


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--questions", type=int, help="how many questions, over a tenth of the passages")
    parser.add_argument("--cache", type=Path, help="where the vectors of numpy are kept")
    options = parser.parse_args()
    weights = find_weights()
    assert weights is not None, "the weights of the model are not on this computer"

    started = time.perf_counter()
    encoder = Encoder(weights)
    result: dict[str, Any] = {"load_s": time.perf_counter() - started}
    result["rss_mib"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    reference = NumpyEncoder(weights)
    passages, questions = sample(
        read("passages.jsonl"), read("questions.jsonl") + read("faq_questions.jsonl"), options.questions
    )
    result |= {"passages": len(passages), "questions": len(questions)}

    texts = [row["text"] for row in passages[:: max(1, len(passages) // SPEED_SAMPLE)]]
    rates = speed({"kbdesk": encoder.encode, "numpy": reference.encode}, texts)
    result["passages_per_s"] = rates
    result["ratio"] = rates["kbdesk"] / rates["numpy"]
    result["query_ms"] = (
        1000 / speed({"": lambda text, _: encoder.encode(text, "query")}, [row["text"] for row in questions[:40]])[""]
    )
    result["kbdesk"] = quality(encoder.encode, passages, questions)
    result["numpy"] = quality(cached(reference.encode, options.cache, "numpy"), passages, questions)
    result["difference"] = {name: result["kbdesk"][name] - result["numpy"][name] for name in result["kbdesk"]}
    print(json.dumps(result, indent=2))


if __name__ == "__main__":
    main()
