"""What adding files would do, said before anything is done."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from kbdesk.cli.session import as_typed, chosen_base, open_library, print_row
from kbdesk.errors import InputError
from kbdesk.terminal import counted, duration
from kbdesk.texts import text

if TYPE_CHECKING:
    from kbdesk.library.estimates import Estimate
    from kbdesk.library.library import Library
    from kbdesk.library.plan import AddPlan
    from kbdesk.library.types import KnowledgeBaseInfo


async def show_plan(options: argparse.Namespace) -> int:
    """Say what would become of each file, and what all of them take; add nothing."""
    async with open_library(options) as library:
        kb = await chosen_base(library, options.kb)
        plan = await library.plan(kb.id, options.path)
    for file in plan.files:
        path = as_typed(file.found.path, options.path)
        values = {
            "path": path,
            "fate": file.fate.value,
            "document_id": file.document.id if file.document else None,
            "chunks": file.work.passages,
            "message": None if file.reason is None else str(file.reason),
        }
        print_row(options, values, f"{path}: {file.fate.value}" + (f". {file.reason}" if file.reason else ""))
    _print_total(options, plan)
    return 0


async def check_cap(library: Library, kb: KnowledgeBaseInfo, paths: Sequence[Path]) -> None:
    """Refuse what sends more to a remote provider than the settings let be sent without asking.

    Raises:
        InputError: It does.
    """
    from kbdesk.library.provider import remote_host

    if remote_host(kb, library.settings.embedding) is None:
        return
    plan = await library.plan(kb.id, paths)
    if plan.over_cap:
        raise InputError(
            text(
                "command line",
                "This would send about {tokens} tokens to {host}, more than the {most} of the settings.",
                tokens=f"{plan.estimate(plan.files).tokens:,}",
                host=plan.provider.host,
                most=f"{plan.most_tokens:,}",
            ),
            text("command line", "Look at it with --plan, and add --yes if you want it."),
        )


def _print_total(options: argparse.Namespace, plan: AddPlan) -> None:
    total = plan.estimate(plan.files)
    values = {
        "files": len(plan.files),
        "files_to_read": total.file_count,
        "bytes": total.size_bytes,
        "chunks": total.passages,
        "tokens": total.tokens,
        "seconds": round(total.seconds),
        "usd": total.usd,
        "sent_to": plan.provider.host,
        "over_cap": plan.over_cap,
    }
    read = f"To read: {total.file_count:,} of {counted(len(plan.files), 'file')}"
    read += f", about {counted(total.passages, 'passage')}, about {duration(total.seconds)}."
    print_row(options, values, f"{read} {_price(plan, total)}")


def _price(plan: AddPlan, total: Estimate) -> str:
    if plan.provider.host is None:
        return "Nothing is sent, and it costs nothing."
    price = "at a price that is not known" if total.usd is None else f"for about {total.usd:.2f} USD"
    return f"About {counted(total.tokens, 'token')} are sent to {plan.provider.host}, {price}."
