"""Which parser reads which type of file."""

from __future__ import annotations

from collections.abc import Callable

from kbdesk.rag.parsers.base import ParserBase, ReadOptions

STORED_PICTURE_SIDE = 1_600
"""Pixels; enough to read a scanned page on a screen."""

# Each parser is loaded when there is a file for it: all of them take half a second, in every worker process.


def _archive(options: ReadOptions) -> ParserBase:
    from kbdesk.rag.parsers.archive import ArchiveParser

    return ArchiveParser(options.depth)


def _csv(_: ReadOptions) -> ParserBase:
    from kbdesk.rag.parsers.csv import CSVParser

    return CSVParser()


def _docx(_: ReadOptions) -> ParserBase:
    from kbdesk.rag.parsers.docx import WordParser

    return WordParser(ocr=True)


def _epub(_: ReadOptions) -> ParserBase:
    from kbdesk.rag.parsers.epub import EPUBParser

    return EPUBParser()


def _html(_: ReadOptions) -> ParserBase:
    from kbdesk.rag.parsers.html import HTMLParser

    return HTMLParser()


def _image(_: ReadOptions) -> ParserBase:
    from kbdesk.rag.parsers.image import ImageParser

    return ImageParser(ocr=True, longest_side=STORED_PICTURE_SIDE)


def _mail(_: ReadOptions) -> ParserBase:
    from kbdesk.rag.parsers.mail import MailParser

    return MailParser(ocr=True)


def _markdown(_: ReadOptions) -> ParserBase:
    from kbdesk.rag.parsers.markdown import MarkdownParser

    return MarkdownParser()


def _msg(_: ReadOptions) -> ParserBase:
    from kbdesk.rag.parsers.msg import MsgParser

    return MsgParser(ocr=True)


def _odp(options: ReadOptions) -> ParserBase:
    from kbdesk.rag.parsers.odp import OdpParser

    return OdpParser(slide_prefix=None, slide_suffix=None, ocr=True, ocr_slides=options.ocr_pages)


def _odt(_: ReadOptions) -> ParserBase:
    from kbdesk.rag.parsers.odt import OdtParser

    return OdtParser(ocr=True)


def _pdf(options: ReadOptions) -> ParserBase:
    from kbdesk.rag.parsers.pdf import PDFParser

    return PDFParser(ocr=True, ocr_pages=options.ocr_pages)


def _pptx(options: ReadOptions) -> ParserBase:
    from kbdesk.rag.parsers.pptx import PPTParser

    return PPTParser(slide_prefix=None, slide_suffix=None, ocr=True, ocr_slides=options.ocr_pages)


def _rst(_: ReadOptions) -> ParserBase:
    from kbdesk.rag.parsers.rst import RstParser

    return RstParser()


def _rtf(_: ReadOptions) -> ParserBase:
    from kbdesk.rag.parsers.rtf import RtfParser

    return RtfParser(ocr=True)


def _spreadsheet(options: ReadOptions) -> ParserBase:
    from kbdesk.rag.parsers.xlsx import ExcelParser

    return ExcelParser(include_image=True, ocr=True, ocr_sheets=options.ocr_pages)


def _text(_: ReadOptions) -> ParserBase:
    from kbdesk.rag.parsers.text import TextParser

    return TextParser()


def _tnef(_: ReadOptions) -> ParserBase:
    from kbdesk.rag.parsers.tnef import TnefParser

    return TnefParser(ocr=True)


PARSERS: dict[str, Callable[[ReadOptions], ParserBase]] = {
    "pdf": _pdf,
    "docx": _docx,
    "odt": _odt,
    "rtf": _rtf,
    "rst": _rst,
    "odp": _odp,
    "pptx": _pptx,
    **dict.fromkeys(("xlsx", "xlsb", "xls", "ods"), _spreadsheet),
    "md": _markdown,
    "html": _html,
    "epub": _epub,
    **dict.fromkeys(("eml", "mhtml"), _mail),
    "msg": _msg,
    "tnef": _tnef,
    "zip": _archive,
    **dict.fromkeys(("csv", "tsv"), _csv),
    **dict.fromkeys(("txt", "json", "yaml", "xml"), _text),
    **dict.fromkeys(("png", "jpeg", "gif", "bmp", "webp", "tiff", "heic", "avif", "jp2"), _image),
}
"""By the id of a type of file, what makes its parser."""
