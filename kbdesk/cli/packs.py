"""Commands about knowledge bases as files."""

from __future__ import annotations

import argparse
import asyncio
import sys
from typing import TYPE_CHECKING

from kbdesk.cli.session import SOME_FAILED, check_there, chosen_base, open_library, print_row, said_of
from kbdesk.errors import InputError
from kbdesk.terminal import ProgressBar, remark, size
from kbdesk.texts import text

if TYPE_CHECKING:
    from kbdesk.library.library import Library


async def export(options: argparse.Namespace) -> int:
    """Write a knowledge base to a file."""
    async with open_library(options) as library:
        kb = await chosen_base(library, options.name)
        with ProgressBar(sys.stderr) as bar:
            exported = await library.packs.export(
                kb.id, options.file.absolute(), on_progress=lambda now: bar.count(now.done, now.total, "")
            )
    values = {
        "path": str(exported.path),
        "knowledge_base": kb.name,
        "documents": exported.document_count,
        "bytes": exported.size_bytes,
        "left_out": list(exported.left_out),
    }
    said = f"“{kb.name}” is in {options.file}: documents: {exported.document_count}, {size(exported.size_bytes)}"
    print_row(options, values, said)
    for name in exported.left_out:
        remark(f"Left out, since kbdesk has no copy of its file: {name}. Use Try again on it, then export again.")
    return SOME_FAILED if exported.left_out else 0


async def take_in(options: argparse.Namespace) -> int:
    """Take a knowledge base in from a file, and wait until it is read."""
    from kbdesk.library.types import State
    from kbdesk.library.watchers import Watcher

    await check_there(options.file)
    async with open_library(options, write=True) as library:
        _check_host(library, options)
        idle = asyncio.Event()
        with ProgressBar(sys.stderr) as bar:
            library.watch(Watcher(on_progress=bar.show, on_notice=remark, on_idle=idle.set))
            kb = await library.packs.take_in(
                options.file.absolute(), on_progress=lambda now: bar.count(now.done, now.total, "")
            )
            if kb.document_count:
                await idle.wait()
        documents = await library.documents(kb.id)
    for document in documents:
        values = {
            "knowledge_base": kb.name,
            "document_id": document.id,
            "name": document.name,
            "state": document.state.value,
            "chunks": document.passage_count,
            "message": None if document.message is None else str(document.message),
        }
        print_row(options, values, f"{kb.name}: {document.name}: {said_of(document)}")
    if not documents:
        remark(f"The knowledge base “{kb.name}” was made. There are no documents in it.")
    return 0 if all(each.state is State.DONE for each in documents) else SOME_FAILED


def _check_host(library: Library, options: argparse.Namespace) -> None:
    """Raise `InputError` where texts would leave this computer and nobody has agreed to that."""
    from kbdesk.library.provider import remote_host

    host = remote_host(None, library.settings.embedding)
    if host is not None and not options.yes:
        raise InputError(
            text("command line", "The text of the documents in it goes to {host}, as your settings say.", host=host),
            text("command line", "Add --yes to agree, or choose the built-in model in the settings of the window."),
        )
