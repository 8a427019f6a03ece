"""Credentials by provider. A secret shows itself masked and is never written by kbdesk to a file."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, SecretStr

__all__ = ["CredentialBase", "OpenAICredential"]


class CredentialBase(BaseModel):
    """What a provider wants to see before it answers."""

    type: str = "none"


class OpenAICredential(CredentialBase):
    """A key for OpenAI or any service that speaks its protocol.

    Attributes:
        api_key: The secret; `repr` masks it.
        organization: OpenAI's organisation id, or None.
        base_url: The service's address, or None for OpenAI's own.
    """

    type: Literal["openai"] = "openai"  # pyright: ignore[reportIncompatibleVariableOverride]  # narrowed to one value
    api_key: SecretStr
    organization: str | None = None
    base_url: str | None = None
