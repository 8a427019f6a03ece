"""Where kbdesk starts: the window without a command, else the command line."""

from __future__ import annotations

import multiprocessing
import sys


def main() -> int:
    """Run what the arguments ask for and return the exit code."""
    # In a frozen program a worker process starts here and goes no further.
    multiprocessing.freeze_support()
    from kbdesk.arguments import parse_arguments
    from kbdesk.windows import announce

    announce()
    options = parse_arguments(sys.argv[1:])
    if options.command is not None:
        from kbdesk.cli.run import run

        return run(options)
    from kbdesk.app import main as open_window

    return open_window(options.data_dir, options.paths, safe_mode=options.safe_mode)


if __name__ == "__main__":
    sys.exit(main())
