"""Commands about documents and knowledge bases."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING, Any

from kbdesk.cli import packs
from kbdesk.cli.plan import check_cap, show_plan
from kbdesk.cli.session import (
    SOME_FAILED,
    as_typed,
    check_documents,
    check_there,
    chosen_base,
    open_library,
    print_row,
    said_of,
)
from kbdesk.terminal import ProgressBar, counted, one_line, remark, say, say_json

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kbdesk.library.library import Library
    from kbdesk.library.types import AddResult, Choices, DocumentInfo, KnowledgeBaseInfo

_NAMES = 3


async def add(options: argparse.Namespace) -> int:
    """Take files and folders into a knowledge base, and wait."""
    if options.plan:
        return await show_plan(options)
    await check_there(*options.path)
    async with open_library(options, write=True) as library:
        kb = await chosen_base(library, options.kb)
        if not options.yes:
            await check_cap(library, kb, options.path)
        with ProgressBar(sys.stderr) as bar:
            choices = await _choices(library, kb, options)
            results = await library.add(kb.id, options.path, choices=choices, on_progress=bar.show)
        if not results:
            remark("There are no files in it.")
        for result in results:
            document = result.document
            path = as_typed(result.path, options.path)
            values = {
                "path": path,
                "outcome": _outcome(document),
                "document_id": document.id,
                "chunks": document.passage_count,
                "message": None if result.message is None else str(result.message),
            }
            print_row(options, values, f"{path}: {result.message or said_of(document)}")
            if result.is_new:
                await _remark_on(library, document, path)
    failed = [result for result in results if not _is_taken(result)]
    if len(results) > 1:
        _sum_up(failed, len(results))
    return SOME_FAILED if failed else 0


def _is_taken(result: AddResult) -> bool:
    from kbdesk.library.types import State

    return result.document.state is State.DONE and not result.is_in_trash


def _sum_up(failed: Sequence[AddResult], count: int) -> None:
    """Say once more, below the many others, which files failed and what to do: each reason once."""
    names: dict[str, list[str]] = {}
    for result in failed:
        names.setdefault(str(result.message or said_of(result.document)), []).append(result.path.name)
    for reason, of in names.items():
        more = f" and {len(of) - _NAMES} more" if len(of) > _NAMES else ""
        remark(f"{', '.join(of[:_NAMES])}{more}: {reason}")
    if failed:
        remark(f"Not taken in: {len(failed)} of {count} files. Do what is said of them, then add them again.")


async def _remark_on(library: Library, document: DocumentInfo, path: str) -> None:
    """Say what a person should know of what was read, and which document says much the same."""
    from kbdesk.library.similar import sentence

    for warning in document.warnings:
        remark(f"{path}: {warning}")
    for similar in (await library.similar.of(document.id))[:1]:
        remark(f"{path}: {sentence(similar)}")


async def _choices(library: Library, kb: KnowledgeBaseInfo, options: argparse.Namespace) -> Choices:
    from kbdesk.library.plan import Fate
    from kbdesk.library.types import Choices

    if not options.keep_both:
        return Choices()
    files = (await library.plan(kb.id, options.path)).files
    return Choices(
        keep_both=frozenset(each.found.path for each in files if each.fate in (Fate.CHANGED, Fate.SAME_NAME))
    )


async def documents(options: argparse.Namespace) -> int:
    """List documents."""
    async with open_library(options) as library:
        chosen = await library.knowledge_bases() if options.kb is None else [await chosen_base(library, options.kb)]
        if options.due:
            await _list_due(library, chosen, options)
            return 0
        for kb in chosen:
            for document in await library.documents(kb.id):
                print_row(
                    options, _document_values(kb, document), f"{document.id}  {document.name}: {said_of(document)}"
                )
                if not options.json:
                    for warning in document.warnings:
                        say(f"    {one_line(str(warning))}")
    return 0


async def _list_due(library: Library, chosen: Sequence[KnowledgeBaseInfo], options: argparse.Namespace) -> None:
    """List what is to be looked over by now, the most overdue first."""
    from kbdesk.library.facts.days import today

    bases = {kb.id: kb for kb in chosen}
    for document in await library.facts.due(today()):
        if kb := bases.get(document.knowledge_base_id):
            facts = document.facts
            said = f"{facts.review_by}, {facts.responsible}" if facts.responsible else f"{facts.review_by}"
            print_row(options, _document_values(kb, document), f"{document.id}  {document.name}: {said}")


def _document_values(kb: KnowledgeBaseInfo, document: DocumentInfo) -> dict[str, Any]:
    return {
        "document_id": document.id,
        "name": document.name,
        "outcome": _outcome(document),
        "chunks": document.passage_count,
        "bytes": document.size_bytes,
        "metadata": {
            "knowledge_base": kb.name,
            "kind": document.kind,
            "media_type": document.media_type,
            "path": str(document.path),
            "sha256": document.sha256,
            "reader": document.reader,
            "added_at": document.added_at.isoformat(),
            "state": document.state.value,
            "message": None if document.message is None else str(document.message),
            "warnings": [str(warning) for warning in document.warnings],
            "tags": list(document.facts.tags),
            "responsible": document.facts.responsible,
            "review_by": None if document.facts.review_by is None else document.facts.review_by.isoformat(),
            "description": document.facts.description,
        },
    }


async def chunks(options: argparse.Namespace) -> int:
    """Show the passages of a document."""
    async with open_library(options) as library:
        await check_documents(library, [options.document_id])
        found = await library.chunks(options.document_id, offset=options.offset, limit=options.limit)
        if not found:
            document = await library.document(options.document_id)
            remark(f"{document.name}: {said_of(document)}")
        for chunk in found:
            values = {
                "chunk_index": chunk.chunk_index,
                "total_chunks": chunk.total_chunks,
                "text": chunk.text,
                "metadata": chunk.metadata,
            }
            if options.json:
                say_json(values)
            else:
                say(f"[{chunk.chunk_index + 1} of {chunk.total_chunks}]\n{chunk.text}\n")
    return 0


async def remove(options: argparse.Namespace) -> int:
    """Put documents in the trash."""
    async with open_library(options, write=True) as library:
        await check_documents(library, options.document_id)
        say((await library.delete_documents(options.document_id)).label)
    return 0


async def tag(options: argparse.Namespace) -> int:
    """Change what is said of documents."""
    from kbdesk.library.facts.types import Change

    change = Change(tuple(options.add), tuple(options.remove), options.owner, options.review_by, options.description)
    async with open_library(options, write=True) as library:
        await check_documents(library, options.document_id)  # nothing is changed if one of them is not there
        done = await library.facts.change(options.document_id, change)
        say(done.label if done.count else "Nothing changed.")
    return 0


async def kb(options: argparse.Namespace) -> int:
    """List, make, delete, export or import knowledge bases."""
    if options.action == "export":
        return await packs.export(options)
    if options.action == "import":
        return await packs.take_in(options)
    async with open_library(options, write=options.action != "list") as library:
        if options.action == "create":
            kb = await library.create_knowledge_base(options.name, store=options.store)
            say(f"The knowledge base “{kb.name}” was made.")
        elif options.action == "delete":
            say((await library.delete_knowledge_base((await chosen_base(library, options.name)).id)).label)
        else:
            for kb in await library.knowledge_bases():
                documents, passages = counted(kb.document_count, "document"), counted(kb.passage_count, "passage")
                say(f"{kb.name}: {documents}, {passages}, {kb.store}")
    return 0


def _outcome(document: DocumentInfo) -> str:
    from kbdesk.library.types import State

    return document.outcome if document.state in (State.DONE, State.FAILED) else document.state.value
