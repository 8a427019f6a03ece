"""The ZIP archive of a knowledge base: written, looked into, unpacked. Nothing of it is believed."""

from __future__ import annotations

import itertools
import json
import time
import zipfile
from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO, Any, BinaryIO, Self

from pydantic import ValidationError

from kbdesk.errors import InputError
from kbdesk.library.packs.manifest import FORMAT, DocumentItem, Manifest
from kbdesk.library.packs.types import PackInfo
from kbdesk.rag.parsers import limits
from kbdesk.rag.parsers.faults import ZIP_FAULTS
from kbdesk.texts import text

_HEAD, _DOCUMENTS = "kbdesk.json", "documents.jsonl"
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
"""Others want as much memory as the file says."""

_BLOCK_BYTES = 1 << 20
_MODE = 0o644 << 16
_OLDEST = (1980, 1, 1, 0, 0, 0)
"""ZIP knows no earlier day."""

Check = Callable[[], object]
"""Raises where the work shall end early."""


class ArchiveWriter:
    """An archive that is being written; to be used in a `with` block, which ends it.

    Attributes:
        unpacked_bytes: Size of the files that were put in.
    """

    def __init__(self, file: BinaryIO, check: Check, *, compress: bool = True) -> None:
        """Write to a file; `check` is called again and again."""
        self._method = zipfile.ZIP_DEFLATED if compress else zipfile.ZIP_STORED
        self._archive = zipfile.ZipFile(file, "w")
        self._check = check
        self._date = max(time.localtime()[:6], _OLDEST)
        self.unpacked_bytes = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._archive.close()

    def add(self, name: str, source: BinaryIO, size_bytes: int) -> None:
        """Put a file in."""
        info = self._info(name)
        info.file_size = size_bytes
        self.unpacked_bytes += size_bytes
        with self._archive.open(info, "w") as member:
            while block := source.read(_BLOCK_BYTES):
                self._check()
                member.write(block)

    def describe(self, manifest: Manifest) -> None:
        """Put in what is said of the files.

        Raises:
            InputError: It is more than anybody takes in.
        """
        head, size_bytes = manifest.head(), 0
        check_size(manifest.name, line_bytes=len(head))
        self._archive.writestr(self._info(_HEAD), head)
        with self._archive.open(self._info(_DOCUMENTS), "w") as member:
            for line in manifest.lines():
                self._check()
                size_bytes += len(line)
                check_size(manifest.name, said_bytes=size_bytes, line_bytes=len(line))
                member.write(line)

    def _info(self, name: str) -> zipfile.ZipInfo:
        info = zipfile.ZipInfo(name, self._date)
        info.compress_type, info.external_attr = self._method, _MODE
        return info


class Archive:
    """An archive that is open for reading; for one thread at a time.

    Attributes:
        manifest: What it says of the files in it.
        size_bytes: What all of them take unpacked.
    """

    def __init__(self, path: Path, check: Check) -> None:
        """Open an archive and see whether it can be taken in; `check` is called again and again.

        Raises:
            InputError: It cannot: it is not there, damaged, of a newer kbdesk, or unpacks to far more than it should.
        """
        self._path = path
        self._check = check
        try:
            file = path.open("rb")
        except OSError as exc:
            raise InputError(
                text("packs", "“{name}” cannot be read.", name=path.name),
                text("packs", "Check that it is there and that you may read it."),
            ) from exc
        with ExitStack() as exits:
            exits.enter_context(file)
            with self._faults():
                self._archive = exits.enter_context(zipfile.ZipFile(file))
            self.manifest = self._read_manifest()
            self.size_bytes = self._checked_size(path.stat().st_size)
            self._exits = exits.pop_all()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._exits.close()

    @property
    def info(self) -> PackInfo:
        """What people are told of it."""
        documents = self.manifest.documents
        return PackInfo(
            path=self._path,
            name=self.manifest.name,
            description=self.manifest.description,
            documents=[document.safe_name for document in documents],
            size_bytes=self.size_bytes,
            edit_count=sum(len(document.edits) for document in documents),
            question_count=len(self.manifest.questions),
        )

    def blocks(self, name: str) -> Iterator[bytes]:
        """Yield the content of a file that is in it.

        Raises:
            InputError: It is damaged.
        """
        with self._opened(name) as member:
            while True:
                with self._faults():
                    block = member.read(_BLOCK_BYTES)
                if not block:
                    return
                yield block

    @contextmanager
    def _opened(self, name: str) -> Generator[IO[bytes]]:
        with self._faults():
            member = self._archive.open(self._info(name))  # gives no more than it claims, and looks whether it does
        with member:
            yield member

    def _info(self, name: str) -> zipfile.ZipInfo:
        info = self._archive.getinfo(name)
        if info.compress_type not in _METHODS:
            message = "packed in a way that kbdesk never does"
            raise zipfile.BadZipFile(message)
        return info

    def _read_manifest(self) -> Manifest:
        with self._faults():
            if self._info(_HEAD).file_size > limits.MAX_PACK_LINE_BYTES:
                raise self._too_large()
            head: Any = json.loads(self._archive.read(_HEAD))
            if head["format"] > FORMAT:
                raise _newer(self._path, str(head["kbdesk"]))
            return Manifest.model_validate({**head, "documents": list(self._documents())})

    def _documents(self) -> Iterator[DocumentItem]:
        """Yield what is said of each document; nothing but one line of it is read at once."""
        if self._info(_DOCUMENTS).file_size > limits.MAX_PACK_SAID_BYTES:
            raise self._too_large()
        with self._opened(_DOCUMENTS) as member:
            for number in itertools.count(1):
                line = member.readline(limits.MAX_PACK_LINE_BYTES + 1)
                if not line:
                    return
                if number > limits.MAX_PACK_DOCUMENTS or len(line) > limits.MAX_PACK_LINE_BYTES:
                    raise self._too_large()
                self._check()
                yield DocumentItem.model_validate(json.loads(line))

    def _checked_size(self, packed_bytes: int) -> int:
        with self._faults():
            total = sum(self._info(document.file).file_size for document in self.manifest.documents)
        if looks_like_a_bomb(total, packed_bytes):
            raise self._too_large()
        return total

    @contextmanager
    def _faults(self) -> Generator[None]:
        try:
            yield
        except InputError:
            raise
        except MemoryError as exc:
            raise self._too_large() from exc
        except (*ZIP_FAULTS, ValidationError) as exc:
            raise InputError(
                text("packs", "“{name}” is damaged, or is no knowledge base of kbdesk.", name=self._path.name),
                text("packs", "Export the knowledge base again, or ask for the file once more."),
            ) from exc

    def _too_large(self) -> InputError:
        return InputError(
            text("packs", "“{name}” unpacks to far more than a knowledge base has.", name=self._path.name),
            text("packs", "Ask who made it. Nothing of it was taken in."),
        )


def _newer(path: Path, version: str) -> InputError:
    return InputError(
        text("packs", "“{name}” was made by a newer kbdesk ({version}).", name=path.name, version=version[:20]),
        text("packs", "Install the newest kbdesk, then open the file again."),
    )


def looks_like_a_bomb(unpacked_bytes: int, packed_bytes: int) -> bool:
    """Return whether an archive unpacks to far more than it seems to hold, and is not taken in."""
    return unpacked_bytes > limits.RATIO_MATTERS_BYTES and unpacked_bytes > limits.MAX_RATIO * packed_bytes


def check_size(name: str, *, document_count: int = 0, said_bytes: int = 0, line_bytes: int = 0) -> None:
    """Make sure that somebody will take in a knowledge base of this size.

    Raises:
        InputError: Nobody will.
    """
    if (
        document_count > limits.MAX_PACK_DOCUMENTS
        or said_bytes > limits.MAX_PACK_SAID_BYTES
        or line_bytes > limits.MAX_PACK_LINE_BYTES
    ):
        raise InputError(
            text("packs", "“{name}” is too large to become one file.", name=name),
            text("packs", "Split it into several knowledge bases, and export each. A backup may have any size."),
        )
