"""The command that asks for a new version."""

from __future__ import annotations

import argparse

from kbdesk import __version__
from kbdesk.cli.session import print_row
from kbdesk.terminal import one_line, say
from kbdesk.updates import newest_release


async def new_version(options: argparse.Namespace) -> int:
    """Ask for the newest version, and say whether it is newer than this one."""
    newest = await newest_release()
    is_newer = newest is not None and newest.is_newer
    values = {
        "version": __version__,
        "newest": newest.version if newest else None,
        "is_newer": is_newer,
        "changes": newest.changes if newest else None,
        "page": newest.page if newest else None,
    }
    if newest is None:
        print_row(options, values, "No version was released yet.")
    elif not is_newer:
        print_row(options, values, f"kbdesk {__version__} is up to date.")
    else:
        print_row(options, values, f"kbdesk {newest.version} is there, this is {__version__}: {newest.page}")
        if not options.json:
            for line in newest.changes.splitlines():
                say(one_line(line))
    return 0
