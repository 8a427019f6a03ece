"""What is inside Office files that are encrypted with a password; see `office_password`, the door to it."""

from __future__ import annotations

import io
from xml.parsers.expat import ExpatError

import msoffcrypto
from cryptography.exceptions import UnsupportedAlgorithm
from msoffcrypto.exceptions import DecryptionError, FileFormatError, InvalidKeyError
from msoffcrypto.exceptions import ParseError as EncryptionParseError

from kbdesk.errors import UnsupportedError
from kbdesk.rag.parsers.faults import LIBRARY_FAULTS, damaged, password_wanted, unknown_encryption
from kbdesk.rag.parsers.ole import top_level_names
from kbdesk.texts import text

_STANDARD_PASSWORD = "VelvetSweatshop"  # noqa: S105  # what Excel encrypts with when a person gave none; all programs know it
_FAULTS = (EncryptionParseError, FileFormatError, ExpatError, UnsupportedAlgorithm, *LIBRARY_FAULTS)


def without_encryption(data: bytes, password: str | None) -> bytes:
    """Return the file that is inside an encrypted one; the same bytes if it is not encrypted.

    Args:
        data: The bytes of an OLE file.
        password: What was given for it.

    Raises:
        PasswordError: The password is missing or wrong.
        UnsupportedError: It is bound to an account instead of a password, or encrypted in a way that is not known.
        DamagedError: What stands about its encryption makes no sense.
    """
    names = top_level_names(io.BytesIO(data))
    if names & {"\x06DataSpaces", "\tDRMContent"} and "EncryptionInfo" not in names:
        raise _bound_to_an_account()
    is_package = "EncryptedPackage" in names
    try:
        file = msoffcrypto.OfficeFile(io.BytesIO(data))
        if not is_package and not file.is_encrypted():
            return data
    except DecryptionError as exc:
        raise unknown_encryption() from exc
    except _FAULTS as exc:
        if is_package:
            raise damaged("Office") from exc
        return data  # its parser will tell what is wrong with it
    for tried in dict.fromkeys((_STANDARD_PASSWORD, password)):
        if tried and (found := _decrypted(data, tried)) is not None:
            return found
    raise password_wanted(password)


def _decrypted(data: bytes, password: str) -> bytes | None:
    """Return the bytes inside, or None if the password is wrong."""
    target = io.BytesIO()
    try:
        file = msoffcrypto.OfficeFile(io.BytesIO(data))  # anew: one that was tried keeps half a key
        if file.format == "ooxml":
            file.load_key(password=password, verify_password=True)
        else:
            file.load_key(password=password)
        file.decrypt(target)
    except InvalidKeyError:
        return None
    except DecryptionError as exc:
        raise unknown_encryption() from exc
    except _FAULTS as exc:
        raise damaged("Office") from exc
    return target.getvalue()


def _bound_to_an_account() -> UnsupportedError:
    return UnsupportedError(
        text("parsing", "This file is protected by rights management: only certain accounts may open it."),
        text("parsing", "Open it in Office with your account, save an unprotected copy or a PDF, and drop that."),
    )
