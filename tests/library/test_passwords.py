"""Protected files and what opens them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import keyring
import pytest
from keyring.backend import KeyringBackend

from kbdesk.library.library import Library
from kbdesk.library.passwords import Passwords
from kbdesk.library.types import DocumentInfo, State
from kbdesk.paths import DataFolder
from kbdesk.secrets import SecretStore

from .conftest import pdf_of

SECRET = "  four blanks  "


class MemoryKeyring(KeyringBackend):
    """A keyring that is trusted like the system's own."""

    priority = 1.0  # pyright: ignore[reportAssignmentType, reportIncompatibleMethodOverride]  # as keyring wants it

    def __init__(self) -> None:
        super().__init__()
        self.kept: dict[str, str] = {}
        self.asked: list[str] = []

    def get_password(self, service: str, username: str) -> str | None:
        self.asked.append(username)
        return self.kept.get(username)

    def set_password(self, service: str, username: str, password: str) -> None:
        self.kept[username] = password

    def delete_password(self, service: str, username: str) -> None:
        del self.kept[username]


@pytest.fixture
def ring(monkeypatch: pytest.MonkeyPatch) -> MemoryKeyring:
    monkeypatch.setattr(keyring, "get_keyring", lambda: made)
    monkeypatch.setattr("kbdesk.secrets._TRUSTED", {__name__})
    made = MemoryKeyring()
    return made


@pytest.fixture
async def secrets() -> AsyncIterator[SecretStore]:
    store = SecretStore()
    yield store
    store.close()


@pytest.fixture
def protected(tmp_path: Path) -> Path:
    path = tmp_path / "salaries.pdf"
    path.write_bytes(pdf_of("Salaries are paid on the last day.", password=SECRET))
    return path


async def add(library: Library, path: Path) -> DocumentInfo:
    [base] = await library.knowledge_bases()
    return (await library.add(base.id, [path]))[0].document


def replace_with(path: Path, content: bytes) -> None:
    path.write_bytes(content)


def everything_in(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in folder.rglob("*") if path.is_file())


async def test_a_protected_file_waits_for_its_password_and_is_read_with_it(
    library: Library, ring: MemoryKeyring, protected: Path
) -> None:
    document = await add(library, protected)
    assert (document.state, document.outcome) == (State.FAILED, "password")
    [result] = await library.reading.unlock([document.id], SECRET, remember=False)
    assert (result.document.id, result.document.state, result.message) == (document.id, State.DONE, None)
    assert ring.kept == {}


async def test_a_wrong_password_is_said_to_be_wrong(library: Library, ring: MemoryKeyring, protected: Path) -> None:
    document = await add(library, protected)
    [result] = await library.reading.unlock([document.id], SECRET.strip(), remember=True)
    assert (result.document.state, result.document.outcome) == (State.FAILED, "password")
    assert "does not open this file" in str(result.message)
    assert ring.kept == {}


async def test_what_is_remembered_opens_the_file_after_a_restart(
    folder: DataFolder, ring: MemoryKeyring, without_model: None, protected: Path
) -> None:
    async with await Library.open(folder) as library:
        document = await add(library, protected)
        await library.reading.unlock([document.id], SECRET, remember=True)
    assert ring.kept == {f"file {document.sha256}": SECRET}
    async with await Library.open(folder) as library:
        [result] = await library.retry([document.id])
        assert result.document.state is State.DONE
    assert SECRET.encode() not in everything_in(folder.root)


async def test_what_is_not_remembered_is_asked_for_again_after_a_restart(
    folder: DataFolder, ring: MemoryKeyring, without_model: None, protected: Path
) -> None:
    async with await Library.open(folder) as library:
        document = await add(library, protected)
        await library.reading.unlock([document.id], SECRET, remember=False)
    async with await Library.open(folder) as library:
        [result] = await library.retry([document.id])
        assert result.document.outcome == "password"
        assert "does not open" not in str(result.message)


async def test_a_password_is_tried_on_other_files_of_the_session(
    library: Library, ring: MemoryKeyring, protected: Path, tmp_path: Path
) -> None:
    document = await add(library, protected)
    await library.reading.unlock([document.id], SECRET, remember=False)
    await library.reading.unlock([document.id], "another", remember=False)
    other = tmp_path / "bonus.pdf"
    other.write_bytes(pdf_of("There is a bonus.", password=SECRET))
    assert (await add(library, other)).state is State.DONE


async def test_a_new_version_is_opened_with_the_password_of_the_older_one(
    folder: DataFolder, ring: MemoryKeyring, without_model: None, protected: Path
) -> None:
    async with await Library.open(folder) as library:
        document = await add(library, protected)
        await library.reading.unlock([document.id], SECRET, remember=True)
        replace_with(protected, pdf_of("Salaries are paid on the first day.", password=SECRET))
    async with await Library.open(folder) as library:
        newer = await add(library, protected)
        assert (newer.id, newer.state) == (document.id, State.DONE)
        assert newer.sha256 != document.sha256


async def test_several_files_are_opened_at_once(
    library: Library, ring: MemoryKeyring, protected: Path, tmp_path: Path
) -> None:
    other = tmp_path / "bonus.pdf"
    other.write_bytes(pdf_of("There is a bonus.", password="other"))
    ids = [(await add(library, path)).id for path in (protected, other)]
    results = await library.reading.unlock(ids, SECRET, remember=True)
    assert [result.document.state for result in results] == [State.DONE, State.FAILED]
    assert list(ring.kept.values()) == [SECRET]


async def test_a_keyring_that_cannot_be_used_is_asked_once(secrets: SecretStore, monkeypatch) -> None:
    monkeypatch.setattr("kbdesk.secrets._TRUSTED", set())
    passwords = Passwords(secrets)
    assert await passwords.candidates("a" * 64) == []
    problem = secrets.problem
    assert problem is not None
    secrets.problem = None
    assert await passwords.candidates("b" * 64) == []
    assert secrets.problem is None


async def test_the_likeliest_password_comes_first_and_none_twice(secrets: SecretStore, ring: MemoryKeyring) -> None:
    passwords = Passwords(secrets)
    for typed in ("one", "two", "one"):
        passwords.note_typed([], typed)
    passwords.note_fitting("newer", "three")
    passwords.note_fitting("older", "two")
    assert await passwords.candidates("newer", "older") == ["three", "two", "one"]
    assert "three" not in repr(vars(passwords))


async def test_a_password_that_opens_nothing_is_not_kept(
    library: Library, ring: MemoryKeyring, protected: Path, tmp_path: Path
) -> None:
    other = tmp_path / "bonus.pdf"
    other.write_bytes(pdf_of("There is a bonus.", password="other"))
    for_all, for_one = [(await add(library, path)).id for path in (protected, other)]
    await library.reading.unlock([for_all], "wrong", remember=False)
    await library.reading.unlock([for_all], SECRET, remember=False)
    await library.reading.unlock([for_one], SECRET, remember=False)
    assert await library._parts.reading._passwords.candidates("") == [SECRET]


async def test_the_keyring_is_not_asked_for_the_picture_of_a_page_that_anybody_may_see(
    library: Library, ring: MemoryKeyring, tmp_path: Path
) -> None:
    path = tmp_path / "travel.pdf"
    path.write_bytes(pdf_of("Travel is booked by the office."))
    document = await add(library, path)
    assert await library.reading.picture(document.id, 1, 300) is not None
    assert ring.asked == []


async def test_a_keyring_that_cannot_keep_a_password_says_so(
    library: Library, protected: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kbdesk.secrets._TRUSTED", set())
    document = await add(library, protected)
    await library.reading.unlock([document.id], SECRET, remember=True)
    assert "no keyring" in str(library.reading.keyring_problem)
