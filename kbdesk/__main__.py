"""Where kbdesk starts: the window without a command, else the command line."""

from __future__ import annotations

import sys

from kbdesk import frozen
from kbdesk.windows import announce


def main() -> int:
    """Run what the arguments ask for and return the exit code."""
    frozen.prepare()
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


if __name__ == "__main__":
    sys.exit(main())
