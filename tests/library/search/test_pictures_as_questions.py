"""Pictures are taken in, and found by pictures, where the model of a knowledge base takes them."""

from __future__ import annotations

import base64
from pathlib import Path

import pytest

from kbdesk.errors import InputError
from kbdesk.library.library import Library
from kbdesk.library.search.types import Request
from kbdesk.library.types import State
from kbdesk.message import Base64Source, DataBlock

from ...colours import draw, see_colours  # noqa: TID252  # the tests are no package that could be named


def block(path: Path) -> DataBlock:
    return DataBlock(source=Base64Source(data=base64.b64encode(path.read_bytes()).decode(), media_type="image/png"))


async def test_a_picture_without_text_is_found_by_one_that_looks_like_it(
    library: Library, kb_id: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    see_colours(library, monkeypatch)
    for name, colour in (("stop.png", "#dd1122"), ("water.png", "#1133cc")):
        draw(tmp_path / "signs" / name, colour)
    taken = await library.add(kb_id, [tmp_path / "signs"])
    assert {each.document.state for each in taken} == {State.DONE}
    assert await library.takes_pictures()
    results = await library.find(Request((block(draw(tmp_path / "photo.png", "#2244ee")),)))
    assert results.hits[0].document.name == "water.png"
    assert results.notices == []


async def test_where_models_read_text_only_no_picture_can_be_a_question(
    library: Library, kb_id: str, tmp_path: Path
) -> None:
    assert not await library.takes_pictures(), "nothing is in it yet, so it has no model"
    (tmp_path / "note.md").write_text("Green is go.", "utf-8")
    await library.add(kb_id, [tmp_path / "note.md"])
    assert not await library.takes_pictures([kb_id])
    with pytest.raises(InputError):
        await library.takes_pictures(["nobody"])
