"""The command line: the same services as the window."""

from __future__ import annotations

import argparse
import asyncio
import logging
import os
import sys
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kbdesk.errors import InputError, KbError, unexpected
from kbdesk.terminal import ProgressBar, one_line, prepare_streams, remark, say, say_json, shortened
from kbdesk.texts import Text, text

if TYPE_CHECKING:
    from kbdesk.library.library import Library
    from kbdesk.library.types import DocumentInfo, Hit, KnowledgeBaseInfo
    from kbdesk.rag.document import Section
    from kbdesk.rag.parsers.registry import ParsedFile

_logger = logging.getLogger(__name__)

ERROR = 1
SOME_FAILED = 3
INTERRUPTED = 130

_PATIENCE_S = 60.0
_SNIPPET_LINES = 3


def run(options: argparse.Namespace) -> int:
    """Do what a command asks and return the exit code; errors are one line on stderr."""
    prepare_streams()
    commands: dict[str, Callable[[argparse.Namespace], Awaitable[int]]] = {
        "add": _add,
        "documents": _documents,
        "chunks": _chunks,
        "search": _search,
        "remove": _remove,
        "kb": _kb,
        "parse": _parse,
    }

    async def work() -> int:
        return await commands[options.command](options)

    try:
        code = asyncio.run(work())
        sys.stdout.flush()
    except KbError as exc:
        return _complain(str(exc), ERROR)
    except KeyboardInterrupt:
        return _complain("stopped", INTERRUPTED)
    except BrokenPipeError:
        # Whoever read the output has enough; Python must not try to flush the rest at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except Exception as exc:  # noqa: BLE001  # the last border: people get a line, not a traceback
        return _complain(str(unexpected(exc)), ERROR)
    return code


@asynccontextmanager
async def _library(options: argparse.Namespace, *, write: bool = False) -> AsyncGenerator[Library, None]:
    from kbdesk.library.library import Library
    from kbdesk.logs import logging_to
    from kbdesk.paths import DataFolder

    def waiting(held: Text) -> None:
        remark(f"{held} Waiting for up to {_PATIENCE_S:.0f} s.")

    folder = DataFolder.default() if options.data_dir is None else DataFolder(options.data_dir.absolute())
    folder.prepare()
    with logging_to(folder.logs):
        library = await Library.open(
            folder,
            access="write" if write else "read",
            program=f"kbdesk {options.command}",
            patience_s=_PATIENCE_S,
            on_wait=waiting,
        )
        async with library:
            try:
                yield library
            except KbError:
                raise
            except Exception:
                _logger.exception("The command %s failed", options.command)  # here, where the log is open
                raise


async def _add(options: argparse.Namespace) -> int:
    from kbdesk.library.types import State

    async with _library(options, write=True) as library:
        kb = await _chosen(library, options.kb)
        with ProgressBar(sys.stderr) as bar:
            results = await library.add(kb.id, options.path, on_progress=bar.show)
        if not results:
            remark("There are no files in it.")
        for result in results:
            document = result.document
            path = _as_typed(result.path, options.path)
            values = {
                "path": path,
                "outcome": _outcome(document),
                "document_id": document.id,
                "chunks": document.passage_count,
                "message": None if result.message is None else str(result.message),
            }
            said = result.message or f"{document.passage_count} passages"
            _print(options, values, f"{path}: {said}")
    return 0 if all(result.document.state is State.DONE for result in results) else SOME_FAILED


async def _documents(options: argparse.Namespace) -> int:
    async with _library(options) as library:
        chosen = await library.knowledge_bases() if options.kb is None else [await _chosen(library, options.kb)]
        for kb in chosen:
            for document in await library.documents(kb.id):
                said = document.message or f"{document.passage_count} passages"
                _print(options, _document_values(kb, document), f"{document.id}  {document.name}: {said}")
    return 0


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
        },
    }


async def _chunks(options: argparse.Namespace) -> int:
    async with _library(options) as library:
        for chunk in await library.chunks(options.document_id, offset=options.offset, limit=options.limit):
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


async def _search(options: argparse.Namespace) -> int:
    async with _library(options) as library:
        kb_ids = None if options.kb is None else [(await _chosen(library, name)).id for name in options.kb]
        hits = await library.search(options.query, kb_ids, top_k=options.top_k, min_score=options.min_score)
        for notice in await library.notices():
            remark(notice)
    for hit in hits:
        values = {
            "rank": hit.rank,
            "score": hit.score,
            "document_id": hit.document.id,
            "name": hit.document.name,
            "chunk_index": hit.chunk.chunk_index,
            "text": hit.chunk.text,
            "place": str(hit.place),
            "metadata": hit.chunk.metadata,
        }
        if options.json:
            say_json(values)
        else:
            say(_shown(hit))
    if not hits:
        remark("Nothing was found.")
    return 0


def _shown(hit: Hit) -> str:
    place = str(hit.place)
    head = f"{hit.rank:>3}  {hit.score:.3f}  {one_line(hit.document.name)}{', ' if place else ''}{one_line(place)}"
    lines = [line.strip() for line in hit.chunk.text.splitlines() if line.strip()]
    return "\n".join([head, *(f"     {shortened(line)}" for line in lines[:_SNIPPET_LINES])])


async def _remove(options: argparse.Namespace) -> int:
    async with _library(options, write=True) as library:
        say((await library.delete_documents(options.document_id)).label)
    return 0


async def _kb(options: argparse.Namespace) -> int:
    async with _library(options, write=options.action != "list") as library:
        if options.action == "create":
            kb = await library.create_knowledge_base(options.name, store=options.store)
            say(f"The knowledge base “{kb.name}” was made.")
        elif options.action == "delete":
            say((await library.delete_knowledge_base((await _chosen(library, options.name)).id)).label)
        else:
            for kb in await library.knowledge_bases():
                say(f"{kb.name}: {kb.document_count} documents, {kb.passage_count} passages, {kb.store}")
    return 0


async def _parse(options: argparse.Namespace) -> int:
    from kbdesk.library.walk import walk
    from kbdesk.workers.pool import WorkerPool

    logging.getLogger("kbdesk").addHandler(logging.NullHandler())  # this command has no data folder and no log
    files = await asyncio.to_thread(lambda: list(walk(options.path)))
    is_whole = True
    async with WorkerPool() as pool:
        tasks = [asyncio.create_task(pool.parse(file.path, file.name)) for file in files]
        try:
            for file, task in zip(files, tasks, strict=True):
                parsed = await task
                is_whole = is_whole and parsed.outcome == "text"
                path = _as_typed(file.path, options.path)
                said = parsed.message or f"{parsed.kind}, {len(parsed.sections)} sections"
                _print(options, _parsed_values(path, parsed), f"{path}: {said}")
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
    return 0 if is_whole else SOME_FAILED


def _parsed_values(path: str, parsed: ParsedFile) -> dict[str, Any]:
    texts = [_text_of(section) for section in parsed.sections]
    return {
        "path": path,
        "outcome": parsed.outcome,
        "text": "\n\n".join(one for one in texts if one),
        "units": parsed.units,
        "sections": [
            {"text": one, "metadata": section.metadata} for one, section in zip(texts, parsed.sections, strict=True)
        ],
        "warnings": [str(warning) for warning in parsed.warnings],
        "message": None if parsed.message is None else str(parsed.message),
    }


def _text_of(section: Section) -> str:
    from kbdesk.message import TextBlock
    from kbdesk.rag.document import CAPTION

    content = section.content
    return content.text if isinstance(content, TextBlock) else str(section.metadata.get(CAPTION) or "")


async def _chosen(library: Library, name: str | None) -> KnowledgeBaseInfo:
    """Return the knowledge base of a name, or the default one.

    Raises:
        InputError: There is none of that name.
    """
    from kbdesk.library.catalog import DEFAULT_NAME

    kbs = await library.knowledge_bases()
    wanted = (name or DEFAULT_NAME).casefold()
    for kb in kbs:
        if kb.name.casefold() == wanted:
            return kb
    if name is None and kbs:
        return kbs[0]
    raise InputError(
        text("command line", "There is no knowledge base “{name}”.", name=name or DEFAULT_NAME),
        text("command line", 'Make it with: kbdesk kb create "{name}"', name=name or DEFAULT_NAME),
    )


def _outcome(document: DocumentInfo) -> str:
    from kbdesk.library.types import State

    return document.outcome if document.state in (State.DONE, State.FAILED) else document.state.value


def _as_typed(path: Path, typed: Sequence[Path]) -> str:
    """Return a path that was found the way its root was typed."""
    for root in typed:
        absolute = Path(os.path.abspath(root))  # noqa: PTH100  # as `walk` does it
        if path.is_relative_to(absolute):
            return str(root / path.relative_to(absolute))
    return str(path)


def _print(options: argparse.Namespace, values: dict[str, Any], line: str) -> None:
    if options.json:
        say_json(values)
    else:
        say(one_line(line))


def _complain(what: str, code: int) -> int:
    remark(what)
    return code
