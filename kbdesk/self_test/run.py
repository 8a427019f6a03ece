"""Runs the checks and says how they ended."""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

from kbdesk.cli.run import guarded
from kbdesk.errors import DataFolderError
from kbdesk.self_test import handbook, parts, window
from kbdesk.self_test.check import Check, Outcome, outcome_of
from kbdesk.terminal import say, say_json
from kbdesk.texts import text

SHORT = (*parts.CHECKS, *window.CHECKS)
FULL = (*SHORT, *handbook.CHECKS)


def run(options: argparse.Namespace) -> int:
    """Print a line for each check; return 1 if one failed, else 0.

    Args:
        options: `full`: whether the sample handbook is taken in, too; `json`: one JSON object a line.
    """
    return guarded(lambda: _run(options))


def _run(options: argparse.Namespace) -> int:
    has_failed = False
    for outcome in outcomes(FULL if options.full else SHORT):
        if options.json:
            say_json(asdict(outcome))
        else:
            say(_line(outcome))
            sys.stdout.flush()
        has_failed = has_failed or outcome.state == "failed"
    return int(has_failed)


def outcomes(checks: tuple[Check, ...]) -> Iterator[Outcome]:
    """Try the checks one after the other; nothing of them is left on the disk."""
    for check in checks:
        with _empty_folder() as folder:
            yield outcome_of(check, Path(folder))


def _empty_folder() -> tempfile.TemporaryDirectory[str]:
    try:
        return tempfile.TemporaryDirectory(prefix="kbdesk-self-test-", ignore_cleanup_errors=True)
    except OSError as exc:
        raise DataFolderError(
            text("self test", "Nothing can be written into the folder for temporary files."),
            text("self test", "Make room on its disk, or let the variable TMPDIR name another folder."),
        ) from exc


def _line(outcome: Outcome) -> str:
    said = f": {outcome.said}" if outcome.said else "."
    return f"{outcome.state:8}  {outcome.sentence}{said} [{outcome.seconds:.1f} s]"
