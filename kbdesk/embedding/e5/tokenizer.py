"""The tokenizer of multilingual-e5-small: SentencePiece's unigram model. Pure."""

from __future__ import annotations

import unicodedata

from kbdesk.embedding.e5.weights import Vocabulary

BLANK = "\u2581"  # stands for the blank before a word
CACHED_WORDS = 20_000
CACHED_LENGTH = 32  # characters; longer words hardly come twice


class Tokenizer:
    """Cuts a text into the most probable sequence of known pieces.

    Source: Kudo 2018, Subword Regularization, section 3.2 (unigram language model, Viterbi search).
    """

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._ids = {piece: number for number, piece in enumerate(vocabulary.pieces) if piece}
        self._ids.pop(vocabulary.pieces[vocabulary.unknown], None)
        self._longest: dict[str, int] = {}  # longest piece by its first character
        for piece in self._ids:
            self._longest[piece[0]] = max(len(piece), self._longest.get(piece[0], 0))
        self._scores = vocabulary.scores
        self._replacements = vocabulary.replacements
        self._unknown = vocabulary.unknown
        self._unknown_score = min(vocabulary.scores) - 10.0
        self._cache: dict[str, list[int]] = {}

    def encode(self, text: str) -> list[int]:
        """Return the token ids of any string, without the ids before and after it."""
        text = text.replace("\0", " ").encode("utf-8", "replace").decode()  # lone surrogates become "?"
        words = unicodedata.normalize("NFC", text).translate(self._replacements).split()
        tokens: list[int] = []
        for word in words:
            tokens += self._encode_word(BLANK + word)
        return tokens

    def _encode_word(self, word: str) -> list[int]:
        """Return the tokens of a word; a piece has a blank only at its start, so words do not touch each other."""
        tokens = self._cache.get(word)
        if tokens is None:
            tokens = self._best_path(word)
            if len(word) <= CACHED_LENGTH and len(self._cache) < CACHED_WORDS:
                self._cache[word] = tokens
        return tokens

    def _best_path(self, word: str) -> list[int]:
        """Return the pieces with the greatest sum of scores (Viterbi)."""
        length = len(word)
        best = [0.0] + [float("-inf")] * length
        back: list[tuple[int, int]] = [(0, 0)] * (length + 1)  # token that ends here, and where it starts
        for start in range(length):
            here = best[start]
            for end in range(start + 1, min(length, start + self._longest.get(word[start], 0)) + 1):
                token = self._ids.get(word[start:end])
                if token is not None and (score := here + self._scores[token]) > best[end]:
                    best[end], back[end] = score, (token, start)
            if (score := here + self._unknown_score) > best[start + 1]:
                best[start + 1], back[start + 1] = score, (self._unknown, start)
        tokens: list[int] = []
        position = length
        while position > 0:
            token, position = back[position]
            if token != self._unknown or not tokens or tokens[-1] != token:  # a run of unknown characters is one token
                tokens.append(token)
        return tokens[::-1]
