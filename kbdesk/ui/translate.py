"""Screen texts in the language of the program.

Rules: whole sentences; the context and the text are literals, for the extraction tool finds calls of `translate` and
`text` by name; numbers as `%n` with the plural forms in the translation files, also in the English one; values with
`str.format` after translating. The language is set before the first widget is made: another choice takes effect at the
next start, and the settings say so.
"""

from __future__ import annotations

from functools import reduce

from PySide6.QtCore import QCoreApplication

from kbdesk.texts import Text

translate = QCoreApplication.translate


def shown(text: Text) -> str:
    """Return a text of the core in the language of the program; values that are texts are translated too."""
    values = {name: shown(value) if isinstance(value, Text) else value for name, value in text.values.items()}
    return QCoreApplication.translate(text.context, text.template).format(**values)


def joined(*sentences: str) -> str:
    """Return sentences one after the other; not every language has a blank between them."""
    pair = translate("Sentences", "{first} {second}")
    return reduce(lambda first, second: pair.format(first=first, second=second), sentences)
