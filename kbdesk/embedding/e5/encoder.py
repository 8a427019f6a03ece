"""Runs multilingual-e5-small: text in, vector out."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from kbdesk.embedding.e5.graph import GraphBuilder
from kbdesk.embedding.e5.tokenizer import Tokenizer
from kbdesk.embedding.e5.weights import Floats, WeightFile

WINDOW = 510  # tokens; the model takes 512 with the one before and the one after
MAX_WINDOWS = 16  # of one text, about 30,000 letters; what comes later does not change the vector
MAX_CHARACTERS = 16 * MAX_WINDOWS * WINDOW  # no piece is longer than 16 characters

PREFIXES = {"passage": "passage: ", "query": "query: "}
CENTRING_FILE = Path(__file__).with_name("centring.npy")  # the means of passages and of queries, shape (2, 384)


class Encoder:
    """Turns texts into vectors of length 1.

    Texts run one by one: padding to a common length would waste a third of the work, and rounding to 8 bits looks at
    all texts of a run, so a text's vector would depend on its company.
    """

    def __init__(self, path: Path, threads: int = 1) -> None:
        """Load the weights and build the graph, about half a second.

        Args:
            path: The weight file.
            threads: Threads of one text's computation; more than two gain little.

        Raises:
            OSError: The file cannot be read.
            ValueError: It is not the weight file.
        """
        import onnxruntime  # half a second, and not needed to talk about models

        self._weights = WeightFile(path)
        self._centres = dict(zip(PREFIXES, np.load(CENTRING_FILE), strict=True))
        self._tokenizer = Tokenizer(self._weights.vocabulary)
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")  # a waiting thread leaves its core
        self._session = onnxruntime.InferenceSession(
            GraphBuilder(self._weights).build(), options, providers=["CPUExecutionProvider"]
        )

    def encode(self, texts: Sequence[str], purpose: str) -> Floats:
        """Return one centred vector per text, shape (len(texts), 384), rows of length 1.

        Args:
            texts: Any strings. A text of more than 510 tokens is read in windows, whose vectors are averaged by length.
            purpose: "passage" or "query".
        """
        return unit(self.encode_uncentred(texts, purpose) - self._centres[purpose])

    def encode_uncentred(self, texts: Sequence[str], purpose: str) -> Floats:
        """Return what the model itself gives: vectors of length 1 that lie in a narrow cone."""
        return np.stack([self._encode_one(PREFIXES[purpose] + text) for text in texts])

    def windows_of(self, text: str) -> list[list[int]]:
        """Return the tokens of a text in windows that the model takes; of a very long text only the beginning."""
        tokens = self._tokenizer.encode(text[:MAX_CHARACTERS])[: MAX_WINDOWS * WINDOW]
        return [tokens[start : start + WINDOW] for start in range(0, len(tokens), WINDOW)]

    def _encode_one(self, text: str) -> Floats:
        vector = np.zeros(self._weights.hidden, np.float32)
        for window in self.windows_of(text):
            vector += len(window) * self._run(window)
        return unit(vector)

    def _run(self, tokens: list[int]) -> Floats:
        vocabulary = self._weights.vocabulary
        embeddings = self._weights.embeddings([vocabulary.first, *tokens, vocabulary.last])
        (means,) = self._session.run(None, {"embeddings": embeddings[None]})
        return means[0]


def unit(vectors: Floats) -> Floats:
    """Return the vectors, the last axis of any array, at length 1."""
    lengths = np.linalg.norm(vectors, axis=-1, keepdims=True)
    return np.divide(vectors, lengths, dtype=np.float32)
