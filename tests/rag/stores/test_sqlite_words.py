"""Searches for words, identifiers and phrases in the SQLite store."""

from __future__ import annotations

import random

import pytest

from kbdesk.errors import InputError
from kbdesk.message import TextBlock
from kbdesk.rag.document import Chunk, VectorRecord
from kbdesk.rag.stores.filters import Only
from kbdesk.rag.stores.sqlite import SQLiteStore


def records_of(document_id, texts, **metadata):
    return [
        VectorRecord(
            vector=[1.0] * 8,
            document_id=document_id,
            chunk=Chunk(
                content=TextBlock(text=text),
                source="a.md",
                chunk_index=index,
                total_chunks=len(texts),
                metadata=metadata,
            ),
        )
        for index, text in enumerate(texts)
    ]


@pytest.fixture
async def store(tmp_path):
    async with SQLiteStore(tmp_path / "store.sqlite3") as opened:
        await opened.create_collection("c", 8)
        yield opened


def texts_of(hits):
    return [hit.chunk.text for hit in hits]


async def exact(store, *terms, **arguments):
    return texts_of(await store.search_exact("c", terms, **arguments))


async def test_other_forms_of_a_word_are_found_after_the_form_asked_for(store):
    await store.insert("c", records_of("a", ["The cost is low", "The costs are low", "The costing is low"]))
    assert texts_of(await store.search_text("c", "costs"))[0] == "The costs are low"
    assert texts_of(await store.search_text("c", "cost"))[0] == "The cost is low"
    assert len(await store.search_text("c", "cost")) == 3
    assert texts_of(await store.search_text("c", "costs", top_k=1)) == ["The costs are low"]


ENGLISH = "Please do not forget to take care of what you were given by the office"
GERMAN = "Die Noten der Prüfung stehen in den Unterlagen der Abteilung, in der Sie arbeiten"


@pytest.fixture
async def mixed(store):
    await store.insert("c", records_of("en", [ENGLISH, "You can rent the cars, and write a few notes about them"]))
    await store.insert("c", records_of("de", [GERMAN, "Krankmeldungen gibt man bei der Leitung ab, bevor man geht"]))
    assert await store.languages("c") == {"en": 2, "de": 2}
    return store


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("note", [("de", 0), ("en", 1)]),
        ("not", [("de", 0), ("en", 0)]),
        ("car", [("en", 1)]),
        ("care", [("en", 0)]),
        ("krankmeldung", [("de", 1)]),
        ("renting", [("en", 1)]),
    ],
)
async def test_a_word_is_found_by_its_stem_in_the_language_of_each_passage(mixed, query, found):
    hits = await mixed.search_text("c", query)
    assert sorted((hit.document_id, hit.chunk.chunk_index) for hit in hits) == found
    shares = await mixed.word_shares("c", query, [("de", 0), ("de", 1), ("en", 0), ("en", 1)])
    assert [share == 1 for share in shares] == [key in found for key in (("de", 0), ("de", 1), ("en", 0), ("en", 1))]
    assert {hit.document_id: hit.language for hit in hits} == {name: name for name, _ in found}


async def test_stop_words_find_something_only_where_there_are_no_others(mixed):
    [hit] = await mixed.search_text("c", "what do you rent")
    assert hit.chunk.text.startswith("You can rent")
    assert {hit.document_id for hit in await mixed.search_text("c", "of the")} == {"en"}


async def test_phrases_are_found_in_each_language(mixed):
    assert await exact(mixed, "take care") == [ENGLISH]
    assert await exact(mixed, "die noten") == [GERMAN]
    assert await exact(mixed, "rent the car") == []


async def test_a_document_in_any_language_leaves_the_full_text_as_it_was(mixed):
    await mixed.delete("c", "de")
    assert await mixed.search_text("c", "krankmeldung") == []
    assert await mixed.check("c", {"en": 2}) == []


async def test_a_note_is_found_with_its_passage(store):
    await store.insert("c", records_of("a", ["The office is closed"], note="Betriebsferien 4711"))
    assert texts_of(await store.search_text("c", "betriebsferien")) == ["The office is closed"]
    assert await exact(store, "4711") == ["The office is closed"]
    assert await store.word_shares("c", "betriebsferien", [("a", 0)]) == [1.0]


async def test_passages_that_are_turned_off_are_found_neither_by_words_nor_exactly(store):
    await store.insert("c", records_of("a", ["apple REQ-1"], off=True) + records_of("b", ["apple REQ-1 too"]))
    assert texts_of(await store.search_text("c", "apple")) == ["apple REQ-1 too"]
    assert await exact(store, "REQ-1") == ["apple REQ-1 too"]
    await store.insert("c", records_of("a", ["apple REQ-1"]))
    assert len(await store.search_text("c", "apple")) == 2
    await store.delete("c", "a")
    assert await store.check("c", {"b": 1}) == []


async def test_words_are_searched_in_the_documents_and_languages_asked_for(store):
    await store.insert("c", records_of("en", ["Please see chapter GDPR before you begin"]))
    await store.insert("c", records_of("de", ["Bitte beachten Sie das Kapitel GDPR, bevor Sie beginnen"]))
    for search in (lambda **only: store.search_text("c", "gdpr", **only), lambda **only: exact_hits(store, **only)):
        assert len(await search()) == 2
        assert [hit.document_id for hit in await search(only=Only(document_ids=frozenset({"de"})))] == ["de"]
        assert [hit.document_id for hit in await search(only=Only(languages=frozenset({"en"})))] == ["en"]


async def exact_hits(store, **arguments):
    return await store.search_exact("c", ["GDPR"], **arguments)


async def test_only_passages_in_which_a_term_stands_as_written_are_found(store):
    await store.insert("c", records_of("a", ["REQ-04170 is another", "REQ 0417 too", "0417 REQ", "Look at req‑0417!"]))
    assert await exact(store, "REQ-0417") == ["Look at req‑0417!"]
    assert await exact(store, "REQ-0418") == []
    assert await exact(store, "§§") == []
    assert await exact(store) == []
    with pytest.raises(InputError):
        await exact(store, "REQ-0417", top_k=0)


async def test_passages_with_most_of_the_terms_come_first_and_the_score_is_their_number(store):
    await store.insert("c", records_of("a", ["REQ-1", "annual leave", "REQ-1, annual leave and v2.0", "v2.0 REQ-1"]))
    hits = await store.search_exact("c", ["REQ-1", "annual leave", "v2.0", "REQ-1"])
    assert [(hit.chunk.text, hit.score) for hit in hits] == [
        ("REQ-1, annual leave and v2.0", 3),
        ("v2.0 REQ-1", 2),
        ("REQ-1", 1),
        ("annual leave", 1),
    ]
    assert await exact(store, "REQ-1", "annual leave", "v2.0", top_k=1) == ["REQ-1, annual leave and v2.0"]


async def test_phrases_without_blanks_between_words_are_found(store):
    await store.insert("c", records_of("a", ["员工每年享有十天带薪年假", "带薪的年假", "按第3条规定报销"]))
    assert await exact(store, "带薪年假") == ["员工每年享有十天带薪年假"]
    assert await exact(store, "第3条") == ["按第3条规定报销"]


async def test_each_of_many_identifiers_is_found_among_its_likes(store):
    dice = random.Random(3)
    names = [f"{dice.choice(['REQ', 'E', 'ERR', 'INV'])}-{dice.randrange(10_000):04}" for _ in range(200)]
    texts = [f"{name}0 and {name}-B come before {name}: see there" if n % 2 else name for n, name in enumerate(names)]
    await store.insert("c", records_of("a", texts))
    await store.insert("c", records_of("b", [f"{name}{n % 10}" for n, name in enumerate(names)]))
    for name in names:
        found = await exact(store, name)
        assert found
        assert all(text == name or text.startswith(f"{name}0 and {name}-B come before {name}:") for text in found)


async def test_the_share_of_a_querys_words_is_weighed_by_how_rare_they_are(store):
    texts = [f"the rule number{n}" for n in range(50)]
    await store.insert("c", records_of("a", texts))
    shares = await store.word_shares("c", "the rule number7", [("a", 7), ("a", 8), ("a", 99), ("b", 0), ("a", 7)])
    assert shares[0] == shares[4] == 1.0
    assert 0 < shares[1] < 0.1
    assert shares[2:4] == [0, 0]
    [missing] = await store.word_shares("c", "number7 nowhere", [("a", 7)])
    assert 0.3 < missing < 0.5
    assert await store.word_shares("c", "?!", [("a", 7)]) == [0.0]


async def test_pairs_that_stand_nowhere_lower_the_share_by_half_as_much_as_a_word(store):
    await store.insert("c", records_of("a", ["员工每年享有年假", "差旅费用报销"]))
    here, elsewhere = await store.word_shares("c", "员工年假", [("a", 0), ("a", 1)])
    assert 0.5 < here < 1
    assert elsewhere == 0
    [panda] = await store.word_shares("c", "大熊猫享有", [("a", 0)])
    assert 0 < panda < 0.4
    assert await store.word_shares("c", "销", [("a", 0), ("a", 1)]) == [0.0, 1.0]
