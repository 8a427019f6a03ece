"""The XML of slides, and decks as text, for the tests."""

from __future__ import annotations

from kbdesk.message import TextBlock
from kbdesk.rag.parsers.base import ParseResult
from kbdesk.rag.parsers.pptx import PPTParser

NAMESPACES = (
    'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" '
    'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" '
    'xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" '
    'xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram" '
    'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
)
EXTENSIONS = (
    'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" '
    'xmlns:a14="http://schemas.microsoft.com/office/drawing/2010/main" '
    'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"'
)
OFFSET = '<a:off x="0" y="0"/>'


def paragraphs(text: str) -> str:
    runs = (line.replace("\v", "</a:t></a:r><a:br/><a:r><a:t>") for line in text.split("\n"))
    return "".join(f"<a:p><a:r><a:t>{line}</a:t></a:r></a:p>" for line in runs)


def shape(text: str, *, x: int | None = 0, y: int = 0, height: int = 10, placeholder: str = "") -> str:
    frame = "" if x is None else f'<a:xfrm><a:off x="{x}" y="{y}"/><a:ext cx="50" cy="{height}"/></a:xfrm>'
    return (
        f"<p:sp><p:nvSpPr><p:cNvPr/><p:nvPr>{placeholder}</p:nvPr></p:nvSpPr><p:spPr>{frame}</p:spPr>"
        f"<p:txBody>{paragraphs(text)}</p:txBody></p:sp>"
    )


def title(text: str) -> str:
    return shape(text, x=None, placeholder='<p:ph type="title"/>')


def group(*shapes: str, x: int = 0, y: int = 0) -> str:
    frame = f'<p:grpSpPr><a:xfrm><a:off x="{x}" y="{y}"/><a:ext cx="90" cy="90"/></a:xfrm></p:grpSpPr>'
    return f"<p:grpSp>{frame}{''.join(shapes)}</p:grpSp>"


def picture(link: str, caption: str = "", *, pixels: tuple[int, int] | None = None) -> str:
    size = "" if pixels is None else f'<a:ext cx="{pixels[0] * 9525}" cy="{pixels[1] * 9525}"/>'
    return (
        f'<p:pic><p:nvPicPr><p:cNvPr descr="{caption}"/></p:nvPicPr><p:blipFill><a:blip r:embed="{link}"/></p:blipFill>'
        f"<p:spPr><a:xfrm>{size and OFFSET}{size}</a:xfrm></p:spPr></p:pic>"
    )


def frame(content: str, kind: str) -> str:
    uri = f"http://schemas.openxmlformats.org/drawingml/2006/{kind}"
    data = f'<a:graphicData uri="{uri}">{content}</a:graphicData>'
    return f"<p:graphicFrame><a:graphic>{data}</a:graphic></p:graphicFrame>"


def cell(text: str, attributes: str = "") -> str:
    return f"<a:tc {attributes}><a:txBody>{paragraphs(text)}</a:txBody></a:tc>"


def table(*rows: list[str]) -> str:
    return frame("<a:tbl>" + "".join(f"<a:tr>{''.join(row)}</a:tr>" for row in rows) + "</a:tbl>", "table")


def slide(*shapes: str, attributes: str = "") -> str:
    tree = "".join(shapes)
    return f"<p:sld {NAMESPACES} {attributes}><p:cSld><p:spTree>{tree}</p:spTree></p:cSld></p:sld>"


def texts(result: ParseResult) -> list[str]:
    return [section.content.text for section in result.sections if isinstance(section.content, TextBlock)]


def plain(data: bytes) -> list[str]:
    return texts(PPTParser(slide_prefix=None, slide_suffix=None).read(data, "deck.pptx"))
