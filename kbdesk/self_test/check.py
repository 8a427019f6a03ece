"""What a check is, and how one ends."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from kbdesk.errors import KbError
from kbdesk.logs import describe

INSTALL_AGAIN = "Install kbdesk again; if it still fails, send this line to the makers of kbdesk."


class CheckFailedError(Exception):
    """Something is not as it should be.

    Attributes:
        what: What is wrong, one sentence.
        remedy: What to do.
    """

    def __init__(self, what: str, remedy: str = INSTALL_AGAIN) -> None:
        super().__init__(what)
        self.what = what
        self.remedy = remedy


class NotHereError(CheckFailedError):
    """This computer lacks what the check needs; kbdesk itself is not to blame."""


@dataclass(frozen=True)
class Check:
    """One thing that is tried.

    Attributes:
        sentence: What holds when it succeeds.
        try_it: Tries it in an empty folder of its own; returns what is worth knowing, or "".
    """

    sentence: str
    try_it: Callable[[Path], str]


@dataclass(frozen=True)
class Outcome:
    """How a check ended.

    Attributes:
        sentence: What was to hold.
        state: "ok", "failed", or "not here" where the computer lacks what is needed.
        said: What is worth knowing; of a failure what is wrong and what to do.
        seconds: How long it took.
    """

    sentence: str
    state: Literal["ok", "failed", "not here"]
    said: str
    seconds: float


def outcome_of(check: Check, folder: Path) -> Outcome:
    """Try a check in an empty folder."""
    began = time.monotonic()
    state: Literal["ok", "failed", "not here"] = "ok"
    try:
        said = check.try_it(folder)
    except CheckFailedError as error:
        state = "not here" if isinstance(error, NotHereError) else "failed"
        said = f"{error.what} {error.remedy}"
    except KbError as error:
        state, said = "failed", str(error)
    except Exception as error:  # noqa: BLE001  whatever a broken installation raises is what we are here to tell
        state, said = "failed", f"{describe(error)}: {error} {INSTALL_AGAIN}"
    return Outcome(check.sentence, state, " ".join(said.split()), round(time.monotonic() - began, 2))
