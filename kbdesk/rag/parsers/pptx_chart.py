"""A chart as python-pptx has it. Imported when the first deck is read: it loads python-pptx."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree

from pptx.chart.chart import Chart
from pptx.chart.plot import BubblePlot, XyPlot
from pptx.parts.chart import ChartPart

from kbdesk.rag.parsers.ooxml import chart_lines, series_line
from kbdesk.rag.parsers.pptx_faults import PPTX_FAULTS

MAX_POINTS = 1000
"""python-pptx searches the whole series for each point, and believes a file that claims any number of them."""

_PASSED_OVER = ".//c:tx/c:v | .//*[c:pt and not(c:ptCount) and not(self::c:lvl)]"
"""Names of series that are no references, and points that nobody counted: right, but python-pptx gives none of them."""


def chart_part_lines(part: ChartPart) -> list[str]:
    """Return a chart as lines: its titles, then each series as "name: category value, ..."."""
    try:
        if _is_known(part.chart):
            return [*_titles(part.chart), *_series(part.chart)]
    except PPTX_FAULTS:
        pass  # a broken one, or of a type that python-pptx does not know, such as 3-D columns
    return chart_lines(ElementTree.fromstring(part.blob))  # noqa: S314 - `Package` has looked through it


def _is_known(chart: Chart) -> bool:
    """Tell whether python-pptx gives all of a chart: it has no x values."""
    counts: list[str] = chart.element.xpath(".//c:ptCount/@val")
    if chart.element.xpath(_PASSED_OVER) or any(int(count) > MAX_POINTS for count in counts):
        return False
    plots: list[Any] = list(chart.plots)  # without types
    return not any(isinstance(plot, XyPlot | BubblePlot) for plot in plots)


def _titles(chart: Chart) -> list[str]:
    """Return the titles of the chart and of its axes."""
    paragraphs: list[Any] = chart.element.xpath(".//c:title//a:p")
    titles = (paragraph.text.replace("\v", "\n").strip() for paragraph in paragraphs)
    return [title for title in titles if title]


def _series(chart: Chart) -> Iterator[str]:
    plots: list[Any] = list(chart.plots)  # without types
    for plot in plots:
        categories = [" ".join(labels) for labels in plot.categories.flattened_labels]
        for series in plot.series:
            values = ["" if value is None else f"{value:.15g}" for value in series.values]
            line = series_line(series.name, categories, values)
            if line:
                yield line
