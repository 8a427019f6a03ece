import pytest

from kbdesk.errors import DataFolderError, InputError
from kbdesk.library.types import State


async def test_a_note_is_a_document_with_its_title_as_heading(library, kb_id, folder):
    result = await library.notes.write(kb_id, "  Where to\npark ", "Behind the house.\n")
    assert result.document.state is State.DONE
    assert result.document.path == folder.notes / "Where to park.md"
    assert result.document.path.read_text("utf-8") == "# Where to park\n\nBehind the house.\n"
    [hit] = await library.search(["house"])
    assert str(hit.place) == "Where to park"


async def test_two_notes_of_one_title_are_two_documents(library, kb_id):
    first = await library.notes.write(kb_id, "Parking", "Behind the house.")
    second = await library.notes.write(kb_id, "Parking", "In front of the house.")
    assert [first.document.name, second.document.name] == ["Parking.md", "Parking (2).md"]


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("A/B: what? <1>", "A B what 1.md"),
        ("con", "note con.md"),
        ("Nul.txt", "note Nul.txt.md"),
        ("...", "note.md"),
        ("停车场" * 33, "停车场" * 22 + ".md"),
    ],
)
async def test_any_title_gives_a_name_that_every_system_takes(library, kb_id, title, name):
    assert (await library.notes.write(kb_id, title, "Text.")).document.name == name


@pytest.mark.parametrize(("title", "content"), [(" ", "Text."), ("x" * 101, "Text."), ("Title", " \n")])
async def test_a_note_needs_a_title_and_a_text(library, kb_id, folder, title, content):
    with pytest.raises(InputError, match="A note needs"):
        await library.notes.write(kb_id, title, content)
    assert not folder.notes.exists()


async def test_a_note_that_cannot_be_written_says_so(library, kb_id, folder):
    folder.notes.write_text("in the way")
    with pytest.raises(DataFolderError, match="could not be written"):
        await library.notes.write(kb_id, "Title", "Text.")


async def test_a_note_for_a_knowledge_base_that_is_gone_leaves_no_file(library, folder):
    with pytest.raises(InputError):
        await library.notes.write("0" * 32, "Title", "Text.")
    assert not list(folder.notes.glob("*"))


async def test_a_note_that_is_already_there_leaves_no_second_file(library, kb_id, folder):
    first = await library.notes.write(kb_id, "Parking", "Behind the house.")
    again = await library.notes.write(kb_id, "Parking", "Behind the house.")
    assert (again.is_new, again.document.id) == (False, first.document.id)
    assert [file.name for file in folder.notes.iterdir()] == ["Parking.md"]


async def test_a_note_that_is_deleted_for_good_leaves_no_file(library, kb_id, folder, write):
    own = await library.add(kb_id, [write("own.txt", "A file of one's own.")])
    first = await library.notes.write(kb_id, "Parking", "Behind the house.")
    base = await library.create_knowledge_base("Other")
    await library.notes.write(base.id, "Secret", "In front of the house.")
    await library.notes.write(kb_id, "Lunch", "At noon.")
    await library.delete_documents([first.document.id, own[0].document.id])
    await library.delete_knowledge_base(base.id)
    assert len(list(folder.notes.iterdir())) == 3
    await library.trash.empty()
    assert [file.name for file in folder.notes.iterdir()] == ["Lunch.md"]
    assert own[0].path.exists()
