"""The small drawings on a map: terrain, ports and mines, station markers, revenue discs and value boxes."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from railhead.core.facts import COLOURS
from railhead.view.geometry import Point, num, xy
from railhead.view.theme import text

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

SLOT = 24.0
"""Radius of a city slot and of a station marker."""

_BOX_FILL = {"purple": "f-lilac", "diesel": "f-lilac"}


def at(point: Point, content: str) -> str:
    """A drawing moved to a point."""
    return f'<g transform="translate({xy(point)})">{content}</g>'


def disc(point: Point, value: object, large: float = 1.0) -> str:
    """A revenue in a small white disc."""
    written = str(value)
    size = "" if len(written) < 3 else " tight"
    drawn = f'<circle r="16" class="disc"/><text y="7" class="on-tile value{size}">{text(written)}</text>'
    return at(point, _enlarged(drawn, large))


def _enlarged(drawn: str, large: float) -> str:
    return drawn if large == 1 else f'<g transform="scale({large:.2f})">{drawn}</g>'


def _box_width(value: int, raised: bool) -> float:
    digits = len(str(value))
    return 14.0 + 14 * digits if raised else 10.0 + 11 * digits


def box_row_width(values: Mapping[str, int], now: str) -> float:
    """How wide a row of value boxes is."""
    held = holding(values, now)
    return sum(_box_width(value, colour == held) for colour, value in values.items())


def box_row(point: Point, values: Mapping[str, int], now: str, large: float = 1.0) -> str:
    """Values by phase in coloured boxes side by side, the current one raised."""
    held = holding(values, now)
    x = -box_row_width(values, now) / 2
    boxes = []
    for colour, value in values.items():
        boxes.append(_box(x, colour, value, colour == held))
        x += _box_width(value, colour == held)
    return at(point, _enlarged("".join(boxes), large))


def _box(x: float, colour: str, value: int, raised: bool) -> str:
    fill = _BOX_FILL.get(colour, f"f-{colour}")
    width = _box_width(value, raised)
    middle = f'<text x="{num(x + width / 2)}" y="7" class="on-tile"'
    if raised:
        return (
            f'<rect x="{num(x + 1)}" y="-17" width="{num(width - 2)}" height="34" rx="4" class="{fill}" '
            f'stroke="#191a17" stroke-width="3"/>{middle} font-size="22" font-weight="800">{value}</text>'
        )
    return (
        f'<rect x="{num(x)}" y="-12" width="{num(width)}" height="24" rx="3" class="{fill}" stroke="#191a17"/>'
        f'{middle} font-size="18">{value}</text>'
    )


def holding(values: Mapping[str, int], now: str) -> str:
    """The colour whose value applies in a phase: the last one that has begun."""
    held = ""
    for colour in COLOURS:
        held = colour if colour in values else held
        if colour == now:
            break
    return held


def dots(point: Point, colour: str) -> str:
    """One to four dots for yellow to gray, so that nothing relies on colour alone."""
    if colour not in COLOURS[1:]:
        return ""
    count = COLOURS.index(colour)
    x, y = point
    return "".join(
        f'<circle cx="{num(x + 8 * (i - (count - 1) / 2))}" cy="{num(y)}" r="2.6" class="solid"/>'
        for i in range(count)
    )


def terrain(point: Point, kinds: Sequence[str], cost: int, scale: float = 1.0) -> str:
    """Ridges and waves with the cost below."""
    parts = []
    shift = 26.0 * (len(kinds) - 1) / 2 if len(kinds) > 1 else 0.0
    for i, kind in enumerate(kinds):
        x = -shift + 26 * i if len(kinds) > 1 else 0.0
        parts.append(f'<g transform="translate({num(x)} -12)">{_landscape(kind)}</g>')
    if cost:
        y = 20 if kinds else 7
        parts.append(f'<text y="{y}" class="on-tile value place">{cost}</text>')
    size = f" scale({num(scale)})" if scale != 1 else ""
    return f'<g transform="translate({xy(point)}){size}">{"".join(parts)}</g>'


def _landscape(kind: str) -> str:
    if kind in ("water", "river", "lake", "swamp"):
        wave = "q5 -7 10 0t10 0t10 0t10 0"
        return f'<path class="wave" d="M-20 -8{wave}M-20 1{wave}M-20 10{wave}"/>'
    if kind in ("mountain", "hill"):
        return '<path class="ridge" d="M-6 12L11 -13L28 12Z"/><path class="ridge" d="M-28 12L-8 -19L12 12Z"/>'
    return f'<text y="6" class="on-tile small">{text(kind)}</text>'


_ANCHOR = (
    '<circle r="15" class="solid"/><path d="M0 -9V9M-5 -4H5M-8 2Q-7 9 0 9Q7 9 8 2" fill="none" stroke="#fff" '
    'stroke-width="2.4"/><circle cy="-10" r="2.2" fill="none" stroke="#fff" stroke-width="1.8"/>'
)
_SHIP = (
    '<path d="M-15 3H15L10 12H-10Z" class="solid"/><path d="M-7 2V-5H6V2M-1 -5V-13H4V-5" fill="none" '
    'stroke="#191a17" stroke-width="3"/>'
)
_MINE = (
    '<g stroke="#191a17" stroke-width="3.2" stroke-linecap="round"><path d="M-9 9L8 -8M9 9L-8 -8"/>'
    '<path d="M3 -12L12 -3M-3 -12L-12 -3" stroke-width="5"/></g>'
)
_BRIDGE = (
    '<path d="M-16 6H16M-13 6Q-13 -6 -5 6Q-5 -6 5 6Q5 -6 13 6" fill="none" stroke="#191a17" stroke-width="2.6"/>'
)
_FACTORY = '<path d="M-14 11V-3L-5 3V-3L4 3V-12H11V11Z" class="solid"/>'
_ICONS = {
    "port": _ANCHOR,
    "harbour": _ANCHOR,
    "ferry": _SHIP,
    "ship": _SHIP,
    "mine": _MINE,
    "bridge": _BRIDGE,
    "industry": _FACTORY,
    "factory": _FACTORY,
}


def icon_radius(name: str) -> float:
    """The space that an icon takes up."""
    return 16.0 if name.lower() in _ICONS else 25.0


def icon(point: Point, name: str) -> str:
    """A port, a ferry, a mine ...; anything else as a badge with its first number or letters."""
    drawn = _ICONS.get(name.lower())
    if drawn is not None:
        return at(point, f"<title>{text(name)}</title>{drawn}")
    number = next((word for word in name.split() if word.isdigit()), "")
    short = f"+{number}" if number else name[:4]
    width = 12 + 10 * len(short)
    badge = (
        f'<rect x="{num(-width / 2)}" y="-11" width="{width}" height="22" rx="11" fill="#fffefa" stroke="#191a17" '
        f'stroke-width="1.5"/><text y="6" class="on-tile small">{text(short)}</text>'
    )
    return at(point, f"<title>{text(name)}</title>{badge}")


def dark_ring(point: Point, radius: float) -> str:
    """The mark of a title's own type of stop around its slot."""
    x, y = point
    where = f'cx="{num(x)}" cy="{num(y)}" r="{num(radius + 7)}"'
    return f'<circle {where} fill="#5d564a" stroke="#191a17" stroke-width="2"/>'


# Station markers: the symbol on a clear band, the pattern in the caps above and below it.
_CAP = "M-21.4 -10A23.5 23.5 0 0 1 21.4 -10Z"
_FOOT = "M-21.4 10A23.5 23.5 0 0 0 21.4 10Z"
_PATTERNS = (
    "",
    f'<path d="{_CAP}{_FOOT}"/>',
    f'<path d="{_CAP}"/>',
    f'<path d="{_FOOT}"/>',
    '<path d="M-19 -13H19M-19 13H19" fill="none" stroke-width="3"/>',
    '<path d="M-9 -21V-11M0 -23V-11M9 -21V-11M-9 21V11M0 23V11M9 21V11" fill="none" stroke-width="4"/>',
    '<circle cx="-9" cy="-15" r="3"/><circle cx="9" cy="-15" r="3"/><circle cx="-9" cy="15" r="3"/>'
    '<circle cx="9" cy="15" r="3"/>',
    '<circle r="20" fill="none" stroke-width="3"/>',
    '<path d="M-7 -12L0 -22L7 -12ZM-7 12L0 22L7 12Z"/>',
    '<path d="M-16 -11L-6 -21M-5 -11L5 -21M6 -11L15 -19M16 11L6 21M5 11L-5 21M-6 11L-15 19" fill="none" '
    'stroke-width="3"/>',
)


@lru_cache(maxsize=2048)
def token(symbol: str, colour: str, text_colour: str, pattern: int, radius: float = SLOT) -> str:
    """A station marker around the origin."""
    size = {1: 22, 2: 20, 3: 17, 4: 14}.get(len(symbol), 12)
    drawn = _PATTERNS[pattern % len(_PATTERNS)]
    ink = readable(colour, text_colour)
    marks = f'<g fill="{ink}" stroke="{ink}" stroke-width="0">{drawn}</g>' if drawn else ""
    scale = f' transform="scale({radius / SLOT:.2f})"' if radius != SLOT else ""
    return (
        f'<g class="station" data-station="{text(symbol)}"{scale}>'
        f'<circle r="{num(SLOT)}" fill="{text(colour)}"/>{marks}'
        f'<circle r="{num(SLOT)}" class="station-rim" fill="none" stroke="#191a17" stroke-width="1.8"/>'
        f'<text y="{num(size * 0.35)}" class="sym" fill="{ink}" font-size="{size}">{text(symbol)}</text></g>'
    )


def _luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """The contrast of two colours, 1 to 21."""
    bright, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


@lru_cache(maxsize=256)
def readable(colour: str, wanted: str) -> str:
    """The wanted ink on a colour if it reads well there, otherwise black or white."""
    if len(colour) != 7 or len(wanted) != 7:
        return wanted
    there = contrast(colour, wanted)
    if there >= 4.5 or (there >= 3 and _luminance(wanted) > 0.5):  # small black letters need more than white ones
        return wanted
    return max(("#191a17", "#ffffff"), key=lambda ink: contrast(colour, ink))
