"""Checks of what must have come with the program."""

from __future__ import annotations

import importlib
import os
import ssl
import sys
from pathlib import Path

from kbdesk import __version__
from kbdesk.paths import resources
from kbdesk.self_test.check import Check, CheckFailedError, NotHereError

_LATE = {
    "calamine": "python_calamine",
    "cryptography": "cryptography.hazmat.primitives.ciphers.aead",
    "Encrypted Office files": "msoffcrypto",
    "Outlook messages": "olefile",
    "HTML": "selectolax.lexbor",
    "Languages": "py3langid",
    "OCR and the built-in model": "onnxruntime",
    "OpenAI's protocol": "openai",
    "PDF": "pypdf",
    "Pages of PDF": "pypdfium2",
    "Presentations": "pptx",
    "Stems of words": "Stemmer",
    "Watching folders": "watchfiles",
}
"""Libraries that are loaded only when they are needed, and what for."""

_LIBRARY_PATHS = ("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "QT_PLUGIN_PATH")
_TRUSTED_BACKENDS = {"darwin": "keyring.backends.macOS", "win32": "keyring.backends.Windows"}
_ICONS = 30
"""There are more; but not so few."""


def version(_: Path) -> str:
    """Say which program this is."""
    kind = "frozen" if getattr(sys, "frozen", False) else "not frozen"
    return f"kbdesk {__version__}, {kind}, Python {sys.version.split()[0]}, {sys.platform}"


def files(_: Path) -> str:
    """Look for the files of the program."""
    from kbdesk.embedding.e5.encoder import CENTRING_FILE

    icons = len(list((resources() / "icons").glob("*.svg")))
    sample = len([path for path in (resources() / "sample").iterdir() if path.is_file()])
    if icons < _ICONS or not sample or not CENTRING_FILE.is_file():
        raise CheckFailedError(f"Files are missing in {resources()}.")
    return f"{icons} icons, {sample} files of the sample handbook"


def libraries(_: Path) -> str:
    """Load every library that is otherwise loaded when it is needed."""
    for what, module in _LATE.items():
        try:
            importlib.import_module(module)
        except ImportError as error:
            raise CheckFailedError(f"{what}: {error}.") from error
    return f"{len(_LATE)} libraries"


def models(_: Path) -> str:
    """Look for the models of search and OCR."""
    from kbdesk.embedding.e5.weights import is_genuine
    from kbdesk.embedding.local import find_weights
    from kbdesk.rag.parsers.ocr_models import find_models

    weights = find_weights()
    if weights is None or not is_genuine(weights):
        raise CheckFailedError("The built-in model for search is missing or damaged.")
    if find_models() is None:
        raise CheckFailedError("The models that read pictures are missing.")
    return "search by meaning, text in pictures"


def licences(_: Path) -> str:
    """Look for the licences of all parts."""
    from kbdesk.licences import collected

    parts = collected()
    if not parts or not all(part.notices for part in parts):
        raise CheckFailedError("Licence texts are missing.")
    return f"{len(parts)} parts"


def database(folder: Path) -> str:
    """Search a full text index of SQLite."""
    import sqlite3

    connection = sqlite3.connect(folder / "test.sqlite3")
    try:
        connection.execute("CREATE VIRTUAL TABLE words USING fts5(word)")
        connection.execute("INSERT INTO words VALUES ('handbook')")
        found = connection.execute("SELECT count(*) FROM words WHERE words MATCH 'handbook'").fetchone()
    finally:
        connection.close()
    if found != (1,):
        raise CheckFailedError("The full text of SQLite does not find what was put in.")
    return f"SQLite {sqlite3.sqlite_version}"


def keyring_backend(_: Path) -> str:
    """Load what talks to the system's keyring, and let keyring find it by itself."""
    from keyring.backend import get_all_keyring

    wanted = _TRUSTED_BACKENDS.get(sys.platform, "keyring.backends.SecretService")
    importlib.import_module(wanted)
    get_all_keyring()  # reads the metadata of keyring
    if sys.platform.startswith("linux"):
        importlib.import_module("secretstorage")
    return wanted


def environment(_: Path) -> str:
    """Look whether programs that are opened from here would be pointed to the libraries of kbdesk."""
    own = getattr(sys, "_MEIPASS", None)  # where PyInstaller has put them
    led_astray = [name for name, value in os.environ.items() if own and own in value and name in _LIBRARY_PATHS]
    if led_astray:
        raise CheckFailedError(f"Other programs would take the libraries of kbdesk: {', '.join(led_astray)}.")
    return ""


def certificates(_: Path) -> str:
    """Make a client of the kind that asks services, and look for the authorities that it trusts."""
    import openai

    openai.AsyncOpenAI(api_key="none", base_url="https://localhost/v1")
    if not sys.platform.startswith("linux"):
        return "those of the system"
    paths = ssl.get_default_verify_paths()
    places = (paths.cafile, paths.capath, "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/cert.pem")
    place = next((place for place in places if place and _holds_something(Path(place))), None)
    if place is None:
        raise NotHereError(
            "There is no list of authorities, so no service can be asked.", "Install the package ca-certificates."
        )
    return place


def _holds_something(place: Path) -> bool:
    return bool(place.stat().st_size if place.is_file() else place.is_dir() and any(place.iterdir()))


CHECKS = (
    Check("The program says which one it is", version),
    Check("Its files are there", files),
    Check("Its libraries can be loaded", libraries),
    Check("Its models are there", models),
    Check("The licences of all parts are there", licences),
    Check("SQLite searches full text", database),
    Check("The system's keyring can be talked to", keyring_backend),
    Check("Other programs find their own libraries", environment),
    Check("Services can be asked over TLS", certificates),
)
