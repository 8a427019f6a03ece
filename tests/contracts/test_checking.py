"""What the check of every store finds."""

from __future__ import annotations


async def found(store, expected, collection="handbook"):
    return [(problem.kind, problem.document_id) for problem in await store.check(collection, expected)]


async def test_a_store_in_order_has_no_problems(store, records):
    await store.insert("handbook", records("a", [f"text {number}" for number in range(300)]))
    await store.insert("handbook", records("b", ["to be replaced"] * 3))
    await store.insert("handbook", records("b", ["new"]), {"tenant": "ada"})
    await store.delete("handbook", "b", {})
    await store.insert("handbook", records("b", ["new"]))
    assert await found(store, {"a": 300, "b": 1, "empty": 0}) == []


async def test_missing_unknown_and_incomplete_documents_are_named(store, records):
    for document_id in ("a", "b", "c"):
        await store.insert("handbook", records(document_id, ["one", "two"]))
    problems = await store.check("handbook", {"a": 2, "c": 3, "d": 4})
    assert [(problem.kind, problem.document_id) for problem in problems] == [
        ("unknown", "b"),
        ("passages", "c"),
        ("missing", "d"),
    ]
    assert not any(problem.can_mend for problem in problems)
    assert str(problems[1].text) == "2 of 3 passages are stored."


async def test_a_collection_that_is_not_there_lacks_all_its_documents(store):
    assert await found(store, {"a": 1}, "elsewhere") == [("missing", "a")]
    assert await found(store, {}, "elsewhere") == []
