"""Check questions with the built-in model, and when it is gone."""

from __future__ import annotations

from pathlib import Path

import pytest

from kbdesk.embedding.local import find_weights
from kbdesk.library.library import Library
from kbdesk.library.questions.types import Cause, Wanted
from kbdesk.library.questions.words import line_words
from kbdesk.paths import DataFolder

pytestmark = pytest.mark.skipif(find_weights(Path()) is None, reason="the weights of the built-in model are not here")


async def test_what_is_meant_is_found_and_without_the_model_nothing_is_claimed(
    folder: DataFolder, handbook: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with await Library.open(folder) as library:
        [base] = await library.knowledge_bases()
        await library.add(base.id, [handbook])
        [holidays] = [each for each in await library.documents(base.id) if "holidays" in each.name]
        quote = "thirty days of paid holiday"
        await library.questions.save(base.id, Wanted("How much vacation do I get?", holidays.id, quote, 1))
        await library.questions.save(base.id, Wanted("holiday", holidays.id, quote, 1, "words"))
        report = await library.questions.run(base.id)
        assert report is not None
        assert report.is_right
    folder.embeddings_db.unlink()  # else it knows what this very question means
    monkeypatch.setenv("KBDESK_MODEL_FILE", "/nowhere/weights.bin")
    async with await Library.open(folder) as library:
        report = await library.questions.run(base.id)
        assert report is not None
        said = [str(line_words(line)) for line in report.lines]
        assert said[0].startswith("Cannot be checked: The model of this knowledge base cannot be used")
        assert said[1] == "Right."
    monkeypatch.delenv("KBDESK_MODEL_FILE")
    async with await Library.open(folder) as library:
        assert await library.questions._due(base.id) is Cause.PROBLEM
        await library.questions._run_due()
        assert (await library.questions.report(base.id)).is_right
