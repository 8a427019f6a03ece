"""The ZIP archive of a knowledge base: written, looked into, unpacked. Nothing of it is believed."""

from __future__ import annotations

import json
import time
import zipfile
from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, BinaryIO, Self

from pydantic import ValidationError

from kbdesk.errors import InputError
from kbdesk.library.packs.manifest import FORMAT, DocumentItem, Manifest
from kbdesk.library.packs.types import PackInfo
from kbdesk.rag.parsers import limits
from kbdesk.rag.parsers.faults import ZIP_FAULTS
from kbdesk.texts import text

_MANIFEST = "kbdesk.json"
_BLOCK_BYTES = 1 << 20
_MODE = 0o644 << 16

Check = Callable[[], object]
"""Raises where the work shall end early."""


class ArchiveWriter:
    """An archive that is being written; to be used in a `with` block, which ends it."""

    def __init__(self, file: BinaryIO, check: Check) -> None:
        """Write to a file; `check` is called again and again."""
        self._archive = zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED)
        self._check = check
        self._date = time.localtime()[:6]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._archive.close()

    def add(self, name: str, source: BinaryIO, size_bytes: int) -> None:
        """Put a file in."""
        info = self._info(name)
        info.file_size = size_bytes
        with self._archive.open(info, "w") as member:
            while block := source.read(_BLOCK_BYTES):
                self._check()
                member.write(block)

    def describe(self, manifest: Manifest) -> None:
        """Put in what is said of the files."""
        self._archive.writestr(self._info(_MANIFEST), manifest.to_json())

    def _info(self, name: str) -> zipfile.ZipInfo:
        info = zipfile.ZipInfo(name, self._date)
        info.compress_type, info.external_attr = zipfile.ZIP_DEFLATED, _MODE
        return info


class Archive:
    """An archive that is open for reading; for one thread at a time.

    Attributes:
        manifest: What it says of the files in it.
        size_bytes: What all of them take unpacked.
    """

    def __init__(self, path: Path) -> None:
        """Open an archive and see whether it can be taken in.

        Raises:
            InputError: It cannot: it is not there, damaged, of a newer kbdesk, or unpacks to far more than it should.
        """
        self._path = path
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
            documents=[document.name for document in documents],
            size_bytes=self.size_bytes,
            edit_count=sum(len(document.edits) for document in documents),
            question_count=len(self.manifest.questions),
        )

    def unpack(self, name: str, target: Path, check: Check) -> None:
        """Write a file that is in it to the disk.

        Raises:
            InputError: It is damaged.
            OSError: It cannot be written.
        """
        with target.open("wb") as writer:
            for block in self._blocks(name):
                check()
                writer.write(block)

    def _blocks(self, name: str) -> Iterator[bytes]:
        with self._faults():
            member = self._archive.open(name)  # gives no more than it claims, and looks whether that is right
        with member:
            while True:
                with self._faults():
                    block = member.read(_BLOCK_BYTES)
                if not block:
                    return
                yield block

    def _read_manifest(self) -> Manifest:
        with self._faults():
            size_bytes = self._archive.getinfo(_MANIFEST).file_size
            if size_bytes > limits.MAX_TREE_BYTES:
                raise self._too_large()
            plain: Any = json.loads(self._archive.read(_MANIFEST))
            if plain["format"] > FORMAT:
                raise _newer(self._path, str(plain["kbdesk"]))
            if len(plain["documents"]) > limits.MAX_PACK_DOCUMENTS:
                raise self._too_large()
            plain["documents"] = [DocumentItem.model_validate(each) for each in plain["documents"]]  # see `to_json`
            return Manifest.model_validate(plain)

    def _checked_size(self, packed_bytes: int) -> int:
        with self._faults():
            total = sum(self._archive.getinfo(document.file).file_size for document in self.manifest.documents)
        if total > limits.RATIO_MATTERS_BYTES and total > limits.MAX_RATIO * packed_bytes:
            raise self._too_large()
        return total

    @contextmanager
    def _faults(self) -> Generator[None]:
        try:
            yield
        except InputError:
            raise
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
