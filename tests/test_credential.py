"""A secret never shows itself."""

from __future__ import annotations

import pytest

from kbdesk.credential import OpenAICredential


@pytest.mark.parametrize("show", [repr, str, lambda shown: shown.model_dump_json(), lambda shown: f"{shown.api_key}"])
def test_a_key_is_masked_wherever_a_credential_is_shown(show: object) -> None:
    credential = OpenAICredential(api_key="sk-secret", base_url="http://localhost/v1")
    assert "sk-secret" not in show(credential)
    assert credential.api_key.get_secret_value() == "sk-secret"
