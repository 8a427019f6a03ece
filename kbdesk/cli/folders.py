"""Commands about folders that are kept in sync."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kbdesk.cli.session import SOME_FAILED, check_there, chosen_base, open_library, print_row
from kbdesk.errors import InputError
from kbdesk.frozen import command
from kbdesk.terminal import counted, remark
from kbdesk.texts import text

if TYPE_CHECKING:
    from kbdesk.library.folder_rows import FolderInfo
    from kbdesk.library.library import Library
    from kbdesk.library.sync_plan import SyncPlan


async def folders(options: argparse.Namespace) -> int:
    """List folders, add one, bring them in step, or keep one in sync no longer."""
    if options.action == "add":
        await check_there(*options.path)
    async with open_library(options, write=options.action != "list") as library:
        if options.action == "add":
            kb = await chosen_base(library, options.kb)
            kept = {(await library.folders.keep(kb.id, path)).id for path in options.path}
            there = await library.folders.list()  # one of them may have taken over another
            return await _sync(library, [folder for folder in there if folder.id in kept], options)
        chosen = await _chosen(library, options.path)
        if options.action == "sync":
            return await _sync(library, chosen, options)
        for folder in chosen:
            if options.action == "remove":
                await library.folders.leave(folder.id)
            else:
                print_row(options, _values(folder), _line(folder))
        return 0


async def _chosen(library: Library, paths: Sequence[Path]) -> list[FolderInfo]:
    from kbdesk.library.walk import absolute

    found = await library.folders.list()
    wanted = set(map(absolute, paths))
    missing = wanted - {folder.path for folder in found}
    if missing:
        raise InputError(
            text("command line", "The folder “{path}” is not kept in sync.", path=str(min(missing))),
            text("command line", "See which are with: {command} folders list", command=command()),
        )
    return [folder for folder in found if not paths or folder.path in wanted]


async def _sync(library: Library, chosen: Sequence[FolderInfo], options: argparse.Namespace) -> int:
    is_whole = True
    for folder in chosen:
        plan = await _plan(library, folder, options)
        await library.folders.finished()
        now = next(each for each in await library.folders.list() if each.id == folder.id)
        values = _values(now) | _changes(plan)
        line = _plan_line(plan, now) if options.plan else _line(now)
        print_row(options, values, line)
        waits = plan.needs_consent and not (options.yes or options.plan)
        if waits:
            remark("See what has changed with --plan, and apply it with --yes.")
        is_whole = is_whole and plan.is_connected and not waits and not plan.unreadable
    return 0 if is_whole else SOME_FAILED


async def _plan(library: Library, folder: FolderInfo, options: argparse.Namespace) -> SyncPlan:
    if options.plan:
        return await library.folders.look(folder.id)
    plan = await library.folders.sync(folder.id)
    if plan.needs_consent and options.yes:
        await library.folders.apply(plan)
    return plan


def _line(folder: FolderInfo) -> str:
    said = " ".join(map(str, folder.remarks)) or str(folder.state).capitalize() + "."
    return f"{folder.path} in “{folder.knowledge_base}”, {counted(folder.document_count, 'document')}: {said}"


def _plan_line(plan: SyncPlan, folder: FolderInfo) -> str:
    if not plan.is_connected:
        return f"{folder.path}: the folder is not there, or its drive is not connected."
    changes = [f"{what}: {', '.join(names)}" for what, names in _changes(plan).items() if names]
    return f"{folder.path}: {'; '.join(changes) or 'nothing has changed.'}"


def _values(folder: FolderInfo) -> dict[str, Any]:
    return {
        "path": str(folder.path),
        "knowledge_base": folder.knowledge_base,
        "state": folder.state.value,
        "documents": folder.document_count,
        "last_look": None if folder.last_look is None else folder.last_look.isoformat(),
        "remarks": [str(remark) for remark in folder.remarks],
    }


def _changes(plan: SyncPlan) -> dict[str, list[str]]:
    return {
        "new": [file.name for file in plan.added],
        "changed": [file.name for file in plan.changed],
        "removed": [document.name for document in plan.removed],
        "moved": [move.file.name for move in plan.moved],
    }
