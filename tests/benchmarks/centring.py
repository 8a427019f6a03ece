"""Makes kbdesk/embedding/e5/centring.npy: the mean vectors that the built-in model's vectors are centred with.

`python tests/benchmarks/centring.py` (about two minutes). Needs the folder ../shared and the weights of the model.

Vectors of multilingual-e5-small lie in a narrow cone: the mean of many has a length of 0.89 of 1. Taking the mean of
passages from passages and the mean of queries from queries spreads them, which lifts recall@5 by four points. The means
are constants of the model, not of the data, so that passages stay comparable whatever else a knowledge base holds.

They are taken from handbooks that no question of ../shared/eval is about, each language with the same weight:
paragraphs as passages, headings and short sentences as queries.
"""

from __future__ import annotations

import argparse
import random
import re
from pathlib import Path

import numpy as np

from kbdesk.embedding.e5.encoder import CENTRING_FILE, Encoder, unit
from kbdesk.embedding.local import find_weights

HANDBOOKS = {
    "en": ("clef-handbook", "govuk-developer-docs"),
    "de": ("jugendhackt-handbuch-de", "pro4bib-handbuch-de"),
    "zh": ("alibaba-java-zh", "tencent-secguide-zh"),
}
SAMPLE = 300  # texts per language and purpose; with 600 the means differ by less than 0.01
FOLDER = Path(__file__).resolve().parents[3] / "shared" / "corpus" / "handbooks"


def texts_of(names: tuple[str, ...]) -> tuple[list[str], list[str]]:
    """Return the paragraphs and the short texts of some handbooks, in a random but fixed order."""
    paragraphs: list[str] = []
    short: list[str] = []
    for path in sorted(path for name in names for path in (FOLDER / name).rglob("*.md")):
        for paragraph in re.split(r"\n\s*\n", re.sub(r"<[^>]*>|```.*?```", "", path.read_text("utf-8", "replace"))):
            content = re.sub(r"\s+", " ", paragraph).strip(" #*->")
            if 100 <= len(content.encode()) <= 2000:
                paragraphs.append(content)
            short += [part for part in re.split(r"(?<=[.?!。？！])\s*", content) if 20 <= len(part.encode()) <= 120]
    shuffle = random.Random(0)
    return shuffle.sample(paragraphs, min(SAMPLE, len(paragraphs))), shuffle.sample(short, min(SAMPLE, len(short)))


def main() -> None:
    argparse.ArgumentParser(description=__doc__.splitlines()[0]).parse_args()  # whoever asks for help writes no file
    weights = find_weights()
    assert weights is not None, "the weights of the model are not on this computer"
    encoder = Encoder(weights)
    means = []
    for language, names in HANDBOOKS.items():
        passages, queries = texts_of(names)
        print(language, len(passages), "passages", len(queries), "queries", flush=True)
        pairs = ((passages, "passage"), (queries, "query"))
        means.append([encoder.encode_uncentred(texts, purpose).mean(axis=0) for texts, purpose in pairs])
    spread = unit(np.array(means))
    print("cosines between the languages' means:", np.round(spread[:, 0] @ spread[:, 0].T, 3).tolist())
    np.save(CENTRING_FILE, np.mean(means, axis=0).astype(np.float32))


if __name__ == "__main__":
    main()
