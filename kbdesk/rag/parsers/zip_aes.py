"""Files in ZIP archives that are encrypted with AES, as 7-Zip and WinZip do it; the standard library knows none.

Source: AE-1 and AE-2, https://www.winzip.com/en/support/aes-encryption/
"""

from __future__ import annotations

import hashlib
import hmac
import struct
import zipfile
import zlib
from typing import BinaryIO

METHOD = 99
_EXTRA_FIELD = 0x9901
_ROUNDS = 1000
_CHECK_BYTES, _MAC_BYTES, _BLOCK = 2, 10, 16
_CHUNK_BLOCKS = 4096


class WrongPasswordError(Exception):
    """The password does not open the file."""


def read_encrypted(file: BinaryIO, info: zipfile.ZipInfo, password: bytes) -> bytes:
    """Return the content of a member.

    Args:
        file: The archive.
        info: The member.
        password: Its password.

    Raises:
        WrongPasswordError: It does not open the member.
        NotImplementedError: It is packed or encrypted in a way that is not known.
        BadZipFile: It is damaged.
    """
    strength, method = _how(info)
    salt_bytes, key_bytes = 4 + 4 * strength, 8 + 8 * strength
    data = _stored(file, info)
    salt, check = data[:salt_bytes], data[salt_bytes : salt_bytes + _CHECK_BYTES]
    content, mac = data[salt_bytes + _CHECK_BYTES : -_MAC_BYTES], data[-_MAC_BYTES:]
    keys = hashlib.pbkdf2_hmac("sha1", password, salt, _ROUNDS, 2 * key_bytes + _CHECK_BYTES)
    if keys[2 * key_bytes :] != check:
        raise WrongPasswordError
    if not hmac.compare_digest(hmac.digest(keys[key_bytes : 2 * key_bytes], content, "sha1")[:_MAC_BYTES], mac):
        raise zipfile.BadZipFile
    plain = _decrypted(content, keys[:key_bytes])
    if method == zipfile.ZIP_STORED:
        return plain[: info.file_size]
    return zlib.decompressobj(-zlib.MAX_WBITS).decompress(plain, info.file_size) if info.file_size else b""


def _how(info: zipfile.ZipInfo) -> tuple[int, int]:
    """Return the strength of the key (1 to 3) and the way the content is packed."""
    extra = info.extra
    while len(extra) >= 4:
        kind, length = struct.unpack_from("<2H", extra)
        if kind == _EXTRA_FIELD and length >= 7:
            strength, method = struct.unpack_from("<BH", extra, 8)
            if 1 <= strength <= 3 and method in {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}:
                return strength, method
        extra = extra[4 + length :]
    raise NotImplementedError


def _stored(file: BinaryIO, info: zipfile.ZipInfo) -> bytes:
    file.seek(info.header_offset + 26)
    name_bytes, extra_bytes = struct.unpack("<2H", file.read(4))
    file.seek(name_bytes + extra_bytes, 1)
    return file.read(info.compress_size)


def _decrypted(content: bytes, key: bytes) -> bytes:
    """Decrypt in counter mode; the counter is little-endian, which the library's own mode is not."""
    from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

    encryptor = Cipher(algorithms.AES(key), modes.ECB()).encryptor()  # noqa: S305  # blocks of a counter, each once
    plain = bytearray()
    for start in range(0, len(content), _CHUNK_BLOCKS * _BLOCK):
        chunk = content[start : start + _CHUNK_BLOCKS * _BLOCK]
        first = start // _BLOCK + 1
        counters = b"".join(number.to_bytes(_BLOCK, "little") for number in range(first, first + _CHUNK_BLOCKS))
        stream = encryptor.update(counters)[: len(chunk)]
        plain += (int.from_bytes(chunk) ^ int.from_bytes(stream)).to_bytes(len(chunk))
    return bytes(plain)
