"""Runs the checks and says how they ended."""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

from kbdesk.self_test import handbook, parts, window
from kbdesk.self_test.check import Check, Outcome, outcome_of
from kbdesk.terminal import prepare_streams, say, say_json

SHORT = (*parts.CHECKS, *window.CHECKS)
FULL = (*SHORT, *handbook.CHECKS)


def run(options: argparse.Namespace) -> int:
    """Print a line for each check; return 1 if one failed, else 0.

    Args:
        options: `full`: whether the sample handbook is taken in, too; `json`: one JSON object a line.
    """
    prepare_streams()
    has_failed = False
    for outcome in outcomes(FULL if options.full else SHORT):
        if options.json:
            say_json(asdict(outcome))
        else:
            say(_line(outcome))
        has_failed = has_failed or outcome.state == "failed"
    return int(has_failed)


def outcomes(checks: tuple[Check, ...]) -> Iterator[Outcome]:
    """Try the checks one after the other; nothing of them is left on the disk."""
    for check in checks:
        with tempfile.TemporaryDirectory(prefix="kbdesk-self-test-", ignore_cleanup_errors=True) as folder:
            yield outcome_of(check, Path(folder))


def _line(outcome: Outcome) -> str:
    said = f": {outcome.said}" if outcome.said else "."
    return f"{outcome.state:8}  {outcome.sentence}{said} [{outcome.seconds:.1f} s]"
