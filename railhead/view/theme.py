"""Colours and type of every picture, as CSS custom properties, so that one drawing serves both themes.

A picture is an `<svg class="rh">`. It follows the system; `data-theme="light"` or `"dark"` on the picture or on
any element around it decides instead.
"""

from __future__ import annotations

from xml.sax.saxutils import escape, quoteattr

LIGHT = {
    "paper": "#f6f1e4",
    "panel": "#fffaf0",
    "ink": "#1f2421",
    "soft": "#5c6058",
    "rule": "#c9bfa5",
    "signal": "#b3261e",
    "bottle": "#1e5b4f",
    "brass": "#b08d3c",
    "steel": "#345e7c",
    "plum": "#6d3b8c",
    "umber": "#7a5130",
    "land": "#f0e7cd",
    "yellow": "#f6d44a",
    "green": "#7db870",
    "brown": "#bd8a57",
    "gray": "#bdbcb6",
    "red": "#d9765d",
    "blue": "#a9d0e4",
    "lilac": "#c3aedb",
    "orange": "#eda552",
    "casing": "#fdf8ea",
    "slot": "#fffdf7",
    "halo": "#fffaf0",
    "seam": "#8a8163",
    "dim": ".68",
}
DARK = {
    **LIGHT,
    "paper": "#14181a",
    "panel": "#1d2326",
    "ink": "#e8e3d5",
    "soft": "#a9aca4",
    "rule": "#394247",
    "signal": "#ef7d72",
    "bottle": "#6fbfa9",
    "brass": "#d8b765",
    "steel": "#86b4d6",
    "plum": "#c39bdd",
    "umber": "#d09a72",
    "land": "#c3b797",
    "yellow": "#dcb93f",
    "green": "#659f5b",
    "brown": "#a5743f",
    "gray": "#979792",
    "red": "#bd6049",
    "blue": "#7ba9c1",
    "lilac": "#9f8bb8",
    "orange": "#d28c3c",
    "casing": "#eee5cc",
    "slot": "#f6f0e0",
    "halo": "#efe6cf",
    "seam": "#5a553f",
    "dim": ".86",  # less is enough on a dark background: ink on a darkened hex would be hard to read
}

SERIF = "'Iowan Old Style',Palatino,'Palatino Linotype',Georgia,serif"
SANS = "system-ui,-apple-system,'Segoe UI',Roboto,sans-serif"


def _variables(colours: dict[str, str]) -> str:
    return "".join(f"--rh-{name}:{value};" for name, value in colours.items())


_CHANGED = {name: value for name, value in DARK.items() if LIGHT[name] != value}
_BASE = (
    f".rh{{{_variables(LIGHT)}}}"
    f"@media(prefers-color-scheme:dark){{.rh{{{_variables(_CHANGED)}}}}}"
    f".rh[data-theme=dark],[data-theme=dark] .rh{{{_variables(_CHANGED)}}}"
    f".rh[data-theme=light],[data-theme=light] .rh{{{_variables({n: LIGHT[n] for n in _CHANGED})}}}"
    f".rh text{{font-family:{SANS};font-variant-numeric:tabular-nums lining-nums}}"
    f".rh .serif{{font-family:{SERIF}}}"
    ".rh .sym{font-weight:700;text-anchor:middle}.rh .over{pointer-events:none}"
)

# What lies on a tile is drawn in dark ink in both themes, as on the printed tile.
_MAP = (
    ".rh.map,.rh.market{background:var(--rh-paper)}"
    ".rh .ground{stroke:var(--rh-seam);stroke-width:1.6}"
    ".rh .f-white{fill:var(--rh-land)}.rh .f-yellow{fill:var(--rh-yellow)}.rh .f-green{fill:var(--rh-green)}"
    ".rh .f-brown{fill:var(--rh-brown)}.rh .f-gray{fill:var(--rh-gray)}.rh .f-red{fill:var(--rh-red)}"
    ".rh .f-blue{fill:var(--rh-blue)}.rh .f-lilac{fill:var(--rh-lilac)}.rh .f-orange{fill:var(--rh-orange)}"
    ".rh .rail{fill:none;stroke:#191a17;stroke-width:14}"
    ".rh .case{fill:none;stroke:var(--rh-casing);stroke-width:20}"
    ".rh .solid{fill:#191a17}"
    ".rh .slot{fill:var(--rh-slot);stroke:#191a17;stroke-width:2.5}"
    ".rh .pill{fill:var(--rh-slot);stroke:#191a17;stroke-width:56;stroke-linejoin:round}"
    ".rh .plate-edge,.rh .plate{fill:none;stroke-linecap:round}"
    ".rh .plate-edge{stroke:#191a17;stroke-width:46}.rh .plate{stroke:var(--rh-slot);stroke-width:41}"
    ".rh .seat{fill:none;stroke:#191a17;stroke-width:1.4;opacity:.55}"
    ".rh .disc{fill:#fffefa;stroke:#191a17;stroke-width:1.6}"
    ".rh .on-tile{fill:#1f2421;text-anchor:middle}"
    ".rh .place{font-size:25px;font-weight:600;paint-order:stroke;stroke:var(--rh-halo);stroke-width:6px;"
    "stroke-linejoin:round;stroke-opacity:.88}"
    ".rh .p22{font-size:22px}.rh .p28{font-size:28px}.rh .p31{font-size:31px}.rh .p34{font-size:34px}"
    ".rh .value{font-size:20px;font-weight:700}.rh .value.tight{font-size:16px}.rh .place.gain{font-size:34px}"
    ".rh .letter{font-size:28px;font-weight:700;paint-order:stroke;stroke:var(--rh-halo);stroke-width:5px;"
    "stroke-opacity:.6}"
    ".rh .small{font-size:17px}"
    ".rh .home{font-weight:700}"
    ".rh .coordinate{font-size:26px;fill:var(--rh-soft);text-anchor:middle}.rh .far{font-size:32px}"
    ".rh .ridge{fill:#9a7a55;stroke:#5c452b;stroke-width:1.6;stroke-linejoin:round}"
    ".rh .wave{fill:none;stroke:#2f7ca6;stroke-width:3.4;stroke-linecap:round}"
    ".rh .closed{stroke:#274e6b;stroke-width:11;stroke-linecap:round}"
    ".rh .closed-in{stroke:#8fc0dd;stroke-width:3.5;stroke-linecap:round}"
    ".rh .river{stroke:#4f9cc4;stroke-width:11;stroke-linecap:round;opacity:.85}"
    ".rh .province{stroke:#7b4a86;stroke-width:5;stroke-dasharray:3 9;stroke-linecap:round}"
    ".rh .bar{stroke:#b3261e;stroke-width:11;stroke-linecap:round;opacity:.85}"
    ".rh .hex{outline:none}"
    ".rh.choosing .hex:not(.lit),.rh .dim{opacity:var(--rh-dim)}"
    ".rh.choosing .hex.lit{cursor:pointer}"
    ".rh .glow{fill:none;stroke:var(--rh-panel);stroke-width:9;pointer-events:none}"
    ".rh .glow-in{fill:none;stroke:var(--rh-signal);stroke-width:4.5;stroke-dasharray:14 6;pointer-events:none}"
    ".rh .glow-power{fill:none;stroke:var(--rh-brass);stroke-width:5;stroke-dasharray:3 9;stroke-linecap:round}"
    ".rh .mark{fill:none;stroke:var(--rh-steel);stroke-width:9;pointer-events:none}"
    ".rh .hex:focus-visible .ground{stroke:#b3261e;stroke-width:8}"
    ".rh .hex .lit .slot{stroke:#b3261e;stroke-width:5}.rh .hex .lit .pill{stroke:#b3261e}"
    ".rh .new{fill:none;stroke:var(--rh-signal);stroke-width:10;pointer-events:none}"
    ".rh .way{fill:none;stroke-linecap:butt}"
)

_CHART = (
    ".rh .line{fill:none;stroke-width:2.4;stroke-linejoin:round;stroke-linecap:round}"
    ".rh .line.under{stroke-width:4.6}"
    ".rh .axis{stroke:var(--rh-rule);stroke-width:1}"
    ".rh .tick{font-size:14px;fill:var(--rh-soft)}"
    ".rh .title{font-size:17px;fill:var(--rh-ink);font-weight:600}"
    ".rh .tag{font-size:14px;font-weight:600;fill:var(--rh-ink)}"
    ".rh .frame{fill:var(--rh-panel);stroke:var(--rh-rule)}"
    ".rh .cell{stroke:#191a17;stroke-width:1}"
    ".rh .price{font-size:23px;fill:#1f2421}.rh .legend-word{font-size:20px;fill:var(--rh-soft)}"
    ".rh .par{fill:none;stroke:#b3261e;stroke-width:3}"
    ".rh .ledge{stroke:#b3261e;stroke-width:4;stroke-dasharray:6 4}"
    ".rh .arrow{fill:none;stroke:#345e7c;stroke-width:4;stroke-linecap:round}"
    ".rh .goal{fill:none;stroke:#345e7c;stroke-width:4}"
)


def map_styles() -> str:
    """The style sheet of maps and tiles, for a page that shows many and needs it once."""
    return _BASE + _MAP


def chart_styles() -> str:
    """The style sheet of the market and of charts."""
    return _BASE + _MAP[: _MAP.index(".rh .rail")] + _CHART


def svg(
    box: tuple[float, float, float, float],
    content: str,
    *,
    styles: str,
    label: str,
    theme: str | None = None,
    classes: str = "",
    role: str = "img",
    wide: int = 0,
    align: str = "",
) -> str:
    """A whole picture: `box` is left, top, width and height; `wide` its width in pixels where a page sets none.

    `align` says where it lies in a box of another shape, such as "xMinYMin"; otherwise in the middle.
    """
    left, top, width, height = (f"{value:.0f}" for value in box)
    names = f"rh {classes}".strip()
    chosen = f" data-theme={quoteattr(theme)}" if theme else ""
    size = f' width="{wide}"' if wide else ""
    size += f' preserveAspectRatio="{align}"' if align else ""
    sheet = f"<style>{styles}</style>" if styles else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="{names}"{chosen} viewBox="{left} {top} {width} {height}" '
        f'role="{role}"{size} aria-label={quoteattr(label)}>{sheet}{content}</svg>'
    )


def text(value: object) -> str:
    """Text that is safe inside an element."""
    return escape(str(value))


def attribute(value: object) -> str:
    """A value with its quotes, safe as an attribute."""
    return quoteattr(str(value))
