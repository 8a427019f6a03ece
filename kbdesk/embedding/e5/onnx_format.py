"""Writes models in the ONNX format: just enough of its protocol buffers for one graph. Pure.

The package `onnx` would do the same at a cost of 90 MB; field numbers are those of onnx.proto.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

IR_VERSION = 8
OPSET = 17
MICROSOFT = "com.microsoft"  # the domain of onnxruntime's own operators
DATA_TYPES = {"float32": 1, "uint8": 2, "int8": 3, "int64": 7}


def _varint(value: int) -> bytes:
    value &= (1 << 64) - 1
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def _number(field: int, value: int) -> bytes:
    return _varint(field << 3) + _varint(value)


def _float(field: int, value: float) -> bytes:
    return _varint(field << 3 | 5) + struct.pack("<f", value)


def _bytes(field: int, value: bytes | str) -> bytes:
    data = value.encode() if isinstance(value, str) else value
    return _varint(field << 3 | 2) + _varint(len(data)) + data


def _attribute(name: str, value: int | float | Sequence[int]) -> bytes:
    if isinstance(value, float):
        content = _float(2, value) + _number(20, 1)
    elif isinstance(value, int):
        content = _number(3, value) + _number(20, 2)
    else:
        content = b"".join(_number(8, item) for item in value) + _number(20, 7)
    return _bytes(1, name) + content


def _tensor(name: str, array: NDArray[Any]) -> bytes:
    dims = b"".join(_number(1, size) for size in array.shape)
    data = np.ascontiguousarray(array).tobytes()
    return dims + _number(2, DATA_TYPES[array.dtype.name]) + _bytes(8, name) + _bytes(9, data)


def _value(name: str, shape: Sequence[int | str]) -> bytes:
    dims = b"".join(_bytes(1, _bytes(2, size) if isinstance(size, str) else _number(1, size)) for size in shape)
    return _bytes(1, name) + _bytes(2, _bytes(1, _number(1, DATA_TYPES["float32"]) + _bytes(2, dims)))


class GraphWriter:
    """Collects the constants and nodes of a graph of float32 values."""

    def __init__(self) -> None:
        self._parts: list[bytes] = []

    def constant(self, name: str, array: NDArray[Any]) -> str:
        """Add a constant; return its name."""
        self._parts.append(_bytes(5, _tensor(name, array)))
        return name

    def node(
        self,
        operator: str,
        inputs: Sequence[str],
        outputs: Sequence[str],
        *,
        domain: str = "",
        **attributes: int | float | Sequence[int],
    ) -> None:
        """Add a node; nodes stand in the order in which they are computed."""
        ends = [_bytes(1, name) for name in inputs] + [_bytes(2, name) for name in outputs]
        settings = [_bytes(5, _attribute(name, value)) for name, value in attributes.items()]
        self._parts.append(_bytes(1, b"".join([*ends, _bytes(4, operator), *settings, _bytes(7, domain)])))

    def model(self, inputs: dict[str, Sequence[int | str]], outputs: dict[str, Sequence[int | str]]) -> bytes:
        """Return the whole model; a size that may vary is given by a name."""
        values = [_bytes(11, _value(name, shape)) for name, shape in inputs.items()]
        values += [_bytes(12, _value(name, shape)) for name, shape in outputs.items()]
        graph = b"".join([*self._parts, _bytes(2, "graph"), *values])
        opsets = _bytes(8, _bytes(1, "") + _number(2, OPSET)) + _bytes(8, _bytes(1, MICROSOFT) + _number(2, 1))
        return _number(1, IR_VERSION) + opsets + _bytes(7, graph)
