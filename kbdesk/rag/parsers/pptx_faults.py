"""What python-pptx lets through on broken files. Imported when the first deck is read: it loads python-pptx."""

from __future__ import annotations

from typing import cast

from lxml.etree import LxmlError  # pyright: ignore[reportUnknownVariableType] - lxml has no types
from pptx.exc import PythonPptxError

from kbdesk.rag.parsers.faults import LIBRARY_FAULTS

PPTX_FAULTS = (*LIBRARY_FAULTS, cast("type[Exception]", LxmlError), PythonPptxError, SyntaxError)
"""SyntaxError is ElementTree's error for broken XML."""
