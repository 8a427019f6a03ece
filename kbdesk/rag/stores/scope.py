"""Metadata in stores: made plain JSON on the way in, compared pair by pair on the way out."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping
from typing import Any

from pydantic_core import to_jsonable_python

from kbdesk.errors import InputError
from kbdesk.texts import text

_FORBIDDEN = re.compile("[\x00-\x1f\x7f\ud800-\udfff]")
_SURROGATE = re.compile("[\ud800-\udfff]")
_MAX_KEY_LENGTH = 255
_INT_RANGE = range(-(2**63), 2**63)

ScopeValue = str | bool | int | float
"""What a scope may compare."""


def has_forbidden(name: str) -> bool:
    """Return whether a name has control characters or lone surrogates, which no store can keep as a key."""
    return bool(_FORBIDDEN.search(name))


def storable(value: str) -> str:
    """Return the text with lone surrogates replaced by U+FFFD; every store keeps text as UTF-8."""
    return value if value.isascii() else _SURROGATE.sub("\ufffd", value)


def plain_metadata(metadata: Mapping[str, Any]) -> dict[str, Any]:
    """Return a copy that JSON can hold: paths, dates and unknown objects as text, sets as lists, NaN as null."""
    return to_jsonable_python(
        dict(metadata), fallback=_plain_object, inf_nan_mode="null", bytes_mode="base64", serialize_unknown=True
    )


def _plain_object(value: Any) -> Any:
    """Return what numpy's scalars and arrays hold, else the text of an object."""
    return value.tolist() if hasattr(value, "tolist") else str(value)


def to_json(value: Any) -> str:
    """Return plain metadata as one compact line of JSON."""
    return storable(json.dumps(value, ensure_ascii=False, separators=(",", ":")))


def canonical(scope: Mapping[str, Any] | None) -> str:
    """Return the scope as JSON with sorted keys: equal scopes give equal text, so it can be part of a key."""
    return to_json(dict(sorted((scope or {}).items())))


def checked_scope(scope: Mapping[str, Any] | None) -> dict[str, ScopeValue]:
    """Return a copy of a metadata filter; nothing is an empty one.

    Raises:
        InputError: A key or a value is of a kind that cannot be compared.
    """
    checked: dict[str, ScopeValue] = {}
    for key, value in (scope or {}).items():
        _check_key(key)
        _check_value(key, value)
        checked[key] = value
    return checked


def _check_key(key: object) -> None:
    if not isinstance(key, str) or not 0 < len(key) <= _MAX_KEY_LENGTH or has_forbidden(key):
        raise InputError(
            text("stores", "{key} cannot be a name in a filter.", key=repr(key)),
            text("stores", "Use a text of 1 to 255 characters without control characters."),
        )


def _check_value(key: str, value: object) -> None:
    if isinstance(value, str):
        right = not _SURROGATE.search(value)
    elif isinstance(value, float):
        right = math.isfinite(value)
    else:
        right = isinstance(value, int) and value in _INT_RANGE
    if not right:
        raise InputError(
            text("stores", "The filter {key} has a value that cannot be compared.", key=repr(key)),
            text("stores", "Use a text, true or false, or a finite number."),
        )


def same(one: Any, other: Any) -> bool:
    """Return whether two values are equal as JSON: true is not 1, and 1 is 1.0."""
    return one == other and isinstance(one, bool) == isinstance(other, bool)


def holds(scope: Mapping[str, Any], metadata: Mapping[str, Any]) -> bool:
    """Return whether all pairs of the scope stand in the metadata."""
    return all(key in metadata and same(value, metadata[key]) for key, value in scope.items())


def contradicts(scope: Mapping[str, Any], metadata: Mapping[str, Any]) -> bool:
    """Return whether the metadata has a key of the scope with another value."""
    return any(key in metadata and not same(value, metadata[key]) for key, value in scope.items())
