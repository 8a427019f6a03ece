"""OpenDocument files that are encrypted with a password, opened in memory.

Source: OpenDocument 1.3 part 2 (packages), 3.4; what LibreOffice 24.8 and later write goes beyond it: one part that is
the whole file, with AES-GCM and Argon2id.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import io
import zipfile
import zlib
from dataclasses import dataclass
from xml.etree.ElementTree import Element

from kbdesk.errors import ParseError
from kbdesk.rag.parsers import limits
from kbdesk.rag.parsers.faults import LIBRARY_FAULTS, damaged, password_wanted, too_large, unknown_encryption
from kbdesk.rag.parsers.ooxml import attribute, child, children
from kbdesk.rag.parsers.package import Package
from kbdesk.texts import text

_MANIFEST = "META-INF/manifest.xml"
_WHOLE = "encrypted-package"
_CHECKED_BYTES = 1024
_MAX_ITERATIONS = 10_000_000
_MAX_ARGON_KIBIBYTES = 512 << 10
_MAX_ARGON_ITERATIONS = 50
_DIGESTS = {"sha256": hashlib.sha256, "sha1": hashlib.sha1}


@dataclass(frozen=True)
class _Sealed:
    """How a part is encrypted."""

    algorithm: str
    iv: bytes
    start_digest: str
    derivation: dict[str, str]
    checksum_digest: str
    checksum: bytes


def opened_package(data: bytes, kind: str, password: str | None) -> Package:
    """Return the package of a file, decrypted where it is encrypted.

    Args:
        data: The bytes of the file.
        kind: For sentences.
        password: What was given for it.

    Raises:
        PasswordError: The password is missing or wrong.
        UnsupportedError: It is encrypted in a way that is not known.
        EmptyFileError, DamagedError, LimitError: As `Package`.
    """
    package = Package(data, kind)
    manifest = package.optional_xml(_MANIFEST)
    entries = {
        attribute(entry, "full-path") or "": sealed
        for entry in children(manifest, "file-entry")
        if (sealed := child(entry, "encryption-data")) is not None
    }
    if not entries:
        return package
    if password is None:
        raise password_wanted(None)
    from cryptography.exceptions import UnsupportedAlgorithm

    try:
        sealed = {name: _sealed(element) for name, element in entries.items() if package.has(name)}
        return Package(_opened(package, sealed, password), kind)
    except ParseError:
        raise
    except UnsupportedAlgorithm as exc:
        raise unknown_encryption() from exc
    except LIBRARY_FAULTS as exc:
        raise damaged(kind) from exc


def _opened(package: Package, sealed: dict[str, _Sealed], password: str) -> bytes:
    """Return the file without its encryption."""
    if _WHOLE in sealed:
        return _unsealed(package.read(_WHOLE), sealed[_WHOLE], password, room=limits.MAX_FILE_BYTES)
    target = io.BytesIO()
    room = limits.MAX_FILE_BYTES
    with zipfile.ZipFile(target, "w") as file:
        for name in package.names:
            content = package.read(name)
            if name in sealed:
                content = _unsealed(content, sealed[name], password, room=room)
            room -= len(content)
            if name != _MANIFEST:
                file.writestr(name, content)
    return target.getvalue()


def _sealed(element: Element) -> _Sealed:
    algorithm = child(element, "algorithm")
    derivation = child(element, "key-derivation")
    start = attribute(child(element, "start-key-generation"), "start-key-generation-name") or "sha1"
    checksum_type = (attribute(element, "checksum-type") or "").lower()
    return _Sealed(
        algorithm=(attribute(algorithm, "algorithm-name") or "").lower(),
        iv=base64.b64decode(attribute(algorithm, "initialisation-vector") or ""),
        start_digest=_digest_name(start),
        derivation={
            name.rpartition("}")[2]: value
            for name, value in (derivation.attrib if derivation is not None else {}).items()
        },
        checksum_digest=_digest_name(checksum_type),
        checksum=base64.b64decode(attribute(element, "checksum") or ""),
    )


def _digest_name(name: str) -> str:
    return "sha256" if "sha256" in name.lower() else "sha1"


def _unsealed(content: bytes, sealed: _Sealed, password: str, *, room: int) -> bytes:
    """Return a part without its encryption, unpacked."""
    key = _key(sealed, password)
    packed = _decrypted(content, sealed, key)
    if packed is None:
        raise password_wanted(password)
    if sealed.checksum:
        found = _DIGESTS[sealed.checksum_digest](packed[:_CHECKED_BYTES]).digest()
        if not hmac.compare_digest(found, sealed.checksum):
            raise password_wanted(password)
    if packed.startswith(b"PK\x03\x04"):
        return packed
    unpacker = zlib.decompressobj(-zlib.MAX_WBITS)
    try:
        unpacked = unpacker.decompress(packed, max(room, 1))
    except zlib.error as exc:
        raise password_wanted(password) from exc
    if unpacker.unconsumed_tail:
        raise too_large(text("parsing", "This file is larger than {size} MB.", size=limits.MAX_FILE_BYTES >> 20))
    return unpacked


def _key(sealed: _Sealed, password: str) -> bytes:
    start = _DIGESTS[sealed.start_digest](password.encode()).digest()
    values = sealed.derivation
    salt = base64.b64decode(values.get("salt", ""))
    size = int(values.get("key-size", "16"))
    if "argon2id" in values.get("key-derivation-name", "").lower():
        memory, rounds = int(values["argon2-memory"]), int(values["argon2-iterations"])
        if memory > _MAX_ARGON_KIBIBYTES or rounds > _MAX_ARGON_ITERATIONS:
            raise unknown_encryption()
        from cryptography.hazmat.primitives.kdf.argon2 import Argon2id

        lanes = int(values["argon2-lanes"])
        return Argon2id(salt=salt, length=size, iterations=rounds, lanes=lanes, memory_cost=memory).derive(start)
    iterations = int(values.get("iteration-count", "1024"))
    if iterations > _MAX_ITERATIONS:
        raise unknown_encryption()
    return hashlib.pbkdf2_hmac("sha1", start, salt, iterations, size)


def _decrypted(content: bytes, sealed: _Sealed, key: bytes) -> bytes | None:
    """Return the decrypted bytes, or None if the password is wrong."""
    from cryptography.exceptions import InvalidTag
    from cryptography.hazmat.primitives.ciphers import Cipher
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM
    from cryptography.hazmat.primitives.ciphers.algorithms import AES
    from cryptography.hazmat.primitives.ciphers.modes import CBC

    if sealed.algorithm.endswith("-gcm"):
        try:
            return AESGCM(key).decrypt(sealed.iv, content.removeprefix(sealed.iv), None)
        except InvalidTag:
            return None
    if sealed.algorithm.endswith("-cbc") and "aes" in sealed.algorithm:
        decryptor = Cipher(AES(key), CBC(sealed.iv)).decryptor()
        padded = decryptor.update(content[: len(content) // 16 * 16]) + decryptor.finalize()
        return padded[: -padded[-1]] if padded and padded[-1] <= 16 else padded
    if "blowfish" in sealed.algorithm:
        return _feedback(content, sealed.iv, key)
    raise unknown_encryption()


def _feedback(content: bytes, iv: bytes, key: bytes) -> bytes:
    """Return what Blowfish encrypted by cipher feedback, which the library has in new versions only."""
    from cryptography.hazmat.decrepit.ciphers.algorithms import Blowfish
    from cryptography.hazmat.primitives.ciphers import Cipher
    from cryptography.hazmat.primitives.ciphers.modes import ECB

    before = iv + content
    encryptor = Cipher(Blowfish(key), ECB()).encryptor()  # noqa: S305 - of the feedback, not of the text
    pad = encryptor.update(before[: -(-len(content) // 8) * 8])[: len(content)]
    return (int.from_bytes(content) ^ int.from_bytes(pad)).to_bytes(len(content))
