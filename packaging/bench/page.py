"""The page of a run: tables and plots; and the table in the README."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import Any

_NOISE = 1.15  # two runs of the same program differ by this much on a busy machine
_MARKS = ("<!-- benchmarks: written by packaging/test --bench -->\n", "<!-- end of benchmarks -->")


def shown(value: float, unit: str) -> str:
    """Return a number as a table shows it, with its unit."""
    number = f"{value:.0f}" if abs(value) >= 100 or value == int(value) else f"{value:.3g}"
    return f"{number}x" if unit == "x" else f"{number} {unit}"


def verdict(figure: dict[str, Any]) -> str:
    """Return how a figure is, compared with the last run."""
    ratio = figure.get("ratio")
    if ratio is None:
        return "new"
    gain = ratio if figure["better"] == "more" else 1 / ratio if ratio else math.inf
    if 1 / _NOISE <= gain <= _NOISE:
        return "same"
    return "better" if gain > 1 else "**worse**"


def _rows(figures: list[dict[str, Any]]) -> Iterator[str]:
    for figure in figures:
        unit = figure["unit"]
        last = shown(figure["last"], unit) if "last" in figure else ""
        ratio = f"{figure['ratio']:.2f}" if "ratio" in figure else ""
        cells = (figure["title"], shown(figure["value"], unit), figure["against"], last, ratio, verdict(figure))
        yield f"| {' | '.join(cells)} |"


def _plot(bars: list[tuple[str, float]], title: str) -> str:
    """Return an SVG of bars from 1 to each ratio, on a logarithmic scale."""
    row, left, half = 22, 430, 190
    widest = max([abs(math.log(value)) for _, value in bars if value > 0] + [math.log(2)])
    height = row * (len(bars) + 2)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{left + 2 * half + 70}" height="{height}" '
        f'font-family="sans-serif" font-size="12"><rect width="100%" height="100%" fill="white"/>',
        f'<text x="8" y="16" font-weight="bold">{escape(title)}</text>',
        f'<line x1="{left + half}" y1="{row}" x2="{left + half}" y2="{height - row}" stroke="#888"/>',
    ]
    for index, (name, value) in enumerate(bars, 1):
        length = math.log(value) / widest * half if value > 0 else 0
        x, y = left + half + min(0, length), row * index
        parts.append(f'<text x="{left - 6}" y="{y + 15}" text-anchor="end">{escape(name)}</text>')
        color = "#2f7d4f" if length >= 0 else "#b4482f"
        parts.append(f'<rect x="{x:.1f}" y="{y + 4}" width="{max(1, abs(length)):.1f}" height="14" fill="{color}"/>')
        parts.append(f'<text x="{left + 2 * half + 8}" y="{y + 15}">{value:.2f}x</text>')
    return "\n".join([*parts, "</svg>"]) + "\n"


def _gain(figure: dict[str, Any], ratio: float) -> float:
    """Return a ratio so that above 1 is better."""
    return ratio if figure["better"] == "more" else 1 / ratio if ratio else 1


def write_page(run: dict[str, Any], folder: Path) -> Path:
    """Write README.md with its plots into the folder, and return its path."""
    figures = [(name, figure) for name, entry in run["benchmarks"].items() for figure in entry["figures"]]
    against = [(f"{name}: {each['title']}", _gain(each, each["value"])) for name, each in figures if each["against"]]
    changed = [(f"{name}: {each['title']}", _gain(each, each["ratio"])) for name, each in figures if "ratio" in each]
    lines = [
        "# Benchmarks",
        "",
        f"kbdesk {run['version']}, {run['date']}, {run['system']}, {run['form']} form. Written by "
        "`bash packaging/test --bench`; what each one does stands at the head of its file.",
        "",
        'A figure with "x" is a ratio to what stands beside it, measured in the same run. Differences to the last run '
        f"below {_NOISE - 1:.0%} are noise.",
        "",
    ]
    for name, bars, title in (
        ("against.svg", against, "Against a floor or a peer of the same run (right: kbdesk is better)"),
        ("changed.svg", changed, "Against the last run (right: better now)"),
    ):
        if bars:
            (folder / name).write_text(_plot(bars, title), "utf-8")
            lines += [f"![{title}]({name})", ""]
    for name, entry in run["benchmarks"].items():
        lines += [f"## {name}", "", f"Measured on {entry['date']} in {entry['seconds']} seconds.", ""]
        lines += ["| figure | now | against | last run | ratio to it | |", "|---|--:|---|--:|--:|---|"]
        lines += [*_rows(entry["figures"]), ""]
    path = folder / "README.md"
    path.write_text("\n".join(lines), "utf-8")
    return path


def write_readme_table(run: dict[str, Any], readme: Path) -> None:
    """Put the headline figures between the marks in the README."""
    lines = [
        f"kbdesk {run['version']}, {run['date']}, {run['system']}:",
        "",
        "| | figure | | against |",
        "|---|---|--:|---|",
    ]
    for name, entry in run["benchmarks"].items():
        for figure in entry["figures"]:
            if figure["headline"]:
                value = shown(figure["value"], figure["unit"])
                lines.append(f"| {name} | {figure['title']} | {value} | {figure['against']} |")
    start, end = (re.escape(mark) for mark in _MARKS)
    table = _MARKS[0] + "\n".join(lines) + "\n" + _MARKS[1]
    text = readme.read_text("utf-8")
    readme.write_text(re.sub(f"{start}.*?{end}", lambda _: table, text, flags=re.DOTALL), "utf-8")
