"""Which language a text is written in.

Where a script has one language, it decides; the others are told apart by a model of short runs of letters. A text that
cannot be told is of no language, and counts to every language that is searched.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import regex

from kbdesk.errors import KbError
from kbdesk.texts import text as sentence

UNKNOWN = ""

_OF_SCRIPTS = ("zh", "ja", "ko", "th", "el", "he")
_CODES = (
    "en de fr es it pt nl pl sv da no fi is cs sk sl hu ro hr et lv lt ca gl eu sq tr az vi id ms sw af cy ga"
    " ru uk be bg sr mk kk mn ar fa ur hi mr ne bn ta te gu kn ml pa si ka hy km lo my"
)
_OF_MODEL = _CODES.split()
_NO_LANGUAGE = "zxx"  # what the model calls code and the like

LANGUAGES: tuple[str, ...] = (UNKNOWN, *_OF_SCRIPTS, *_OF_MODEL)
"""All that `language_of` may return."""

VERSION = f"1/py3langid 0.4/{len(LANGUAGES)}"
"""Changes when the same text may be said to be in another language: what was kept of it is then made anew."""

# Of passages of 40 to 400 characters, 0.3 % are then told wrong and 3 to 7 % not at all.
_LEAST_CERTAINTY = 0.6
# So sure must be that a passage is in another language than most of its document: then hardly any is told wrong.
_CERTAINTY_OF_OTHERS = 0.9
_SAMPLE = 800  # longer ones are told no better, and take longer
_MODEL_SAMPLE = 250
_FEW_CHARACTERS = 60  # so long is a piece of Japanese that happens to be without kana at most

_RUN = regex.compile(
    r"(?P<ja>[\p{Hiragana}\p{Katakana}ー]+)|(?P<zh>\p{Han}+)|(?P<ko>\p{Hangul}+)|(?P<th>\p{Thai}+)"
    r"|(?P<el>\p{Greek}+)|(?P<he>\p{Hebrew}+)"
    r"|(?P<word>[\p{L}--[\p{Hiragana}\p{Katakana}\p{Han}\p{Hangul}\p{Thai}\p{Greek}\p{Hebrew}]][\p{L}\p{M}'’]*)",
    regex.VERSION1,
)
# Against words of other scripts: a name in Latin letters is long, and says less about the language than a particle.
_CHARACTERS_A_WORD = {"zh": 1, "ja": 1, "ko": 2, "th": 3, "el": 5, "he": 5}
_HAN = regex.compile(r"\p{Han}")
_ADDRESS = regex.compile(r"[\x21-\x7e]*[/@_=#][\x21-\x7e]*")
_LEAST_KANA = 0.1  # of the characters of a Japanese text; Chinese ones may cite a few


def language_of(text: str) -> str:
    """Return the ISO 639-1 code of a text's language, or "" where it cannot be told.

    A few words of another language do not count: each script is weighed by how many words are written in it. The
    first call that needs the model loads it, which takes half a second: call it in a thread.

    Raises:
        KbError: The model cannot be loaded.
    """
    language, certainty = _told(text)
    return language if certainty >= _LEAST_CERTAINTY else UNKNOWN


@dataclass(frozen=True)
class Spoken:
    """What is told of passages of one document, each by itself.

    Attributes:
        passages: The passages.
        told: The language each is most likely in, and how certain that is, 0 to 1.
    """

    passages: Sequence[str]
    told: Sequence[tuple[str, float]]

    @classmethod
    def of(cls, passages: Sequence[str]) -> Spoken:
        """Return what is told of passages."""
        return cls(passages, [_told(passage) for passage in passages])

    @property
    def written(self) -> dict[str, int]:
        """How many characters are written in each language, as far as it is certain; in order of appearance."""
        written: Counter[str] = Counter()
        for (language, certainty), passage in zip(self.told, self.passages, strict=True):
            written[language] += len(passage) if certainty >= _LEAST_CERTAINTY else 0
        return dict(written)

    def languages(self, main: str) -> list[str]:
        """Return the languages of the passages where most of their document is written in `main`."""
        return [
            main if certainty < _CERTAINTY_OF_OTHERS or _may_be_japanese(language, passage, main) else language
            for (language, certainty), passage in zip(self.told, self.passages, strict=True)
        ]


def languages_of(passages: Sequence[str]) -> list[str]:
    """Return the languages of passages of one document.

    Those that cannot be told by themselves (a heading, a row of numbers, code) are taken to be in the language that
    most of the document is written in.
    """
    spoken = Spoken.of(passages)
    return spoken.languages(main_of(spoken.written))


def main_of(written: Mapping[str, int]) -> str:
    """Return the language that most of a document is written in; of several the one that appears first."""
    return max(written, key=lambda language: written[language], default=UNKNOWN)


def _told(text: str) -> tuple[str, float]:
    """Return the language a text is most likely in, and how certain that is, 0 to 1."""
    words: list[str] = []
    characters: Counter[str] = Counter()
    for run in _RUN.finditer(_ADDRESS.sub(" ", text[:_SAMPLE])):
        if run.lastgroup == "word":
            words.append(run.group())
        elif run.lastgroup:
            characters[run.lastgroup] += len(run.group())
    of_script = _language_of_scripts(characters)
    if of_script and characters.total() / _CHARACTERS_A_WORD[of_script] >= len(words):
        return of_script, 1.0
    if not words:
        return UNKNOWN, 0.0
    language, certainty = _model().classify(" ".join(words)[:_MODEL_SAMPLE])
    return (UNKNOWN, 0.0) if language == _NO_LANGUAGE else (language, certainty)


def _language_of_scripts(characters: Counter[str]) -> str:
    """Return the language of the characters that scripts of one language have, which most of them are of."""
    chinese_or_japanese = characters["zh"] + characters["ja"]
    others = max(("ko", "th", "el", "he"), key=lambda language: characters[language])
    if characters[others] > chinese_or_japanese:
        return others
    if not chinese_or_japanese:
        return UNKNOWN
    return "ja" if characters["ja"] >= _LEAST_KANA * chinese_or_japanese else "zh"


def _may_be_japanese(language: str, passage: str, main: str) -> bool:
    return language == "zh" and main == "ja" and len(_HAN.findall(passage)) <= _FEW_CHARACTERS


@cache
def _model() -> Any:
    from py3langid.langid import MODEL_FILE, LanguageIdentifier  # pyright: ignore[reportMissingTypeStubs]  # it has none

    identifier: Any = LanguageIdentifier
    try:
        model = identifier.from_model_file(MODEL_FILE, norm_probs=True)
    except OSError as exc:  # it is unpacked into a temporary file
        raise KbError(
            sentence("language", "The languages of documents cannot be told ({reason}).", reason=exc.strerror),
            sentence("language", "Free some space for temporary files, then try again."),
        ) from exc
    model.set_languages([*_OF_MODEL, _NO_LANGUAGE])
    return model
