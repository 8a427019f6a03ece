"""Which of the selected documents an act of the queue is for."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum, auto

from kbdesk.library.types import State


class Act(Enum):
    """What can be done with documents that are to be read."""

    PAUSE = auto()
    GO_ON = auto()
    STOP = auto()
    CANCEL = auto()
    READ_NEXT = auto()
    READ_LAST = auto()
    TRY_AGAIN = auto()


_WORK = frozenset({State.QUEUED, State.READING, State.EMBEDDING})
_UNREAD = _WORK | {State.PAUSED, State.STOPPED}
_NOT_READY = frozenset({State.FAILED, State.STOPPED})
_FOR = {
    Act.PAUSE: _WORK,
    Act.GO_ON: frozenset({State.PAUSED, State.STOPPED}),
    Act.STOP: _WORK | {State.PAUSED},
    Act.CANCEL: _UNREAD,
    Act.READ_NEXT: frozenset({State.QUEUED, State.PAUSED}),
    Act.READ_LAST: frozenset({State.QUEUED, State.PAUSED}),
}


def targets(act: Act, states: Mapping[str, State]) -> list[str]:
    """Return the documents that an act is for; none: it cannot be chosen.

    To try again is for what is not ready, so that a failure among many is mended; else for what is ready.

    Args:
        act: What is to be done.
        states: The selected documents by id.
    """
    if act != Act.TRY_AGAIN:
        return [each for each, state in states.items() if state in _FOR[act]]
    not_ready = [each for each, state in states.items() if state in _NOT_READY]
    return not_ready or [each for each, state in states.items() if state == State.DONE]
