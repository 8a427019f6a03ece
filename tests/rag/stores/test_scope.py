"""Metadata as plain JSON, and filters that compare it."""

from __future__ import annotations

import json
import math

from hypothesis import given
from hypothesis import strategies as st

from kbdesk.rag.stores.scope import canonical, contradicts, holds, plain_metadata, storable, to_json

VALUES = st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.binary()
METADATA = st.dictionaries(st.text(), st.recursive(VALUES, lambda inner: st.lists(inner) | st.sets(VALUES)), max_size=4)


@given(METADATA)
def test_any_metadata_becomes_json_that_comes_back_the_same(metadata):
    plain = plain_metadata(metadata)
    line = to_json(plain)
    assert "\n" not in line
    line.encode()
    assert json.loads(line) == json.loads(to_json(json.loads(line)))


def test_the_order_of_a_scopes_pairs_is_no_matter():
    assert canonical({"a": 1, "b": "年"}) == canonical({"b": "年", "a": 1}) == '{"a":1,"b":"年"}'
    assert canonical(None) == canonical({}) == "{}"


def test_all_pairs_must_hold_and_types_count():
    metadata = {"tenant": "ada", "page": 1, "draft": True, "score": 2.0}
    assert holds({}, metadata)
    assert holds({"tenant": "ada", "page": 1, "score": 2}, metadata)
    assert not holds({"page": True}, metadata)
    assert not holds({"draft": 1}, metadata)
    assert not holds({"owner": "ada"}, metadata)
    assert contradicts({"tenant": "bob"}, metadata)
    assert not contradicts({"owner": "ada"}, metadata)


def test_nan_is_null_and_lone_surrogates_are_replaced():
    assert plain_metadata({"nan": math.nan, "inf": math.inf}) == {"nan": None, "inf": None}
    assert storable("a\ud800b\0") == "a\ufffdb\0"
    assert to_json({"\udfff": "\ud800"}) == '{"\ufffd":"\ufffd"}'
