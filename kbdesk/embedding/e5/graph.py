"""Builds the graph of multilingual-e5-small for onnxruntime from the weight file.

Measured, passages a second of one thread relative to numpy, and mean cosine to float32: everything in 8 bits 3.0 and
0.997 (one to three points of recall lost); the second half of the feed-forward in 4-bit blocks, the rest in 8 bits 2.2
and 0.9993 (nothing lost, so this one is built); everything in 4-bit blocks 1.5 and 0.9999; float32 1.3.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kbdesk.embedding.e5.onnx_format import MICROSOFT, GraphWriter
from kbdesk.embedding.e5.weights import BLOCK, Blocks, Floats, WeightFile

# Processors without VNNI add two products of 8 bits in 16, which 7-bit weights cannot overflow (onnxruntime's
# documentation on quantisation, "U8U8"). With the smoothing below they lose no more than 8-bit weights did without.
LARGEST_WEIGHT = 63


class GraphBuilder:
    """Turns the weights into an ONNX model.

    The model takes embeddings, float32 of shape (texts, tokens, hidden), and gives the mean of the last layer over the
    tokens, float32 of shape (texts, hidden). It knows no padding: the texts of one run have equal lengths.

    Source: Devlin et al. 2019, BERT (the layers); Reimers and Gurevych 2019, section 3 (mean pooling).
    """

    def __init__(self, weights: WeightFile) -> None:
        self._weights = weights
        self._graph = GraphWriter()

    def build(self) -> bytes:
        """Return the model, about 19 MB."""
        hidden, layers = self._weights.hidden, self._weights.layers
        self._graph.constant("thirds", np.array([hidden] * 3, np.int64))
        self._normalise(["embeddings"], "emb.ln", "x0")
        for layer in range(layers):
            norm = "emb.ln" if layer == 0 else f"l{layer - 1}.oln"
            self._layer(f"l{layer}.", f"x{layer}", f"x{layer + 1}", norm=norm)
        self._graph.node("ReduceMean", [f"x{layers}"], ["mean"], axes=[1], keepdims=0)
        return self._graph.model({"embeddings": ["texts", "tokens", hidden]}, {"mean": ["texts", hidden]})

    def _layer(self, name: str, before: str, after: str, *, norm: str) -> None:
        """Add self-attention and feed-forward, each with its short cut and normalisation; `norm` made `before`."""
        hidden, node = self._weights.hidden, self._graph.node
        parts = [name + part for part in ("q", "k", "v")]
        levels, scales = zip(*(self._weights.blocks(part + ".w", hidden) for part in parts), strict=True)
        biases = np.concatenate([self._weights.floats(part + ".b") for part in parts])
        blocks = Blocks(np.concatenate(levels), np.concatenate(scales))
        self._linear_8_bits(before, name + "qkv", blocks, biases, norm=norm)
        node("Split", [name + "qkv", "thirds"], parts, axis=-1)
        node("MultiHeadAttention", parts, [name + "heads"], domain=MICROSOFT, num_heads=self._weights.heads)
        self._linear_8_bits(name + "heads", *self._matrix(name + "ao", hidden))
        self._normalise([before, name + "ao"], name + "aln", name + "attended")
        self._linear_8_bits(name + "attended", *self._matrix(name + "fi", hidden), norm=name + "aln")
        node("Gelu", [name + "fi"], [name + "gelu"], domain=MICROSOFT)
        self._linear_4_bits(name + "gelu", *self._matrix(name + "fo", 4 * hidden))
        self._normalise([name + "attended", name + "fo"], name + "oln", after)

    def _matrix(self, name: str, columns: int) -> tuple[str, Blocks, Floats]:
        return name, self._weights.blocks(name + ".w", columns), self._weights.floats(name + ".b")

    def _normalise(self, values: Sequence[str], name: str, output: str) -> None:
        """Add the layer normalisation of a value, or of the sum of two."""
        constants = [self._graph.constant(name + part, self._weights.floats(name + part)) for part in (".w", ".b")]
        operator, domain = ("LayerNormalization", "") if len(values) == 1 else ("SkipLayerNormalization", MICROSOFT)
        self._graph.node(operator, [*values, *constants], [output], domain=domain, epsilon=self._weights.epsilon)

    def _linear_8_bits(self, value: str, name: str, blocks: Blocks, bias: Floats, *, norm: str | None = None) -> None:
        """Add a product whose weights are rounded per output, and its input at run time; `norm` made the input."""
        matrix = blocks.to_float().T
        if norm is not None:
            value, matrix = self._smoothed(value, name, matrix, norm)
        scales: Floats = np.abs(matrix).max(axis=0) / np.float32(LARGEST_WEIGHT)
        constants: dict[str, NDArray[Any]] = {
            "w": np.round(matrix / scales).astype(np.int8),
            "scale": scales,
            "zero": np.zeros(len(scales), np.int8),
            "b": bias,
        }
        names = [self._graph.constant(f"{name}.{part}", array) for part, array in constants.items()]
        self._graph.node("DynamicQuantizeMatMul", [value, *names], [name], domain=MICROSOFT)

    def _smoothed(self, value: str, name: str, matrix: Floats, norm: str) -> tuple[str, Floats]:
        """Move most of the unequal spread of an input's columns into the weights, so that rounding it loses less.

        How far a column spreads is told by the normalisation that made it: its offset and three times its gain.

        Source: Xiao et al. 2023, SmoothQuant, section 4.
        """
        gain, offset = (np.abs(self._weights.floats(norm + part)) for part in (".w", ".b"))
        factors: Floats = (offset + 3 * gain) ** 0.7 / np.abs(matrix).max(axis=1) ** 0.3
        self._graph.constant(f"{name}.factors", 1 / factors)
        self._graph.node("Mul", [value, f"{name}.factors"], [f"{name}.input"])
        return f"{name}.input", matrix * factors[:, None]

    def _linear_4_bits(self, value: str, name: str, blocks: Blocks, bias: Floats) -> None:
        """Add a product with the 4-bit weights as they are, and the input rounded to 8 bits block by block."""
        rows, count, _ = blocks.levels.shape
        packed = blocks.levels[..., 0::2] | blocks.levels[..., 1::2] << 4
        constants = {"w": packed, "scale": blocks.scales.reshape(-1), "b": bias}
        weights, scale, offset = (self._graph.constant(f"{name}.{part}", array) for part, array in constants.items())
        self._graph.node(
            "MatMulNBits",
            [value, weights, scale, "", "", offset],
            [name],
            domain=MICROSOFT,
            K=count * BLOCK,
            N=rows,
            bits=4,
            block_size=BLOCK,
            accuracy_level=4,
        )
