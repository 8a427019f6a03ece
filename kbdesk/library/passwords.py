"""The passwords of protected files: in memory until kbdesk is closed, in the keyring if a person wishes."""

from __future__ import annotations

from collections.abc import Iterable

from pydantic import SecretStr

from kbdesk.secrets import SecretStore
from kbdesk.texts import Text


class Passwords:
    """What opens protected files, by the hash of their content; never written to a file.

    A file that nothing is known of may have the password of another one: people protect many files with one.
    """

    def __init__(self, secrets: SecretStore) -> None:
        """Know none yet.

        Args:
            secrets: The keyring. Once it could not be used it is asked no more, until something is to be kept in it.
        """
        self._secrets = secrets
        self._typed: list[SecretStr] = []
        self._asked_for: set[str] = set()
        self._fitting: dict[str, SecretStr] = {}
        self._can_ask = True

    def note_typed(self, contents: Iterable[str], password: str) -> None:
        """Note what a person typed for the files with these contents."""
        secret = SecretStr(password)
        self._typed = [secret, *(each for each in self._typed if each != secret)]
        self._asked_for.update(contents)

    def forget_typed(self, password: str) -> None:
        """Forget what a person typed and what opens nothing: it would be tried on every other protected file."""
        secret = SecretStr(password)
        if secret not in self._fitting.values():
            self._typed = [each for each in self._typed if each != secret]

    @property
    def problem(self) -> Text | None:
        """Why the keyring could not be used the last time, or None."""
        return self._secrets.problem

    def is_asked_for(self, content: str) -> bool:
        """Return whether a person has typed a password for this content."""
        return content in self._asked_for

    def note_fitting(self, content: str, password: str) -> None:
        """Note that a password opens a content."""
        self._fitting[content] = SecretStr(password)

    async def candidates(self, *contents: str) -> list[str]:
        """Return what may open a file, each once, the likeliest first.

        Args:
            contents: Its content, and older ones of the same document.
        """
        known = [await self.known(content) for content in contents]
        typed = [secret.get_secret_value() for secret in self._typed]
        return list(dict.fromkeys([*(password for password in known if password is not None), *typed]))

    async def known(self, content: str) -> str | None:
        """Return the password that opened a content before, or None."""
        if content in self._fitting:
            return self._fitting[content].get_secret_value()
        if not content or not self._can_ask:
            return None
        kept, _ = await self._secrets.get(_name(content))
        self._can_ask = self._secrets.problem is None
        return kept

    async def remember(self, content: str) -> None:
        """Keep the password that opened a content in the keyring."""
        if content in self._fitting:
            await self._secrets.set(_name(content), self._fitting[content].get_secret_value())
            self._can_ask = self._secrets.problem is None


def _name(content: str) -> str:
    return f"file {content}"
