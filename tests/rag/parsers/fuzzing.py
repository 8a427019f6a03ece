"""Reads damaged copies of files, in a process of its own, and tells what a parser should not do.

    python fuzzing.py FOLDER FIRST_SEED LAST_SEED

Prints a line for every fault; writes into FOLDER.current which file and seed it is at, so that a crash or a hang, which
ends the process, can be laid to an input.
"""

from __future__ import annotations

import faulthandler
import io
import json
import logging
import os
import random
import sys
import tempfile
import time
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import get_args

HANG_S = 30
SLOW_S = 10  # of the processor, for the machine may be busy with other things
MEMORY_MIB = 1_200
_EXTREMES = (b"\0", b"\xff", b"\x7f\xff", b"\xff\xff\xff\x7f", b"\0\0\0\x80", b"\xff" * 4, b"\0" * 4, b"\xff" * 8)


def damaged(data: bytes, others: Sequence[bytes], dice: random.Random) -> bytes:
    """Return a damaged copy; of a zip file often one whose parts are damaged and can still be unpacked."""
    if data.startswith(b"PK") and dice.random() < 0.7:
        return _damaged_parts(data, others, dice)
    return _damaged_bytes(data, others, dice)


def _damaged_parts(data: bytes, others: Sequence[bytes], dice: random.Random) -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as whole, zipfile.ZipFile(target, "w") as broken:
        names = whole.namelist()
        hurt = {dice.choice(names) for _ in range(dice.choice((1, 1, 2, 5)))}
        for name in names:
            part = whole.read(name)
            if name not in hurt:
                broken.writestr(name, part)
            elif dice.random() < 0.9:  # else it is missing
                broken.writestr(name, _damaged_bytes(part, others, dice))
    return target.getvalue()


def _damaged_bytes(data: bytes, others: Sequence[bytes], dice: random.Random) -> bytes:
    """Return bytes with some changed, and with a piece lost, doubled, repeated, moved or from another file."""
    changed = bytearray(data)
    for _ in range(dice.choice((0, 1, 1, 3, 10, 100)) if changed else 0):
        at = dice.randrange(len(changed))
        new = dice.choice(_EXTREMES) if dice.random() < 0.3 else bytes([dice.randrange(256)])
        changed[at : at + len(new)] = new
    start, end = sorted(dice.choices(range(len(changed) + 1), k=2))
    near = min(end, start + dice.choice((1, 4, 40)))
    other = dice.choice(others)
    cut = dice.randrange(len(other) + 1)
    match dice.randrange(10):
        case 0:
            del changed[start:]
        case 1:
            del changed[start:near]
        case 2:
            changed[start:start] = changed[start:end]
        case 3:
            changed[start:near] = changed[start:near] * dice.choice((10, 1_000))
        case 4:
            changed[start:end] = dice.randbytes(end - start)
        case 5:
            changed[start:] = other[cut:]
        case 6:
            changed[start:start] = other[cut : cut + 200]
        case _:
            pass
    return bytes(changed)


class _LetThrough(logging.Handler):
    """Keeps what kbdesk's log warns of: a parser let an error through that is not its own."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(record.getMessage())


def peak_mib() -> int:
    """Return the most memory that this program has had; what getrusage tells begins with that of its parent."""
    if sys.platform != "linux":
        return 0
    peak = next(line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("VmHWM"))
    return int(peak.split()[1]) >> 10


def read_damaged(folder: Path, seeds: range) -> None:
    """Read a damaged copy of every file of a folder for each seed, and print what is wrong."""
    from kbdesk.rag.parsers import ocr
    from kbdesk.rag.parsers.base import Outcome
    from kbdesk.rag.parsers.registry import parse_file

    ocr._engine = lambda: None  # takes seconds, and sees pixels only, never a damaged file
    log = _LetThrough()
    logging.getLogger("kbdesk").addHandler(log)
    samples = {path.name: path.read_bytes() for path in sorted(folder.iterdir())}
    others = list(samples.values())
    current = os.open(folder.with_suffix(".current"), os.O_CREAT | os.O_WRONLY | os.O_TRUNC)
    with tempfile.TemporaryDirectory() as scratch:
        path = Path(scratch, "file")
        for seed in seeds:
            for name, data in samples.items():
                os.pwrite(current, f"{name} {seed}".ljust(200).encode(), 0)
                path.write_bytes(damaged(data, others, random.Random(f"{name} {seed}")))
                faulthandler.dump_traceback_later(HANG_S, exit=True)
                started = time.process_time()
                try:
                    outcome = parse_file(path, name).outcome
                    fault = "" if outcome in get_args(Outcome) else f"outcome {outcome}"
                except Exception as exc:  # noqa: BLE001 - whatever comes out is a fault
                    fault = repr(exc)[:300]
                faulthandler.cancel_dump_traceback_later()
                seconds = time.process_time() - started
                fault = fault or ("; ".join(log.lines))[:300] or (f"{seconds:.0f} s" if seconds > SLOW_S else "")
                log.lines.clear()
                mib = peak_mib()
                if fault or mib > MEMORY_MIB:
                    print(json.dumps({"name": name, "seed": seed, "fault": fault or f"{mib} MiB"}), flush=True)
                if mib > MEMORY_MIB:
                    return


if __name__ == "__main__":
    faulthandler.enable()
    read_damaged(Path(sys.argv[1]), range(int(sys.argv[2]), int(sys.argv[3])))
