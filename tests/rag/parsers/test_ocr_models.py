from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from kbdesk.rag.parsers.ocr_models import Model, ModelError, ModelFiles, find_models, model_values

READS_A_PICTURE = """
import sys
from PIL import Image, ImageDraw
from kbdesk.rag.parsers.ocr import recognize_text

image = Image.new("L", (500, 120), "white")
ImageDraw.Draw(image).text((30, 30), "Badges are returned", "black", font_size=40)
print(recognize_text(image).text)
print([name for name in ("cv2", "shapely", "rapidocr", "pyclipper", "omegaconf") if name in sys.modules])
"""
IMPORTS_ONLY = "import sys, kbdesk.rag.parsers.registry; print({'onnxruntime', 'PIL'} & set(sys.modules))"


def printed(program: str) -> list[str]:
    return subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    ).stdout.splitlines()


@pytest.mark.skipif(find_models() is None, reason="the models are not here")
def test_reading_a_picture_loads_neither_opencv_nor_shapely():
    assert printed(READS_A_PICTURE) == ["Badges are returned", "[]"]


def test_nothing_heavy_is_loaded_before_a_picture_is_read():
    assert printed(IMPORTS_ONLY) == ["set()"]


def test_the_models_are_found_without_the_code_beside_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """As in the frozen program."""
    monkeypatch.setattr(sys, "path", [str(tmp_path)])
    monkeypatch.delitem(sys.modules, "rapidocr", raising=False)
    assert find_models() is None
    folder = tmp_path / "rapidocr" / "models"
    folder.mkdir(parents=True)
    assert find_models() is None
    files = ModelFiles(folder / "PP-OCRv6_det_small.onnx", folder / "PP-OCRv6_rec_small.onnx")
    for file in files:
        file.touch()
    assert find_models() == files


@pytest.mark.parametrize("content", [None, b"", b"no model"])
def test_a_model_that_is_gone_or_damaged_cannot_be_loaded(tmp_path: Path, content: bytes | None):
    file = tmp_path / "model.onnx"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(ModelError):
        Model(file)


@pytest.mark.skipif(find_models() is None, reason="the models are not here")
def test_a_cut_off_model_cannot_be_loaded(tmp_path: Path):
    file = tmp_path / "model.onnx"
    file.write_bytes(find_models().detection.read_bytes()[:-100_000])
    with pytest.raises(ModelError):
        Model(file)


@pytest.mark.skipif(find_models() is None, reason="the models are not here")
def test_a_picture_that_does_not_fit_the_network_is_refused():
    with pytest.raises(ModelError):
        Model(find_models().recognition)(np.zeros((3, 47, 200), np.float32))


def test_the_networks_see_blue_first_from_minus_one_to_one():
    values = model_values(Image.new("RGB", (4, 2), (255, 0, 51)))
    assert values.shape == (3, 2, 4)
    assert values[:, 1, 3] == pytest.approx(np.array((-0.6, -1, 1)))
