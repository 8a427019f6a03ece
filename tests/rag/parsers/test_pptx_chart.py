"""Charts, in decks that python-pptx itself makes."""

from __future__ import annotations

import io
from collections.abc import Callable
from datetime import date

import pytest
from pptx import Presentation
from pptx.chart.data import CategoryChartData, ChartData, XyChartData
from pptx.enum.chart import XL_CHART_TYPE
from pptx.util import Inches

from .pptx_xml import plain


@pytest.fixture
def birds() -> CategoryChartData:
    data = CategoryChartData()
    data.categories = ["2023", "2024", "2025"]
    data.add_series("Ducks", (3, None, 5.5))
    return data


@pytest.fixture
def chart_deck(rewritten) -> Callable[..., bytes]:
    """Make a deck with one chart by python-pptx itself; `changes` replaces words of the chart's XML."""

    def make(kind: XL_CHART_TYPE, data: ChartData, changes: dict[str, str] | None = None) -> bytes:
        presentation = Presentation()
        slide = presentation.slides.add_slide(presentation.slide_layouts[6])
        chart = slide.shapes.add_chart(kind, 0, 0, Inches(3), Inches(3), data).chart
        chart.chart_title.text_frame.text = "Birds"
        target = io.BytesIO()
        presentation.save(target)
        return rewritten(target.getvalue(), "ppt/charts/", changes or {})

    return make


def test_a_chart_has_its_title_and_each_series_with_its_categories(chart_deck, birds):
    data = chart_deck(XL_CHART_TYPE.COLUMN_CLUSTERED, birds)
    assert plain(data) == ["Birds\nDucks: 2023 3, 2024, 2025 5.5"]


def test_numbers_and_days_are_those_that_the_chart_shows(chart_deck):
    data = CategoryChartData(number_format="0%")
    data.categories = [date(2025, 5, 1), date(2025, 6, 1)]
    data.add_series("Guests", (0.25, 0.30000000000000004))
    assert plain(chart_deck(XL_CHART_TYPE.LINE, data)) == ["Birds\nGuests: 2025-05-01 25%, 2025-06-01 30%"]


def test_categories_of_several_levels_are_joined(chart_deck):
    data = CategoryChartData()
    for year in ("2024", "2025"):
        category = data.add_category(year)
        category.add_sub_category("spring")
        category.add_sub_category("autumn")
    data.add_series("Ducks", (1, 2, 3, 4))
    words = "Birds\nDucks: 2024 spring 1, 2024 autumn 2, 2025 spring 3, 2025 autumn 4"
    assert plain(chart_deck(XL_CHART_TYPE.COLUMN_CLUSTERED, data)) == [words]


def test_a_chart_of_points_has_their_x_values(chart_deck):
    data = XyChartData()
    series = data.add_series("Nests")
    series.add_data_point(1.5, 4)
    assert plain(chart_deck(XL_CHART_TYPE.XY_SCATTER, data)) == ["Birds\nNests: 1.5 4"]


def test_places_of_a_chart_that_have_nothing_are_left_out(chart_deck):
    data = XyChartData()
    data.add_series("Nests").add_data_point(1.5, 4)
    assert plain(chart_deck(XL_CHART_TYPE.XY_SCATTER, data, {'pt idx="0"': 'pt idx="99999"'})) == [
        "Birds\nNests: 1.5 4"
    ]


def test_a_chart_that_claims_strange_places_is_read(chart_deck, birds):
    data = chart_deck(
        XL_CHART_TYPE.COLUMN_CLUSTERED, birds, {'pt idx="0"': 'pt idx="²"', 'pt idx="2"': f'pt idx="{"9" * 5_000}"'}
    )
    assert plain(data)[0].startswith("Birds\nDucks: 2023 3,")


def test_a_chart_of_a_type_that_the_library_does_not_know_is_read(chart_deck, birds):
    data = chart_deck(XL_CHART_TYPE.COLUMN_CLUSTERED, birds, {"c:barChart": "c:bar3DChart"})
    assert plain(data)[0].startswith("Birds\nDucks: 2023 3,")


def test_a_chart_that_does_not_count_its_points_is_read(chart_deck, birds):
    data = chart_deck(XL_CHART_TYPE.COLUMN_CLUSTERED, birds, {'<c:ptCount val="3"/>': ""})
    assert plain(data)[0].startswith("Birds\nDucks: 2023 3,")


def test_a_chart_that_claims_endless_points_is_read_as_far_as_it_goes(chart_deck, birds):
    data = chart_deck(XL_CHART_TYPE.COLUMN_CLUSTERED, birds, {'ptCount val="3"': 'ptCount val="2000000000"'})
    assert plain(data)[0].startswith("Birds\nDucks: 2023 3,")


@pytest.mark.parametrize("kind", ["slideshow", "template"])
def test_slide_shows_and_templates_are_read(chart_deck, birds, rewritten, kind):
    data = chart_deck(XL_CHART_TYPE.COLUMN_CLUSTERED, birds)
    changes = {"presentationml.presentation.main": f"presentationml.{kind}.main"}
    assert plain(rewritten(data, "[Content_Types].xml", changes)) == ["Birds\nDucks: 2023 3, 2024, 2025 5.5"]


def test_the_strict_variant_is_read(chart_deck, birds, rewritten):
    changes = {
        f"http://schemas.openxmlformats.org/{name}/2006/": f"http://purl.oclc.org/ooxml/{name}/"
        for name in ("presentationml", "drawingml", "officeDocument")
    }
    data = rewritten(chart_deck(XL_CHART_TYPE.COLUMN_CLUSTERED, birds), "", changes)
    assert plain(data) == ["Birds\nDucks: 2023 3, 2024, 2025 5.5"]
