"""The command that asks the check questions."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING, Any

from kbdesk.cli.session import SOME_FAILED, check_there, chosen_base, open_library, print_row
from kbdesk.terminal import ProgressBar, counted, remark

if TYPE_CHECKING:
    from kbdesk.library.library import Library
    from kbdesk.library.questions.types import Line, Report

_SIGNS = {"right": "ok", "wrong": "WRONG", "unchecked": "NOT CHECKED"}


async def check_questions(options: argparse.Namespace) -> int:
    """Take in, write or ask the check questions."""
    if options.import_file is not None:
        await check_there(options.import_file)
    async with open_library(options, write=True) as library:
        is_whole = True
        if options.import_file is not None:
            is_whole = await _import(library, options)
        if options.export_file is not None:
            kb_id = None if options.kb is None else (await chosen_base(library, options.kb)).id
            count = await library.questions.sheets.write(options.export_file.absolute(), kb_id)
            remark(f"Written: {counted(count, 'check question')}.")
            return 0 if is_whole else SOME_FAILED
        reports = await _ask(library, options)
    for report in reports:
        for line in report.lines:
            _print(options, report, line)
    if not any(report.lines for report in reports):
        remark("There are no check questions.")
    return 0 if is_whole and all(report.is_right for report in reports) else SOME_FAILED


async def _import(library: Library, options: argparse.Namespace) -> bool:
    """Take in a file and return whether every line of it was a check question."""
    kb = await chosen_base(library, options.kb)
    imported = await library.questions.sheets.read(options.import_file.absolute(), kb.id)
    remark(f"New: {counted(imported.added, 'check question')}; already there: {imported.known}.")
    for line in imported.bad:
        remark(f"Line {line.number}: {line.reason}")
    return not imported.bad


async def _ask(library: Library, options: argparse.Namespace) -> list[Report]:
    kbs = await library.knowledge_bases() if options.kb is None else [await chosen_base(library, options.kb)]
    reports: list[Report] = []
    with ProgressBar(sys.stderr) as bar:
        for kb in kbs:
            report = await library.questions.run(
                kb.id, on_progress=lambda now, name=kb.name: bar.count(now.done, now.total, name)
            )
            reports += [report] if report is not None else []
    return reports


def _print(options: argparse.Namespace, report: Report, line: Line) -> None:
    from kbdesk.library.questions.words import line_words

    said = line_words(line)
    wanted = line.question.wanted
    values: dict[str, Any] = {
        "knowledge_base": report.knowledge_base,
        "question": wanted.query,
        "expected_document": line.question.document_name,
        "verdict": line.verdict.value,
        "rank": None if line.now is None else line.now.rank,
        "rank_before": None if line.before is None else line.before.rank,
        "first": wanted.first,
        "instead": None if line.now is None else line.now.instead or None,
        "change": None if line.change is None else line.change.value,
        "message": str(said),
    }
    sign = _SIGNS[line.verdict.value]
    print_row(options, values, f"{sign}: {wanted.query}" + ("" if sign == "ok" else f" – {said}"))
