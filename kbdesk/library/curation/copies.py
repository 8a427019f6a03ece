"""What is turned off stays so wherever else a new version of the file says the same; pure functions."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from kbdesk.library.curation.anchors import Found
from kbdesk.library.curation.applying import Laid
from kbdesk.library.curation.pins import Pin, Wanted

_Off = tuple[Pin, int]
"""An edit, and the number of a quote of it that is turned off."""


def with_copies(laid: Laid, source: str) -> Laid:
    """Return a document that was just cut with what is turned off in it also turned off where it stands once more.

    So it is where every copy was turned off that there was. A person who left one of several on meant only the others.
    The new edits are marked, so that a person is told of them.

    Args:
        laid: The document with its edits.
        source: Its name.
    """
    places = {pin_id: list(found) for pin_id, found in laid.places.items()}
    taken = [each for found in laid.found.values() for each in found]
    more: list[Pin] = []
    for off in _turned_off(laid.pins).values():
        free = [each for each in _places(laid, off) if not any(_is_same_place(each, other) for other in taken)]
        taken += free
        for pin, number in off:
            if free and places[pin.id][number] is None:  # its text is there, but nobody could tell where it belongs
                places[pin.id][number] = free.pop(0)
        for each in free:
            more.append(_copy(laid, *off[0], each))
            places[more[-1].id] = [each]
    if places == laid.places:
        return laid
    return Laid.of(laid.anchors, [*laid.pins, *more], places, source)


def _turned_off(pins: Iterable[Pin]) -> dict[tuple[str, str], list[_Off]]:
    """Return the quotes of which nothing is to be found, by what they say."""
    found: defaultdict[tuple[str, str], list[_Off]] = defaultdict(list)
    for pin in pins:
        for number, quote in enumerate(pin.quotes):
            own = [each for each in pin.wanted if each.at == number] or pin.wanted
            if all(each.is_off for each in own):
                found[quote.picture, "" if quote.picture else quote.text.strip()].append((pin, number))
    return found


def _places(laid: Laid, off: list[_Off]) -> list[Found]:
    quotes = [pin.quotes[number] for pin, number in off]
    copies = max(quote.copies for quote in quotes)
    return laid.anchors.copies(quotes[0]) if 0 < copies <= len(quotes) else []


def _is_same_place(one: Found, other: Found) -> bool:
    return one.overlaps(other) or (one.run, one.start, one.end) == (other.run, other.start, other.end)


def _copy(laid: Laid, pin: Pin, number: int, place: Found) -> Pin:
    quote = laid.anchors.quote(place.run, place.start, place.end, pin.quotes[number].head)
    return Pin.copy((quote,), (Wanted(is_off=True),), pin.position)
