"""The API answers as its OpenAPI document says, whatever is sent: schemathesis makes the requests."""

from __future__ import annotations

import pytest
import schemathesis
from django.core.wsgi import get_wsgi_application
from hypothesis import HealthCheck, given, settings
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi import checks as conformance
from sites import browser, new_game, play_on

QUIET = [HealthCheck.too_slow, HealthCheck.function_scoped_fixture, HealthCheck.filter_too_much]
CHECKS = [
    not_a_server_error,
    conformance.status_code_conformance,
    conformance.content_type_conformance,
    conformance.response_schema_conformance,
]


@pytest.fixture(scope="module")
def seated() -> tuple[str, dict[str, str]]:
    """A game that is under way, and the cookies of whoever plays it."""
    ann = browser()
    game = new_game(ann)
    play_on(game, 5)
    ann.get("/register/")
    return game, {name: morsel.value for name, morsel in ann.cookies.items()}


def answer(case: schemathesis.Case, seated: tuple[str, dict[str, str]]) -> None:
    """Send a request as somebody who sits at the table."""
    game, cookies = seated
    if case.path_parameters and "game" in case.path_parameters and case.path_parameters["game"] != "":
        case.path_parameters["game"] = game
    plain = {"X-CSRFToken": cookies["csrftoken"], "Host": "localhost", "Accept-Encoding": "identity"}
    case.headers = {**(case.headers or {}), **plain}
    response = case.call(cookies=cookies)
    case.validate_response(response, checks=CHECKS)


def ask_everything(seated: tuple[str, dict[str, str]], examples: int) -> set[str]:
    """Send every operation this many requests that fit the document and, if it takes a body, as many that do not."""
    schema = schemathesis.openapi.from_wsgi("/api/openapi.json", get_wsgi_application())
    asked = set()
    for found in schema.get_all_operations():
        operation = found.ok()
        modes = [GenerationMode.POSITIVE, GenerationMode.NEGATIVE] if operation.body else [GenerationMode.POSITIVE]
        for mode in modes:

            @given(case=operation.as_strategy(mode))
            @settings(max_examples=examples, deadline=None, suppress_health_check=QUIET, database=None)
            def ask(case: schemathesis.Case) -> None:
                answer(case, seated)

            ask()
        asked.add(operation.label)
    return asked


def test_the_api_answers_as_its_document_says(seated: tuple[str, dict[str, str]]) -> None:
    assert len(ask_everything(seated, 6)) > 20


@pytest.mark.long
def test_the_api_answers_many_more(seated: tuple[str, dict[str, str]]) -> None:
    assert len(ask_everything(seated, 200)) > 20
