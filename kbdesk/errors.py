"""The tree of errors. Each has a title (what happened) and a remedy (what a person can do).

KbError
    InputError              an argument that cannot be right (also a ValueError)
    ParseError              a file that gives no text (also a ValueError); `outcome` says why
        EmptyFileError, DamagedError, PasswordError, UnreadableTextError, UnsupportedError, LegacyFormatError,
        LimitError
    EmbeddingError          the model cannot be reached or refuses the input (also a RuntimeError)
        ModelMissingError   the weights of the built-in model are not on this computer
    StoreError              the store cannot be opened, read or written (also a RuntimeError)
        StoreInUseError     another program holds it
        DiskFullError       its disk is full, or the user's share of it
        ModelMismatchError  the collection was made with another model
        CollectionMissingError  there is no such collection (any more)
    SecretError             the system's keyring cannot be used
    DataFolderError         the data folder cannot be used
    UpdateError             whether there is a newer kbdesk cannot be found out
    WorkerError             a worker process ended before its work did
        WorkerCrashError    it crashed
        WorkerLimitError    it was stopped at its limit of time or memory
        ReplacedError       another version of kbdesk lies where this one was started from
"""

from __future__ import annotations

from typing import Any, ClassVar

from kbdesk.texts import Text, text


class KbError(Exception):
    """What went wrong, in words a person can act on.

    Attributes:
        title: What happened, one sentence.
        remedy: What to do next, one or two sentences.
    """

    def __init__(self, title: Text, remedy: Text) -> None:
        super().__init__(title, remedy)
        self.title = title
        self.remedy = remedy

    def __str__(self) -> str:
        return str(self.sentence)

    @property
    def sentence(self) -> Text:
        """Both in one, for where there is one line to say it."""
        return text("errors", "{title} {remedy}", title=self.title, remedy=self.remedy)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.title, self.remedy)


class InputError(KbError, ValueError):
    """An argument cannot be right; nothing was changed."""


class ParseError(KbError, ValueError):
    """A file gives no text.

    Attributes:
        outcome: One of the outcomes of a file other than "text".
    """

    outcome: ClassVar[str] = "damaged"


class EmptyFileError(ParseError):
    """The file has no content."""

    outcome = "empty"


class DamagedError(ParseError):
    """The file breaks the rules of its own format."""

    outcome = "damaged"


class PasswordError(ParseError):
    """The file is encrypted and the password is missing or wrong."""

    outcome = "password"


class UnreadableTextError(ParseError):
    """There is text, but no way to tell what its characters are."""

    outcome = "unreadable_text"


class UnsupportedError(ParseError):
    """No parser reads this kind of file."""

    outcome = "unsupported"


class LegacyFormatError(ParseError):
    """An old format that its own program can save in a newer one."""

    outcome = "unsupported_legacy"


class LimitError(ParseError):
    """Reading was stopped: too large, too deep, too slow."""

    outcome = "limit"


class EmbeddingError(KbError, RuntimeError):
    """The model cannot be reached, refuses the input or answers nonsense."""


class ModelMissingError(EmbeddingError):
    """The weights of the built-in model are not on this computer."""


class StoreError(KbError, RuntimeError):
    """The store cannot be opened, read or written."""


class StoreInUseError(StoreError):
    """Another program holds the store."""


class DiskFullError(StoreError):
    """The disk is full, or the user's share of it; nothing was changed."""


class ModelMismatchError(StoreError):
    """The collection was made with another model or another measure."""


class CollectionMissingError(StoreError):
    """There is no such collection in the store (any more)."""


class SecretError(KbError):
    """The system's keyring cannot be used."""


class DataFolderError(KbError):
    """The data folder cannot be used."""


class UpdateError(KbError):
    """Whether there is a newer kbdesk cannot be found out."""


class WorkerError(KbError):
    """A worker process ended before its work did."""


class WorkerCrashError(WorkerError):
    """A worker process crashed, or something outside of kbdesk ended it."""


class WorkerLimitError(WorkerError):
    """A worker process was stopped at its limit of time or memory."""


class ReplacedError(WorkerError):
    """Another version of kbdesk was installed meanwhile; its processes are not for this one."""


def unexpected(exception: BaseException) -> KbError:
    """Return a `KbError` for an exception that no border converted, without its text (it may hold content)."""
    if isinstance(exception, KbError):
        return exception
    return KbError(
        text("errors", "Something went wrong inside kbdesk ({kind}).", kind=type(exception).__name__),
        text("errors", "Try again. If it happens again, send the log file of the logs folder to the makers of kbdesk."),
    )


def replaced() -> ReplacedError:
    """Return the error for what this program can no longer do, since another version took its place."""
    return ReplacedError(
        text("errors", "kbdesk was updated while it was open."),
        text("errors", "Close it and start it again. If something was still to be read, use Go on then."),
    )
