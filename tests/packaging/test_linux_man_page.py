"""The manual page says of every command what the program's own help says of it."""

import argparse
import re
from pathlib import Path

from kbdesk import arguments

PARSER, _ = arguments._parser()
PAGE = Path(__file__).resolve().parents[2] / "packaging" / "linux" / "kbdesk.1"
_OPTION = re.compile(r"\bFl -([a-z][a-z-]*)")


def subcommands(parser):
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            yield from action.choices.items()


def long_options(parser):
    """The options of a parser and of the actions in it, but --help, which all know."""
    own = {name[2:] for action in parser._actions for name in action.option_strings if name.startswith("--")}
    return (own - {"help"}).union(*(long_options(each) for _, each in subcommands(parser)))


def described():
    """Each command's part of the page, by its name."""
    commands = PAGE.read_text("utf-8").split(".Sh COMMANDS\n")[1].split("\n.Sh ")[0]
    parts = re.split(r"^\.Ss ", commands, flags=re.MULTILINE)[1:]
    return {part.split()[0]: part for part in parts}


def test_every_command_has_a_part_of_its_own():
    assert sorted(described()) == sorted(name for name, _ in subcommands(PARSER))


def test_every_option_of_a_command_is_described_and_no_other():
    for name, parser in subcommands(PARSER):
        items = "\n".join(line for line in described()[name].splitlines() if line.startswith(".It "))
        assert set(_OPTION.findall(items)) == long_options(parser), name


def test_every_action_of_a_command_is_named():
    for name, parser in subcommands(PARSER):
        heading = described()[name].splitlines()[0]
        for action, _ in subcommands(parser):
            assert action in heading.split(), (name, action)


def test_the_options_of_the_program_itself_are_described():
    top = PAGE.read_text("utf-8").split(".Sh DESCRIPTION\n")[1].split("\n.Sh ")[0]
    items = "\n".join(line for line in top.splitlines() if line.startswith(".It "))
    parser = PARSER
    own = {name[2:] for action in parser._actions for name in action.option_strings if name.startswith("--")}
    assert sorted(_OPTION.findall(items)) == sorted(own)  # each of them once
