"""The knowledge base library: parser > Section > chunker > Chunk > KnowledgeBase > store.

Each name is loaded when it is first asked for: all of them take half a second, and nobody needs all.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kbdesk.rag.chunkers.approx_token import ApproxTokenChunker
    from kbdesk.rag.chunkers.base import ChunkerBase
    from kbdesk.rag.chunkers.markdown import MarkdownChunker
    from kbdesk.rag.chunkers.paragraph import ParagraphChunker
    from kbdesk.rag.chunkers.semantic import SemanticChunker
    from kbdesk.rag.chunkers.sentence import SentenceChunker
    from kbdesk.rag.chunkers.table_rows import TableRowsChunker
    from kbdesk.rag.document import Chunk, DocumentSummary, Section, VectorRecord, VectorSearchResult
    from kbdesk.rag.knowledge import KnowledgeBase
    from kbdesk.rag.parsers.base import ParserBase
    from kbdesk.rag.parsers.csv import CSVParser
    from kbdesk.rag.parsers.docx import WordParser
    from kbdesk.rag.parsers.html import HTMLParser
    from kbdesk.rag.parsers.image import ImageParser
    from kbdesk.rag.parsers.markdown import MarkdownParser
    from kbdesk.rag.parsers.pdf import PDFParser
    from kbdesk.rag.parsers.pptx import PPTParser
    from kbdesk.rag.parsers.text import TextParser
    from kbdesk.rag.parsers.xlsx import ExcelParser
    from kbdesk.rag.stores.base import VectorStoreBase
    from kbdesk.rag.stores.milvus import MilvusLiteStore
    from kbdesk.rag.stores.sqlite import SQLiteStore

__all__ = [
    "ApproxTokenChunker",
    "CSVParser",
    "Chunk",
    "ChunkerBase",
    "DocumentSummary",
    "ExcelParser",
    "HTMLParser",
    "ImageParser",
    "KnowledgeBase",
    "MarkdownChunker",
    "MarkdownParser",
    "MilvusLiteStore",
    "PDFParser",
    "PPTParser",
    "ParagraphChunker",
    "ParserBase",
    "SQLiteStore",
    "Section",
    "SemanticChunker",
    "SentenceChunker",
    "TableRowsChunker",
    "TextParser",
    "VectorRecord",
    "VectorSearchResult",
    "VectorStoreBase",
    "WordParser",
]

_PLACES = {
    "ApproxTokenChunker": "chunkers.approx_token",
    "CSVParser": "parsers.csv",
    "Chunk": "document",
    "ChunkerBase": "chunkers.base",
    "DocumentSummary": "document",
    "ExcelParser": "parsers.xlsx",
    "HTMLParser": "parsers.html",
    "ImageParser": "parsers.image",
    "KnowledgeBase": "knowledge",
    "MarkdownChunker": "chunkers.markdown",
    "MarkdownParser": "parsers.markdown",
    "MilvusLiteStore": "stores.milvus",
    "PDFParser": "parsers.pdf",
    "PPTParser": "parsers.pptx",
    "ParagraphChunker": "chunkers.paragraph",
    "ParserBase": "parsers.base",
    "SQLiteStore": "stores.sqlite",
    "Section": "document",
    "SemanticChunker": "chunkers.semantic",
    "SentenceChunker": "chunkers.sentence",
    "TableRowsChunker": "chunkers.table_rows",
    "TextParser": "parsers.text",
    "VectorRecord": "document",
    "VectorSearchResult": "document",
    "VectorStoreBase": "stores.base",
    "WordParser": "parsers.docx",
}


def __getattr__(name: str) -> Any:
    if name not in _PLACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"{__name__}.{_PLACES[name]}"), name)
