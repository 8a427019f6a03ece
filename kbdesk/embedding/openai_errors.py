"""What the client of OpenAI's protocol raises, in words a person can act on.

A service's own words are read for signs and never passed on: they may repeat the key or a text.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from contextlib import suppress
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING

from kbdesk.embedding.base import InputTooLongError
from kbdesk.embedding.retries import TransientEmbeddingError
from kbdesk.errors import EmbeddingError
from kbdesk.texts import Text, text

if TYPE_CHECKING:
    import openai

_TOO_LONG = (
    "too long",
    "too large",
    "too many tokens",
    "maximum context",
    "context length",
    "context_length",
    "max_tokens",
    "maximum input",
    "input length",
    "batch size",
)


class DimensionsRefusedError(EmbeddingError):
    """The service does not want to be told a number of dimensions."""


def converted(error: openai.OpenAIError, model: str, host: str) -> EmbeddingError:
    """Return what to raise in place of an error of the client."""
    import openai

    if isinstance(error, openai.APIStatusError):
        signs = f"{error.code} {error.message}".lower()
        return _permanent(error.status_code, signs, model, host) or _transient(error, host)
    if isinstance(error, openai.APITimeoutError):
        return TransientEmbeddingError(text("embedding", "{host} did not answer in time.", host=host), _try_later())
    if isinstance(error, openai.APIConnectionError):
        return TransientEmbeddingError(
            text("embedding", "{host} cannot be reached.", host=host),
            text("embedding", "Check the network and the address in the settings."),
        )
    return nonsense(host)


def nonsense(host: str) -> EmbeddingError:
    """Return what to raise if something answers that does not speak the protocol."""
    return EmbeddingError(
        text("embedding", "{host} does not answer like a service for reading passages.", host=host),
        text("embedding", "Check the address in the settings; it often ends in /v1."),
    )


def _permanent(status: int, signs: str, model: str, host: str) -> EmbeddingError | None:
    """Return the error of a status that trying again does not cure."""
    if status == 401:
        return _error(text("embedding", "{host} does not accept the key.", host=host), _check_key())
    if status == 402 or (status == 429 and "insufficient_quota" in signs):
        return _error(
            text("embedding", "The credit at {host} is used up.", host=host),
            text("embedding", "Look at your account there, or choose the built-in model in the settings."),
        )
    if status == 403:
        return _error(
            text("embedding", "{host} does not let this key use “{model}”.", host=host, model=model), _check_key()
        )
    if status == 404 and "model" in signs:
        return _error(
            text("embedding", "{host} does not know the model “{model}”.", host=host, model=model), _check_model()
        )
    if status == 404:
        return nonsense(host)
    return _refused(signs, model, host, too_long=status == 413) if status in (400, 413, 422) else None


def _refused(signs: str, model: str, host: str, *, too_long: bool) -> EmbeddingError:
    title = text("embedding", "{host} refuses to read passages with “{model}”.", host=host, model=model)
    if too_long or any(sign in signs for sign in _TOO_LONG):
        return InputTooLongError(
            text("embedding", "A passage is too long for the model “{model}”.", model=model),
            text("embedding", "Choose another model in the settings."),
        )
    if "dimension" in signs or "matryoshka" in signs:
        return DimensionsRefusedError(title, text("embedding", "Check the number of dimensions in the settings."))
    return _error(title, _check_model())


def _transient(error: openai.APIStatusError, host: str) -> EmbeddingError:
    if error.status_code == 429:
        title = text("embedding", "{host} gets more requests from you than it allows.", host=host)
    elif error.status_code in (408, 409) or error.status_code >= 500:
        title = text(
            "embedding", "{host} has a problem of its own (error {status}).", host=host, status=error.status_code
        )
    else:
        return nonsense(host)
    return TransientEmbeddingError(title, _try_later(), retry_after_s(error.response.headers))


def retry_after_s(headers: Mapping[str, str]) -> float | None:
    """Return the seconds that an answer asks to wait, or None.

    Source: RFC 9110, section 10.2.3 (seconds or a date); "retry-after-ms" is OpenAI's own.
    """
    with suppress(KeyError, ValueError):
        return max(0.0, float(headers["retry-after-ms"]) / 1000)
    value = headers.get("retry-after", "")
    with suppress(ValueError):
        return max(0.0, float(value))
    with suppress(ValueError):
        return max(0.0, parsedate_to_datetime(value).timestamp() - time.time())
    return None


def _error(title: Text, remedy: Text) -> EmbeddingError:
    return EmbeddingError(title, remedy)


def _check_key() -> Text:
    return text("embedding", "Enter the key again in the settings, or make a new one at the service.")


def _check_model() -> Text:
    return text(
        "embedding", "Check the name of the model in the settings; it must be one made for search (“embedding”)."
    )


def _try_later() -> Text:
    return text("embedding", "Try again later. What is done so far is kept.")
