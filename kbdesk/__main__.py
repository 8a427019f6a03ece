"""Where kbdesk starts: the window without a command, else the command line."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from kbdesk.windows import announce


def main() -> int:
    """Run what the arguments ask for and return the exit code."""
    _serve_as_worker()
    _have_streams()
    announce()
    if len(sys.argv) == 1:  # the usual start: what parses arguments need not be loaded
        from kbdesk.app import main as open_window

        return open_window(None, [])
    from kbdesk.arguments import parse_arguments

    options = parse_arguments(sys.argv[1:])
    if options.command == "self-test":
        from kbdesk.self_test.run import run as test_itself

        return test_itself(options)
    if options.command is not None:
        from kbdesk.cli.run import run

        return run(options)
    from kbdesk.app import main as open_window

    return open_window(options.data_dir, options.paths, safe_mode=options.safe_mode)


def _serve_as_worker() -> None:
    """In a frozen program a worker process starts here and goes no further."""
    if getattr(sys, "frozen", False) and len(sys.argv) > 1 and sys.argv[1].startswith("-"):
        import multiprocessing

        # PyInstaller's part of it; the spec makes a module of it, so that it is loaded here and not at every start.
        import pyi_rth_multiprocessing  # noqa: F401  # pyright: ignore[reportMissingImports, reportUnusedImport]

        multiprocessing.freeze_support()


def _have_streams() -> None:
    """Let what is printed go nowhere in a program of Windows that has a window and so no terminal."""
    if sys.stderr is None:  # pyright: ignore[reportUnnecessaryComparison]  it says otherwise, but pythonw does that
        sys.stdout = sys.stderr = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115  for as long as it runs


if __name__ == "__main__":
    sys.exit(main())
