"""What reading libraries raise on files that break their assumptions, and the sentences it becomes."""

from __future__ import annotations

import lzma
import struct
import zipfile
import zlib

from kbdesk.errors import DamagedError, EmptyFileError, LimitError, PasswordError, UnsupportedError
from kbdesk.texts import Text, text

LIBRARY_FAULTS: tuple[type[Exception], ...] = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    EOFError,
    LookupError,
    OSError,
    RuntimeError,  # also RecursionError and NotImplementedError
    TypeError,
    ValueError,  # also UnicodeError
    lzma.LZMAError,
    struct.error,
    zlib.error,
)
"""Beside their own classes, libraries let these through when a file's structure is not what they expect."""

ZIP_FAULTS: tuple[type[Exception], ...] = (zipfile.BadZipFile, *LIBRARY_FAULTS)
"""What opening a zip file and unpacking its members lets through."""


def damaged(kind: str) -> DamagedError:
    """Return the error for a file that breaks the rules of its format; `kind` is "PDF", "Word", ..."""
    return DamagedError(
        text("parsing", "This {kind} file is damaged and cannot be opened.", kind=kind),
        text("parsing", "Open it in its own program and save it again, or get a fresh copy."),
    )


def empty() -> EmptyFileError:
    """Return the error for a file of no bytes."""
    return EmptyFileError(
        text("parsing", "This file is empty."),
        text("parsing", "If it should hold something, get a fresh copy."),
    )


def too_large(what: Text) -> LimitError:
    """Return the error for a file that was given up because of its size; `what` says which size."""
    return LimitError(what, text("parsing", "If you trust this file, split it or save it again, and add the result."))


def password_wanted(password: str | None) -> PasswordError:
    """Return the error for an encrypted file, given the password that was tried."""
    if password is None:
        return PasswordError(
            text("parsing", "This file is protected with a password."),
            text(
                "parsing",
                "Enter its password in the window (Enter password…), or save a copy without one and add that.",
            ),
        )
    return PasswordError(
        text("parsing", "The password does not open this file."),
        text("parsing", "Check the password; capital letters and blanks count."),
    )


def unknown_encryption() -> UnsupportedError:
    """Return the error for a file that is encrypted in a way that nothing here knows."""
    return UnsupportedError(
        text("parsing", "This file is encrypted in a way that kbdesk does not know."),
        text("parsing", "Open it in its own program, save a copy without a password, and add the copy."),
    )
