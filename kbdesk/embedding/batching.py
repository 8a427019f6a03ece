"""Cutting texts and batches to what a model takes. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kbdesk.message import DataBlock

Content = str | DataBlock


def token_bound(content: Content) -> int:
    """Return a number of tokens that a content never exceeds: its UTF-8 bytes.

    The tokenizers in use are made of bytes, so no text has more tokens than bytes; English has about a quarter.
    """
    return len(content.encode("utf-8", "surrogatepass")) if isinstance(content, str) else 1


def split_text(text: str, max_bytes: int) -> list[str]:
    """Cut a text into pieces of at most `max_bytes` UTF-8 bytes, nearly equal, at blanks where one is near."""
    if token_bound(text) <= max_bytes or len(text) < 2:
        return [text]
    middle = len(text) // 2
    blank = text.rfind(" ", middle - middle // 4, middle) + 1
    cut = blank or middle
    return [piece for half in (text[:cut], text[cut:]) if half.strip() for piece in split_text(half, max_bytes)]


def batches(contents: Sequence[Content], max_items: int, max_tokens: int) -> Iterator[range]:
    """Yield the positions of consecutive batches of at most `max_items` contents and `max_tokens` tokens.

    A content that is larger than `max_tokens` by itself makes a batch of one.
    """
    start = tokens = 0
    for position, content in enumerate(contents):
        size = token_bound(content)
        if position > start and (position - start == max_items or tokens + size > max_tokens):
            yield range(start, position)
            start, tokens = position, 0
        tokens += size
    if start < len(contents):
        yield range(start, len(contents))
