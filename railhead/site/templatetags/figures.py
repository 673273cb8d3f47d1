"""Figures on pages, written as the sentences of the view write them."""

from __future__ import annotations

from typing import Any

from django import template

register = template.Library()


@register.filter
def figure(value: Any) -> str:
    """A number with a comma between thousands; anything else as it is."""
    return f"{value:,}" if isinstance(value, int) else str(value)


@register.filter
def amount(value: int, currency: str) -> str:
    """An amount of money in a title's currency."""
    return currency.replace("%s", f"{value:,}")
