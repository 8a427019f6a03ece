"""What the commands share: the open library, the chosen knowledge base, one row of an answer."""

from __future__ import annotations

import argparse
import asyncio
import logging
import os
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kbdesk.errors import InputError, KbError
from kbdesk.frozen import command, command_name
from kbdesk.terminal import counted, one_line, remark, say, say_json
from kbdesk.texts import Text, text

if TYPE_CHECKING:
    from kbdesk.library.library import Library
    from kbdesk.library.types import DocumentInfo, KnowledgeBaseInfo, State
    from kbdesk.paths import DataFolder

_logger = logging.getLogger(__name__)

SOME_FAILED = 3

_PATIENCE_S = 60.0


@asynccontextmanager
async def open_library(options: argparse.Namespace, *, write: bool = False) -> AsyncGenerator[Library, None]:
    """Open the library that the options name; what goes wrong in the block is logged there."""
    from kbdesk.library.library import Library
    from kbdesk.logs import logging_to

    folder = data_folder(options)
    with logging_to(folder.logs):
        library = await Library.open(
            folder,
            access="write" if write else "read",
            program=f"{command_name()} {options.command}",
            patience_s=_PATIENCE_S,
            on_wait=_say_waiting,
        )
        async with library:
            try:
                yield library
            except KbError:
                raise
            except asyncio.CancelledError:  # Ctrl+C
                if write:
                    await _say_what_is_left(library)
                raise
            except Exception:
                _logger.exception("The command %s failed", options.command)  # here, where the log is open
                raise


@asynccontextmanager
async def held(options: argparse.Namespace, folder: DataFolder) -> AsyncGenerator[None, None]:
    """Hold a data folder as its only writer, without opening what is in it."""
    from kbdesk.library.lock import WriterLock

    lock = WriterLock(folder.lock_file)
    await lock.acquire(f"{command_name()} {options.command}", patience_s=_PATIENCE_S, on_wait=_say_waiting)
    try:
        yield
    finally:
        await lock.release()


def data_folder(options: argparse.Namespace) -> DataFolder:
    """Return the data folder that the options name, ready to be used."""
    from kbdesk.paths import DataFolder

    folder = DataFolder.default() if options.data_dir is None else DataFolder(options.data_dir.absolute())
    return folder.prepare()


def _say_waiting(who: Text) -> None:
    remark(f"{who} Waiting for up to {_PATIENCE_S:.0f} s until it is closed or done.")


async def _say_what_is_left(library: Library) -> None:
    if left := await library.queue.waiting():
        remark(f"Still to be read: {counted(len(left), 'document')}. Go on with: {command()} resume")


async def check_there(*paths: Path) -> None:
    """Look whether what a command is to read is there, before it waits for a library that is in use.

    Raises:
        InputError: One of them is no file and no folder.
    """
    from kbdesk.library import walk

    await asyncio.to_thread(walk.check_there, paths)


async def chosen_base(library: Library, name: str | None) -> KnowledgeBaseInfo:
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
        text(
            "command line",
            'See which there are with: {command} kb list. Make it with: {command} kb create "{name}"',
            command=command(),
            name=name or DEFAULT_NAME,
        ),
    )


async def check_documents(library: Library, document_ids: Sequence[str]) -> None:
    """Look whether all the documents are there that a command is about.

    Raises:
        InputError: One of them is not.
    """
    for document_id in document_ids:
        try:
            await library.document(document_id)
        except InputError as exc:
            raise InputError(
                text("command line", "There is no document “{id}”.", id=document_id), see("documents")
            ) from exc


def see(listing: str) -> Text:
    """Return a remedy for what was named and is not there: the command that lists what is."""
    return text("command line", "See what there is with: {command} {listing}", command=command(), listing=listing)


def as_typed(path: Path, typed: Sequence[Path]) -> str:
    """Return a path that was found the way its root was typed."""
    for root in typed:
        absolute = Path(os.path.abspath(root))  # noqa: PTH100  # as `walk` does it
        if path.is_relative_to(absolute):
            return str(root / path.relative_to(absolute))
    return str(path)


def state_word(state: State) -> str:
    """Return where a document stands, in the word that the window has for it."""
    from kbdesk.library.types import State

    words = {State.QUEUED: "Waiting", State.EMBEDDING: "Preparing", State.DONE: "Ready"}
    return words.get(state, state.value.capitalize())


def said_of(document: DocumentInfo) -> str:
    """Return what became of a document: what is to be said of it, or what there is of it."""
    from kbdesk.library.types import State

    if document.message is not None:
        return str(document.message)
    return counted(document.passage_count, "passage") if document.state is State.DONE else state_word(document.state)


def print_row(options: argparse.Namespace, values: dict[str, Any], line: str) -> None:
    """Write one row of the answer: the values as JSON, or the line for people."""
    if options.json:
        say_json(values)
    else:
        say(one_line(line))
