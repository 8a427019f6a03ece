"""Commands that look after the library: check, backups, space."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING, Any

from kbdesk.cli.session import SOME_FAILED, data_folder, held, open_library, print_row, see
from kbdesk.errors import InputError
from kbdesk.terminal import ProgressBar, remark, size

if TYPE_CHECKING:
    from kbdesk.library.backup_folder import BackupInfo
    from kbdesk.library.check_report import CheckReport
    from kbdesk.library.library import Library

SOMETHING_LEFT = 1


async def check(options: argparse.Namespace) -> int:
    """Look whether everything that was taken in is there and whole, and mend what can be mended."""
    async with open_library(options, write=True) as library:
        with ProgressBar(sys.stderr) as bar:
            report = await library.check(
                mend=not options.no_mend, on_progress=lambda now: bar.count(now.done, now.total, now.name)
            )
    for finding in report.findings:
        values = {
            "severity": finding.severity.value,
            "sentence": str(finding.sentence),
            "remedy": str(finding.remedy),
            "mended": finding.mended,
            "document": finding.document or None,
        }
        print_row(options, values, f"{finding.sentence} {finding.remedy}")
    print_row(options, _totals(report), str(report.summary))
    return 0 if report.is_whole else SOMETHING_LEFT


def _totals(report: CheckReport) -> dict[str, Any]:
    return {
        "whole": report.is_whole,
        "summary": str(report.summary),
        "knowledge_bases": report.knowledge_base_count,
        "documents": report.document_count,
        "chunks": report.passage_count,
        "copies": report.copy_count,
        "copied_bytes": report.copy_bytes,
        "backups": report.backup_count,
    }


async def backup(options: argparse.Namespace) -> int:
    """Make a backup."""
    async with open_library(options) as library:
        with ProgressBar(sys.stderr) as bar:
            to = None if options.to is None else options.to.absolute()
            made = await library.backups.make(to=to, on_progress=lambda now: bar.count(now.done, now.total, ""))
    print_row(options, _values(made), f"The backup {made.id} was made: {made.path}")
    for name in made.left_out:
        remark(f"The passages of “{name}” are not in it: they are in a Milvus Lite folder. Copy that folder yourself.")
    return 0


async def backups(options: argparse.Namespace) -> int:
    """List the backups, newest first."""
    from kbdesk.library.backups import Backups

    service = Backups(data_folder(options))
    try:
        for found in await service.list():
            count = "unknown" if found.document_count is None else found.document_count
            when = f"{found.made_at.astimezone():%Y-%m-%d %H:%M}"
            print_row(options, _values(found), f"{found.id}: {when}, documents: {count}, {size(found.size_bytes)}")
    finally:
        service.close()
    return 0


async def restore(options: argparse.Namespace) -> int:
    """Put a backup in place of the library, also of one that cannot be opened any more."""
    from kbdesk.library.backups import Backups

    folder = data_folder(options)
    service = Backups(folder)
    try:
        async with held(options, folder):
            await service.restore(options.backup)
    except InputError as exc:
        raise InputError(exc.title, see("backups")) from exc
    finally:
        service.close()
    async with open_library(options, write=True) as library:
        restored = library.backups.restored
        count = sum(kb.document_count for kb in await library.knowledge_bases())
    if restored is None:  # another program was quicker
        return 0
    values = {"restored": restored.is_done, "documents": count, "message": str(restored.sentence)}
    print_row(options, values, str(restored.sentence))
    return 0 if restored.is_done else SOMETHING_LEFT


async def reclaim(options: argparse.Namespace) -> int:
    """Give back the space that nobody needs."""
    async with open_library(options, write=True) as library:
        freed = await library.space.reclaim()
    print_row(options, {"freed_bytes": freed}, f"{size(freed)} were given back.")
    return 0


async def trash(options: argparse.Namespace) -> int:
    """List what is in the trash, restore some of it, or delete all of it for good."""
    async with open_library(options, write=options.action != "list") as library:
        if options.action == "list":
            await _list_trash(options, library)
            return 0
        if options.action == "restore":
            try:
                done = await library.trash.restore(options.id)
            except InputError as exc:
                raise InputError(exc.title, see("trash list")) from exc
            print_row(options, {"restored": done.count}, f"Restored: {done.count}")
        else:
            done = await library.trash.empty()
            values = {"deleted": done.count, "freed_bytes": done.freed_bytes}
            print_row(options, values, f"Deleted for good: {done.count}; {size(done.freed_bytes)} were given back.")
    for said in done.remarks:
        remark(said)
    return 0 if done.count or options.action == "empty" else SOME_FAILED


async def _list_trash(options: argparse.Namespace, library: Library) -> None:
    offset = 0
    while entries := await library.trash.entries(offset=offset):
        offset += len(entries)
        for entry in entries:
            values = {
                "id": entry.id,
                "kind": entry.kind,
                "name": entry.name,
                "knowledge_base": entry.knowledge_base,
                "deleted_at": entry.deleted_at.isoformat(),
                "purged_on": entry.purged_on.isoformat(),
                "chunks": entry.passage_count,
                "bytes": entry.size_bytes,
            }
            until = f"until {entry.purged_on.astimezone():%Y-%m-%d}"
            print_row(options, values, f"{entry.id}  {entry.name}: {entry.knowledge_base}, {until}")


def _values(found: BackupInfo) -> dict[str, Any]:
    return {
        "backup": found.id,
        "path": str(found.path),
        "made_at": found.made_at.isoformat(),
        "reason": found.reason.value,
        "bytes": found.size_bytes,
        "documents": found.document_count,
        "left_out": list(found.left_out),
    }
