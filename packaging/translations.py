"""Gathers the texts of kbdesk for translating, and compiles the translations.

    .venv/bin/python packaging/translations.py

Writes resources/translations/kbdesk_zh_CN.ts and kbdesk_en.ts (its plural forms only), keeps what is translated, drops
what the code no longer says, and compiles both to .qm files, which are in git too: kbdesk needs no tool to start.

Qt's own lupdate does not see `text("parsing", "{n} pages", n=3)`: it stops at keyword arguments. So the texts are found
here, in the syntax tree, and handed to lupdate as plain calls.
"""

from __future__ import annotations

import ast
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

REPOSITORY = Path(__file__).resolve().parent.parent
CODE = REPOSITORY / "kbdesk"
FOLDER = REPOSITORY / "resources" / "translations"
LANGUAGES = ("zh_CN", "en")
_MARKERS = ("text", "translate", "QT_TRANSLATE_NOOP")


class Source(NamedTuple):
    """A text of the code.

    Attributes:
        context: Where it belongs.
        words: The English words.
        comment: What tells it from the same words with another meaning, or "".
        is_plural: Whether it counts something (%n).
    """

    context: str
    words: str
    comment: str
    is_plural: bool


def sources(folder: Path = CODE) -> list[Source]:
    """Return every text of the code, sorted."""
    found = {source for file in folder.rglob("*.py") for source in _of_file(file)}
    return sorted(found)


def update() -> None:
    """Bring both .ts files up to the code, keeping what is translated."""
    calls = "\n".join(
        f"translate({_quoted(each.context)}, {_quoted(each.words)}, {_quoted(each.comment)}{', 1' * each.is_plural})"
        for each in sources()
    )
    with tempfile.TemporaryDirectory() as folder:
        gathered = Path(folder) / "texts.py"
        gathered.write_text(calls, encoding="utf-8")
        for language in LANGUAGES:
            options = ["-no-obsolete", "-locations", "none", "-source-language", "en", "-target-language", language]
            if language == "en":
                options.append("-pluralonly")
            _run("pyside6-lupdate", *options, str(gathered), "-ts", str(ts_file(language)))


def compile_to(folder: Path) -> None:
    """Write the .qm files of all languages into a folder."""
    for language in LANGUAGES:
        _run("pyside6-lrelease", "-silent", str(ts_file(language)), "-qm", str(folder / f"kbdesk_{language}.qm"))


def ts_file(language: str) -> Path:
    """Return where the translations of a language are."""
    return FOLDER / f"kbdesk_{language}.ts"


def _of_file(file: Path) -> Iterator[Source]:
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and (source := _of_call(node)) is not None:
            yield source


def _of_call(call: ast.Call) -> Source | None:
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    arguments = [_literal(each) for each in call.args]
    if name == "FileType" and len(arguments) > 1 and arguments[1]:  # the kinds that the list of documents names
        return Source("Kinds", arguments[1], "", is_plural=False)
    if name not in _MARKERS or len(arguments) < 2 or not arguments[0] or not arguments[1]:
        return None
    comment = arguments[2] if len(arguments) > 2 else None
    return Source(arguments[0], arguments[1], comment or "", is_plural="%n" in arguments[1])


def _literal(node: ast.expr) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def _quoted(words: str) -> str:
    escaped = words.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def _run(tool: str, *arguments: str) -> None:
    program = Path(sys.executable).parent / tool
    subprocess.run([str(program), *arguments], check=True, stdout=subprocess.DEVNULL)


if __name__ == "__main__":
    update()
    compile_to(FOLDER)
