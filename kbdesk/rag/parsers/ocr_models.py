"""The networks that read pictures: files inside the package rapidocr, run by onnxruntime.

The package is looked at and never imported: it would load OpenCV and Shapely, whose wheels hold FFmpeg and GEOS (LGPL).
"""

from __future__ import annotations

import ctypes
import importlib.util
import sys
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import onnxruntime
from numpy.typing import NDArray
from onnxruntime.capi import onnxruntime_pybind11_state

if TYPE_CHECKING:
    from PIL.Image import Image

_FAULTS = (
    *(
        kind
        for kind in vars(onnxruntime_pybind11_state).values()
        if isinstance(kind, type) and issubclass(kind, Exception)
    ),
    ValueError,
)
"""All errors of onnxruntime, which have nothing in common, and ValueError, which its own Python code raises."""
_PACKAGE = "rapidocr"

_VALUES = np.arange(256, dtype=np.float32) / 127.5 - 1
"""Of the 256 brightnesses; looked up, a page takes no more memory on the way."""

Floats = NDArray[np.float32]


class ModelFiles(NamedTuple):
    """Where the networks are; both of PP-OCR (Apache-2.0)."""

    detection: Path
    recognition: Path


def find_models() -> ModelFiles | None:
    """Return the files in the installed package, in the frozen program in what is left of it, or None."""
    package = importlib.util.find_spec(_PACKAGE)
    for folder in (package and package.submodule_search_locations) or ():
        models = Path(folder, "models")
        files = ModelFiles(models / "PP-OCRv6_det_small.onnx", models / "PP-OCRv6_rec_small.onnx")
        if all(file.is_file() for file in files):
            return files
    return None


class ModelError(Exception):
    """A network cannot be loaded, because it is damaged, or cannot be run, because memory is short."""


class Model:
    """A network that takes a picture and gives one array."""

    def __init__(self, path: Path) -> None:
        """Load it.

        Raises:
            ModelError: It is damaged.
        """
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        options.enable_cpu_mem_arena = False  # it would keep the memory of the largest picture
        try:
            self._session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
        except _FAULTS as exc:
            raise ModelError from exc
        self._input = self._session.get_inputs()[0].name

    def metadata(self, key: str) -> str:
        """Return what its file says under a key, or ""."""
        return self._session.get_modelmeta().custom_metadata_map.get(key, "")

    def __call__(self, values: Floats) -> Floats:
        """Return what it makes of one picture, shape (3, height, width).

        Raises:
            ModelError: Memory is short.
        """
        try:
            return self._session.run(None, {self._input: values[None]})[0][0]
        except _FAULTS as exc:
            raise ModelError from exc


def give_memory_back() -> None:
    """Let the system have what a large picture took.

    glibc keeps pieces below 32 MB for itself, a quarter of a gigabyte after a page, and what is read next in other
    threads comes on top; allocators elsewhere give such pieces back.
    """
    if sys.platform == "linux":
        trim = getattr(ctypes.CDLL(None), "malloc_trim", None)  # musl has none
        if trim is not None:
            trim(0)


def model_values(image: Image) -> Floats:
    """Return a picture in mode RGB as the networks were taught to see it: blue first, from -1 to 1."""
    return _VALUES[np.ascontiguousarray(np.asarray(image)[:, :, ::-1].transpose(2, 0, 1))]
