"""What a person does to the passages of a document, as changes to its edits; pure functions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from kbdesk.errors import InputError
from kbdesk.library.curation.applying import Laid, Piece
from kbdesk.library.curation.pins import Pin, Quote, Wanted, now
from kbdesk.texts import text


@dataclass(frozen=True)
class Change:
    """Edits in place of others.

    Attributes:
        before: What they were.
        after: What they are now.
    """

    before: tuple[Pin, ...]
    after: tuple[Pin, ...]

    def of(self, pins: Sequence[Pin]) -> list[Pin]:
        """Return all edits of a document after it."""
        gone = {pin.id for pin in (*self.before, *self.after)}
        return [*(pin for pin in pins if pin.id not in gone), *self.after]

    @property
    def back(self) -> Change:
        """What takes it back."""
        return Change(self.after, self.before)


def turn(laid: Laid, indexes: Sequence[int], *, is_off: bool) -> Change:
    """Turn passages off or on."""
    pieces = [_piece(laid, index) for index in sorted(set(indexes))]
    before: dict[str, Pin] = {}
    after: dict[str, Pin] = {}
    for piece, pin in zip(pieces, _pins_of(laid, pieces), strict=True):
        if pin is None:
            continue
        if piece.pin:
            before[pin.id] = pin
        now = after.get(pin.id, pin)
        after[pin.id] = now.with_wanted(piece.number, replace(now.wanted[piece.number], is_off=is_off))
    changed = [pin for pin in after.values() if not pin.says_nothing]
    return Change(tuple(before.values()), tuple(changed))


def correct(laid: Laid, index: int, new_text: str) -> Change:
    """Put another text in place of a passage's."""
    if not new_text.strip():
        raise InputError(
            text("curation", "A passage needs some text."),
            text("curation", "Turn it off if it shall not be found."),
        )
    piece = _piece(laid, index)
    pin = _pin_of(laid, piece)
    wanted = replace(pin.wanted[piece.number], text=new_text)
    as_read = replace(wanted, text=None)
    if pin.quotes and pin.made != "add" and pin.text_of(as_read) == new_text:
        wanted = as_read
    return _changed(laid, piece, pin.with_wanted(piece.number, wanted))


def annotate(laid: Laid, index: int, note: str) -> Change:
    """Note something on a passage; "" takes the note away."""
    piece = _piece(laid, index)
    pin = _pin_of(laid, piece)
    return _changed(laid, piece, pin.with_wanted(piece.number, replace(pin.wanted[piece.number], note=note.strip())))


def split(laid: Laid, index: int, position: int) -> Change:
    """Cut a passage in two at a place in its text."""
    piece = _piece(laid, index)
    pin = _pin_of(laid, piece)
    wanted = pin.wanted[piece.number]
    whole = piece.chunk.text
    first, second = whole[:position], whole[position:]
    if _is_picture(laid, piece) or not (0 < position < len(whole) and first.strip() and second.strip()):
        raise InputError(
            text("curation", "This passage cannot be split there."),
            text("curation", "Put the cursor between two of its words."),
        )
    parts = [replace(wanted, text=first), replace(wanted, text=second, note="")]
    place = piece.span[0] + position - len(piece.head)
    if wanted.text is None and piece.chunk.text[len(piece.head) : position].strip():
        pin = _with_halves(laid, piece, pin, place)
        wanted = pin.wanted[piece.number]
        parts = [wanted, replace(wanted, at=wanted.at + 1, note="")]
    made = "add" if pin.made == "add" else "split"
    all_wanted = (*pin.wanted[: piece.number], *parts, *pin.wanted[piece.number + 1 :])
    return _changed(laid, piece, replace(pin, wanted=all_wanted, made=made, made_at=now()))


def merge(laid: Laid, first: int, last: int) -> Change:
    """Make one passage of neighbours."""
    pieces = [_piece(laid, index) for index in range(first, last + 1)]
    if len(pieces) < 2:
        raise InputError(
            text("curation", "One passage alone cannot be merged."),
            text("curation", "Choose several that follow each other."),
        )
    if any(_is_picture(laid, piece) for piece in pieces):
        raise InputError(
            text("curation", "A picture cannot be merged with other passages."),
            text("curation", "Choose passages with text only."),
        )
    pins = list({pin.id: pin for pin in _pins_of(laid, pieces) if pin is not None}.values())
    before = tuple(laid.pin(pin_id) for pin_id in dict.fromkeys(piece.pin for piece in pieces) if pin_id)
    joined = _in_one_piece(laid, pieces) or _joined(laid, pieces, pins)
    return Change(before, (joined,))


def add(laid: Laid, after: int | None, new_text: str) -> Change:
    """Add a passage by hand, behind another one; None: at the end."""
    if not new_text.strip():
        raise InputError(
            text("curation", "A passage needs some text."), text("curation", "Type what people shall find.")
        )
    quotes, position = (), _last_position(laid)
    if after is not None:
        piece = _piece(laid, after)
        quotes, position = _place_behind(laid, piece), _position_behind(laid, piece)
    return Change((), (Pin.new(quotes, (Wanted(text=new_text),), "add", position),))


def revert(laid: Laid, index: int) -> Change:
    """Let a passage be what the file says; an added one goes."""
    piece = _piece(laid, index)
    return Change((laid.pin(piece.pin),), ()) if piece.pin else Change((), ())


def drop(laid: Laid, pin_id: str) -> Change:
    """Take an edit away."""
    return Change((laid.pin(pin_id),), ())


def keep(laid: Laid, pin_id: str) -> Change:
    """Keep an edit that is in trouble.

    One whose text is gone becomes a passage by hand at the end of the document; any other stands as it is over what the
    file says now.
    """
    pin = laid.pin(pin_id)
    if pin.id in laid.found:
        return Change((pin,), (replace(pin, quotes=laid.quotes_now(pin), made_at=now(), is_copy=False),))
    wanted = tuple(replace(each, at=0, text=pin.text_of(each)) for each in pin.wanted)
    kept = replace(pin, quotes=(), wanted=wanted, made="add", position=_last_position(laid), made_at=now())
    return Change((pin,), (replace(kept, is_copy=False),))


def _last_position(laid: Laid) -> float:
    return max((pin.position for pin in laid.pins), default=0.0) + 1


def _piece(laid: Laid, index: int) -> Piece:
    if not 0 <= index < len(laid.pieces):
        raise InputError(
            text("curation", "This passage is no longer there."), text("curation", "Look at the document again.")
        )
    return laid.pieces[index]


def _pin_of(laid: Laid, piece: Piece) -> Pin:
    """Return the edit that a passage comes of, or a new one that pins it as it is."""
    if piece.pin:
        return laid.pin(piece.pin)
    return Pin.new((laid.anchors.quote(piece.run, *piece.span, piece.head),), (Wanted(),))


def _pins_of(laid: Laid, pieces: Sequence[Piece]) -> list[Pin | None]:
    """Return the edit that each of some passages comes of, or a new one for what none before it has; None: nothing."""
    ends: dict[int, int] = {}
    pins: list[Pin | None] = []
    for piece in pieces:
        start, end = piece.span
        start = max(start, ends.get(piece.run, 0))
        ends[piece.run] = max(start, end)
        is_empty = not piece.pin and not _is_picture(laid, piece) and not _text_of(laid, piece, start).strip()
        pins.append(None if is_empty else _pin_of(laid, replace(piece, span=(start, end))))
    return pins


def _text_of(laid: Laid, piece: Piece, start: int) -> str:
    return laid.anchors.runs[piece.run].text[start : piece.span[1]]


def _changed(laid: Laid, piece: Piece, pin: Pin) -> Change:
    before = (laid.pin(piece.pin),) if piece.pin else ()
    return Change(before, () if pin.says_nothing else (pin,))


def _is_picture(laid: Laid, piece: Piece) -> bool:
    return piece.run >= 0 and bool(laid.anchors.runs[piece.run].picture)


def _with_halves(laid: Laid, piece: Piece, pin: Pin, place: int) -> Pin:
    """Return an edit with a quote for each half of one that it has."""
    at = pin.wanted[piece.number].at
    halves = [(piece.span[0], place), (place, piece.span[1])]
    quotes = [laid.anchors.quote(piece.run, *half, piece.head) for half in halves]
    wanted = tuple(replace(each, at=each.at + 1) if each.at > at else each for each in pin.wanted)
    return replace(pin, quotes=(*pin.quotes[:at], *quotes, *pin.quotes[at + 1 :]), wanted=wanted)


def _in_one_piece(laid: Laid, pieces: Sequence[Piece]) -> Pin | None:
    """Return an edit over one piece of a section, where that is what neighbours are together."""
    first = pieces[0]
    pinned = {(piece.pin, number) for piece in pieces if piece.pin for number in range(len(laid.pin(piece.pin).wanted))}
    is_whole = pinned <= {(piece.pin, piece.number) for piece in pieces}
    is_as_read = all(replace(_wanted_of(laid, piece), at=0) == Wanted() for piece in pieces)
    if not (is_whole and is_as_read) or any(piece.run != first.run for piece in pieces):
        return None
    quote = laid.anchors.quote(first.run, first.span[0], max(piece.span[1] for piece in pieces), first.head)
    return Pin.new((quote,), (Wanted(),), "merge")


def _joined(laid: Laid, pieces: Sequence[Piece], pins: Sequence[Pin]) -> Pin:
    """Return an edit over all that the edits of some passages pin, with one passage in place of these."""
    quotes: list[Quote] = []
    shift: dict[str, int] = {}
    for pin in pins:
        shift[pin.id] = len(quotes)
        quotes += [quote for quote in pin.quotes if quote.text]
    quotes = quotes or list(pins[0].quotes)
    last = max(len(quotes) - 1, 0)
    own = [_wanted_of(laid, piece) for piece in pieces]
    one = Wanted(
        min(own[0].at, last),
        "\n\n".join(piece.chunk.text.strip() for piece in pieces),
        all(each.is_off for each in own),
        "\n\n".join(each.note for each in own if each.note),
    )
    merged = {(piece.pin, piece.number) for piece in pieces}
    others = [
        (pin, number, replace(each, at=min(each.at + shift[pin.id], last)))
        for pin in pins
        for number, each in enumerate(pin.wanted)
        if (pin.id, number) not in merged and pin in laid.pins
    ]
    before = [each for pin, number, each in others if pin is pins[0] and number < pieces[0].number]
    behind = [each for pin, number, each in others if not (pin is pins[0] and number < pieces[0].number)]
    made = "add" if all(pin.made == "add" for pin in pins) else "merge"
    return Pin.new(tuple(quotes), (*before, one, *behind), made, pins[0].position)


def _wanted_of(laid: Laid, piece: Piece) -> Wanted:
    return laid.pin(piece.pin).wanted[piece.number] if piece.pin else Wanted()


def _place_behind(laid: Laid, piece: Piece) -> tuple[Quote, ...]:
    """Return where a passage stands that comes behind another one."""
    if piece.run < 0:
        return ()
    if _is_picture(laid, piece):
        return _place_near_picture(laid, piece.run)
    return (laid.anchors.quote(piece.run, piece.span[1], piece.span[1]),)


def _position_behind(laid: Laid, piece: Piece) -> float:
    """Return the position of a passage that comes behind another one: before all that do so already."""
    own = laid.pin(piece.pin) if piece.pin else None
    others = [pin.position for pin in laid.pins]
    if own is None or own.made != "add":
        return min(others, default=0.0) - 1
    behind = [each for each in others if each > own.position]
    return (own.position + min(behind)) / 2 if behind else own.position + 1


def _place_near_picture(laid: Laid, number: int) -> tuple[Quote, ...]:
    """Return the beginning of the next text behind a picture, or the end of the last one before it, if there is any."""
    runs = laid.anchors.runs
    behind = [run for run in range(number + 1, len(runs)) if not runs[run].picture]
    before = [run for run in range(number) if not runs[run].picture]
    if behind:
        return (laid.anchors.quote(behind[0], 0, 0),)
    if before:
        end = len(runs[before[-1]].text)
        return (laid.anchors.quote(before[-1], end, end),)
    return ()
