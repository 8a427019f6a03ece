"""Where kbdesk starts: the window without a command, else the command line."""

from __future__ import annotations

import sys
from pathlib import Path

from kbdesk import frozen
from kbdesk.errors import KbError
from kbdesk.texts import text
from kbdesk.windows import announce


def main() -> int:
    """Run what the arguments ask for and return the exit code."""
    frozen.prepare()
    announce()
    if len(sys.argv) == 1:  # the usual start: what parses arguments need not be loaded
        return _open_window(None, [], safe_mode=False)
    from kbdesk.arguments import parse_arguments

    options = parse_arguments(sys.argv[1:])
    if options.command == "self-test":
        from kbdesk.self_test.run import run as test_itself

        return test_itself(options)
    if options.command is not None:
        from kbdesk.cli.run import run

        return run(options)
    return _open_window(options.data_dir, options.paths, safe_mode=options.safe_mode)


def _open_window(data_dir: Path | None, paths: list[Path], *, safe_mode: bool) -> int:
    try:
        from kbdesk.app import main as open_window
    except ImportError as exc:  # mostly a library of the system that Qt needs
        error = KbError(
            text("app", "The window cannot be loaded: {what}", what=str(exc)),
            text(
                "app",
                "Install what is missing. The command line works without it: {command} --help.",
                command=frozen.command(),
            ),
        )
        sys.stderr.write(f"kbdesk: {error}\n")
        return 1
    return open_window(data_dir, paths, safe_mode=safe_mode)


if __name__ == "__main__":
    sys.exit(main())
