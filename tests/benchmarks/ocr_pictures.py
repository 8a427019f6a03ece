"""Pictures of text whose words are known: drawn ones of many kinds, pages of handbooks, and what the repository has.

Each has a kind, by which errors are counted. What needs a font or a folder that is not here is left out.
"""

from __future__ import annotations

import io
import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import pypdfium2
from PIL import Image, ImageDraw, ImageFilter, ImageFont, ImageOps

REPOSITORY = Path(__file__).resolve().parents[2]
CORPUS = REPOSITORY.parent / "shared" / "corpus"
FONTS = {
    "en": ("DejaVuSans.ttf", "Arial.ttf", "arial.ttf"),
    "de": ("DejaVuSerif.ttf", "Georgia.ttf", "georgia.ttf", "DejaVuSans.ttf"),
    "zh": ("NotoSansCJK-Regular.ttc", "wqy-microhei.ttc", "msyh.ttc", "PingFang.ttc"),
    "ja": ("NotoSansCJK-Regular.ttc", "msgothic.ttc", "Hiragino Sans GB.ttc"),
}
TEXTS = {
    "en": (
        "Visitors sign in at the front desk",
        "and wear a badge until they leave.",
        "Lost badges cost 10.50 euros (2024).",
        "The office opens at 8:15 and closes",
        "at six; who stays longer tells the",
        "guard and leaves by the back door.",
    ),
    "de": (
        "Besucher melden sich am Empfang an",
        "und tragen ihren Ausweis überall.",
        "Größere Räume öffnet der Schließdienst.",
        "Kündigungsfristen: vier Wochen, § 622",
        "Übernachtungen ab 75,20 Euro müssen",
        "vorher genehmigt werden (Anhang B).",
    ),
    "zh": (
        "员工请假须提前三天提出申请",
        "并由部门经理批准。病假需提供",
        "医院证明，每年最多十五天。",
        "出差住宿标准：每晚450元以内",
        "加班费按照劳动法规定计算。",
        "办公室钥匙请交还给前台保管",
    ),
    "ja": (
        "会議室の予約は受付で行います",
        "休暇の申請は三日前までに提出",
        "してください。交通費は月末に",
        "まとめて精算されます。鍵は",
        "キッチンの窓のそばにあります",
        "ノートパソコンの持ち出し禁止",
    ),
}
"""What is drawn, by language."""
NOTICE = """FIRST AID
The first aid box hangs beside the finishing room door.
A second one is in the delivery van, under the passenger seat.
Eye wash bottles stand at the sink in the cutting room.
Write every injury, however small, into the green book.
In an emergency dial 99 from any phone in the house."""
HARD = {
    "img/screenshot-text.png": "This file contains some words.",
    "img/chinese-text.jpeg": """新鲜甘草黄酮养分，是扫除肌肤代谢物的最佳“清道夫”，迅速激发细胞活
力，帮助肌肤完美吸收后续营养，改善肌肤松弛、干燥、暗沉等现象，肌肤
倍感嫩白柔滑，宛若新生。
适用人群：适合任何肌肤，尤其适用毛孔粗大、油脂分泌过多、外油内干，
肤色黑黄、暗沉，希望美白的皮肤。""",
    "img/bilevel-g4.tiff": "",
    "img/photo.webp": "",
    "wrongext/jpeg-named-png.png": "Apache Tika\nOCR Testing",
    "pdf/scan-image-only.pdf": """Docling bundles PDF document conversion to
JSON and Markdown in an easy self contained
package""",
    "pdf/unreadable-control-chars.pdf": """Odfjell Drilling Ltd. – ODL NO
3q16 update – Positive market comments, limited liquidity headroom late 2017e""",
}
"""What the hard files say that OCR has to tell, or that show no text."""
SIZES = (9, 12, 16, 24, 40)


@dataclass(frozen=True)
class Picture:
    """A picture and what it says.

    Attributes:
        name: Its own.
        kind: What is hard about it.
        image: The picture.
        text: Its lines in reading order.
    """

    name: str
    kind: str
    image: Image.Image
    text: str


def pictures() -> Iterator[Picture]:
    """Yield all pictures."""
    makers = (_sizes, _worn, _leaning, _turned, _coloured, _arranged, _photographed, _little, _pages, _handbooks, _own)
    for make in makers:
        yield from make()


@lru_cache
def _font(language: str, size: int) -> ImageFont.FreeTypeFont | None:
    for name in FONTS[language]:
        try:
            return ImageFont.truetype(name, size)
        except OSError:
            continue
    return None


def _languages() -> list[str]:
    return [language for language in FONTS if _font(language, 12)]


def _text(lines: tuple[str, ...]) -> str:
    return "\n".join(lines)


def drawn(
    language: str, size: int, *, ink: str = "black", paper: str = "white", lines: tuple[str, ...] = ()
) -> Image.Image:
    """Draw lines below each other on a sheet that is somewhat larger."""
    font, lines = _font(language, size), lines or TEXTS[language]
    assert font is not None
    width = max(font.getlength(line) for line in lines)
    image = Image.new("RGB", (round(width + 4 * size), round((1.6 * len(lines) + 3) * size)), paper)
    draw = ImageDraw.Draw(image)
    for row, line in enumerate(lines):
        draw.text((2 * size, (1.5 + 1.6 * row) * size), line, ink, font=font)
    return image


def _sizes() -> Iterator[Picture]:
    for language in _languages():
        for size in SIZES:
            yield Picture(f"{language}-{size}", f"size {size}", drawn(language, size), _text(TEXTS[language]))


def _worn() -> Iterator[Picture]:
    for language in _languages():
        image, said = drawn(language, 24), _text(TEXTS[language])
        small = drawn(language, 12)
        yield Picture(f"{language}-noise", "noise", _noisy(image, 40), said)
        yield Picture(f"{language}-small-noise", "noise", _noisy(small, 40), said)
        yield Picture(f"{language}-blur", "blur", image.filter(ImageFilter.GaussianBlur(3)), said)
        yield Picture(f"{language}-small-blur", "blur", small.filter(ImageFilter.GaussianBlur(1.2)), said)
        yield Picture(f"{language}-blown-up", "blur", _noisy(small.resize((image.width, image.height)), 30), said)
        yield Picture(f"{language}-jpeg", "jpeg", _compressed(drawn(language, 14), 15), said)
        yield Picture(f"{language}-small-jpeg", "jpeg", _compressed(small, 30), said)


def _compressed(image: Image.Image, quality: int) -> Image.Image:
    buffer = io.BytesIO()
    image.save(buffer, "JPEG", quality=quality)
    return Image.open(buffer)


def _noisy(image: Image.Image, strength: float) -> Image.Image:
    source = random.Random(image.width)
    noise = Image.frombytes(
        "L", (256, 256), bytes(min(255, max(0, round(source.gauss(128, strength)))) for _ in range(65536))
    )
    sheet = Image.new("L", image.size)
    for left in range(0, image.width, 256):
        for top in range(0, image.height, 256):
            sheet.paste(noise.rotate(90 * source.randrange(4)), (left, top))
    return Image.blend(image, sheet.convert("RGB"), 0.5)


def _leaning() -> Iterator[Picture]:
    for number, degrees in enumerate((1, -2, 3, -4, 5, 2, -3, 4)):
        language = _languages()[number % len(_languages())]
        image = _leaning_by(degrees, drawn(language, 26))
        yield Picture(f"{language}-leans{degrees}", "leaning", image, _text(TEXTS[language]))
    for language, degrees in zip(_languages(), (-5, 4, 5, -4), strict=False):
        lines = tuple(" ".join(pair) for pair in zip(TEXTS[language], reversed(TEXTS[language]), strict=True))
        image = _leaning_by(degrees, drawn(language, 20, lines=lines))
        yield Picture(f"{language}-wide{degrees}", "leaning wide", image, _text(lines))


def _leaning_by(degrees: int, image: Image.Image) -> Image.Image:
    return image.rotate(degrees, Image.Resampling.BICUBIC, expand=True, fillcolor="white")


def _turned() -> Iterator[Picture]:
    for language in _languages():
        for degrees in (90, 180, 270):
            image = drawn(language, 24).rotate(degrees, expand=True)
            yield Picture(f"{language}-turned{degrees}", "turned", image, _text(TEXTS[language]))


def _coloured() -> Iterator[Picture]:
    colours = (("white", "black"), ("#e0e0e0", "#203864"), ("#b00020", "#fff4d6"), ("#808080", "white"))
    for number, (ink, paper) in enumerate(colours):
        for language in _languages()[number % 2 :: 2]:
            image = drawn(language, 20, ink=ink, paper=paper)
            yield Picture(f"{language}-{ink}-{paper}", "colours", image, _text(TEXTS[language]))


def _arranged() -> Iterator[Picture]:
    for language in _languages():
        lines, size = TEXTS[language], 22
        left, right = drawn(language, size), drawn(language, size, lines=tuple(reversed(lines)))
        sheet = Image.new("RGB", (left.width + right.width, left.height), "white")
        sheet.paste(left, (0, 0))
        sheet.paste(right, (left.width, 0))
        yield Picture(f"{language}-columns", "columns", sheet, _text((*lines, *reversed(lines))))
    rows = (("Name", "Desk", "Phone"), ("Anna", "12", "4410"), ("Boris", "14", "4415"), ("Clara", "17", "4420"))
    rows += (("Dora", "19", "4421"), ("Emil", "21", "4433"))
    for size, lined in ((16, True), (28, True), (28, False)):
        yield Picture(f"table-{size}-{lined}", "table", _table(rows, size, lined=lined), "\n".join(map(" ".join, rows)))


def _table(rows: tuple[tuple[str, ...], ...], size: int, *, lined: bool) -> Image.Image:
    image = Image.new("RGB", (size * 22, size * (2 * len(rows) + 2)), "white")
    draw = ImageDraw.Draw(image)
    for y, row in enumerate(rows):
        for x, cell in enumerate(row):
            place = (size * (1 + 7 * x), size * (1 + 2 * y))
            if lined:
                draw.rectangle((*place, place[0] + 7 * size, place[1] + 2 * size), outline="black")
            draw.text((place[0] + size // 2, place[1] + 0.35 * size), cell, "black", font=_font("en", size))
    return image


def _photographed() -> Iterator[Picture]:
    shapes = ((0.06, 0.03, 0.0, 0.05), (0.0, 0.04, 0.09, 0.02), (0.08, 0.0, 0.03, 0.06))
    for number, shape in enumerate(shapes * 2):
        language = _languages()[number % len(_languages())]
        sheet = ImageOps.expand(drawn(language, 30 if number < 3 else 20), 40, "#606058")
        corners = _seen_aslant(sheet.size, shape)
        photo = sheet.transform(sheet.size, Image.Transform.QUAD, corners, Image.Resampling.BICUBIC)
        shade = Image.linear_gradient("L").rotate(90 * number).resize(photo.size).convert("RGB")
        yield Picture(f"{language}-photo{number}", "photo", Image.blend(photo, shade, 0.25), _text(TEXTS[language]))


def _seen_aslant(size: tuple[int, int], shape: tuple[float, ...]) -> tuple[float, ...]:
    """Return the corners of what is seen of a sheet: top left, bottom left, bottom right, top right."""
    (width, height), (a, b, c, d) = size, shape
    corners = ((-a, -b), (b, 1 + c), (1 + c, 1 + d), (1 + d, -a))
    return tuple(value for x, y in corners for value in (x * width, y * height))


def _little() -> Iterator[Picture]:
    for language in _languages():
        for size, border in ((10, 0), (14, 2), (20, 0), (32, 1), (24, 12)):
            line, font = TEXTS[language][0], _font(language, size)
            assert font is not None
            left, top, right, bottom = map(round, font.getbbox(line))
            image = Image.new("RGB", (right - left + 2 * border, bottom - top + 2 * border), "white")
            ImageDraw.Draw(image).text((border - left, border - top), line, "black", font=font)
            yield Picture(f"{language}-strip{size}", "strip", image, line)
    for word, size in (("Exit", 40), ("12", 30), ("Kantine", 18), ("OK", 20)):
        image = Image.new("RGB", (6 * size, 2 * size), "white")
        ImageDraw.Draw(image).text((2 * size, size // 2), word, "black", font=_font("en", size))
        yield Picture(f"word-{word}", "word", image, word)


def _pages() -> Iterator[Picture]:
    """A4 at 150 dots per inch."""
    for language in _languages():
        size, source = 22, random.Random(language)
        lines = tuple(source.choice(TEXTS[language]) for _ in range(44))
        sheet = Image.new("RGB", (1240, 1754), "white")
        sheet.paste(drawn(language, size, lines=lines), (120, 80))
        yield Picture(f"{language}-page", "page", _noisy(sheet, 8), _text(lines))


def _handbooks() -> Iterator[Picture]:
    """Pages of real handbooks as scans of 150 dots per inch."""
    for part, indexes in (("alibaba-java-zh", (5, 9, 14)), ("jugendhackt-handbuch-de/appendix", (3, 11, 20))):
        for path in sorted((CORPUS / "handbooks" / part).glob("*.pdf")):
            with pypdfium2.PdfDocument(path) as file:
                for index in (index for index in indexes if index < len(file)):
                    image = file[index].render(scale=150 / 72).to_pil()
                    said = file[index].get_textpage().get_text_bounded()
                    yield Picture(f"{part[:9]}-{index}", "handbook", image.convert("RGB"), said)


def _own() -> Iterator[Picture]:
    """The notice of the sample, and the hard files that only OCR can tell or that show no text."""
    notice = REPOSITORY / "resources" / "sample" / "first-aid-notice.png"
    yield Picture("first-aid-notice", "sample", _plain(Image.open(notice)), NOTICE)
    for path, said in HARD.items():
        file = CORPUS / "hard" / path
        if file.is_file():
            image = _first_page(file, 170) if file.suffix == ".pdf" else Image.open(file)
            yield Picture(file.stem, "hard", _plain(image), said)


def _first_page(path: Path, dots_per_inch: int) -> Image.Image:
    with pypdfium2.PdfDocument(path) as file:
        return file[0].render(scale=dots_per_inch / 72).to_pil()


def _plain(image: Image.Image) -> Image.Image:
    return image.convert("RGBA" if image.has_transparency_data else "RGB")
