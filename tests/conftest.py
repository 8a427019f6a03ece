"""What holds in every test: a log warning or a leftover task fails it; nothing touches the user's own folders."""

from __future__ import annotations

import asyncio
import gc
import importlib
import logging
import os
import signal
import sys
from collections.abc import AsyncIterator, Generator, Iterator
from pathlib import Path
from types import ModuleType

import pytest
from hypothesis import HealthCheck, settings

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("QT_API", "pyside6")
# No time is asserted, however busy the computer is.
settings.register_profile("kbdesk", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("kbdesk")
# Whoever starts the tests in the background may have Ctrl+C ignored, which the programs they start would inherit.
signal.signal(signal.SIGINT, signal.default_int_handler)

REPOSITORY = Path(__file__).resolve().parent.parent
SHARED = REPOSITORY.parent / "shared"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="run the slow suites in their long form")


def room_of(item: pytest.Item) -> str:
    return item.path.relative_to(REPOSITORY / "tests").parts[0]


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    # Files whose tests start whole programs take longest; were they last, one processor would wait for the other.
    items.sort(key=lambda item: room_of(item) not in ("end_to_end", "workers"))
    if config.getoption("--long"):
        return
    skip = pytest.mark.skip(reason="long form; run with --long")
    for item in items:
        if "slow" in item.keywords:
            item.add_marker(skip)


def pytest_collection_finish() -> None:
    """Leave what stays for good, all tests and modules, out of every later collection; it takes a tenth of a second."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, bool | None, bool | None]:
    """Collect a window test's Qt objects on the window's thread; the next test may collect them in a thread, and crash.

    Here, and not at the teardown: until a test is quite over, pytest holds what its fixtures made.
    """
    result = yield
    if room_of(item) in ("ui", "end_to_end"):
        gc.collect()
    return result


@pytest.fixture
def shared() -> Path:
    """The folder with real handbooks, hard files and questions, where it is at hand."""
    if not SHARED.is_dir():
        pytest.skip("the folder ../shared is not here")
    return SHARED


@pytest.fixture(autouse=True)
def own_data_folder(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path_factory.mktemp("data")
    monkeypatch.setenv("KBDESK_DATA_DIR", str(folder))
    return folder


@pytest.fixture(scope="session")
def forked() -> Iterator[ModuleType]:
    """The module tests/workers/forked.py, importable by worker processes too."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(REPOSITORY / "tests" / "workers"))
        yield importlib.import_module("forked")


@pytest.fixture(autouse=True)
def quick_workers(request: pytest.FixtureRequest, forked: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    """Worker processes start quickly where they are not what is tested."""
    if sys.platform != "win32" and room_of(request.node) in ("cli", "library", "ui"):
        monkeypatch.setattr("kbdesk.workers.process.multiprocessing", forked)


@pytest.fixture(autouse=True)
def fail_on_log_warnings(request: pytest.FixtureRequest) -> Iterator[None]:
    """A warning in kbdesk's log fails the test, unless it carries `@pytest.mark.logs_warnings`."""
    records: list[logging.LogRecord] = []

    class Catcher(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            records.append(record)

    handler = Catcher(logging.WARNING)
    logger = logging.getLogger("kbdesk")
    logger.addHandler(handler)
    yield
    logger.removeHandler(handler)
    if records and not request.node.get_closest_marker("logs_warnings"):
        pytest.fail("logged: " + "; ".join(record.getMessage() for record in records))


@pytest.fixture(autouse=True)
async def fail_on_leftover_tasks(request: pytest.FixtureRequest) -> AsyncIterator[None]:
    before = asyncio.all_tasks()
    yield
    left = {task for task in asyncio.all_tasks() - before if not task.done() and task is not asyncio.current_task()}
    if left:
        names = sorted(task.get_name() + ": " + repr(task.get_coro()) for task in left)
        for task in left:
            task.cancel()
        pytest.fail(f"tasks left behind: {names}")
