"""ZIP archives: a folder in a file. Nothing is ever unpacked to a disk here."""

from __future__ import annotations

import io
import stat
import struct
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import ClassVar

from kbdesk.errors import ParseError, UnreadableTextError, UnsupportedError
from kbdesk.rag.parsers import limits, zip_aes
from kbdesk.rag.parsers.attachments import listed, safe_path
from kbdesk.rag.parsers.base import Attachment, ParserBase, ParseResult, Progress
from kbdesk.rag.parsers.encodings import decode
from kbdesk.rag.parsers.faults import ZIP_FAULTS, damaged, password_wanted, too_large
from kbdesk.rag.parsers.leftovers import is_leftover
from kbdesk.rag.parsers.types import sniff_bytes, type_of_name
from kbdesk.texts import Text, text

_UTF8_FLAG = 0x800
_ENCRYPTED_FLAG = 0x1
_UNICODE_PATH = 0x7075
_NEVER_READ = frozenset({"audio", "video", "program", "database", "font", "psd", "ico"})


class ArchiveParser(ParserBase):
    """ZIP files: no sections, every file inside is an attachment named by its path.

    What a dropped folder leaves out is left out here too, and films, sounds and programs are not unpacked.

    Args:
        depth: How many files the archive itself is inside of.
    """

    supported_media_types: ClassVar[list[str]] = ["application/zip"]
    extensions: ClassVar[tuple[str, ...]] = (".zip",)

    def __init__(self, depth: int = 0) -> None:
        self._depth = depth

    def read(
        self,
        data: bytes,
        filename: str,
        *,
        password: str | None = None,
        on_progress: Callable[[Progress], None] | None = None,
    ) -> ParseResult:
        """Unpack a whole archive into memory; see `ParserBase.read`.

        Raises:
            LimitError: It is inside of too many others or of itself, or unpacks to far more than it should.
            PasswordError: Nothing inside can be read without its password.
            UnsupportedError: It is packed or encrypted in a way that only other programs know.
            DamagedError: Nothing inside can be unpacked.
        """
        if self._depth >= limits.MAX_DEPTH:
            raise _too_deep()
        file = io.BytesIO(data)
        try:
            archive = zipfile.ZipFile(file)
        except ZIP_FAULTS as exc:
            raise damaged("ZIP") from exc
        with archive:
            members = _members(archive)
            _check_sizes(members, len(data))
            unpacked = _Unpacked(file, archive, password, limits.MAX_OLD_ENCRYPTED_BYTES)
            for number, member in enumerate(members, start=1):
                unpacked.take(member)
                if on_progress is not None:
                    on_progress(Progress("file", number, len(members)))
        self._check_nesting(data, unpacked.files)
        return unpacked.result()

    def _check_nesting(self, data: bytes, files: list[Attachment]) -> None:
        if any(file.data == data for file in files):
            raise too_large(text("parsing", "This archive contains itself, without end."))
        if files and self._depth + 1 == limits.MAX_DEPTH and all(map(_is_archive, files)):
            raise too_large(
                text(
                    "parsing",
                    "This archive holds only archives that are inside of {count} other files; they were not opened.",
                    count=limits.MAX_DEPTH,
                )
            )


@dataclass(frozen=True)
class _Member:
    """A file in an archive, with its path for people."""

    name: str
    info: zipfile.ZipInfo

    @property
    def is_encrypted(self) -> bool:
        return bool(self.info.flag_bits & _ENCRYPTED_FLAG)

    @property
    def is_slow(self) -> bool:
        """Whether it is in the old encryption, which the standard library opens byte by byte."""
        return self.is_encrypted and self.info.compress_type != zip_aes.METHOD

    @property
    def is_wanted(self) -> bool:
        claimed = type_of_name(self.name)
        return claimed is None or claimed.id not in _NEVER_READ


@dataclass
class _Unpacked:
    """What was unpacked so far, and what could not be.

    Attributes:
        file: The bytes of the archive.
        archive: The same, opened.
        password: For its encrypted files.
        slow_bytes_left: How much may still be opened in the old encryption, which takes long.
        files: What was unpacked.
        unwanted: Names of films, sounds, programs.
        broken: Names of damaged files.
        locked: Names of files that the password does not open.
        strange: Names of files that are packed or encrypted in a way that is not known.
        slow: Names of files in the old encryption that would take too long.
    """

    file: io.BytesIO
    archive: zipfile.ZipFile
    password: str | None = field(repr=False)
    slow_bytes_left: int
    files: list[Attachment] = field(default_factory=list[Attachment])
    unwanted: list[str] = field(default_factory=list[str])
    broken: list[str] = field(default_factory=list[str])
    locked: list[str] = field(default_factory=list[str])
    strange: list[str] = field(default_factory=list[str])
    slow: list[str] = field(default_factory=list[str])

    def take(self, member: _Member) -> None:
        slow_bytes = member.info.compress_size if member.is_slow else 0
        if not member.is_wanted:
            self.unwanted.append(member.name)
        elif member.is_encrypted and self.password is None:
            self.locked.append(member.name)
        elif slow_bytes > self.slow_bytes_left:
            self.slow.append(member.name)
        else:
            self.slow_bytes_left -= slow_bytes
            self._unpack(member)

    def _unpack(self, member: _Member) -> None:
        password = (self.password or "").encode()
        try:
            if member.info.compress_type == zip_aes.METHOD:
                content = zip_aes.read_encrypted(self.file, member.info, password)
            else:
                with self.archive.open(member.info, pwd=password) as part:
                    content = part.read(member.info.file_size)  # no more than it claims, whatever it unpacks to
            self.files.append(Attachment(member.name, content))
        except NotImplementedError:
            self.strange.append(member.name)
        except zip_aes.WrongPasswordError:
            self.locked.append(member.name)
        except ZIP_FAULTS:
            # A wrong password of the old encryption shows as damage in some files.
            (self.locked if member.is_slow else self.broken).append(member.name)

    def result(self) -> ParseResult:
        if not self.files:
            self._give_up()
        outcome = "text" if self.files else "empty"
        units = {"files": len(self.files)}
        return ParseResult([], units, list(self._warnings()), outcome, attachments=self.files)

    def _give_up(self) -> None:
        """Raise what keeps everything inside from being read, if something does."""
        if self.locked:
            raise password_wanted(self.password)
        if self.slow:
            raise _slow()
        if self.strange:
            raise _strange()
        if self.broken:
            raise damaged("ZIP")

    def _warnings(self) -> Iterator[Text]:
        if self.unwanted:
            yield text("parsing", "Films, sounds and programs were left out: {names}.", names=listed(self.unwanted))
        if self.broken:
            yield text("parsing", "Damaged inside, and left out: {names}.", names=listed(self.broken))
        if self.locked:
            yield text("parsing", "Protected with a password, and left out: {names}.", names=listed(self.locked))
        if self.slow:
            yield text(
                "parsing",
                "In an old encryption that takes too long to open, and left out: {names}.",
                names=listed(self.slow),
            )
        if self.strange:
            yield text(
                "parsing",
                "Packed or encrypted in a way that kbdesk does not know, and left out: {names}.",
                names=listed(self.strange),
            )


def _members(archive: zipfile.ZipFile) -> list[_Member]:
    """Return the files of an archive that somebody put there, under names that lead nowhere else."""
    infos = archive.infolist()
    if len(infos) > limits.MAX_PARTS:
        raise _too_many()
    members = [_Member(safe_path(name), info) for name, info in zip(_names(infos), infos, strict=True)]
    return [member for member in members if member.name and _is_file(member.info) and not _is_left(member.name)]


def _is_file(info: zipfile.ZipInfo) -> bool:
    mode = info.external_attr >> 16
    return not info.orig_filename.endswith(("/", "\\")) and (not stat.S_IFMT(mode) or stat.S_ISREG(mode))


def _is_archive(file: Attachment) -> bool:
    return sniff_bytes(file.data, file.name).id == "zip"


def _is_left(name: str) -> bool:
    return any(is_leftover(part) for part in name.split("/"))


def _names(infos: list[zipfile.ZipInfo]) -> list[str]:
    """Return the names as they were written."""
    unmarked = [info for info in infos if not info.flag_bits & _UTF8_FLAG]
    decoded = _decoded([info.orig_filename.encode("cp437") for info in unmarked])  # as zipfile decoded them
    found = dict(zip(map(id, unmarked), decoded, strict=True))
    return [_unicode_path(info) or found.get(id(info), info.orig_filename) for info in infos]


def _decoded(names: list[bytes]) -> list[str]:
    """Return names in whatever encoding their writer used: the same for all, since one alone is too short to tell."""
    try:
        decoded = decode(b"\n".join(names)).text.split("\n")
    except UnreadableTextError:
        decoded = []
    return decoded if len(decoded) == len(names) else [name.decode("cp437") for name in names]


def _unicode_path(info: zipfile.ZipInfo) -> str:
    """Return the name in UTF-8 that Info-ZIP writes beside the other one, or ""."""
    extra = info.extra
    while len(extra) >= 4:
        kind, length = struct.unpack_from("<2H", extra)
        if kind == _UNICODE_PATH and length > 5:
            return extra[9 : 4 + length].decode("utf-8", "ignore")
        extra = extra[4 + length :]
    return ""


def _check_sizes(members: list[_Member], packed: int) -> None:
    wanted = [member for member in members if member.is_wanted]
    total = sum(member.info.file_size for member in wanted)
    is_bomb = total > limits.RATIO_MATTERS_BYTES and total > limits.MAX_RATIO * packed
    if is_bomb or total > limits.MAX_ATTACHED_BYTES:
        raise too_large(
            text("parsing", "This archive unpacks to more than {size} MB.", size=limits.MAX_ATTACHED_BYTES >> 20)
        )
    if len(wanted) > limits.MAX_ATTACHMENTS:
        raise _too_many()


def _too_many() -> ParseError:
    return too_large(text("parsing", "This archive holds more than {count} files.", count=limits.MAX_ATTACHMENTS))


def _too_deep() -> ParseError:
    return too_large(
        text("parsing", "This archive is inside of {count} other files and was not opened.", count=limits.MAX_DEPTH)
    )


def _slow() -> ParseError:
    return too_large(
        text(
            "parsing",
            "This archive holds more than {size} MB in an old encryption that takes too long to open.",
            size=limits.MAX_OLD_ENCRYPTED_BYTES >> 20,
        )
    )


def _strange() -> ParseError:
    return UnsupportedError(
        text(
            "parsing", "This archive is packed or encrypted in a way that kbdesk does not know (for example Deflate64)."
        ),
        text("parsing", "Unpack it with the program that made it and drop the files that are inside."),
    )
