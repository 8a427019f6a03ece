"""Nothing in a knowledge base that comes as a file is believed."""

from __future__ import annotations

import asyncio
import json
import random
import stat
import zipfile
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from kbdesk.errors import InputError
from kbdesk.library.library import Library
from kbdesk.library.questions.types import Wanted
from kbdesk.library.search.types import Request
from kbdesk.library.types import State
from kbdesk.paths import DataFolder
from kbdesk.rag.document import NOTE
from kbdesk.rag.parsers.limits import MAX_DEPTH
from kbdesk.settings import EmbeddingChoice

from .conftest import DOCUMENT, PIN, Receiver, plain

WritePack = Callable[..., Path]
Members = Sequence[tuple[zipfile.ZipInfo, bytes]]

RULE = b"The first rule is to wear a helmet."


@pytest.fixture
def write_members(tmp_path: Path) -> Callable[[Members, dict[str, Any]], Path]:
    def write(members: Members, said: dict[str, Any]) -> Path:
        path = tmp_path / "strange.kbpack"
        documents = said.pop("documents")
        with zipfile.ZipFile(path, "w") as archive:
            for info, content in members:
                archive.writestr(info, content)
            archive.writestr("kbdesk.json", json.dumps(said))
            archive.writestr("documents.jsonl", "\n".join(map(json.dumps, documents)))
        return path

    return write


def files_below(folder: Path) -> set[Path]:
    return {path for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize(
    "file",
    ["documents/../../../out.txt", "documents//out.txt", "documents/C:\\out.txt", "documents/aux", "documents/a\0b"],
)
async def test_a_path_in_it_leads_nowhere(
    receiver: Receiver, write_members: Callable[..., Path], tmp_path: Path, file: str
) -> None:
    document = {"file": zipfile.ZipInfo(file).filename, "name": "../../out.txt"}
    path = write_members([(zipfile.ZipInfo(file), RULE)], plain(documents=[document]))
    before = files_below(tmp_path)
    base = await receiver.take_in(path)
    [arrived] = await receiver.library.documents(base.id)
    assert (arrived.name, arrived.state) == ("out.txt", State.DONE)
    assert all(path.is_relative_to(receiver.folder.root) for path in files_below(tmp_path) - before)


async def test_a_link_in_it_is_a_text_with_a_path(
    receiver: Receiver, write_members: Callable[..., Path], tmp_path: Path
) -> None:
    (tmp_path / "secret.txt").write_text("The secret is a zeppelin.", encoding="utf-8")
    link = zipfile.ZipInfo("documents/rules.txt")
    link.external_attr = (stat.S_IFLNK | 0o777) << 16
    base = await receiver.take_in(write_members([(link, b"../../../secret.txt")], plain()))
    [arrived] = await receiver.library.documents(base.id)
    assert [chunk.text for chunk in await receiver.library.chunks(arrived.id)] == ["../../../secret.txt"]


@pytest.mark.filterwarnings("ignore:Duplicate name")
async def test_names_that_are_there_twice_or_differ_only_in_their_case_are_all_right(
    receiver: Receiver, write_members: Callable[..., Path]
) -> None:
    names = ["documents/rules.txt", "documents/RULES.TXT", "documents/rules.txt"]
    members = [(zipfile.ZipInfo(name), f"Helmet number {number}.".encode()) for number, name in enumerate(names)]
    documents = [{"file": name, "name": "rules.txt"} for name in names[:2]]
    base = await receiver.take_in(write_members(members, plain(documents=documents)))
    arrived = await receiver.library.documents(base.id)
    texts = [(await receiver.library.chunks(each.id))[0].text for each in arrived]
    assert ([each.name for each in arrived], texts) == (["rules.txt"] * 2, ["Helmet number 2.", "Helmet number 1."])


async def test_two_documents_with_the_same_content_become_one(receiver: Receiver, write_pack: WritePack) -> None:
    documents = [{"file": f"documents/{name}", "name": name, "edits": [PIN]} for name in ("a.txt", "b.txt")]
    path = write_pack(plain(documents=documents), "documents/a.txt", "documents/b.txt", content=RULE)
    base = await receiver.take_in(path)
    assert len(await receiver.library.documents(base.id)) == 1
    assert (await receiver.library.check()).is_whole


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("invoice\u202efdp.exe", "invoicefdp.exe"),
        ("/etc/passwd", "etc/passwd"),
        ("C:\\Users\\Ann\\rules.txt", "Users/Ann/rules.txt"),
        ("two\nlines\x1b[31m.txt", "twolines[31m.txt"),
        ("..", "document"),
    ],
)
async def test_a_name_says_what_it_is(receiver: Receiver, write_pack: WritePack, name: str, shown: str) -> None:
    path = write_pack(plain(documents=[{**DOCUMENT, "name": name}]))
    assert (await receiver.library.packs.look_into(path)).documents == [shown]
    base = await receiver.take_in(path)
    assert [each.name for each in await receiver.library.documents(base.id)] == [shown]


@pytest.mark.parametrize(
    "document",
    [
        {"edits": [{**PIN, "wanted": [{"at": 0, "text": "\ud800"}]}]},
        {"edits": [{**PIN, "wanted": [{"at": 0, "text": " \x1b\n"}]}]},
        {"edits": [{**PIN, "position": float("nan")}]},
        {"edits": [{**PIN, "made": "stolen"}]},
        {"edits": [{**PIN, "quotes": [{"text": "Rule", "place": {"page": float("inf")}}]}]},
        {"review_by": "9" * 5000},
        {"ocr_pages": [0]},
        {"inside": [{"name": "x", "sha256": "0" * 64, "size_bytes": 1 << 70, "became": None}]},
    ],
)
async def test_what_could_not_be_kept_is_damaged(
    library: Library, write_pack: WritePack, document: dict[str, Any]
) -> None:
    with pytest.raises(InputError, match="is damaged"):
        await library.packs.look_into(write_pack(plain(documents=[{**DOCUMENT, **document}])))


async def test_an_edit_brings_no_sign_that_moves_the_cursor_or_cannot_be_kept(
    receiver: Receiver, write_pack: WritePack
) -> None:
    wanted = {"text": "By\x1b]0;hand\x07 and \x00whole\r\nagain \udfff", "note": "Ask\x1b[31m Ann\ud800"}
    pin = {**PIN, "quotes": [], "wanted": [wanted]}
    base = await receiver.take_in(write_pack(plain(documents=[{**DOCUMENT, "edits": [pin]}])))
    [document] = await receiver.library.documents(base.id)
    edited = (await receiver.library.chunks(document.id))[-1]
    assert (document.state, edited.text) == (State.DONE, "By]0;hand and whole\nagain ")
    assert edited.metadata[NOTE] == "Ask[31m Ann"


@pytest.mark.parametrize(("depth", "is_taken"), [(MAX_DEPTH, True), (MAX_DEPTH + 1, False)])
async def test_files_are_inside_each_other_as_deep_as_kbdesk_looks(
    library: Library, write_pack: WritePack, depth: int, *, is_taken: bool
) -> None:
    files = [f"documents/{number}" for number in range(depth + 1)]
    came_with = ["", *files]
    documents = [{"file": file, "name": "x", "came_with": came_with[at]} for at, file in enumerate(files)]
    path = write_pack(plain(documents=documents), *files)
    if is_taken:
        assert len((await library.packs.look_into(path)).documents) == depth + 1
        return
    with pytest.raises(InputError, match="is damaged"):
        await library.packs.look_into(path)


@pytest.mark.parametrize("method", [zipfile.ZIP_LZMA, zipfile.ZIP_BZIP2])
async def test_what_wants_as_much_memory_as_it_says_is_not_unpacked(
    library: Library, write_members: Callable[..., Path], method: int
) -> None:
    info = zipfile.ZipInfo("documents/rules.txt")
    info.compress_type = method
    with pytest.raises(InputError, match="is damaged"):
        await library.packs.look_into(write_members([(info, RULE)], plain()))


async def test_a_file_that_is_cut_off_or_changed_anywhere_is_refused_or_taken_in_whole(
    library: Library, kb_id: str, pack: Path, tmp_path: Path
) -> None:
    dice = random.Random(7)
    data, path, refused = await asyncio.to_thread(pack.read_bytes), tmp_path / "changed.kbpack", 0
    names = (await library.packs.look_into(pack)).documents
    for number in range(300):
        changed = bytearray(data[: dice.randrange(len(data))] if number % 3 == 0 else data)
        for _ in range(dice.randrange(1, 4) if number % 3 else 0):
            changed[dice.randrange(len(changed))] = dice.randrange(256)
        path.write_bytes(changed)
        try:
            assert (await library.packs.look_into(path)).documents == names
        except InputError:
            refused += 1
    assert refused > 100


async def test_a_vector_in_it_is_never_looked_at(receiver: Receiver, write_pack: WritePack) -> None:
    """The receiver's own model reads everything: nobody can bring a model, a dimension or a number of theirs."""
    document = {**DOCUMENT, "vectors": [[float("nan")] * 3], "passages": ["By a stranger"]}
    path = write_pack(plain(documents=[document], model="theirs", dimensions=-1), content=RULE)
    base = await receiver.take_in(path)
    [arrived] = await receiver.library.documents(base.id)
    assert [chunk.text for chunk in await receiver.library.chunks(arrived.id)] == [RULE.decode()]


@pytest.fixture
def secrets_of_the_sender(folder: DataFolder, kb_id: str) -> list[bytes]:
    """What stands in the sender's data folder, or is its path, and is nobody else's business."""
    words = [str(folder.root), str(Path.home()), "secret-host.example", "the trashed text", "the unanswered question"]
    return [form for word in words for form in (word.encode(), json.dumps(word)[1:-1].encode())]


async def test_nothing_but_the_knowledge_base_is_in_it(
    library: Library, kb_id: str, tmp_path: Path, secrets_of_the_sender: list[bytes], write: Callable[[str, str], Path]
) -> None:
    choice = EmbeddingChoice("openai", model="m", base_url="http://secret-host.example/v1")
    [trashed] = await library.add(kb_id, [write("trashed.txt", "Here stands the trashed text.")])
    await library.questions.save(kb_id, Wanted("What is here?", trashed.document.id, "the trashed text"))
    await library.delete_documents([trashed.document.id])
    request = Request(("the unanswered question",), (kb_id,), mode="words")
    await library.gaps.note(request, await library.find(request))
    await library.searches.note(request)
    await library.save_settings(replace(library.settings, embedding=choice))
    exported = await library.packs.export(kb_id, tmp_path / "x.kbpack")
    with zipfile.ZipFile(exported.path) as archive:
        content = b"".join(archive.read(name) for name in archive.namelist())
    assert [word for word in secrets_of_the_sender if word in content or word in exported.path.read_bytes()] == []
