"""One list has every variable of the environment, and the hosting page shows it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from railhead.variables import VARIABLES, mail_port, seconds, table, whole_number

ROOT = Path(__file__).resolve().parents[1]


def test_the_code_reads_these_variables_and_no_others() -> None:
    text = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "railhead").rglob("*.py"))
    text = re.sub(r'Variable\("RAILHEAD_[A-Z_]+"', "", text)  # the list itself
    read = set(re.findall(r'"(RAILHEAD_[A-Z_]+)"', text))
    assert read == {one.name for one in VARIABLES}


def test_the_hosting_page_shows_the_list() -> None:
    assert table() in (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")


def test_a_number_is_a_number_or_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    assert whole_number("RAILHEAD_TABLES", 7) == 7
    monkeypatch.setenv("RAILHEAD_TABLES", "12")
    assert whole_number("RAILHEAD_TABLES", 7) == 12
    for wrong in ("many", "-1", "1.5", "٣x"):
        monkeypatch.setenv("RAILHEAD_TABLES", wrong)
        with pytest.raises(ValueError, match="RAILHEAD_TABLES must be a whole number"):
            whole_number("RAILHEAD_TABLES", 7)
    for wrong in ("soon", "-1", "nan", "inf"):
        monkeypatch.setenv("RAILHEAD_PAUSE", wrong)
        with pytest.raises(ValueError, match="RAILHEAD_PAUSE must be a number of seconds"):
            seconds("RAILHEAD_PAUSE", 1)


@pytest.mark.parametrize(("tls", "port"), [("off", 25), ("starttls", 587), ("ssl", 465)])
def test_mail_has_the_usual_port(monkeypatch: pytest.MonkeyPatch, tls: str, port: int) -> None:
    monkeypatch.setenv("RAILHEAD_SMTP_TLS", tls)
    assert mail_port() == port
