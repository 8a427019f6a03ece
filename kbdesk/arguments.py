"""What can be said on the command line."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Sequence
from datetime import date
from pathlib import Path
from typing import Literal

from kbdesk import __version__
from kbdesk.frozen import command_name


def parse_arguments(arguments: Sequence[str]) -> argparse.Namespace:
    """Return what the arguments say; `command` is None for the window, which then gets `paths`.

    Ends the program with code 2 and a word of help if they make no sense.
    """
    parser, commands = _parser()
    known, rest = _globals(add_help=False).parse_known_args(arguments)
    if rest and rest[0] not in commands and _is_path(rest[0]):
        return argparse.Namespace(
            data_dir=known.data_dir, safe_mode=known.safe_mode, command=None, paths=[Path(path) for path in rest]
        )
    if rest and (meant := _meant(rest[0], commands)):
        parser.error(f"There is no command “{rest[0]}”. Did you mean “{meant}”?")
    options = parser.parse_args(arguments)
    if options.command is None:
        options.paths = []
    return options


def _is_path(word: str) -> bool:
    """Return whether a word that is no command names a file or folder; one in a folder also where it is not there.

    Desktops open files from lists of what was opened long ago: that such a file is gone, the window says.
    """
    return not word.startswith("-") and (Path(word).exists() or len(Path(word).parts) > 1)


def _meant(word: str, commands: Sequence[str]) -> str | None:
    """Return the command that a word is probably mistyped for."""
    if word in commands or word.startswith("-"):
        return None
    from difflib import get_close_matches

    return next(iter(get_close_matches(word, commands, 1)), None)


def _globals(*, add_help: bool) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog=command_name(),
        add_help=add_help,
        description="Curate and search a team handbook on your own computer. Without a command: the window.",
        epilog="Exit codes: 0 all well, 1 an error, 2 wrong usage, 3 some files failed, 130 stopped by Ctrl+C."
        " check: 0 also when everything that was wrong is mended, 1 when something is left."
        " check-questions: 3 when not all are right.",
    )
    parser.add_argument(
        "--data-dir", type=Path, metavar="DIR", help="the data folder; otherwise KBDESK_DATA_DIR, else your own"
    )
    parser.add_argument("--safe-mode", action="store_true", help="open the window with the queue paused")
    return parser


def _parser() -> tuple[argparse.ArgumentParser, Sequence[str]]:
    parser = _globals(add_help=True)
    parser.add_argument("--version", action="version", version=f"kbdesk {__version__}")
    parser.add_argument(
        "--licences",
        action="store_const",
        dest="command",
        const="licences",
        help="print the licences of all parts of kbdesk and end",
    )
    test = parser.add_argument_group("test")
    test.add_argument(
        "--self-test", action="store_const", dest="command", const="self-test", help="look whether kbdesk is whole"
    )
    test.add_argument("--full", action="store_true", help="with --self-test: also read and search the sample handbook")
    test.add_argument("--json", action="store_true", help="with --self-test: one JSON object a line")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")

    def command(name: str, what: str, *, has_json: bool = True) -> argparse.ArgumentParser:
        made = commands.add_parser(name, help=what, description=what)
        if has_json:
            made.add_argument("--json", action="store_true", help="one JSON object a line")
        return made

    _fill_add(command("add", "Take files and folders into a knowledge base, and wait."))
    documents = command("documents", "List documents.")
    documents.add_argument("--kb", type=_typed, metavar="NAME", help="of this knowledge base only")
    documents.add_argument("--due", action="store_true", help="only those due for review, the most overdue first")
    chunks = command("chunks", "Show the passages of a document.")
    chunks.add_argument("document_id", metavar="DOCUMENT_ID")
    chunks.add_argument("--offset", type=_from(0), default=0, metavar="N", help="number of the first one, from 0")
    chunks.add_argument("--limit", type=_from(1), default=30, metavar="N", help="how many at most (30)")
    _fill_search(command("search", "Find passages by what they mean and by their words."))
    remove = command("remove", "Remove documents.", has_json=False)
    remove.add_argument("document_id", nargs="+", metavar="DOCUMENT_ID")
    _fill_tag(command("tag", "Say of documents what they are about and who looks after them.", has_json=False))
    _add_kb(command("kb", "List, create, delete, export or import knowledge bases.", has_json=False))
    _add_folders(command("folders", "Keep folders in sync, or list those that are.", has_json=False))
    _add_queue(command("queue", "List what is to be read, or give orders about it.", has_json=False))
    command("resume", "Read everything that is still to be read, and wait.")
    _fill_upkeep(command)
    _add_trash(command("trash", "List, restore or empty what was deleted.", has_json=False))
    _fill_questions(command("check-questions", "Ask the check questions, and say which are no longer right."))
    command("new-version", "Ask api.github.com for the newest version; kbdesk never does so by itself.")
    parse = command("parse", "Show what is read in files, without keeping it.")
    parse.add_argument("path", nargs="+", type=Path, metavar="PATH")
    return parser, list(commands.choices)


def _fill_add(add: argparse.ArgumentParser) -> None:
    add.add_argument("path", nargs="+", type=Path, metavar="PATH")
    add.add_argument(
        "--kb", type=_typed, metavar="NAME", help='the knowledge base; otherwise "Team handbook", or the first one'
    )
    add.add_argument("--plan", action="store_true", help="only say what would be added and what it takes")
    add.add_argument(
        "--keep-both", action="store_true", help="keep documents that have the path or the name of a file, beside it"
    )
    add.add_argument("--yes", action="store_true", help="send also more than the settings let be sent without asking")


def _fill_tag(tag: argparse.ArgumentParser) -> None:
    tag.add_argument("document_id", nargs="+", metavar="DOCUMENT_ID")
    tag.add_argument("--add", type=_typed, action="append", default=[], metavar="TAG", help="give them this tag")
    tag.add_argument("--remove", type=_typed, action="append", default=[], metavar="TAG", help="take this tag away")
    tag.add_argument("--owner", type=_typed, metavar="NAME", help='who looks after them; "" for nobody')
    tag.add_argument(
        "--review-by", type=_day, metavar="DATE", help='when they are to be looked over: "2026-12-31", or none'
    )
    tag.add_argument("--description", type=_typed, metavar="TEXT", help='what they are for; "" takes it away')


def _fill_search(search: argparse.ArgumentParser) -> None:
    search.add_argument(
        "query", nargs="+", type=_typed, metavar="WORD", help="the words of a question, with or without quotes around"
    )
    search.add_argument(
        "--also",
        type=_typed,
        action="append",
        default=[],
        metavar="QUERY",
        help="the same in other words, in quotes; the best hits of all (several times)",
    )
    search.add_argument("--top-k", type=_from(1), default=10, metavar="N", help="how many hits at most (10)")
    search.add_argument("--min-score", type=float, metavar="S", help="leave out hits by meaning with a lower score")
    search.add_argument(
        "--mode", choices=("hybrid", "meaning", "words"), default="hybrid", help="how is searched (hybrid: by both)"
    )
    search.add_argument("--why", action="store_true", help="say what speaks for each hit")
    only = search.add_argument_group("only", "Each may be given several times: one of them must hold, of tags all.")
    for option, gap, what in (
        ("--kb", "NAME", "in this knowledge base"),
        ("--document", "ID", "in this document"),
        ("--folder", "F", "in this folder of document names, or deeper"),
        ("--tag", "T", "in documents with this tag"),
        ("--kind", "K", "in documents of this kind, for example PDF"),
        ("--language", "L", "in this language, for example en"),
    ):
        only.add_argument(option, type=_typed, action="append", metavar=gap, help=what)
    only.add_argument("--from", dest="added_from", type=_date, metavar="DATE", help="taken in on this day or later")
    only.add_argument("--to", dest="added_to", type=_date, metavar="DATE", help="taken in on this day or earlier")


def _add_queue(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(dest="action", metavar="list|pause|resume|stop|cancel", required=True)
    orders = {
        "list": "list what is to be read",
        "pause": "let it rest until it is resumed",
        "resume": "go on with what rests, at the next start or with the command resume",
        "stop": "end the work on it; what is done stays",
        "cancel": "take it out, as if it had never been added",
    }
    for name, what in orders.items():
        action = actions.add_parser(name, help=what)
        action.add_argument("--json", action="store_true", help="one JSON object a line")
        if name != "list":
            action.add_argument("id", nargs="*", metavar="ID", help="only these documents; otherwise all")


def _fill_upkeep(command: Callable[[str, str], argparse.ArgumentParser]) -> None:
    check = command("check", "Look whether everything that was taken in is there and whole, and mend it.")
    check.add_argument("--no-mend", action="store_true", help="only say what is wrong")
    backup = command("backup", "Make a backup.")
    backup.add_argument("--to", type=Path, metavar="FOLDER", help="in this folder, for example on another disk")
    command("backups", "List the backups, newest first.")
    restore = command("restore", "Put a backup in place of the library; what was there becomes a backup.")
    restore.add_argument("backup", type=_typed, metavar="BACKUP", help="its name, or the folder it is")
    command("reclaim", "Give back the space that nobody needs.")


def _fill_questions(questions: argparse.ArgumentParser) -> None:
    questions.add_argument("--kb", type=_typed, metavar="NAME", help="of this knowledge base only")
    questions.add_argument(
        "--import", type=Path, dest="import_file", metavar="FILE", help="take in a table (CSV) of them first"
    )
    questions.add_argument(
        "--export", type=Path, dest="export_file", metavar="FILE", help="only write them to a table (CSV)"
    )


def _add_trash(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(dest="action", metavar="list|restore|empty", required=True)
    for name, what in (("list", "list it"), ("restore", "bring some of it back"), ("empty", "delete all for good")):
        action = actions.add_parser(name, help=what)
        action.add_argument("--json", action="store_true", help="one JSON object a line")
        if name == "restore":
            action.add_argument("id", nargs="+", metavar="ID", help="as the list says")


def _add_kb(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(dest="action", metavar="list|create|delete|export|import", required=True)
    actions.add_parser("list", help="list them")
    create = actions.add_parser("create", help="make one")
    create.add_argument("name", type=_typed, metavar="NAME")
    create.add_argument(
        "--store", choices=("this-computer", "milvus-lite"), default="this-computer", help="where it is kept"
    )
    actions.add_parser("delete", help="delete one").add_argument("name", type=_typed, metavar="NAME")
    export = actions.add_parser("export", help="write one to a file, with its documents and all that was done to them")
    export.add_argument("name", type=_typed, metavar="NAME")
    export.add_argument("file", type=Path, metavar="FILE.kbpack")
    take_in = actions.add_parser("import", help="take one in from a file, read its documents, and wait")
    take_in.add_argument("file", type=Path, metavar="FILE.kbpack")
    take_in.add_argument("--yes", action="store_true", help="send its texts to the service that the settings name")
    for action in (export, take_in):
        action.add_argument("--json", action="store_true", help="one JSON object a line")


def _add_folders(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(dest="action", metavar="list|add|sync|remove", required=True)
    listing = actions.add_parser("list", help="list them")
    add = actions.add_parser("add", help="take folders in and keep them in sync")
    add.add_argument("--kb", type=_typed, metavar="NAME", help="the knowledge base, as for the command add")
    sync = actions.add_parser("sync", help="follow what was added, changed and removed in them")
    remove = actions.add_parser("remove", help="keep them in sync no longer; their documents stay")
    for action, least in ((listing, "*"), (add, "+"), (sync, "*"), (remove, "+")):
        action.add_argument("path", nargs=least, type=Path, metavar="PATH")
        action.add_argument("--json", action="store_true", help="one JSON object a line")
    for action in (add, sync):
        action.add_argument("--plan", action="store_true", help="only say what has changed")
        action.add_argument("--yes", action="store_true", help="apply also what is so much that it waits for a person")


def _typed(value: str) -> str:
    """Return an argument as it was typed, also where the locale knows no UTF-8."""
    is_escaped = any("\udc80" <= character <= "\udcff" for character in value)
    return os.fsencode(value).decode("utf-8", "replace") if is_escaped else value


def _date(value: str) -> date:
    try:
        return date.fromisoformat(value)
    except ValueError:
        message = "must be a day like 2026-12-31"
        raise argparse.ArgumentTypeError(message) from None


def _day(value: str) -> date | Literal["none"]:
    if value == "none":
        return "none"
    try:
        return date.fromisoformat(value)
    except ValueError:
        message = "must be a day like 2026-12-31, or none"
        raise argparse.ArgumentTypeError(message) from None


def _from(least: int) -> Callable[[str], int]:
    def number(value: str) -> int:
        if (parsed := int(value)) < least:
            message = f"must be at least {least}"
            raise argparse.ArgumentTypeError(message)
        return parsed

    return number
