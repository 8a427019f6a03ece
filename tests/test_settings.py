"""What a person has chosen."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any
from unittest.mock import ANY

import pytest

from kbdesk.errors import DataFolderError
from kbdesk.settings import EmbeddingChoice, Settings, load, save

CHOICE = EmbeddingChoice(kind="openai", model="m", dimensions=8, base_url="http://localhost:1/v1", secret_name="openai")


def test_without_a_file_the_defaults_hold(tmp_path: Path) -> None:
    assert load(tmp_path / "settings.json") == Settings()


def test_what_is_saved_is_loaded(tmp_path: Path) -> None:
    settings = Settings(embedding=CHOICE, language="zh_CN", theme="dark", top_k=20, min_score=0.5)
    save(settings, tmp_path / "settings.json")
    assert load(tmp_path / "settings.json") == settings


def test_what_a_newer_version_wrote_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    path.write_text(json.dumps({"new": [1], "top_k": 5, "embedding": {"kind": "local", "quality": "high"}}))
    save(replace(load(path), top_k=7), path)
    data = json.loads(path.read_text())
    assert (data["new"], data["top_k"], data["embedding"]["quality"]) == ([1], 7, "high")


@pytest.mark.logs_warnings
def test_a_value_that_is_not_known_is_kept_until_another_one_is_chosen(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    newer = {"theme": "sepia", "language": "fr", "embedding": {"kind": "cloud", "model": "m"}}
    path.write_text(json.dumps(newer))
    save(replace(load(path), top_k=7), path)
    assert json.loads(path.read_text()).items() >= (newer | {"top_k": 7, "embedding": ANY}).items()
    assert json.loads(path.read_text())["embedding"].items() >= newer["embedding"].items()
    save(replace(load(path), language="zh_CN", embedding=CHOICE), path)
    kept = json.loads(path.read_text())
    assert (kept["theme"], kept["language"], kept["embedding"]["kind"]) == ("sepia", "zh_CN", "openai")


@pytest.mark.logs_warnings
@pytest.mark.parametrize(
    "content", ["{", "[]", "null", '"x"', '{"top_k": "many"}', '{"top_k": 0}', '{"theme": "pink"}']
)
def test_what_is_wrong_falls_back_with_a_warning(
    tmp_path: Path, content: str, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "settings.json"
    path.write_text(content)
    assert load(path) == Settings()
    assert len(caplog.records) == 1


@pytest.mark.logs_warnings
def test_one_wrong_value_leaves_the_others(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    path.write_text('{"top_k": 5, "min_score": "none", "theme": 1}')
    assert load(path) == Settings(top_k=5)


@pytest.mark.logs_warnings
@pytest.mark.parametrize("wrong", [{"base_url": ["http://localhost:2/v1"]}, {"dimensions": "all"}, {"kind": "cloud"}])
def test_a_model_that_is_not_understood_whole_is_not_asked_elsewhere(tmp_path: Path, wrong: dict[str, Any]) -> None:
    """OpenAI with an address that cannot be read would be OpenAI itself."""
    path = tmp_path / "settings.json"
    written = asdict(CHOICE) | wrong
    path.write_text(json.dumps({"embedding": written}))
    assert load(path).embedding == EmbeddingChoice()
    save(replace(load(path), top_k=7), path)
    assert json.loads(path.read_text())["embedding"] == written
    save(replace(load(path), embedding=CHOICE), path)
    assert load(path).embedding == CHOICE


def test_a_folder_that_is_not_there_is_said(tmp_path: Path) -> None:
    with pytest.raises(DataFolderError, match="could not be saved"):
        save(Settings(), tmp_path / "missing" / "settings.json")


def test_no_scrap_of_writing_is_left(tmp_path: Path) -> None:
    (tmp_path / "settings.json").mkdir()
    with pytest.raises(DataFolderError):
        save(Settings(), tmp_path / "settings.json")
    assert [path.name for path in tmp_path.iterdir()] == ["settings.json"]
