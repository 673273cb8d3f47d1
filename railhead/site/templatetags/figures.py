"""Figures on pages, written as the sentences of the view write them."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from django import template
from django.utils.timesince import timesince

from railhead.view.hyphens import hyphenated

register = template.Library()


@register.filter
def figure(value: Any) -> str:
    """A number with a comma between thousands; anything else as it is."""
    return f"{value:,}" if isinstance(value, int) else str(value)


@register.filter
def amount(value: int, currency: str) -> str:
    """An amount of money in a title's currency."""
    sign = "\N{MINUS SIGN}" if value < 0 else ""
    return sign + currency.replace("%s", f"{abs(value):,}")


@register.filter
def short_title(value: str) -> str:
    """The name of a title as players say it: what stands before its colon."""
    return value.partition(":")[0]


@register.filter
def unlike(value: object, before: object) -> str:
    """A class for a figure that differs from what it was."""
    return "" if value == before else " changed"


@register.filter
def together(value: object) -> str:
    """Text in which no line breaks between a figure and its per cent sign."""
    return str(value).replace(" %", "\N{NO-BREAK SPACE}%")


@register.filter
def syllables(value: object) -> str:
    """A name whose long words break between syllables."""
    return hyphenated(str(value))


@register.filter
def ago(value: datetime) -> str:
    """How long ago something was."""
    return f"{timesince(value)} ago" if (datetime.now(UTC) - value).total_seconds() >= 60 else "just now"
