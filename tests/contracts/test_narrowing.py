"""What a search is narrowed to besides a metadata filter, in every store."""

from __future__ import annotations

from kbdesk.rag.stores.filters import EVERYTHING, Only

ADA = {"tenant": "ada"}

ENGLISH = "Where do I send the receipts of my business trip?"
CHINESE = "员工每年享有十天带薪年假"
UNKNOWN = "4711"


async def found(store, vector, only, scope=None):
    hits = await store.search("handbook", vector("question"), 100, scope, only=only)
    return sorted(hit.chunk.text for hit in hits)


async def test_only_passages_of_the_documents_asked_for_are_found(store, records, vector):
    for number in range(20):
        await store.insert("handbook", records(f"d{number}", [f"{number} {i}" for i in range(20)]))
    only = Only(document_ids=frozenset({"d3", "d7", "nobody"}))
    hits = await store.search("handbook", vector("question"), 5, only=only)
    everything = await store.search("handbook", vector("question"), 400)
    nearest = [hit.chunk.text for hit in everything if hit.document_id in ("d3", "d7")]
    assert [hit.chunk.text for hit in hits] == nearest[:5]
    assert await found(store, vector, only) == sorted(nearest)
    assert len(await found(store, vector, EVERYTHING)) == 100


async def test_a_document_asked_for_is_found_in_the_scope_only(store, records, vector):
    await store.insert("handbook", records("a", ["ada"]), ADA)
    await store.insert("handbook", records("a", ["bob"]), {"tenant": "bob"})
    only = Only(document_ids=frozenset({"a"}))
    assert await found(store, vector, only) == ["ada", "bob"]
    assert await found(store, vector, only, ADA) == ["ada"]


async def test_without_any_document_asked_for_nothing_is_found(store, records, vector):
    await store.insert("handbook", records("a", ["one"]))
    assert await found(store, vector, Only(document_ids=frozenset())) == []
    assert await found(store, vector, Only(document_ids=frozenset({"no\0body\ud800", 'it\'s "quoted"'}))) == []


def turned_off(given, *indices):
    for index in indices:
        given[index].chunk.metadata["off"] = True
    return given


async def test_passages_that_are_turned_off_are_listed_and_never_found(store, records, vector):
    await store.insert("handbook", turned_off(records("a", ["one", "two", "three"]), 1))
    await store.insert("handbook", turned_off(records("b", ["four", "five"], ADA), 0), ADA)
    assert await found(store, vector, EVERYTHING) == ["five", "one", "three"]
    assert await found(store, vector, EVERYTHING, ADA) == ["five"]
    assert await found(store, vector, Only(document_ids=frozenset({"a"}))) == ["one", "three"]
    assert [hit.chunk.text for hit in await store.search("handbook", vector("two"), 1)] != ["two"]
    assert [chunk.text for chunk in await store.list_chunks("handbook", "a")] == ["one", "two", "three"]
    assert [chunk.text for chunk in await store.list_chunks("handbook", "b")] == ["four", "five"]
    by_language = await store.search_by_language("handbook", vector("two"), 10)
    assert {hit.chunk.text for hits in by_language.values() for hit in hits} == {"five", "one", "three"}


async def test_passages_are_turned_on_again_by_inserting_the_document_as_it_was(store, records, vector):
    await store.insert("handbook", turned_off(records("a", ["one", "two"]), 0, 1))
    assert await found(store, vector, EVERYTHING) == []
    [first, second] = await store.list_records("handbook", "a")
    first.chunk.metadata.clear()
    await store.insert("handbook", [first, second])
    assert await found(store, vector, EVERYTHING) == ["one"]


async def test_off_stays_off_after_opening_the_file_again(new_store, records, vector):
    async with new_store() as store:
        await store.create_collection("handbook", 16)
        await store.insert("handbook", turned_off(records("a", ["one", "two"]), 0))
    async with new_store() as store:
        assert await found(store, vector, EVERYTHING) == ["two"]


async def test_only_passages_in_the_languages_asked_for_and_of_none_are_found(store, records, vector):
    await store.insert("handbook", records("en", [ENGLISH, ENGLISH + " Thank you."]))
    await store.insert("handbook", records("zh", [CHINESE, ENGLISH + " 谢谢。"]))
    await store.insert("handbook", records("none", [UNKNOWN]))
    everything = await found(store, vector, EVERYTHING)
    assert await found(store, vector, Only(languages=frozenset({"zh"}))) == [UNKNOWN, CHINESE]
    assert len(await found(store, vector, Only(languages=frozenset({"en", "zh", "xx"})))) == len(everything) == 5
    assert await found(store, vector, Only(frozenset({"zh", "none"}), frozenset({"zh"}))) == [UNKNOWN, CHINESE]
    assert await found(store, vector, Only(frozenset({"en"}), frozenset({"zh"}))) == []
    assert await found(store, vector, Only(languages=frozenset())) == [UNKNOWN]


async def test_the_nearest_of_each_language_are_found_together(store, records, vector):
    await store.insert("handbook", records("en", [ENGLISH, ENGLISH + " Thank you.", ENGLISH + " Many thanks."]))
    await store.insert("handbook", records("zh", [CHINESE]))
    await store.insert("handbook", records("none", [UNKNOWN]))
    by_language = await store.search_by_language("handbook", vector(UNKNOWN), 2)
    assert {language: hits[0].chunk.text for language, hits in by_language.items()} == {"en": UNKNOWN, "zh": UNKNOWN}
    assert [hit.chunk.text for hit in by_language["zh"]] == [UNKNOWN, CHINESE]
    assert len(by_language["en"]) == 2
    only = Only(document_ids=frozenset({"none"}))
    assert list(await store.search_by_language("handbook", vector(UNKNOWN), 2, only=only)) == [""]
    assert await store.search_by_language("handbook", vector(UNKNOWN), 2, {"nowhere": 1}) == {}
