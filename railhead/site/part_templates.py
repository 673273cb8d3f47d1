"""The templates of the parts of a table's page: Jinja's, which compiles them to Python.

Every move renders several parts, and Django's own templates took a third of the answer's time. Whole pages, which
need a request, stay with Django.
"""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from django.template.defaultfilters import capfirst, date, pluralize
from django.urls import get_script_prefix, reverse
from django.utils.timezone import localtime
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from railhead.site.templatetags import figures

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from datetime import datetime

FOLDER = Path(__file__).parent / "jinja2"
MOST_ADDRESSES = 4000
"""How many addresses are cached: a page has some twenty, each with the name of its table."""


def url(name: str, *parts: str) -> str:
    """The address of a view."""
    return _url(get_script_prefix(), name, *parts)


@lru_cache(maxsize=MOST_ADDRESSES)
def _url(_prefix: str, name: str, *parts: str) -> str:
    return reverse(name, args=parts)


def _local_date(value: datetime, form: str) -> str:
    return date(localtime(value), form)


class Inlining(FileSystemLoader):
    """Puts included templates in their places before they are compiled: an include costs more than it renders."""

    INCLUDE = re.compile(r'{% include "([^"]+)" %}')

    def get_source(self, environment: Environment, template: str) -> tuple[str, str, Callable[[], bool]]:
        """The text of a template with everything that it includes."""
        text, file, fresh = super().get_source(environment, template)
        return self.INCLUDE.sub(lambda found: self.get_source(environment, found[1])[0], text), file, fresh


def _environment() -> Environment:
    made = Environment(
        loader=Inlining(FOLDER),
        autoescape=True,
        undefined=StrictUndefined,
        auto_reload=False,
        keep_trailing_newline=True,
    )
    made.globals["url"] = url
    own = (figures.ago, figures.amount, figures.figure, figures.short_title, figures.syllables, figures.together)
    made.filters |= {one.__name__: one for one in (*own, figures.unlike, capfirst, pluralize)}
    made.filters["date"] = _local_date
    return made


environment = _environment()


def rendered(template: str, facts: Mapping[str, Any]) -> str:
    """A template with these facts."""
    return environment.get_template(template).render(facts)


def compile_all() -> None:
    """Compile every template before anybody waits for one."""
    for name in environment.list_templates(extensions=["html"]):
        environment.get_template(name)
