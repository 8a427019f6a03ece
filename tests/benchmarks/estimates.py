"""How far the estimates before a drop are from what reading gives, over the real handbooks and the hard files.

`python tests/benchmarks/estimates.py` (half a minute) prints one JSON object for each handbook and each type: files,
passages read, and by how much the estimated sums are off, in percent; `factor` is the mean factor by which a single
file is off. Needs the folder ../shared. The ratios of `kbdesk.library.estimates` come from `bytes_per_passage` and
`tokens_per_passage`, for packed formats from the packed bytes of their text.
"""

from __future__ import annotations

import asyncio
import json
import math
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from kbdesk.library.chunking import Chunking
from kbdesk.library.estimates import Work, work_of
from kbdesk.rag.parsers.registry import parse_file
from kbdesk.rag.parsers.types import sniff

CORPUS = Path(__file__).resolve().parents[3] / "shared" / "corpus"


@dataclass(frozen=True)
class Measured:
    """A file that gave passages: what was estimated, and what it gave."""

    handbook: str
    type_id: str
    size_bytes: int
    guess: Work
    passages: int
    tokens: float


def measure() -> Iterator[Measured]:
    for path in sorted(each for part in ("handbooks", "hard") for each in (CORPUS / part).rglob("*") if each.is_file()):
        with path.open("rb") as file:
            type_id = sniff(file, path.name).id
        parsed = parse_file(path, path.name)
        chunks = asyncio.run(Chunking().chunker().chunk(parsed.sections))
        if parsed.outcome != "text" or not chunks:
            continue
        handbook = path.relative_to(CORPUS).parts[1] if "handbooks" in path.parts else "hard"
        size = path.stat().st_size
        tokens = sum(len(chunk.text.encode()) for chunk in chunks) / 4
        yield Measured(handbook, type_id, size, work_of(path, type_id, size), len(chunks), tokens)


def report(name: str, files: list[Measured]) -> None:
    passages, tokens = sum(file.passages for file in files), sum(file.tokens for file in files)
    factors = [abs(math.log(file.guess.passages / file.passages)) for file in files]
    row = {
        "of": name,
        "files": len(files),
        "passages": passages,
        "passages_off_percent": round(100 * (sum(file.guess.passages for file in files) / passages - 1), 1),
        "tokens_off_percent": round(100 * (sum(file.guess.tokens for file in files) / tokens - 1), 1),
        "factor": round(math.exp(sum(factors) / len(factors)), 2),
        "bytes_per_passage": round(sum(file.size_bytes for file in files) / passages),
        "tokens_per_passage": round(tokens / passages),
    }
    print(json.dumps(row))


def main() -> None:
    files = list(measure())
    groups: defaultdict[str, list[Measured]] = defaultdict(list)
    for file in files:
        groups[file.type_id].append(file)
        groups[file.handbook].append(file)
    for name, group in groups.items():
        report(name, group)
    report("all handbooks", [file for file in files if file.handbook != "hard"])
    report("all", files)


if __name__ == "__main__":
    main()
