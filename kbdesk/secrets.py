"""API keys: in the system's keyring, else in memory until kbdesk is closed, never in a file."""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Future
from enum import Enum
from queue import SimpleQueue
from typing import Any

from pydantic import SecretStr

from kbdesk.errors import InputError, SecretError
from kbdesk.texts import Text, text

_SERVICE = "kbdesk"

# The keyrings of the three systems. Any other that may be installed could be a plain file, or keep nothing at all.
_TRUSTED = {f"keyring.backends.{name}" for name in ("SecretService", "libsecret", "kwallet", "macOS", "Windows")}

# A credential of Windows holds 2560 bytes, and keyring writes UTF-16.
_MAX_UNITS = 1280 if sys.platform == "win32" else None


class Where(Enum):
    """Where a secret is kept."""

    KEYRING = "keyring"
    """Survives a restart."""
    MEMORY = "memory"
    """Until kbdesk is closed."""
    ENVIRONMENT = "environment"
    """Given from outside as KBDESK_<NAME>_API_KEY."""


class SecretStore:
    """Keeps secrets by name.

    Attributes:
        problem: Why the keyring could not be used the last time, or None.
    """

    def __init__(self, *, time_limit_s: float = 60.0, max_units: int | None = _MAX_UNITS) -> None:
        """Remember how to reach the keyring; it is first asked by the first call.

        Args:
            time_limit_s: How long a call may take; a person may be asked to unlock the keyring meanwhile.
            max_units: Most UTF-16 units of a secret, or None for no limit.
        """
        self.problem: Text | None = None
        self._time_limit_s = time_limit_s
        self._max_units = max_units
        self._memory: dict[str, SecretStr] = {}
        self._thread = _KeyringThread()

    async def get(self, name: str) -> tuple[str | None, Where | None]:
        """Return a secret and where it is kept, or None twice."""
        if name in self._memory:
            return self._memory[name].get_secret_value(), Where.MEMORY
        try:
            if value := await self._ask(_get, name):
                return value, Where.KEYRING
        except SecretError as exc:
            self.problem = exc.title
        value = os.environ.get(f"KBDESK_{name.upper()}_API_KEY")
        return (value, Where.ENVIRONMENT) if value else (None, None)

    async def set(self, name: str, value: str) -> Where:
        """Keep a secret, and return where.

        Returns:
            `Where.MEMORY` when the keyring cannot be used; `problem` says why.

        Raises:
            InputError: It is too long for the system's keyring.
        """
        if self._max_units is not None and len(value.encode("utf-16-le")) > 2 * self._max_units:
            raise InputError(
                text("secrets", "The key is longer than {count} characters.", count=self._max_units),
                text("secrets", "Check that you have copied the key alone."),
            )
        try:
            await self._ask(_set, name, value)
        except SecretError as exc:
            self.problem = exc.title
            self._memory[name] = SecretStr(value)
            return Where.MEMORY
        self._memory.pop(name, None)
        return Where.KEYRING

    async def delete(self, name: str) -> None:
        """Forget a secret; `problem` says so if the keyring may still have it."""
        self._memory.pop(name, None)
        try:
            await self._ask(_delete, name)
        except SecretError as exc:
            self.problem = exc.title

    def close(self) -> None:
        """Forget what is in memory and let go of the keyring; waits for nothing."""
        self._memory.clear()
        self._thread.close()

    async def _ask(self, function: Callable[..., str | None], *args: str) -> str | None:
        try:
            async with asyncio.timeout(self._time_limit_s):
                answer = await self._thread.run(function, *args)
        except TimeoutError as exc:
            raise SecretError(
                text("secrets", "The keyring did not answer. Look for a window that asks for its password."),
                text("secrets", "Unlock the keyring and try again."),
            ) from exc
        self.problem = None
        return answer


class _KeyringThread:
    """The one thread that talks to the keyring: it may be slow, may wait for a person, and knows no other thread.

    A daemon, because a call that waits for a person must not keep the program from ending.
    """

    def __init__(self) -> None:
        self._calls: SimpleQueue[tuple[Future[Any], Callable[..., Any], tuple[str, ...]] | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._work, name="keyring", daemon=True)

    async def run(self, function: Callable[..., Any], *args: str) -> Any:
        if self._thread.ident is None:
            self._thread.start()
        future: Future[Any] = Future()
        self._calls.put((future, function, args))
        return await asyncio.wrap_future(future)

    def close(self) -> None:
        self._calls.put(None)

    def _work(self) -> None:
        while call := self._calls.get():
            future, function, args = call
            if not future.set_running_or_notify_cancel():
                continue
            try:
                future.set_result(function(*args))
            except Exception as exc:  # noqa: BLE001  keyrings raise errors of D-Bus, COM and their own, not only KeyringError
                error = _converted(exc)
                error.__cause__ = exc
                future.set_exception(error)


def _get(name: str) -> str | None:
    return _keyring().get_password(_SERVICE, name)


def _set(name: str, value: str) -> None:
    keyring = _keyring()
    keyring.set_password(_SERVICE, name, value)
    if keyring.get_password(_SERVICE, name) != value:
        raise SecretError(
            text("secrets", "The keyring did not keep the key."), text("secrets", "Look at the keyring's own program.")
        )


def _delete(name: str) -> None:
    from keyring.errors import PasswordDeleteError

    keyring = _keyring()
    try:
        keyring.delete_password(_SERVICE, name)
    except PasswordDeleteError:
        if keyring.get_password(_SERVICE, name) is not None:
            raise


def _keyring() -> Any:
    """Return the system's own keyring.

    Raises:
        SecretError: There is none.
    """
    import keyring

    chosen: Any = keyring.get_keyring()
    backends = getattr(chosen, "backends", [chosen])  # several at once come as a chain
    for backend in backends:
        if type(backend).__module__ in _TRUSTED:
            return backend
    raise SecretError(
        text("secrets", "This computer offers no keyring that kbdesk could use."),
        text("secrets", "The key is kept until kbdesk is closed. Install a keyring to keep it longer."),
    )


def _converted(error: Exception) -> SecretError:
    from keyring.errors import InitError, KeyringLocked

    if isinstance(error, SecretError):
        return error
    if isinstance(error, KeyringLocked | InitError):
        title = text("secrets", "The keyring is locked.")
    else:
        title = text("secrets", "The keyring cannot be used ({kind}).", kind=type(error).__name__)
    return SecretError(title, text("secrets", "Unlock the keyring and try again."))
