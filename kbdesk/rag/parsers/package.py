"""Office files are zip packages of XML parts: opening them within limits, before any library sees them."""

from __future__ import annotations

import io
import posixpath
import re
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import unquote
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from kbdesk.errors import DamagedError
from kbdesk.rag.parsers import limits
from kbdesk.rag.parsers.faults import ZIP_FAULTS, damaged, empty, password_wanted, too_large
from kbdesk.texts import text

OLE_SIGNATURE = bytes.fromhex("d0cf11e0a1b11ae1")

_PROLOGUE_BYTES = 64 << 10
_NESTED_ENTITY = re.compile(rb"<!ENTITY\s+[^\s>]+\s+(?:\"[^\"]*&|'[^']*&)")
_ENTITY_NAME = re.compile(rb"<!ENTITY\s+([^\s%>]+)\s")
_STRICT = re.compile(rb"http://purl\.oclc\.org/ooxml/(\w+)/")
_TRANSITIONAL = rb"http://schemas.openxmlformats.org/\1/2006/"
_RELATIONSHIP = "{http://schemas.openxmlformats.org/package/2006/relationships}Relationship"


@dataclass(frozen=True)
class Relationship:
    """A link from one part of a package to another.

    Attributes:
        kind: The last part of its type, for example "slide" or "image".
        target: The name of the part it leads to, or an address outside if `external`.
        external: True if it leads out of the package.
    """

    kind: str
    target: str
    external: bool


def is_encrypted_package(data: bytes) -> bool:
    """Tell whether the bytes are an Office file of the zip generation, encrypted with a password."""
    return data.startswith(OLE_SIGNATURE) and "EncryptedPackage".encode("utf-16-le") in data


def parse_xml(content: bytes, kind: str) -> Element:
    """Return the tree of an XML file. External entities are left out, never fetched; `kind` is for sentences.

    Raises:
        DamagedError: It is not well-formed, or holds nested entities.
    """
    if _NESTED_ENTITY.search(content[:_PROLOGUE_BYTES]):
        raise damaged(kind)
    parser = ElementTree.XMLParser()  # noqa: S314 - expat >= 2.4.1 bounds entities and fetches nothing
    parser.entity.update({entity.decode(errors="replace"): "" for entity in _entity_names(content)})
    try:
        return ElementTree.fromstring(content, parser=parser)  # noqa: S314 - see above
    except (ElementTree.ParseError, ValueError, LookupError) as exc:
        raise damaged(kind) from exc


class Package:
    """An Office file whose size, parts and XML have been checked.

    The strict variant of Open XML is read as the usual one: only the names of its namespaces differ.

    Args:
        data: The file's bytes.
        kind: "Word", "PowerPoint", "Excel"; for sentences.

    Raises:
        EmptyFileError: No bytes.
        PasswordError: It is encrypted.
        DamagedError: It is no zip package, or its XML holds nested entities.
        LimitError: It unpacks to more than `kbdesk.rag.parsers.limits` allows.
    """

    def __init__(self, data: bytes, kind: str) -> None:
        if not data:
            raise empty()
        if is_encrypted_package(data):
            raise password_wanted(None)
        self._kind = kind
        self._data = data
        self._zip = self._open()
        self._parts = {name: info for info in self._zip.infolist() if (name := _part_name(info.filename))}
        self._spellings = {_spelling(name): name for name in self._parts}
        self._check_sizes()
        self._strict = False
        self._check_prologues()

    @property
    def names(self) -> list[str]:
        """The names of the parts, in the order of the file, without a leading slash."""
        return list(self._parts)

    def has(self, name: str) -> bool:
        """Tell whether there is a part of that name."""
        return name in self._parts

    def size(self, name: str) -> int:
        """Return how many bytes a part has unpacked, 0 if there is none of that name."""
        info = self._parts.get(name)
        return 0 if info is None else info.file_size

    def read(self, name: str) -> bytes:
        """Return a part's bytes.

        Raises:
            DamagedError: There is no such part, or it cannot be unpacked.
        """
        info = self._parts.get(name)
        if info is None:
            raise damaged(self._kind)
        try:
            with self._zip.open(info) as part:
                content = part.read(info.file_size)  # no more than it claims, whatever it unpacks to
        except ZIP_FAULTS as exc:
            raise damaged(self._kind) from exc
        return _STRICT.sub(_TRANSITIONAL, content) if self._strict and _is_xml(name) else content

    def optional(self, name: str, most_bytes: int) -> bytes | None:
        """Return the bytes of a part the file can do without, or None if it is missing, blank, broken or larger."""
        if not 0 < self.size(name) <= most_bytes:
            return None
        try:
            return self.read(name)
        except DamagedError:
            return None

    def blocks(self, name: str, size: int, overlap: int) -> Iterator[bytes]:
        """Yield a part's bytes in blocks, each beginning with the last `overlap` bytes of the one before.

        Raises:
            DamagedError: There is no such part, or it cannot be unpacked.
        """
        info = self._parts.get(name)
        if info is None:
            raise damaged(self._kind)
        tail = b""
        try:
            with self._zip.open(info) as part:
                while block := part.read(size):
                    yield tail + block
                    tail = block[-overlap:]
        except ZIP_FAULTS as exc:
            raise damaged(self._kind) from exc

    def read_for_tree(self, name: str) -> bytes:
        """Return the bytes of an XML part that a library will read into a tree.

        Raises:
            DamagedError: There is no such part, or it cannot be unpacked.
            LimitError: It is too large for a tree.
        """
        if self.size(name) > limits.MAX_TREE_BYTES:
            raise self._too_large()
        return self.read(name)

    def xml(self, name: str) -> Element:
        """Return the tree of an XML part. External entities are left out, never fetched.

        Raises:
            DamagedError: There is no such part, or it is not well-formed.
            LimitError: It is too large for a tree.
        """
        return parse_xml(self.read_for_tree(name), self._kind)

    def optional_xml(self, name: str) -> Element | None:
        """Return the tree of a part the file can do without, or None if it is missing or broken."""
        if name not in self._parts:
            return None
        try:
            return self.xml(name)
        except DamagedError:
            return None

    def relationships(self, name: str) -> dict[str, Relationship]:
        """Return the links of a part by their ids; of the package itself for the name "".

        Links may spell a part in other letter cases, with backslashes, or with "%20" for a blank.
        """
        folder, file = posixpath.split(name)
        root = self.optional_xml(self._spelled(posixpath.join(folder, "_rels", file + ".rels")))
        if root is None:
            return {}
        return {link.get("Id", ""): self._relationship(link, folder) for link in root.iter(_RELATIONSHIP)}

    def main_part(self) -> str:
        """Return the name of the part with the document, presentation or workbook.

        Raises:
            DamagedError: The package does not say which, so it is no Office file.
        """
        for link in self.relationships("").values():
            if link.kind == "officeDocument" and link.target in self._parts:
                return link.target
        raise damaged(self._kind)

    def _relationship(self, link: Element, folder: str) -> Relationship:
        kind = link.get("Type", "").rsplit("/", 1)[-1]
        target = link.get("Target", "")
        if link.get("TargetMode") == "External":
            return Relationship(kind, target, external=True)
        path = posixpath.normpath(posixpath.join("/", folder, target.replace("\\", "/")))
        return Relationship(kind, self._spelled(path.lstrip("/")), external=False)

    def _spelled(self, name: str) -> str:
        """Return a part's name as the package has it."""
        return name if name in self._parts else self._spellings.get(_spelling(name), unquote(name))

    def _open(self) -> zipfile.ZipFile:
        try:
            return zipfile.ZipFile(io.BytesIO(self._data))
        except ZIP_FAULTS as exc:
            raise damaged(self._kind) from exc

    def _check_sizes(self) -> None:
        total = sum(info.file_size for info in self._parts.values())
        xml = sum(info.file_size for name, info in self._parts.items() if _is_xml(name))
        bomb = total > limits.RATIO_MATTERS_BYTES and total > limits.MAX_RATIO * len(self._data)
        if (
            bomb
            or len(self._parts) > limits.MAX_PARTS
            or total > limits.MAX_UNPACKED_BYTES
            or xml > limits.MAX_XML_BYTES
        ):
            raise self._too_large()

    def _check_prologues(self) -> None:
        for name, info in self._parts.items():
            if not _is_xml(name):
                continue
            try:
                with self._zip.open(info) as part:
                    head = part.read(_PROLOGUE_BYTES)
            except ZIP_FAULTS:
                continue  # only this part is broken; whoever needs it says so
            if _NESTED_ENTITY.search(head):
                raise damaged(self._kind)
            self._strict = self._strict or _STRICT.search(head) is not None

    def _too_large(self) -> Exception:
        return too_large(text("parsing", "This {kind} file unpacks to far more than it should.", kind=self._kind))


def _part_name(name: str) -> str:
    """Return a part's name without a leading slash, "" for a folder."""
    path = name.replace("\\", "/").lstrip("/")
    return "" if path.endswith("/") else path


def _is_xml(name: str) -> bool:
    return name.lower().endswith((".xml", ".rels"))


def _entity_names(content: bytes) -> list[bytes]:
    head = content[:_PROLOGUE_BYTES]
    return _ENTITY_NAME.findall(head) if b"<!DOCTYPE" in head else []


def _spelling(name: str) -> str:
    """Return what is the same for all names of a part: letter case and "%20" for a blank make no difference."""
    return unquote(name).lower()
