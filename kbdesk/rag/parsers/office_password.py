"""Office files that are encrypted with a password, opened in memory."""

from __future__ import annotations

from kbdesk.rag.parsers.ole import SIGNATURE


def opened(data: bytes, password: str | None) -> bytes:
    """Return the file that is inside an encrypted one; the same bytes if it is not encrypted.

    Args:
        data: The bytes of a file.
        password: What was given for it.

    Raises:
        PasswordError: The password is missing or wrong.
        UnsupportedError: It is bound to an account instead of a password, or encrypted in a way that is not known.
        DamagedError: What stands about its encryption makes no sense.
    """
    if not data.startswith(SIGNATURE):
        return data
    from kbdesk.rag.parsers.office_decryption import without_encryption  # its libraries take long to load

    return without_encryption(data, password)
