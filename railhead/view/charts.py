"""Charts from plain series: lines with their names at the end, small multiples, bars. No legends."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from railhead.view.geometry import num
from railhead.view.symbols import contrast
from railhead.view.theme import DARK, LIGHT, chart_styles, svg, text

if TYPE_CHECKING:
    from collections.abc import Sequence

_DASHES = ("", "9 4", "3 4", "12 4 3 4", "6 3", "2 3 8 3")
_GROUNDS = (LIGHT["panel"], DARK["panel"])
_PLAIN = ("#345e7c", "#b3261e", "#1e5b4f", "#b08d3c", "#6d3b8c", "#7a5130")


@dataclass(frozen=True)
class Series:
    """Values over time; None where there is none yet, or no more."""

    name: str
    values: Sequence[float | None]
    colour: str = ""


@dataclass(frozen=True)
class _Frame:
    """Where the lines of one panel lie."""

    left: float
    top: float
    width: float
    height: float
    low: float
    high: float
    count: int

    def x(self, index: int) -> float:
        return self.left + self.width * (index / (self.count - 1) if self.count > 1 else 0.5)

    def y(self, value: float) -> float:
        return self.top + self.height * (1 - (value - self.low) / ((self.high - self.low) or 1))


def _last(series: Series) -> float:
    """The last value of a series; 0 before it has one."""
    return next((value for value in reversed(series.values) if value is not None), 0.0)


def nice_ticks(low: float, high: float, wanted: int = 5) -> list[float]:
    """Round numbers that cover a range."""
    span = (high - low) or 1.0
    raw = span / max(wanted - 1, 1)
    power = 10 ** math.floor(math.log10(raw))
    step = next(factor * power for factor in (1, 2, 2.5, 5, 10) if factor * power >= raw * 0.999)
    first, last = math.floor(low / step), math.ceil(high / step)
    return [round(i * step, 6) for i in range(first, last + 1)]


def line_chart(
    series: Sequence[Series],
    labels: Sequence[str],
    *,
    title: str = "",
    width: float = 760,
    height: float = 380,
    theme: str | None = None,
    styles: bool = True,
) -> str:
    """Lines over the same rounds, each named where it ends."""
    there = [one for one in series if any(value is not None for value in one.values)]
    content = _heading(title, 0, 22)
    if not there:
        content += f'<text x="12" y="60" class="tick">{text("Nothing to show yet: play a round first.")}</text>'
    else:
        tag = 34 + 9.2 * max(len(f"{one.name} {_last(one):,.0f}") for one in there)
        frame = _frame(there, 56, 36, width - 56 - tag, height - 36 - 34, len(labels))
        content += _grid(frame) + _rounds(frame, labels)
        content += "".join(_line(frame, one, i) for i, one in enumerate(there)) + _ends(frame, there)
    return _picture(width, height, content, title or "Chart", theme, styles)


def small_multiples(
    series: Sequence[Series],
    labels: Sequence[str],
    *,
    title: str = "",
    columns: int = 3,
    width: float = 760,
    panel: float = 150,
    theme: str | None = None,
    styles: bool = True,
) -> str:
    """One small panel per series, on the same scale, with the others faint behind it."""
    rows = max(-(-len(series) // columns), 1)
    content = _heading(title, 0, 22)
    each = width / columns
    for i, one in enumerate(series):
        left, top = (i % columns) * each, 36 + (i // columns) * panel
        frame = _frame(series, left + 44, top + 26, each - 62, panel - 58, len(labels))
        others = [other for other in series if other is not one]
        behind = "".join(f'<path class="line" d="{_data(frame, it)}" stroke="var(--rh-rule)"/>' for it in others)
        content += _grid(frame, 3) + behind + _line(frame, one, 0) + _rounds(frame, labels, 2)
        words = f"{one.name} {_last(one):,.0f}"
        content += f'<text x="{num(left + 44)}" y="{num(top + 16)}" class="tag">{text(words)}</text>'
    return _picture(width, 36 + rows * panel, content, title or "Chart", theme, styles)


def bar_chart(
    bars: Sequence[tuple[str, float, str]],
    *,
    title: str = "",
    width: float = 760,
    unit: str = "%s",
    theme: str | None = None,
    styles: bool = True,
) -> str:
    """Horizontal bars with name and value beside them: (name, value, colour)."""
    row = 30.0
    name = 16 + 8.5 * max((len(bar[0]) for bar in bars), default=0)
    value = 20 + 9.0 * max((len(unit.replace("%s", f"{bar[1]:,.0f}")) for bar in bars), default=0)
    most = max((bar[1] for bar in bars), default=0) or 1
    content = _heading(title, 0, 22)
    for i, (label, amount, colour) in enumerate(bars):
        y = 40 + row * i
        long = max((width - name - value) * amount / most, 1)
        fill = colour or _PLAIN[i % len(_PLAIN)]
        said = unit.replace("%s", f"{amount:,.0f}")
        content += (
            f'<text x="{num(name - 8)}" y="{num(y + 17)}" text-anchor="end" class="tag">{text(label)}</text>'
            f'<rect x="{num(name)}" y="{num(y + 3)}" width="{num(long)}" height="{num(row - 9)}" fill="{fill}" '
            f'stroke="var(--rh-ink)" stroke-opacity=".5"/>'
            f'<text x="{num(name + long + 8)}" y="{num(y + 17)}" class="tick">{text(said)}</text>'
        )
    if not bars:
        content += '<text x="12" y="60" class="tick">Nothing to show yet.</text>'
    return _picture(width, 52 + row * max(len(bars), 1), content, title or "Chart", theme, styles)


def _picture(width: float, height: float, content: str, title: str, theme: str | None, styles: bool) -> str:
    ground = f'<rect width="{num(width)}" height="{num(height)}" fill="var(--rh-panel)"/>'
    return svg(
        (0, 0, width, height),
        ground + content,
        styles=chart_styles() if styles else "",
        label=title,
        theme=theme,
        classes="chart",
    )


def _heading(title: str, left: float, top: float) -> str:
    return f'<text x="{num(left + 12)}" y="{num(top)}" class="title serif">{text(title)}</text>' if title else ""


def _frame(series: Sequence[Series], left: float, top: float, width: float, height: float, count: int) -> _Frame:
    values = [value for one in series for value in one.values if value is not None] or [0.0]
    ticks = nice_ticks(min(0.0, *values), max(1.0, *values))
    return _Frame(left, top, width, height, ticks[0], ticks[-1], count)


def _grid(frame: _Frame, wanted: int = 5) -> str:
    parts = []
    for tick in nice_ticks(frame.low, frame.high, wanted):
        if not frame.low <= tick <= frame.high:
            continue
        y = frame.y(tick)
        parts.append(
            f'<path class="axis" d="M{num(frame.left)} {num(y)}H{num(frame.left + frame.width)}"/>'
            f'<text x="{num(frame.left - 7)}" y="{num(y + 5)}" text-anchor="end" class="tick">{tick:,.0f}</text>'
        )
    return "".join(parts)


def _rounds(frame: _Frame, labels: Sequence[str], most: int = 0) -> str:
    """The names of the rounds, as many as fit; the first and the last always."""
    if not labels:
        return ""
    wide = 9 * max(len(label) for label in labels) + 14
    fit = most or max(int(frame.width / wide), 1)
    step = max(-(-len(labels) // fit), 1)
    inner = range(step, max(len(labels) - step, 0), step)
    shown = sorted({0, len(labels) - 1, *inner})
    y = num(frame.top + frame.height + 20)
    anchors = {0: "start", len(labels) - 1: "end"}
    return "".join(
        f'<text x="{num(frame.x(i))}" y="{y}" text-anchor="{anchors.get(i, "middle")}" class="tick">'
        f"{text(labels[i])}</text>"
        for i in shown
    )


def _data(frame: _Frame, series: Series) -> str:
    """Path data with a gap wherever there is no value."""
    parts = []
    pen = "M"
    for i, value in enumerate(series.values):
        if value is None:
            pen = "M"
            continue
        parts.append(f"{pen}{num(frame.x(i))} {num(frame.y(value))}")
        pen = "L"
    return "".join(parts)


def _line(frame: _Frame, series: Series, index: int) -> str:
    colour = series.colour or _PLAIN[index % len(_PLAIN)]
    dash = _DASHES[index % len(_DASHES)]
    dashes = f' stroke-dasharray="{dash}"' if dash else ""
    data = _data(frame, series)
    faint = ".6" if len(colour) == 7 and min(contrast(colour, paper) for paper in _GROUNDS) < 1.7 else ".3"
    return (
        f'<path class="line under" d="{data}" stroke="var(--rh-ink)" opacity="{faint}"/>'
        f'<path class="line" d="{data}" stroke="{colour}"{dashes}/>'
    )


def _ends(frame: _Frame, series: Sequence[Series]) -> str:
    """Names at the ends of the lines, moved apart where they would touch."""
    ends = []
    for i, one in enumerate(series):
        at = max(j for j, value in enumerate(one.values) if value is not None)
        ends.append((frame.y(_last(one)), frame.x(at), one.colour or _PLAIN[i % len(_PLAIN)], one))
    ends.sort(key=lambda end: end[0])
    heights = spread([end[0] for end in ends], 17)
    x = frame.left + frame.width + 10
    parts = []
    for y, (true, end, colour, one) in zip(heights, ends, strict=True):
        parts.append(
            f'<path class="axis" d="M{num(end)} {num(true)}L{num(x - 2)} {num(y)}"/>'
            f'<circle cx="{num(end)}" cy="{num(true)}" r="4" fill="{colour}" stroke="var(--rh-ink)"/>'
            f'<rect x="{num(x)}" y="{num(y - 6)}" width="12" height="12" rx="2" fill="{colour}" '
            f'stroke="var(--rh-ink)" stroke-opacity=".5"/>'
            f'<text x="{num(x + 17)}" y="{num(y + 5)}" class="tag">{text(f"{one.name} {_last(one):,.0f}")}</text>'
        )
    return "".join(parts)


def spread(heights: Sequence[float], gap: float) -> list[float]:
    """Sorted heights moved apart until neighbours keep the gap."""
    moved = list(heights)
    for _ in range(20):
        for i in range(len(moved) - 1):
            short = gap - (moved[i + 1] - moved[i])
            if short > 0:
                moved[i] -= short / 2
                moved[i + 1] += short / 2
    return moved
