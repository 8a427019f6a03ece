"""The libraries that kbdesk brings along report nothing to their makers."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from kbdesk.embedding.local import find_weights

USES = {
    "the local model": "from kbdesk.embedding.local import LocalEmbeddingModel as M; M().encode(['a'], 'query')",
    "OCR": "from kbdesk.rag.parsers.ocr import *; from PIL import Image as I; recognize_text(I.new('L', (64, 64)))",
}


@pytest.mark.skipif(find_weights() is None, reason="the weights of the built-in model are not here")
@pytest.mark.parametrize("use", USES)
def test_onnxruntime_keeps_no_number_of_this_computer(tmp_path: Path, use: str) -> None:
    """Its reporter leaves files in both folders, the number among them."""
    home, temporary = tmp_path / "home", tmp_path / "temporary"
    home.mkdir()
    temporary.mkdir()
    folders = {"HOME": str(home), "XDG_CACHE_HOME": str(home), "TMPDIR": str(temporary)}
    environment = {name: value for name, value in os.environ.items() if name != "ORT_DISABLE_TELEMETRY"}
    subprocess.run([sys.executable, "-c", USES[use]], env=environment | folders, check=True)
    assert list(tmp_path.rglob("*")) == [home, temporary]
