"""Read every hard file as `kbdesk parse` does, each in a process of its own, and score the results.

    python tests/benchmarks/hard_files.py [--out RESULTS.jsonl] [PART_OF_A_PATH ...]

Prints seconds and peak memory of each file, what differs from the manifest, and the score.
"""

from __future__ import annotations

import argparse
import concurrent.futures
import json
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kbdesk.cli.parse import Found

CORPUS = Path(__file__).resolve().parents[3] / "shared" / "corpus"
TIME_LIMIT_S = 60


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--child", help=argparse.SUPPRESS)
    parser.add_argument("--out", type=Path, default=Path(tempfile.gettempdir()) / "hard_files.jsonl")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("parts", nargs="*")
    arguments = parser.parse_args()
    if arguments.child:
        print(json.dumps(read_one(CORPUS / arguments.child, arguments.child), ensure_ascii=False))
        return 0
    manifest = [json.loads(line) for line in (CORPUS / "hard" / "MANIFEST.jsonl").read_text("utf-8").splitlines()]
    paths = [entry["path"] for entry in manifest]
    chosen = [path for path in paths if not arguments.parts or any(part in path for part in arguments.parts)]
    with concurrent.futures.ThreadPoolExecutor(arguments.processes) as pool, arguments.out.open("w") as out:
        for result in pool.map(read_in_child, chosen):
            print(f"{result['seconds']:6.1f} s {result['mib']:5} MiB  {result['outcome']:18} {result['path']}")
            out.write(json.dumps(result, ensure_ascii=False) + "\n")
    return subprocess.run([sys.executable, CORPUS / "score.py", arguments.out], check=False).returncode


def read_in_child(path: str) -> dict[str, Any]:
    """Return the result of one file; a crash and a hang are outcomes of their own."""
    command = [sys.executable, __file__, "--child", path]
    try:
        done = subprocess.run(command, capture_output=True, timeout=TIME_LIMIT_S, check=False)
    except subprocess.TimeoutExpired:
        return {"path": path, "outcome": "HANG", "text": "", "units": {}, "seconds": TIME_LIMIT_S, "mib": 0}
    if done.returncode:
        sys.stderr.buffer.write(done.stderr)
        return {"path": path, "outcome": f"CRASH {done.returncode}", "text": "", "units": {}, "seconds": 0, "mib": 0}
    return json.loads(done.stdout)


def read_one(path: Path, name: str) -> dict[str, Any]:
    """Return the record of a file, with the seconds and the peak memory it took."""
    started = time.perf_counter()
    found = read_whole(path, name)
    seconds = round(time.perf_counter() - started, 2)
    return {**record(found), "seconds": seconds, "mib": peak_mib()}


def peak_mib() -> int:
    """Return the most memory this process had; what Linux tells of it in `ru_maxrss` has its parent's in it, too."""
    status = Path("/proc/self/status")
    if not status.exists():
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
    return next(int(line.split()[1]) >> 10 for line in status.read_text().splitlines() if line.startswith("VmHWM"))


def read_whole(path: Path, name: str, depth: int = 0) -> Found:
    """Read a file and the files inside of it."""
    from kbdesk.cli.parse import Found
    from kbdesk.rag.parsers.base import ReadOptions
    from kbdesk.rag.parsers.registry import parse_file

    found = Found(name, parse_file(path, name, ReadOptions(depth=depth)))
    attachments, found.parsed.attachments = found.parsed.attachments, []
    for attachment in attachments:
        with tempfile.TemporaryDirectory() as folder:
            inside = Path(folder, "file")
            inside.write_bytes(attachment.data)
            found.inside.append(read_whole(inside, attachment.name, depth + 1))
    return found


def record(found: Found) -> dict[str, Any]:
    """Return what `kbdesk parse --json` prints of a file, with the number of its sections."""
    return {"path": found.name, **found.values(), "sections": len(found.parsed.sections)}


if __name__ == "__main__":
    sys.exit(main())
