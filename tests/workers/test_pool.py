"""Tasks in worker processes."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import threading
import time
from asyncio.subprocess import DEVNULL, PIPE
from contextlib import suppress
from functools import partial
from pathlib import Path
from types import ModuleType

import psutil
import pytest

from kbdesk.embedding.local import find_weights
from kbdesk.errors import DamagedError, KbError, WorkerError, WorkerLimitError
from kbdesk.workers.pool import WorkerPool
from kbdesk.workers.process import Limits

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the tasks use signals of POSIX")

needs_weights = pytest.mark.skipif(find_weights() is None, reason="the weights of the built-in model are not here")
linux_only = pytest.mark.skipif(sys.platform != "linux", reason="only Linux ends children with their parent by itself")

LARGE = 200 << 20


async def gone(pid: int) -> None:
    """Return once a process has ended; unlike psutil's `wait` it leaves the end to be seen by others."""

    def look() -> None:
        with suppress(ChildProcessError):  # of another process: then it has no end that we could wait for
            os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT)
        with suppress(psutil.NoSuchProcess):
            while psutil.Process(pid).status() != psutil.STATUS_ZOMBIE:
                time.sleep(0.01)

    await asyncio.wait_for(asyncio.to_thread(look), 20)


class Started:
    """Collects what is reported; `first` waits for the first report."""

    def __init__(self) -> None:
        self.seen: asyncio.Queue[int] = asyncio.Queue()

    def __call__(self, value: int) -> None:
        self.seen.put_nowait(value)

    async def first(self) -> int:
        return await asyncio.wait_for(self.seen.get(), 20)


async def test_a_task_is_done_in_another_process(pool: WorkerPool, tasks: ModuleType) -> None:
    assert await pool.run(tasks.process_id) != os.getpid()


async def test_a_process_does_one_task_after_the_other(pool: WorkerPool, tasks: ModuleType) -> None:
    assert await pool.run(tasks.process_id) == await pool.run(tasks.process_id)


async def test_progress_comes_in_order_and_before_the_end(pool: WorkerPool, tasks: ModuleType) -> None:
    seen: list[int] = []
    assert await pool.run(partial(tasks.count, 500), on_progress=seen.append) == 500
    assert seen == list(range(500))


async def test_a_large_result_arrives_whole(pool: WorkerPool, tasks: ModuleType) -> None:
    value = ["x" * 1000] * 20_000
    assert await pool.run(partial(tasks.echo, value)) == value


async def test_an_error_of_ours_comes_back_as_it_is(pool: WorkerPool, tasks: ModuleType) -> None:
    with pytest.raises(DamagedError, match=r"It is broken\. Mend it\."):
        await pool.run(tasks.refuse)


@pytest.mark.logs_warnings
async def test_another_error_comes_back_without_its_words(
    pool: WorkerPool, tasks: ModuleType, caplog: pytest.LogCaptureFixture
) -> None:
    with pytest.raises(KbError, match="ValueError") as caught:
        await pool.run(tasks.fail_with_a_secret)
    assert "my secret" not in str(caught.value) + caplog.text
    assert "fail_with_a_secret" in caplog.text


@pytest.mark.logs_warnings
async def test_a_task_that_exits_does_not_end_the_process(pool: WorkerPool, tasks: ModuleType) -> None:
    pid = await pool.run(tasks.process_id)
    with pytest.raises(KbError):
        await pool.run(tasks.leave)
    assert await pool.run(tasks.process_id) == pid


async def test_a_crash_is_said_and_the_next_task_is_done(pool: WorkerPool, tasks: ModuleType) -> None:
    with pytest.raises(WorkerError, match="ended before it was done"):
        await pool.run(tasks.crash)
    assert await pool.run(partial(tasks.echo, 1)) == 1


async def test_a_process_that_died_while_idle_is_replaced(pool: WorkerPool, tasks: ModuleType) -> None:
    pid = await pool.run(tasks.process_id)
    os.kill(pid, signal.SIGKILL)
    await gone(pid)
    assert await pool.run(partial(tasks.echo, 1)) == 1


async def test_a_task_without_progress_is_stopped(pool: WorkerPool, tasks: ModuleType) -> None:
    started = Started()
    await pool.run(tasks.process_id)  # its start takes long on a busy computer, and is not what is measured
    with pytest.raises(WorkerLimitError, match="too long"):
        await pool.run(tasks.work_for_ever, on_progress=started, limits=Limits(progress_s=0.5))
    await gone(await started.first())


async def test_a_process_without_a_heartbeat_is_killed(pool: WorkerPool, tasks: ModuleType) -> None:
    started = Started()
    await pool.run(tasks.process_id)  # its start takes long on a busy computer, and is not what is measured
    with pytest.raises(WorkerLimitError, match="too long"):
        await pool.run(tasks.stand_still, on_progress=started, limits=Limits(beat_s=1.0))
    await gone(await started.first())


async def test_a_task_that_takes_too_much_memory_is_stopped(pool: WorkerPool, tasks: ModuleType) -> None:
    started = Started()
    with pytest.raises(WorkerLimitError, match="too much memory"):
        await pool.run(partial(tasks.eat_memory, LARGE), on_progress=started, limits=Limits(memory_bytes=LARGE))
    await gone(await started.first())


async def test_a_grown_process_is_not_used_again(pool: WorkerPool, tasks: ModuleType) -> None:
    first = await pool.run(tasks.process_id)
    limits = Limits(memory_bytes=psutil.Process(first).memory_info().rss * 3 // 2)
    second = await pool.run(tasks.process_id, limits=limits)
    assert first == second
    await gone(first)


async def test_cancelling_kills_the_process_at_once(pool: WorkerPool, tasks: ModuleType) -> None:
    started = Started()
    call = asyncio.create_task(pool.run(tasks.work_for_ever, on_progress=started))
    pid = await started.first()
    call.cancel()
    with pytest.raises(asyncio.CancelledError):
        await call
    await gone(pid)
    assert await pool.run(partial(tasks.echo, 1)) == 1


async def test_cancelling_while_the_process_starts_kills_it(pool: WorkerPool, tasks: ModuleType) -> None:
    for turns in range(4):
        call = asyncio.create_task(pool.run(tasks.work_for_ever))
        for _ in range(turns):
            await asyncio.sleep(0)
        call.cancel()
        with pytest.raises(asyncio.CancelledError):
            await call
    assert await pool.run(partial(tasks.echo, 1)) == 1


async def test_cancelling_in_the_middle_of_a_long_message_kills_the_process(
    pool: WorkerPool, tasks: ModuleType
) -> None:
    started = Started()
    call = asyncio.create_task(pool.run(partial(tasks.large, LARGE), on_progress=started))
    pid = await started.first()
    call.cancel()
    with pytest.raises(asyncio.CancelledError):
        await call
    await gone(pid)
    assert await pool.run(partial(tasks.echo, 1)) == 1


async def test_a_call_that_waits_for_its_turn_can_be_cancelled(
    pool: WorkerPool, tasks: ModuleType, tmp_path: Path
) -> None:
    started = Started()
    before = asyncio.create_task(pool.run(partial(tasks.wait_for, tmp_path / "go"), on_progress=started))
    await started.first()
    waiting = asyncio.create_task(pool.run(tasks.work_for_ever))
    await asyncio.sleep(0)
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    (tmp_path / "go").touch()
    assert await before == "seen"
    assert await pool.run(partial(tasks.echo, 1)) == 1


async def test_a_cancelled_call_can_leave_the_process_to_finish(
    pool: WorkerPool, tasks: ModuleType, tmp_path: Path
) -> None:
    started = Started()
    pid = await pool.run(tasks.process_id)
    task = partial(tasks.wait_for, tmp_path / "go")
    call = asyncio.create_task(pool.run(task, on_progress=started, patience_s=60.0))
    await started.first()
    call.cancel()
    with pytest.raises(asyncio.CancelledError):
        await call
    (tmp_path / "go").touch()
    assert await pool.run(tasks.process_id) == pid


async def test_a_cancelled_call_reports_no_more(pool: WorkerPool, tasks: ModuleType) -> None:
    started = Started()
    call = asyncio.create_task(pool.run(partial(tasks.count, 5_000), on_progress=started, patience_s=60.0))
    await started.first()
    call.cancel()
    with pytest.raises(asyncio.CancelledError):
        await call
    seen = started.seen.qsize()
    await pool.run(partial(tasks.echo, 1))
    assert started.seen.qsize() == seen


async def test_embedding_does_not_wait_for_reading(pool: WorkerPool, tasks: ModuleType) -> None:
    started = Started()
    reading = asyncio.create_task(pool.run(tasks.work_for_ever, on_progress=started))
    pid = await started.first()
    assert await pool.run(tasks.process_id, lane="embedding") != pid
    assert not reading.done()
    reading.cancel()


async def test_no_more_processes_run_than_allowed(tasks: ModuleType, tmp_path: Path) -> None:
    async with WorkerPool(max_workers=3) as pool:
        started = Started()
        calls = [
            asyncio.create_task(pool.run(partial(tasks.wait_for, tmp_path / "go"), on_progress=started))
            for _ in range(5)
        ]
        await started.first()
        await started.first()
        assert started.seen.empty()
        (tmp_path / "go").touch()
        assert await asyncio.gather(*calls) == ["seen"] * 5


async def test_idle_processes_leave(tasks: ModuleType) -> None:
    async with WorkerPool(idle_s=0) as pool:
        await gone(await pool.run(tasks.process_id))
        assert await pool.run(partial(tasks.echo, 1)) == 1


async def test_closing_ends_work_processes_threads_and_files(tasks: ModuleType) -> None:
    async with WorkerPool() as pool:  # what every pool of a process shares comes into being
        await pool.run(tasks.process_id)
    before = psutil.Process().num_fds()
    async with WorkerPool() as pool:
        started = Started()
        idle = await pool.run(tasks.process_id, lane="embedding")
        call = asyncio.create_task(pool.run(tasks.work_for_ever, on_progress=started))
        waiting = asyncio.create_task(pool.run(tasks.work_for_ever))
        pid = await started.first()
    for ended in (call, waiting):
        with pytest.raises(WorkerError):
            await ended
    await gone(pid)
    await gone(idle)
    assert psutil.Process().num_fds() == before
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("kbdesk-worker")]


async def test_a_closed_pool_takes_no_work(tasks: ModuleType) -> None:
    pool = WorkerPool()
    await pool.aclose()
    await pool.aclose()
    with pytest.raises(WorkerError, match="closing"):
        await pool.run(tasks.process_id)


async def test_processes_are_modest_and_light(pool: WorkerPool, tasks: ModuleType) -> None:
    found = await pool.run(tasks.environment)
    assert found == {"threads": "2", "niceness": os.nice(0) + 5, "has_qt": False, "has_milvus": False}


async def test_what_a_task_prints_goes_nowhere(
    pool: WorkerPool, tasks: ModuleType, capfd: pytest.CaptureFixture[str]
) -> None:
    assert await pool.run(tasks.print_something) == "silent"
    assert capfd.readouterr() == ("", "")


async def test_the_loop_goes_on_while_a_process_starts_and_a_large_result_comes_in(
    pool: WorkerPool, tasks: ModuleType
) -> None:
    call = asyncio.create_task(pool.run(partial(tasks.echo, [{"a": str(i)} for i in range(100_000)])))
    turns = 0
    while not call.done():
        await asyncio.sleep(0)
        turns += 1
    assert len(await call) == 100_000
    assert turns > 100


PARENT = """
import asyncio, sys
from pathlib import Path
sys.path.insert(0, sys.argv[1])
import psutil, worker_tasks
from kbdesk.workers.embedding import WorkerEmbeddingModel
from kbdesk.workers.pool import WorkerPool

def tell(_):
    print(*(child.pid for child in psutil.Process().children()), flush=True)

async def main():
    async with WorkerPool() as pool:
        await pool.run(worker_tasks.process_id, lane="embedding")
        await globals()[sys.argv[2]](pool)

async def idle_and_busy(pool):
    await pool.run(worker_tasks.work_for_ever, on_progress=tell)

async def interpreter_held(pool):
    await pool.run(worker_tasks.hold_the_interpreter, on_progress=tell)

async def reading(pool):
    await pool.parse(Path(sys.argv[3]), "manual.pdf", on_progress=tell)

async def embedding(pool):
    model = WorkerEmbeddingModel(pool)
    await model(["a word"])
    call = asyncio.create_task(model(["word " * 400] * 1000))
    await asyncio.sleep(0.1)
    tell(None)
    await call

if __name__ == "__main__":
    asyncio.run(main())
"""


@pytest.mark.parametrize(
    ("state", "end"),
    [
        ("idle_and_busy", signal.SIGKILL),
        ("idle_and_busy", signal.SIGINT),
        ("reading", signal.SIGKILL),
        pytest.param("embedding", signal.SIGKILL, marks=needs_weights),
        pytest.param("interpreter_held", signal.SIGKILL, marks=linux_only),
    ],
)
async def test_processes_leave_when_their_parent_dies(
    tmp_path: Path, large_pdf: ModuleType, state: str, end: signal.Signals
) -> None:
    script, manual = tmp_path / "parent.py", tmp_path / "manual.pdf"
    script.write_text(PARENT)
    if state == "reading":
        large_pdf.write_pdf(manual, 5_000)
    command = [sys.executable, str(script), str(Path(__file__).parent), state, str(manual)]
    parent = await asyncio.create_subprocess_exec(*command, stdout=PIPE, stderr=DEVNULL)
    assert parent.stdout is not None
    children = [int(pid) for pid in (await parent.stdout.readline()).split()]
    assert len(children) >= 2
    parent.send_signal(end)
    await asyncio.gather(*map(gone, children))
    await parent.communicate()
