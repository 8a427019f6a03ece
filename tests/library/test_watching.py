from __future__ import annotations

import asyncio
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from kbdesk.library.watching import POLL_S, Watch, is_remote


class Mount(NamedTuple):
    mountpoint: str
    fstype: str
    opts: str = "rw"


MOUNTS = [
    Mount("/", "ext4"),
    Mount("/mnt/team", "cifs"),
    Mount("/home/ada/cloud", "fuse.rclone"),
    Mount("/mnt/stick", "fuseblk"),
    Mount("/mnt/drive", "NTFS", "rw,remote"),
]


@pytest.mark.parametrize(
    ("path", "remote"),
    [
        ("/home/ada/handbook", False),
        ("/mnt/team/handbook", True),
        ("/mnt/teams", False),
        ("/home/ada/cloud", True),
        ("/mnt/stick/a", False),
        ("/mnt/drive", True),
        ("\\\\server\\share", True),
    ],
)
def test_network_drives_are_known_by_their_file_system(path: str, remote: bool) -> None:
    assert is_remote(Path(path), MOUNTS) is remote


def for_ever() -> Callable[[float], asyncio.Future[None]]:
    """Return a sleep nobody wakes from."""
    return lambda _: asyncio.get_running_loop().create_future()


async def heard(watch: Watch) -> None:
    async with asyncio.timeout(20):
        await watch.changes()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "book" / "travel").mkdir(parents=True)
    return tmp_path / "book"


async def test_the_system_tells_of_new_files_in_old_and_new_folders(folder: Path) -> None:
    async with Watch(folder, for_ever()) as watch:
        await heard(watch)  # the first quiet moment
        (folder / "travel" / "a.txt").write_text("a")
        await heard(watch)
        (folder / "new").mkdir()
        await heard(watch)
        (folder / "new" / "b.txt").write_text("b")
        await heard(watch)
        assert watch.remark is None
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("watch")]


async def test_nobody_hears_of_what_is_left_out(folder: Path) -> None:
    async with Watch(folder, for_ever()) as watch:
        await heard(watch)
        (folder / "~$a.docx").write_text("lock")
        (folder / ".git").mkdir()
        (folder / ".git" / "index").write_text("x")
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(1):
                await watch.changes()


async def test_nobody_hears_of_the_programs_own_data(folder: Path) -> None:
    (folder / "kbdesk").mkdir()
    (folder / "kbdesk" / "library.sqlite3-wal").touch()
    async with Watch(folder, for_ever(), own=folder / "kbdesk") as watch:
        await heard(watch)
        (folder / "kbdesk" / "library.sqlite3-wal").write_text("a look was noted")
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(1):
                await watch.changes()


async def test_it_is_time_to_look_after_a_while_in_any_case(folder: Path) -> None:
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    async with Watch(folder, sleep) as watch:
        await heard(watch)
        assert slept == [600.0]
        await watch.changes(5)
        assert slept[-1] == 5


WITHOUT_NOTICES = """
import asyncio, sys
from pathlib import Path
from kbdesk.library.watching import Watch

async def main():
    async with Watch(Path(sys.argv[1])) as watch:
        await watch.changes()
        print(watch.remark)

loop = asyncio.new_event_loop()
Path("/proc/sys/user/max_inotify_instances").write_text("0")
loop.run_until_complete(main())
"""


def can_have_no_notices() -> bool:
    made = subprocess.run(["unshare", "-U", "-r", "true"], capture_output=True, check=False)
    return made.returncode == 0


@pytest.mark.skipif(sys.platform != "linux" or not can_have_no_notices(), reason="needs a user namespace")
def test_where_the_system_watches_no_more_it_says_so_and_looks_once_a_minute(folder: Path) -> None:
    command = ["unshare", "-U", "-r", sys.executable, "-c", WITHOUT_NOTICES, str(folder)]
    said = subprocess.run(command, capture_output=True, check=True, text=True, timeout=60)
    assert said.stdout.startswith("The system can watch no more folders at once")
    assert POLL_S == 60
