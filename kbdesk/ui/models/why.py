"""Why a hit was found, in whole sentences."""

from __future__ import annotations

from kbdesk.library.types import Hit
from kbdesk.ui.models.hit_words import language_name, score_meaning, score_number
from kbdesk.ui.models.passage_marks import note_of
from kbdesk.ui.translate import joined, translate


def why_sentences(hit: Hit) -> list[str]:
    """Return what speaks for a hit, a paragraph for each thing."""
    paragraphs = [
        _exact(hit),
        _meaning(hit) if hit.score_kind == "meaning" else "",
        _words(hit) if hit.why.query else "",  # a picture has none
        _note(hit),
        joined(_score(hit), score_meaning(hit)),
        _weak(hit),
    ]
    return [paragraph for paragraph in paragraphs if paragraph]


def _exact(hit: Hit) -> str:
    if not hit.why.exact:
        return ""
    quoted = translate("Why", "“{words}”")
    terms = _listed(tuple(quoted.format(words=term) for term in hit.why.exact))
    return translate("Why", "It holds {terms} exactly.").format(terms=terms)


def _meaning(hit: Hit) -> str:
    rank, language = hit.why.meaning_rank, hit.why.language
    if rank is None:
        return translate("Why", "By meaning it is too far from your question to count.")
    if not language:
        if rank == 1:
            return translate("Why", "By meaning it is the nearest of all passages.")
        return translate("Why", "By meaning it is number {rank} of all passages.").format(rank=rank)
    if rank == 1:
        sentence = translate("Why", "By meaning it is the nearest of the passages in {language}.")
    else:
        sentence = translate("Why", "By meaning it is number {rank} of the passages in {language}.")
    return sentence.format(rank=rank, language=language_name(language))


def _words(hit: Hit) -> str:
    rank, words = hit.why.words_rank, _listed(tuple({word.casefold(): word for word in hit.why.words}.values()))
    if rank is not None and words:
        if rank == 1:
            return translate("Why", "By words it is the first: {words}.").format(words=words)
        return translate("Why", "By words it is number {rank}: {words}.").format(rank=rank, words=words)
    if rank is not None:
        return translate("Why", "By words it is number {rank}.").format(rank=rank)
    if words:
        return translate("Why", "It has words of your search that say little: {words}.").format(words=words)
    return translate("Why", "No word of your search stands in it.")


def _note(hit: Hit) -> str:
    note = note_of(hit.chunk.metadata)
    return translate("Why", "A note on it is searched too: {note}").format(note=note) if note else ""


def _score(hit: Hit) -> str:
    return translate("Why", "Its score is {score}.").format(score=score_number(hit))


def _weak(hit: Hit) -> str:
    if not hit.is_weak:
        return ""
    return translate("Why", "It is weak: passages that speak no more clearly than this for an answer seldom hold one.")


def _listed(words: tuple[str, ...]) -> str:
    return translate("Why", ", ").join(words)
