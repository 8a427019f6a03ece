"""Stands in for `multiprocessing` where worker processes are to start quickly: they are forked from one of their kind.

By spawn, as in the program, each takes a quarter of a second for what it imports: where processes only read the files
of a test, that would be most of its time. They do the same, and are as much processes.
"""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

Pipe = multiprocessing.Pipe

IMPORTED = ["kbdesk.workers.reading", "kbdesk.rag.chunkers.approx_token"]


def get_context(_: str) -> SimpleNamespace:
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(IMPORTED)

    def make(target: Callable[..., None], args: tuple[Any, ...], **more: Any) -> multiprocessing.Process:
        return context.Process(target=begin, args=(dict(os.environ), target, args), **more)

    return SimpleNamespace(Process=make)


def begin(environment: dict[str, str], target: Callable[..., None], args: tuple[Any, ...]) -> None:
    """Do the work of a process in the environment of now; it was forked in an older one."""
    os.environ.clear()
    os.environ.update(environment)
    target(*args)
