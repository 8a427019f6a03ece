"""What a drag, a drop or the clipboard brings, and what is said about it."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path, PurePath

from PySide6.QtCore import QMimeData, QUrl
from PySide6.QtGui import QImage

from kbdesk.ui.translate import translate

PICTURES = frozenset({".avif", ".bmp", ".gif", ".heic", ".heif", ".jpeg", ".jpg", ".png", ".tif", ".tiff", ".webp"})
"""How the names of pictures end."""


PACK = ".kbpack"
"""How the names of knowledge bases as files end."""


def is_pack(path: PurePath) -> bool:
    """Return whether a file is called like a knowledge base."""
    return path.suffix.lower() == PACK


@dataclass(frozen=True)
class Offer:
    """What was brought.

    Attributes:
        paths: Files and folders of this computer, each once, in the order given; not looked at yet.
        refused: Addresses that are not on this computer.
    """

    paths: tuple[Path, ...]
    refused: tuple[str, ...]

    @property
    def has_links(self) -> bool:
        """Whether a web page was among them."""
        return any(each.startswith(("http:", "https:")) for each in self.refused)


def read_offer(mime: QMimeData) -> Offer:
    """Return what the data holds. Nothing on disk is touched, for that may be a slow network drive."""
    urls = mime.urls()
    if not urls and mime.hasText():
        words = mime.text().strip()
        urls = [QUrl(words)] if words.startswith(("http://", "https://")) else []
    paths: dict[Path, None] = {}
    refused: list[str] = []
    for url in urls:
        path = _local_path(url)
        if path is not None:
            paths[path] = None
        elif not url.isEmpty():
            refused.append(url.toDisplayString())
    return Offer(tuple(paths), tuple(refused))


def picture_in(mime: QMimeData) -> Path | QImage | None:
    """Return the picture that the data is: a single file that is called like one, or what was copied of a picture."""
    offer = read_offer(mime)
    if offer.paths or offer.refused:
        is_picture = len(offer.paths) == 1 and not offer.refused and offer.paths[0].suffix.lower() in PICTURES
        return offer.paths[0] if is_picture else None
    if not mime.hasImage() or mime.text().strip():  # cells of a table are copied as words and as a picture of them
        return None
    image = QImage(mime.imageData())
    return None if image.isNull() else image


def _local_path(url: QUrl) -> Path | None:
    on_another_host = bool(url.host()) and os.name != "nt"  # on Windows file://server/share is an ordinary path
    if not url.isLocalFile() or on_another_host or not url.toLocalFile():
        return None
    return Path(url.toLocalFile())


def announcement(offer: Offer, knowledge_base: str) -> str:
    """Return what a drop of this offer will do."""
    if not offer.paths:
        return translate("Drop", "Only files and folders of this computer can be added")
    count = len(offer.paths)
    if count == 1 and is_pack(offer.paths[0]):
        return translate("Drop", "Add the knowledge base in “{name}”").format(name=offer.paths[0].name)
    if count == 1:
        sentence = translate("Drop", "Add “{name}” to {knowledge_base}")
        return sentence.format(name=offer.paths[0].name, knowledge_base=knowledge_base)
    if all(PurePath(path).suffix for path in offer.paths):
        return translate("Drop", "Add %n file(s) to {knowledge_base}", "", count).format(knowledge_base=knowledge_base)
    sentence = translate("Drop", "Add %n file(s) and folder(s) to {knowledge_base}", "", count)
    return sentence.format(knowledge_base=knowledge_base)


def refusal(offer: Offer) -> tuple[str, str]:
    """Return what happened and what to do, for an offer of which something cannot be taken."""
    if offer.has_links:
        return (
            translate("Drop", "Links to web pages cannot be added."),
            translate("Drop", "Save the page as a file in your browser, then drop the file here."),
        )
    if offer.refused:
        return (
            translate("Drop", "These items are not files on this computer."),
            translate("Drop", "Copy them to a folder of this computer first, then drop them here."),
        )
    return (
        translate("Drop", "There were no files in it."),
        translate("Drop", "Select files or folders in your file manager, then drop or paste them here."),
    )
