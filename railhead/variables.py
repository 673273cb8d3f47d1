"""Every environment variable that Railhead reads: its name, what it does, and what happens without it.

The table in `docs/hosting.md` is made from this list (`python -m railhead.variables`), and a test checks that the
code reads no other.
"""

from __future__ import annotations

import math
import os
from typing import NamedTuple


class Variable(NamedTuple):
    """An environment variable."""

    name: str
    says: str
    without: str


VARIABLES = (
    Variable("RAILHEAD_DATA", "The folder for the database, the secret key, static files and the terminal's games.",
             "the user's data folder"),
    Variable("RAILHEAD_DATABASE", "A PostgreSQL URL, such as `postgresql://user:word@host/name`. Needs "
             "`railhead[postgres]`.", "SQLite in the data folder"),
    Variable("RAILHEAD_HOSTS", "The host names of the site, separated by commas. Requests for other names get 400.",
             "this machine"),
    Variable("RAILHEAD_TLS", "`1` if a proxy with TLS is in front. Cookies are then sent over HTTPS only, and the "
             "proxy's `X-Forwarded-Proto` and `X-Forwarded-For` are trusted.", "off"),
    Variable("RAILHEAD_SMTP", "The mail server. If it is set, the site e-mails people when it is their turn.",
             "no mail"),
    Variable("RAILHEAD_SMTP_PORT", "The port of the mail server.", "25; 587 with `starttls`, 465 with `ssl`"),
    Variable("RAILHEAD_SMTP_USER", "The user name for the mail server.", "no login"),
    Variable("RAILHEAD_SMTP_PASSWORD", "The password for the mail server.", "no login"),
    Variable("RAILHEAD_SMTP_TLS", "How mail is encrypted: `starttls`, `ssl` or `off`.", "`off`"),
    Variable("RAILHEAD_FROM", "The address that mail is sent from.", "`railhead@localhost`"),
    Variable("RAILHEAD_EMAIL", "A different mail backend for Django, by its dotted name.",
             "SMTP, if a server is set"),
    Variable("RAILHEAD_THINKERS", "How many processes think for bots that look ahead. With 0, bots think in threads.",
             "half of the cores"),
    Variable("RAILHEAD_BOTS", "`queue`: bots think in `railhead bots` workers, through a queue in PostgreSQL.",
             "in the server"),
    Variable("RAILHEAD_PAUSE", "Seconds between two moves by bots, so that people can follow.", "0.5"),
    Variable("RAILHEAD_STREAMS", "How many streams one server process keeps open.", "6000"),
    Variable("RAILHEAD_STREAMS_PER_ADDRESS", "How many streams one address may open.", "100"),
    Variable("RAILHEAD_TABLES", "How many tables may be in play at once.", "20000"),
    Variable("RAILHEAD_ROOM", "How many megabytes the logs of all games may take up.", "50000"),
    Variable("RAILHEAD_CONNECTIONS_PER_ADDRESS", "How many connections one address may open.", "250"),
    Variable("RAILHEAD_HEAD_SECONDS", "How many seconds a client may take to send the headers of a request.", "10"),
    Variable("RAILHEAD_BODY_SECONDS", "How many seconds a client may take to send the body of a request.", "30"),
    Variable("RAILHEAD_PROXIES", "The addresses of trusted proxies, separated by commas. Railhead takes the client's "
             "address from them.", "`127.0.0.1,::1`"),
    Variable("RAILHEAD_PASSWORD", "The password for `railhead admin create`.", "asked for"),
    Variable("RAILHEAD_STATIC", "`off`: do not collect static files at the start. For tests.", "on"),
    Variable("RAILHEAD_UNLIMITED", "`1`: no rate limits. For tests and measurements.", "limits hold"),
    Variable("RAILHEAD_DEBUG", "`1`: show Django's debug pages. Never use this on a machine that others can reach.",
             "off"),
)  # fmt: skip


def whole_number(name: str, without: int) -> int:
    """The number in a variable; anything else in it is a `ValueError` that names it."""
    text = os.environ.get(name, "").strip()
    if text and not text.isdecimal():
        raise ValueError(f"{name} must be a whole number, 0 or more, not {text!r}")
    return int(text) if text else without


def seconds(name: str, without: float) -> float:
    """The time in a variable, in seconds; anything else in it is a `ValueError` that names it."""
    text = os.environ.get(name, "").strip()
    try:
        found = float(text) if text else without
    except ValueError:
        found = -1.0
    if not 0 <= found < math.inf:
        raise ValueError(f"{name} must be a number of seconds, not {text!r}")
    return found


def mail_port() -> int:
    """The port of the mail server: the usual one for its encryption, unless another is set."""
    usual = {"starttls": 587, "ssl": 465}.get(os.environ.get("RAILHEAD_SMTP_TLS", "off"), 25)
    return whole_number("RAILHEAD_SMTP_PORT", usual)


def table() -> str:
    """The list as a table in Markdown."""
    rows = [f"| `{one.name}` | {one.says} | {one.without} |" for one in VARIABLES]
    return "\n".join(["| Variable | What it does | Without it |", "|---|---|---|", *rows])


if __name__ == "__main__":
    print(table())
