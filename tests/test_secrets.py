"""API keys."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from kbdesk.errors import InputError
from kbdesk.paths import DataFolder
from kbdesk.secrets import SecretStore, Where

KEY = "sk-test-1234567890"

STEPS = """
import asyncio, json, sys
from kbdesk.secrets import SecretStore

async def main(key):
    store, again = SecretStore(time_limit_s=10), SecretStore(time_limit_s=10)
    steps = [await store.set("openai", key), *await store.get("openai"), *await again.get("openai")]
    problems = [store.problem, again.problem]
    await store.delete("openai")
    steps += await store.get("openai")
    await store.delete("openai")
    print(json.dumps([[str(step) for step in steps], [problem and str(problem) for problem in problems]]))

asyncio.run(main(sys.argv[1]))
"""


@pytest.fixture
async def no_keyring(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[SecretStore]:
    """A store on a computer whose only keyring keeps nothing."""
    import keyring
    from keyring.backends.null import Keyring

    before = keyring.get_keyring()
    keyring.set_keyring(Keyring())
    monkeypatch.delenv("KBDESK_OPENAI_API_KEY", raising=False)
    store = SecretStore()
    yield store
    store.close()
    keyring.set_keyring(before)


def run_in_session(state: str, tmp_path: Path) -> tuple[list[str], list[str | None]]:
    """Return the steps and the problems of STEPS, run with a real Secret Service."""
    needed = ("bash", "dbus-run-session", "dbus-send", "gnome-keyring-daemon")
    if missing := [tool for tool in needed if shutil.which(tool) is None]:
        pytest.skip(f"not installed: {', '.join(missing)}")
    script = tmp_path / "steps.py"
    script.write_text(STEPS)
    runner = str(Path(__file__).with_name("keyring_session.sh"))
    environment = {name: value for name, value in os.environ.items() if "KEYRING" not in name}
    done = subprocess.run(
        ["bash", runner, state, sys.executable, str(script), KEY],
        capture_output=True,
        text=True,
        timeout=60,
        env=environment,
        check=True,
    )
    return json.loads(done.stdout.splitlines()[-1])


def test_a_real_keyring_keeps_and_forgets_a_key(tmp_path: Path) -> None:
    steps, problems = run_in_session("open", tmp_path)
    assert steps == ["Where.KEYRING", KEY, "Where.KEYRING", KEY, "Where.KEYRING", "None", "None"]
    assert problems == [None, None]


def test_a_locked_keyring_is_said_and_the_key_stays_in_memory(tmp_path: Path) -> None:
    steps, problems = run_in_session("locked", tmp_path)
    assert steps == ["Where.MEMORY", KEY, "Where.MEMORY", "None", "None", "None", "None"]
    assert problems == ["The keyring is locked."] * 2


async def test_without_a_keyring_the_key_is_kept_for_the_session_only(no_keyring: SecretStore) -> None:
    assert await no_keyring.set("openai", KEY) is Where.MEMORY
    assert "no keyring" in str(no_keyring.problem)
    assert await no_keyring.get("openai") == (KEY, Where.MEMORY)
    assert await SecretStore().get("openai") == (None, None)


async def test_without_a_keyring_nothing_is_written(
    no_keyring: SecretStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(name, str(tmp_path))
    await no_keyring.set("openai", KEY)
    folder = DataFolder.default().prepare()
    written = [path for root in (tmp_path, folder.root) for path in root.rglob("*") if path.is_file()]
    assert not [path for path in written if KEY.encode() in path.read_bytes()]


async def test_a_keyring_that_is_not_the_systems_own_is_refused() -> None:
    import keyring
    from keyring.backend import KeyringBackend

    class InAFile(KeyringBackend):
        priority = -1  # so that no other test finds it

        def get_password(self, service: str, username: str) -> str:
            raise AssertionError(service, username)

        def set_password(self, service: str, username: str, password: str) -> None:
            raise AssertionError(service, username)

    before = keyring.get_keyring()
    keyring.set_keyring(InAFile())
    try:
        store = SecretStore()
        assert await store.set("openai", KEY) is Where.MEMORY
        assert "no keyring" in str(store.problem)
    finally:
        keyring.set_keyring(before)


async def test_a_key_can_come_from_the_environment(no_keyring: SecretStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KBDESK_OPENAI_API_KEY", KEY)
    assert await no_keyring.get("openai") == (KEY, Where.ENVIRONMENT)


async def test_a_forgotten_key_is_gone_from_memory(no_keyring: SecretStore) -> None:
    await no_keyring.set("openai", KEY)
    await no_keyring.delete("openai")
    assert await no_keyring.get("openai") == (None, None)


async def test_a_keyring_that_does_not_answer_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    answered = threading.Event()
    monkeypatch.setattr("kbdesk.secrets._keyring", answered.wait)
    store = SecretStore(time_limit_s=0.05)
    assert await store.set("openai", KEY) is Where.MEMORY
    assert "did not answer" in str(store.problem)
    answered.set()
    store.close()


async def test_the_loop_goes_on_while_the_keyring_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    answered = threading.Event()
    monkeypatch.setattr("kbdesk.secrets._keyring", answered.wait)
    store = SecretStore()
    call = asyncio.create_task(store.set("openai", KEY))
    await asyncio.sleep(0)
    assert not call.done()
    answered.set()
    assert await call is Where.MEMORY
    store.close()


async def test_a_key_too_long_for_the_keyring_is_refused() -> None:
    with pytest.raises(InputError, match="longer than 1280"):
        await SecretStore(max_units=1280).set("openai", "x" * 1281)


async def test_a_key_is_in_no_representation(no_keyring: SecretStore) -> None:
    await no_keyring.set("openai", KEY)
    assert KEY not in repr(no_keyring) + repr(vars(no_keyring))
