"""Compare how kbdesk and other programs read files, in one run: how many right, how fast, in how much memory.

    python -m venv /tmp/markitdown && /tmp/markitdown/bin/pip install "markitdown[all]"
    python tests/benchmarks/parsing.py --peer markitdown=/tmp/markitdown/bin/python [--peer docling=PYTHON] [--sample]

Every file is read in a process of its own, which is killed after a minute or beyond 2 GiB. Any exception of a peer
counts as the right refusal where the manifest wants one, and so does blank text. Speed is compared over the PDF files
that all programs read as text and kbdesk without OCR, after a first small PDF that is not counted. Prints one JSON
object.
"""

from __future__ import annotations

import argparse
import concurrent.futures
import json
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from importlib import metadata
from pathlib import Path
from typing import Any

CORPUS = Path(__file__).resolve().parents[3] / "shared" / "corpus"
WARM_UP = Path(__file__).resolve().parents[2] / "resources" / "sample" / "travel-and-expenses.pdf"
TIME_LIMIT_S = 60
MEMORY_LIMIT_MIB = 2048
SAMPLE_STEP = 8
REFUSALS_BY_SILENCE = {"empty", "no_text", "unreadable_text"}
Record = dict[str, Any]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--child", nargs=2, metavar=("PROGRAM", "FILE"), help=argparse.SUPPRESS)
    parser.add_argument("--peer", action="append", default=[], metavar="PROGRAM=PYTHON", help="markitdown or docling")
    parser.add_argument("--sample", action="store_true", help=f"every {SAMPLE_STEP}th file only")
    parser.add_argument("--processes", type=int, default=1)
    arguments = parser.parse_args()
    if arguments.child:
        print(json.dumps(read_here(arguments.child[0], Path(arguments.child[1])), ensure_ascii=False))
        return 0
    if not CORPUS.is_dir():
        print(json.dumps({"skipped": "the corpus of hard files is not here"}))
        return 0
    pythons = {"kbdesk": sys.executable, **dict(peer.split("=", 1) for peer in arguments.peer)}
    manifest = [json.loads(line) for line in (CORPUS / "hard" / "MANIFEST.jsonl").read_text("utf-8").splitlines()]
    books = [path.relative_to(CORPUS).as_posix() for path in sorted((CORPUS / "handbooks").rglob("*.pdf"))]
    step = SAMPLE_STEP if arguments.sample else 1
    wanted = {entry["path"]: entry["expect"]["outcome"] for entry in manifest[::step]}
    paths = [*wanted, *books[::step]]
    with concurrent.futures.ThreadPoolExecutor(arguments.processes) as pool:
        found = {
            name: list(pool.map(lambda path, name=name: read_in_child(name, pythons[name], path), paths))
            for name in pythons
        }
    report: dict[str, Any] = {"files": len(wanted), "pdf_books": len(paths) - len(wanted)}
    if len(pythons) == 1:
        report["peers"] = "skipped: none was given (--peer markitdown=PYTHON)"
    for name, records in found.items():
        report[name] = summary(records, wanted, refusals_by_exception=name != "kbdesk")
    print(json.dumps(report | {"pdf": pdf_speed(found)}, ensure_ascii=False, indent=1))
    return 0


def read_in_child(name: str, python: str, path: str) -> Record:
    """Return the record of a file; a hang, a crash and too much memory are outcomes of their own."""
    import psutil

    command = [python, __file__, "--child", name, path]
    child = psutil.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    with concurrent.futures.ThreadPoolExecutor(1) as pool:
        output = pool.submit(child.communicate)
        ended = watch(child)
        out, _ = output.result()
    if ended is None and child.returncode == 0:
        return json.loads(out) | {"path": path}
    return {"path": path, "outcome": ended or "CRASH", "text": "", "units": {}, "seconds": 0.0, "mib": 0}


def watch(child: Any) -> str | None:
    """Wait for a child within the limits; return which one it broke."""
    import psutil

    deadline = time.monotonic() + TIME_LIMIT_S
    while child.poll() is None:
        try:
            mib = child.memory_info().rss >> 20
        except psutil.Error:
            return None
        if time.monotonic() > deadline or mib > MEMORY_LIMIT_MIB:
            child.kill()
            return "MEMORY" if mib > MEMORY_LIMIT_MIB else "HANG"
        time.sleep(0.05)
    return None


def read_here(name: str, path: Path) -> Record:
    """Read one file with the program of that name, which is installed for this Python."""
    read = {"kbdesk": kbdesk_reader, "markitdown": markitdown_reader, "docling": docling_reader}[name]()
    if path.suffix == ".pdf":
        read(WARM_UP)
    started = time.perf_counter()
    try:
        record = read(CORPUS / path)
    except Exception as exc:  # noqa: BLE001 - whatever a peer raises is how it refuses a file
        record = {"outcome": "EXCEPTION", "text": "", "error": type(exc).__name__}
    seconds = round(time.perf_counter() - started, 3)
    mib = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
    return {"units": {}, **record, "version": metadata.version(name), "seconds": seconds, "mib": mib}


def kbdesk_reader() -> Callable[[Path], Record]:
    from hard_files import read_whole, record

    def read(path: Path) -> Record:
        found = read_whole(path, path.name)
        ocr = any(section.metadata.get("ocr") for section in found.parsed.sections)
        return {**record(found), "ocr": ocr}

    return read


def markitdown_reader() -> Callable[[Path], Record]:
    from markitdown import MarkItDown  # pyright: ignore[reportMissingImports] - a peer, installed elsewhere

    converter = MarkItDown()
    return lambda path: {"outcome": "text", "text": converter.convert(path).text_content}


def docling_reader() -> Callable[[Path], Record]:
    from docling.document_converter import DocumentConverter  # pyright: ignore[reportMissingImports] - as above

    converter = DocumentConverter()
    return lambda path: {"outcome": "text", "text": converter.convert(path).document.export_to_markdown()}


def summary(records: Iterable[Record], wanted: dict[str, str], *, refusals_by_exception: bool) -> dict[str, Any]:
    """Return the score of a program, and what it took."""
    records = list(records)
    judged = [record for record in records if record["path"] in wanted]
    if refusals_by_exception:
        judged = [judge(record, wanted[record["path"]]) for record in judged]
    *differences, score = scored(judged)
    outcomes = [record["outcome"] for record in records]
    mib = [record["mib"] for record in records if record["mib"]]
    return {
        "version": next((record["version"] for record in records if "version" in record), None),
        "score": score,
        "hangs": outcomes.count("HANG"),
        "over_memory": outcomes.count("MEMORY"),
        "crashes": outcomes.count("CRASH"),
        "mib_median": round(statistics.median(mib)) if mib else None,
        "mib_highest": max(mib, default=None),
        "differences": differences,
    }


def judge(record: Record, wanted: str) -> Record:
    """Take a refusal, and silence where there is no text, as what the manifest wants."""
    outcome = record["outcome"]
    if outcome == "EXCEPTION":
        outcome = wanted if wanted != "text" else outcome
    elif outcome == "text" and not record["text"].strip():
        outcome = wanted if wanted in REFUSALS_BY_SILENCE else "empty"
    return record | {"outcome": outcome}


def scored(records: Iterable[Record]) -> list[str]:
    """Return the lines of the corpus's own script; the last is the score."""
    with tempfile.TemporaryDirectory() as folder:
        results = Path(folder, "results.jsonl")
        results.write_text("".join(json.dumps(record) + "\n" for record in records), "utf-8")
        command = [sys.executable, CORPUS / "score.py", results]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()


def pdf_speed(found: dict[str, list[Record]]) -> dict[str, Any]:
    """Return pages per second over the PDF files that every program read as text and kbdesk without OCR."""
    by_path = [dict(zip(found, records, strict=True)) for records in zip(*found.values(), strict=True)]
    common = [
        records
        for records in by_path
        if records["kbdesk"]["units"].get("pages")
        and not records["kbdesk"].get("ocr")
        and records["kbdesk"]["path"].endswith(".pdf")
        and all(record["outcome"] == "text" and record["text"].strip() for record in records.values())
    ]
    pages = sum(records["kbdesk"]["units"]["pages"] for records in common)
    seconds = {name: sum(records[name]["seconds"] for records in common) for name in found}
    return {
        "files": len(common),
        "pages": pages,
        "seconds": {name: round(value, 1) for name, value in seconds.items()},
        "pages_per_second": {name: round(pages / value, 1) if value else None for name, value in seconds.items()},
        "mib_highest": {name: max((records[name]["mib"] for records in common), default=None) for name in found},
    }


if __name__ == "__main__":
    sys.exit(main())
