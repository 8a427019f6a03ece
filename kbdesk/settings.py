"""What a person has chosen; never a secret, only its name in the keyring."""

from __future__ import annotations

import json
import logging
import os
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Annotated, Any, Literal, cast, get_type_hints

from pydantic import Field, TypeAdapter, ValidationError

from kbdesk.errors import DataFolderError
from kbdesk.look import Language, Mode
from kbdesk.texts import text

_logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class EmbeddingChoice:
    """Which model reads passages and queries.

    Attributes:
        kind: "local": the built-in model; "openai": OpenAI or any compatible address.
        model: The model's name at the provider; empty for the built-in one.
        dimensions: Numbers of a vector, or None for the model's own.
        base_url: The provider's address, or None for OpenAI's own.
        secret_name: Name of the key in `SecretStore`, or None where none is needed.
    """

    kind: Literal["local", "openai"] = "local"
    model: str = ""
    dimensions: Annotated[int, Field(ge=1)] | None = None
    base_url: str | None = None
    secret_name: str | None = None


@dataclass(frozen=True)
class Settings:
    """What a person has chosen.

    Attributes:
        embedding: Which model reads passages and queries.
        language: Of the window; "system" follows the system.
        theme: Of the window; "system" follows the system.
        top_k: Hits of a search, 1 to 100.
        min_score: Hits with a lower score are left out; None shows all.
        search_mode: Whether passages are looked for by what they mean, by their words, or by both.
        group_hits: Whether hits stand under the name of their document.
        ask_above_tokens: So many tokens of one drop may be sent to a remote provider without being confirmed.
        remember_searches: Whether the last searches, and those that found nothing good, are kept on this computer.
        as_read: The file as it was read, so that what a newer version wrote is kept.
    """

    embedding: EmbeddingChoice = field(default_factory=EmbeddingChoice)
    language: Language = "system"
    theme: Mode = "system"
    top_k: Annotated[int, Field(ge=1, le=100)] = 10
    min_score: float | None = None
    search_mode: Literal["hybrid", "meaning", "words"] = "hybrid"
    group_hits: bool = False
    ask_above_tokens: Annotated[int, Field(ge=0)] = 5_000_000
    remember_searches: bool = True
    as_read: Mapping[str, Any] = field(default_factory=dict[str, Any], repr=False, compare=False)


def load(path: Path) -> Settings:
    """Return the settings of a file; what is missing or wrong in it falls back to the default.

    Args:
        path: The file; it need not exist.
    """
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return Settings()
    except (OSError, ValueError):
        _logger.warning("The settings file cannot be read; the defaults are used.")
        return Settings()
    if not isinstance(data, dict):
        _logger.warning("The settings file holds no settings; the defaults are used.")
        return Settings()
    data = cast("dict[str, Any]", data)
    return Settings(**_valid(data, _logger.warning), as_read=data)


def save(settings: Settings, path: Path) -> None:
    """Write the settings; the file is the old one or the new one, never a part.

    What a newer kbdesk wrote is kept: settings that are unknown here, and values that are, until another one is chosen.

    Raises:
        DataFolderError: The file cannot be written.
    """
    new = asdict(settings)
    old = new.pop("as_read")
    understood = asdict(Settings(**_valid(old)))
    content = json.dumps(_merged(old, understood, new), ensure_ascii=False, indent=2)
    try:
        _write_atomically(path, content)
    except OSError as exc:
        raise DataFolderError(
            text("settings", "The settings could not be saved to {path}.", path=str(path)),
            text("settings", "Check that the disk is not full and that the folder belongs to you."),
        ) from exc


def _merged(old: Mapping[str, Any], understood: Mapping[str, Any], new: Mapping[str, Any]) -> dict[str, Any]:
    """Return what was read, with what is chosen now where that differs from what was `understood` of it."""
    merged = {**old, **new}
    for name in old.keys() & new.keys():
        if new[name] == understood[name]:
            merged[name] = old[name]
        elif isinstance(old[name], dict) and isinstance(new[name], dict):
            merged[name] = {**old[name], **new[name]}
    return merged


def _valid(
    data: Mapping[str, Any], warn: Callable[[str, str], object] = lambda _sentence, _name: None
) -> dict[str, Any]:
    """Return those values of `data` that fit the settings, checked and without the unknown ones.

    A model is understood whole or not at all: without its address it would be asked elsewhere.
    """
    hints = get_type_hints(Settings, include_extras=True)
    values: dict[str, Any] = {}
    for name in (hints.keys() & data.keys()) - {"as_read"}:
        try:
            values[name] = TypeAdapter(hints[name]).validate_json(json.dumps(data[name]), strict=True)
        except ValidationError:
            warn("The setting %r has a value that cannot be used; the default is used.", name)
    return values


def _write_atomically(path: Path, content: str) -> None:
    descriptor, temporary = tempfile.mkstemp(dir=path.parent, prefix=path.name)
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        Path(temporary).replace(path)
    except OSError:
        Path(temporary).unlink(missing_ok=True)
        raise
