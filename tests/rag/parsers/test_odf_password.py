from __future__ import annotations

import base64
import hashlib
import zlib
from collections.abc import Callable
from typing import Any

import pytest
from cryptography.hazmat.decrepit.ciphers.algorithms import Blowfish
from cryptography.hazmat.decrepit.ciphers.modes import CFB
from cryptography.hazmat.primitives.ciphers import Cipher
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.ciphers.algorithms import AES
from cryptography.hazmat.primitives.ciphers.modes import CBC
from cryptography.hazmat.primitives.kdf.argon2 import Argon2id

from kbdesk.errors import DamagedError, ParseError, PasswordError, UnsupportedError
from kbdesk.rag.parsers import limits
from kbdesk.rag.parsers.odf_password import opened_package

PASSWORD = "Grüße 1"
SALT, IV = b"s" * 16, b"i" * 16
PLAIN = b"<x>" + bytes(range(256)) * 20 + b"</x>"
MANIFEST = (
    '<m:manifest xmlns:m="urn:m" xmlns:loext="urn:l"><m:file-entry m:full-path="/"/>'
    '<m:file-entry m:full-path="{name}"><m:encryption-data m:checksum-type="{checksum}" m:checksum="{sum}">'
    '<m:algorithm m:algorithm-name="{algorithm}" m:initialisation-vector="{iv}"/>'
    '<m:start-key-generation m:start-key-generation-name="{start}"/>'
    '<m:key-derivation m:salt="{salt}" {derivation}/></m:encryption-data></m:file-entry></m:manifest>'
)


def text_of(data: bytes) -> str:
    return base64.b64encode(data).decode()


def packed(content: bytes) -> bytes:
    packer = zlib.compressobj(wbits=-15)
    return packer.compress(content) + packer.flush()


@pytest.fixture
def sealed(zip_of: Callable[..., bytes]) -> Callable[..., bytes]:
    """Make a package with one part that is encrypted as LibreOffice does since 2010."""

    def make(content: bytes = PLAIN, **changes: Any) -> bytes:
        start = hashlib.sha256(PASSWORD.encode()).digest()
        key = hashlib.pbkdf2_hmac("sha1", start, SALT, 1000, 32)
        small = packed(content)
        padding = 16 - len(small) % 16
        encryptor = Cipher(AES(key), CBC(IV)).encryptor()
        facts = {
            "name": "content.xml",
            "checksum": "urn:x#sha256-1k",
            "sum": text_of(hashlib.sha256(small[:1024]).digest()),
            "algorithm": "http://www.w3.org/2001/04/xmlenc#aes256-cbc",
            "iv": text_of(IV),
            "start": "http://www.w3.org/2000/09/xmldsig#sha256",
            "salt": text_of(SALT),
            "derivation": 'm:key-derivation-name="PBKDF2" m:key-size="32" m:iteration-count="1000"',
        } | changes
        data = encryptor.update(small + b"\0" * (padding - 1) + bytes([padding]))
        return zip_of({"META-INF/manifest.xml": MANIFEST.format(**facts), "content.xml": data, "open.txt": b"open"})

    return make


def test_a_file_is_opened_with_its_password(sealed):
    package = opened_package(sealed(), "OpenDocument", PASSWORD)
    assert package.read("content.xml") == PLAIN
    assert package.read("open.txt") == b"open"


@pytest.mark.parametrize(("password", "sentence"), [(None, "protected with a password"), ("x", "does not open")])
def test_without_the_right_password_it_is_asked_for(sealed, password: str | None, sentence: str):
    for data in (sealed(), sealed(sum="")):
        with pytest.raises(PasswordError, match=sentence):
            opened_package(data, "OpenDocument", password)


def test_the_old_way_with_blowfish_is_known(zip_of):
    key = hashlib.pbkdf2_hmac("sha1", hashlib.sha1(PASSWORD.encode()).digest(), SALT, 1024, 16)
    encryptor = Cipher(Blowfish(key), CFB(IV[:8])).encryptor()
    facts = {"name": "content.xml", "checksum": "SHA1/1K", "algorithm": "Blowfish CFB", "iv": text_of(IV[:8])}
    total = text_of(hashlib.sha1(packed(PLAIN)[:1024]).digest())
    manifest = MANIFEST.format(**facts, sum=total, start="", salt=text_of(SALT), derivation='m:iteration-count="1024"')
    data = zip_of({"META-INF/manifest.xml": manifest, "content.xml": encryptor.update(packed(PLAIN))})
    assert opened_package(data, "OpenDocument", PASSWORD).read("content.xml") == PLAIN


def test_the_new_way_that_hides_the_whole_file_is_known(zip_of):
    start = hashlib.sha256(PASSWORD.encode()).digest()
    key = Argon2id(salt=SALT, length=32, iterations=1, lanes=1, memory_cost=64).derive(start)
    inner = zip_of({"content.xml": PLAIN})
    derivation = (
        'm:key-derivation-name="urn:x:argon2id" m:key-size="32" loext:argon2-iterations="1" '
        'loext:argon2-memory="64" loext:argon2-lanes="1"'
    )
    facts = {"name": "encrypted-package", "algorithm": "http://www.w3.org/2009/xmlenc11#aes256-gcm", "checksum": ""}
    manifest = MANIFEST.format(
        **facts, sum="", iv=text_of(IV[:12]), start="#sha256", salt=text_of(SALT), derivation=derivation
    )
    for content in (inner, packed(inner)):
        data = zip_of(
            {
                "META-INF/manifest.xml": manifest,
                "encrypted-package": IV[:12] + AESGCM(key).encrypt(IV[:12], content, None),
            }
        )
        assert opened_package(data, "OpenDocument", PASSWORD).read("content.xml") == PLAIN
        with pytest.raises(PasswordError):
            opened_package(data, "OpenDocument", "x")


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"algorithm": "rot13"}, UnsupportedError),
        ({"derivation": 'm:iteration-count="99999999999"'}, UnsupportedError),
        ({"derivation": 'm:iteration-count="many"'}, DamagedError),
        ({"iv": "AAAA"}, DamagedError),
        ({"derivation": 'm:key-derivation-name="argon2id"'}, DamagedError),
    ],
)
def test_encryption_that_makes_no_sense_is_told(sealed, changes: dict[str, str], error: type[ParseError]):
    with pytest.raises(error):
        opened_package(sealed(**changes), "OpenDocument", PASSWORD)


def test_a_bomb_behind_a_password_is_a_limit(sealed, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(limits, "MAX_FILE_BYTES", 1 << 20)
    with pytest.raises(ParseError) as caught:
        opened_package(sealed(b"\0" * (2 << 20)), "OpenDocument", PASSWORD)
    assert caught.value.outcome == "limit"
