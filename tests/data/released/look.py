"""What is in a library, in plain values that outlive versions: written down at a release, and compared ever after."""

from __future__ import annotations

from typing import Any

from kbdesk.library.library import Library
from kbdesk.library.search.types import Request

QUERIES = ("daily allowance", "hotel", "parking", "病假", "helmets")


async def look(library: Library) -> dict[str, Any]:
    """Return what a person could see."""
    bases = {base.name: base for base in await library.knowledge_bases()}
    return {
        "knowledge_bases": {
            name: {
                "description": base.description,
                "store": base.store,
                "passages": base.passage_count,
                "cut": (await library.chunking.get(base.id)).way,
                "documents": await _documents(library, base.id),
                "edits": await _edits(library, base.id),
                "questions": await _questions(library, base.id),
            }
            for name, base in bases.items()
        },
        "trash": sorted((entry.kind, entry.name, entry.passage_count) for entry in await library.trash.entries()),
        "saved_searches": {saved.name: list(saved.request.queries) for saved in await library.searches.saved()},
        "recent_searches": [list(request.queries) for request in await library.searches.recent()],
        "gaps": [gap.query for gap in await library.gaps.open()],
        "folders": [folder.path.as_posix() for folder in await library.folders.list()],
        # An update of the files makes one more by itself.
        "backups": [made.document_count for made in await library.backups.list() if not made.reason.is_automatic],
        "settings": {"theme": library.settings.theme, "top_k": library.settings.top_k},
        "found": {query: await _found(library, query) for query in QUERIES},
    }


async def _documents(library: Library, kb_id: str) -> dict[str, Any]:
    documents = await library.documents(kb_id)
    names = {document.id: document.name for document in documents}
    return {
        document.name: {
            "state": document.state.value,
            "outcome": document.outcome,
            "kind": document.kind,
            "passages": document.passage_count,
            "has_copy": document.original is not None,
            "came_with": names.get(document.parent_id, ""),
            "pages": [page.value for page in document.pages],
            "tags": list(document.facts.tags),
            "owner": document.facts.responsible,
            "review_by": None if document.facts.review_by is None else document.facts.review_by.isoformat(),
            "description": document.facts.description,
        }
        for document in documents
    }


async def _edits(library: Library, kb_id: str) -> list[list[Any]]:
    edits = [edit for one in await library.documents(kb_id) for edit in await library.curation.edits(one.id)]
    return sorted([edit.kind, edit.text_now, edit.note, edit.is_off] for edit in edits)


async def _questions(library: Library, kb_id: str) -> dict[str, str]:
    report = await library.questions.report(kb_id)
    return {line.question.wanted.query: line.question.document_name for line in report.lines}


async def _found(library: Library, query: str) -> list[str]:
    """Return the documents of the first hits by words, which need no model."""
    results = await library.find(Request((query,), top_k=1, mode="words"))
    return [hit.document.name for hit in (results.hits or results.weak)]
