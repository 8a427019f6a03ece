"""What a process does not need is not loaded: a worker is there sooner, and so is the window."""

from __future__ import annotations

import subprocess
import sys

import pytest

import kbdesk.rag


def loaded_by(statement: str) -> set[str]:
    """Return the modules that a fresh Python has after a statement."""
    program = f"import sys; {statement}; print(' '.join(sys.modules))"
    return set(
        subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout.split()
    )


def test_the_library_loads_nothing_before_a_name_is_asked_for() -> None:
    assert not {name for name in loaded_by("import kbdesk.rag") if name.startswith("kbdesk.rag.")}


def test_every_name_is_there() -> None:
    for name in kbdesk.rag.__all__:
        assert getattr(kbdesk.rag, name).__name__ == name


def test_a_name_that_is_not_there_is_told() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'PaperParser'"):
        _ = kbdesk.rag.PaperParser


def test_a_worker_loads_the_parser_that_it_needs() -> None:
    read = "from kbdesk.rag.parsers.registry import PARSERS, ReadOptions; PARSERS['{}'](ReadOptions())"
    markdown, pdf = loaded_by(read.format("md")), loaded_by(read.format("pdf"))
    assert "kbdesk.rag.parsers.markdown" in markdown
    assert not {"kbdesk.rag.parsers.pdf", "kbdesk.rag.parsers.docx", "lxml", "PIL", "onnxruntime"} & markdown
    assert "kbdesk.rag.parsers.pdf" in pdf
