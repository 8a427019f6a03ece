"""What kbdesk uses of msoffcrypto, which has no types."""

from typing import BinaryIO, Protocol

class _OfficeFile(Protocol):
    format: str
    def is_encrypted(self) -> bool: ...
    def load_key(self, password: str, *, verify_password: bool = ...) -> None: ...
    def decrypt(self, outfile: BinaryIO) -> None: ...

def OfficeFile(file: BinaryIO) -> _OfficeFile: ...  # noqa: N802  (the library names it so)
