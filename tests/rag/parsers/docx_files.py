"""Word files made for tests, and what is read from them."""

from __future__ import annotations

import io
from collections.abc import Callable

from PIL import Image, ImageDraw

from kbdesk.message import TextBlock
from kbdesk.rag.parsers.base import ParseResult
from kbdesk.rag.parsers.docx import WordParser

USUAL = "http://schemas.openxmlformats.org"
STRICT = "http://purl.oclc.org/ooxml"
NAMESPACES = (
    f'xmlns:w="{USUAL}/wordprocessingml/2006/main" '
    'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" '
    'xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" '
    'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" '
    'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" '
    'xmlns:v="urn:schemas-microsoft-com:vml" '
    'xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" '
    'xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape" '
    'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
)
STYLES = (
    f"<w:styles {NAMESPACES}>"
    '<w:style w:styleId="T"><w:name w:val="Title"/></w:style>'
    '<w:style w:styleId="berschrift1"><w:name w:val="heading 1"/></w:style>'
    '<w:style w:styleId="H2"><w:name w:val="heading 2"/></w:style>'
    '<w:style w:styleId="Own"><w:name w:val="Own"/><w:basedOn w:val="H2"/></w:style>'
    '<w:style w:styleId="Hidden"><w:rPr><w:vanish/></w:rPr></w:style>'
    '<w:style w:styleId="Numbered"><w:name w:val="n"/><w:pPr><w:numPr><w:numId w:val="8"/></w:numPr></w:pPr></w:style>'
    '<w:style w:styleId="Outlined"><w:name w:val="x"/><w:pPr><w:outlineLvl w:val="0"/></w:pPr></w:style>'
    "</w:styles>"
)
NUMBERING = (
    f"<w:numbering {NAMESPACES}>"
    '<w:abstractNum w:abstractNumId="0">'
    '<w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/></w:lvl>'
    '<w:lvl w:ilvl="1"><w:start w:val="1"/><w:numFmt w:val="lowerLetter"/><w:lvlText w:val="%1.%2)"/></w:lvl>'
    "</w:abstractNum>"
    '<w:abstractNum w:abstractNumId="1"><w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/></w:lvl></w:abstractNum>'
    '<w:abstractNum w:abstractNumId="2">'
    '<w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="upperRoman"/><w:lvlText w:val="%1."/></w:lvl>'
    '<w:lvl w:ilvl="1"><w:start w:val="1"/><w:isLgl/><w:lvlText w:val="%1.%2"/><w:pStyle w:val="Numbered"/></w:lvl>'
    '<w:lvl w:ilvl="2"><w:start w:val="1"/><w:lvlRestart w:val="0"/><w:numFmt w:val="decimalZero"/>'
    '<w:lvlText w:val="%3"/></w:lvl><w:styleLink w:val="L"/></w:abstractNum>'
    '<w:abstractNum w:abstractNumId="3"><w:numStyleLink w:val="L"/></w:abstractNum>'
    '<w:num w:numId="7"><w:abstractNumId w:val="0"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="4"/>'
    "</w:lvlOverride></w:num>"
    '<w:num w:numId="8"><w:abstractNumId w:val="3"/></w:num>'
    '<w:num w:numId="5"><w:abstractNumId w:val="0"/></w:num><w:num w:numId="6"><w:abstractNumId w:val="1"/></w:num>'
    "</w:numbering>"
)


def run(text: str) -> str:
    return f'<w:r><w:t xml:space="preserve">{text}</w:t></w:r>'


def p(text: str = "", *, style: str = "", item: tuple[int, int] | None = None, more: str = "") -> str:
    numbered = f'<w:numPr><w:ilvl w:val="{item[1]}"/><w:numId w:val="{item[0]}"/></w:numPr>' if item else ""
    styled = f'<w:pStyle w:val="{style}"/>' if style else ""
    return f"<w:p><w:pPr>{styled}{numbered}</w:pPr>{run(text) if text else ''}{more}</w:p>"


def table(*rows: list[str]) -> str:
    cells = ("".join(f"<w:tc>{cell if cell.startswith('<') else p(cell)}</w:tc>" for cell in row) for row in rows)
    return "<w:tbl>" + "".join(f"<w:tr>{row}</w:tr>" for row in cells) + "</w:tbl>"


def docx_of(
    zip_of: Callable[[dict[str, str | bytes]], bytes],
    links: Callable[..., str],
    *blocks: str,
    parts: dict[str, str | bytes] | None = None,
    rels: tuple[str, ...] = (),
) -> bytes:
    """Make a Word file; `parts` adds parts, `rels` lines to the document's relationships."""
    return zip_of(
        {
            "_rels/.rels": links("r1 officeDocument word/document.xml"),
            "word/document.xml": f"<w:document {NAMESPACES}><w:body>{''.join(blocks)}</w:body></w:document>",
            "word/_rels/document.xml.rels": links("s styles styles.xml", "n numbering numbering.xml", *rels),
            "word/styles.xml": STYLES,
            "word/numbering.xml": NUMBERING,
            **(parts or {}),
        }
    )


def picture_of(words: str, size: tuple[int, int]) -> bytes:
    image = Image.new("RGB", size, "white")
    ImageDraw.Draw(image).text((20, 30), words, "black", font_size=40)
    target = io.BytesIO()
    image.save(target, "PNG")
    return target.getvalue()


def read(data: bytes) -> ParseResult:
    return WordParser().read(data, "a.docx")


def texts(data: bytes) -> list[str]:
    return [section.content.text for section in read(data).sections if isinstance(section.content, TextBlock)]
