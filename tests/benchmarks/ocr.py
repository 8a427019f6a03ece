"""How well pictures are read, how fast and in how much memory, beside RapidOCR's own code on the same networks.

    python tests/benchmarks/ocr.py [--part 8] [KIND ...]

Each picture (see ocr_pictures.py) is read by both, one after the other, each in a process of its own; both find out how
a page lies and put lines in order in kbdesk's way, but only kbdesk's lines know how their page leans, which shows in
the kind "leaning wide". Errors are those of characters (edits by length, blanks and widths of characters made equal);
seconds those of the clock and of the processor; memory is the highest of the process. Prints one JSON object. Without
OpenCV, which RapidOCR needs, kbdesk stands alone.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
import unicodedata
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

SAMPLE = Path(__file__).resolve().parents[2] / "resources" / "sample" / "first-aid-notice.png"
DETECTION_SIDE = 1_600
SURE = 0.85


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--child", choices=("kbdesk", "rapidocr"), help=argparse.SUPPRESS)
    parser.add_argument("--part", type=int, default=1, metavar="N", help="only every Nth picture")
    parser.add_argument("kinds", nargs="*")
    arguments = parser.parse_args()
    if arguments.child:
        return read_what_is_asked(arguments.child)
    names = ["kbdesk", *(["rapidocr"] if importlib.util.find_spec("cv2") else [])]
    readers = {name: Reader(name) for name in names}
    kinds: dict[str, dict[str, Tally]] = defaultdict(lambda: {name: Tally() for name in names})
    with tempfile.TemporaryDirectory() as folder:
        measure(readers, kinds, Path(folder, "picture.png"), arguments)
    print(json.dumps(report(readers, kinds), ensure_ascii=False, indent=1))
    return 0


def measure(
    readers: dict[str, Reader], kinds: dict[str, dict[str, Tally]], file: Path, arguments: argparse.Namespace
) -> None:
    """Let all read the pictures."""
    from ocr_pictures import pictures

    for number, picture in enumerate(pictures()):
        if number % arguments.part or (arguments.kinds and picture.kind not in arguments.kinds):
            continue
        picture.image.save(file)
        for name, reader in readers.items():
            kinds[picture.kind][name].add(reader.read(file), picture.text)


class Reader:
    """A process that reads pictures with one of the programs."""

    def __init__(self, name: str) -> None:
        self._process = subprocess.Popen(
            [sys.executable, __file__, "--child", name], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self.mib = 0
        self.read(SAMPLE)  # loads the networks

    def read(self, file: Path) -> dict[str, Any]:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(file, file=self._process.stdin, flush=True)
        answer = json.loads(self._process.stdout.readline())
        self.mib = answer["mib"]
        return answer

    def close(self) -> None:
        self._process.communicate()


@dataclass
class Tally:
    """What one program did with pictures of one kind."""

    pictures: int = 0
    characters: int = 0
    edits: int = 0
    seconds: list[float] = field(default_factory=list)
    cpu_seconds: float = 0.0

    def add(self, answer: dict[str, Any], wanted: str) -> None:
        wanted, found = plain(wanted), plain(answer["text"])
        self.pictures += 1
        self.characters += len(wanted)
        self.edits += edits(wanted, found)
        self.seconds.append(answer["seconds"])
        self.cpu_seconds += answer["cpu_seconds"]

    def __add__(self, other: Tally) -> Tally:
        mine, others = vars(self), vars(other)
        return Tally(**{name: mine[name] + others[name] for name in mine})

    def figures(self) -> dict[str, Any]:
        return {
            "characters": self.characters,
            "edits": self.edits,
            "error_percent": round(100 * self.edits / max(1, self.characters), 3),
            "seconds": round(sum(self.seconds), 1),
            "cpu_seconds": round(self.cpu_seconds, 1),
        }


def plain(text: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", text).split())


def edits(wanted: str, found: str) -> int:
    """Return the Levenshtein distance, row by row on arrays."""
    letters, places = np.array([ord(letter) for letter in wanted], int), np.arange(len(wanted) + 1)
    row = places
    for number, letter in enumerate(found, 1):
        kept = np.minimum(row[1:] + 1, row[:-1] + (letters != ord(letter)))
        row = np.minimum.accumulate(np.concatenate(([number], kept)) - places) + places
    return int(row[-1])


def report(readers: dict[str, Reader], kinds: dict[str, dict[str, Tally]]) -> dict[str, Any]:
    whole = {name: sum((tallies[name] for tallies in kinds.values()), Tally()) for name in readers}
    for reader in readers.values():
        reader.close()
    said: dict[str, Any] = {"pictures": whole["kbdesk"].pictures}
    for name, reader in readers.items():
        said[name] = {**whole[name].figures(), "mib_highest": reader.mib}
    if "rapidocr" not in said:
        return said | {"peer": "skipped: OpenCV is not installed"}
    said["ratios"] = {
        key: round(said["kbdesk"][key] / said["rapidocr"][key], 3)
        for key in ("edits", "seconds", "cpu_seconds", "mib_highest")
        if said["rapidocr"][key]
    }
    said["kinds"] = {kind: {name: tallies[name].figures() for name in readers} for kind, tallies in kinds.items()}
    return said


def read_what_is_asked(name: str) -> int:
    """Read the pictures whose paths come in, and answer with a line of JSON each."""
    from PIL import Image

    import kbdesk  # noqa: F401  turns the telemetry of onnxruntime off before it is loaded
    from kbdesk.rag.parsers import ocr

    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # what libraries print
    if name == "rapidocr":
        peer = RapidEngine()
        ocr._engine = lambda: peer
    for path in sys.stdin:
        with Image.open(path.rstrip("\n")) as image:
            image.load()
        before, started = resource.getrusage(resource.RUSAGE_SELF), time.perf_counter()
        found = ocr.recognize_text(image)
        seconds, after = time.perf_counter() - started, resource.getrusage(resource.RUSAGE_SELF)
        cpu_seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        figures = {"seconds": seconds, "cpu_seconds": cpu_seconds, "mib": after.ru_maxrss >> 10}
        print(json.dumps({"text": found.text if found else "", **figures}), file=answers, flush=True)
    return 0


class RapidEngine:
    """Finds and reads lines with RapidOCR's code, as kbdesk's `Engine` does with its own."""

    def __init__(self) -> None:
        import rapidocr

        from kbdesk.rag.parsers.ocr_models import find_models

        files = find_models()
        assert files is not None
        self._engine = rapidocr.RapidOCR(
            params={
                "Global.log_level": "critical",
                "Global.text_score": 0.0,
                "Global.use_cls": False,
                "EngineConfig.onnxruntime.intra_op_num_threads": 1,
                "EngineConfig.onnxruntime.inter_op_num_threads": 1,
                "Det.limit_type": "max",
                "Det.limit_side_len": DETECTION_SIDE,
                "Det.model_path": str(files.detection),
                "Rec.model_path": str(files.recognition),
                "Rec.rec_batch_num": 1,
            }
        )

    def lines(self, image: Any) -> list[Any]:
        from kbdesk.rag.parsers.ocr_engine import Line
        from kbdesk.rag.parsers.reading_order import Box

        pixels = np.ascontiguousarray(np.asarray(image)[:, :, ::-1])
        corners = self._engine(pixels, use_rec=False).boxes
        if corners is None:
            return []
        corners = corners.astype("float32")
        boxes = [Box(*map(float, (*box.min(axis=0), *box.max(axis=0)))) for box in corners]
        return [Line(*pair) for pair in zip(boxes, self._engine.crop_text_regions(pixels, corners), strict=True)]

    def read(self, line: Any) -> Any:
        """Read a line, which RapidOCR has turned to the left if it is tall, the other way too if it is not sure."""
        reading = self._reading(line.image, 1 if line.is_tall else 0)
        if not line.is_tall or reading.confidence >= SURE:
            return reading
        return max(reading, self._reading(np.rot90(line.image, 2), 3), key=lambda reading: reading.confidence)

    def _reading(self, image: Any, turns: int) -> Any:
        from kbdesk.rag.parsers.ocr_engine import Reading

        output = self._engine.recognize_txt([np.ascontiguousarray(image)])
        return Reading(str(output.txts[0]), float(output.scores[0]), turns)


if __name__ == "__main__":
    sys.exit(main())
