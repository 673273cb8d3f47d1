"""Every variable of the environment that Railhead reads: its name, what it does, and what holds without it.

The table in `docs/hosting.md` is made from this list (`python -m railhead.variables`), and a test holds that the
code reads no other.
"""

from __future__ import annotations

from typing import NamedTuple


class Variable(NamedTuple):
    """A variable of the environment."""

    name: str
    says: str
    without: str


VARIABLES = (
    Variable("RAILHEAD_DATA", "The folder for database, key, static files and games of the terminal.",
             "the user's data folder"),
    Variable("RAILHEAD_DATABASE", "A PostgreSQL address, as in `postgresql://user:word@host/name`.",
             "SQLite in the data folder"),
    Variable("RAILHEAD_HOSTS", "Names under which the site answers, with commas. Others get 400.", "this machine"),
    Variable("RAILHEAD_TLS", "`1`: a proxy in front speaks TLS. Cookies are secure, and `X-Forwarded-Proto` and "
             "`X-Forwarded-For` of a proxy on this machine are believed.", "off"),
    Variable("RAILHEAD_SMTP", "The mail server. With it the site mails people when it is their turn.", "no mail"),
    Variable("RAILHEAD_SMTP_PORT", "The port of the mail server.", "25; 587 with `starttls`, 465 with `ssl`"),
    Variable("RAILHEAD_SMTP_USER", "The user at the mail server.", "no login"),
    Variable("RAILHEAD_SMTP_PASSWORD", "The password of that user.", "no login"),
    Variable("RAILHEAD_SMTP_TLS", "`starttls`, `ssl` or `off`.", "`off`"),
    Variable("RAILHEAD_FROM", "The sender of mails.", "`railhead@localhost`"),
    Variable("RAILHEAD_EMAIL", "Another mail backend of Django, by its dotted name.", "SMTP if there is a server"),
    Variable("RAILHEAD_THINKERS", "Processes for bots that look ahead; with 0 bots think in threads.",
             "half of the cores"),
    Variable("RAILHEAD_BOTS", "`queue`: bots think in workers, `railhead bots`, of one queue in PostgreSQL.", "here"),
    Variable("RAILHEAD_PAUSE", "Seconds between two moves of bots, so that people can follow.", "0.5"),
    Variable("RAILHEAD_STREAMS", "Open streams of one server process.", "6000"),
    Variable("RAILHEAD_STREAMS_PER_ADDRESS", "Open streams of one address.", "100"),
    Variable("RAILHEAD_TABLES", "Tables in play that the site takes.", "20000"),
    Variable("RAILHEAD_ROOM", "Megabytes that the logs of all games may take.", "50000"),
    Variable("RAILHEAD_CONNECTIONS_PER_ADDRESS", "Open connections of one address.", "250"),
    Variable("RAILHEAD_HEAD_SECONDS", "Seconds that a client may take to send the head of a request.", "10"),
    Variable("RAILHEAD_BODY_SECONDS", "Seconds that a client may take to send the body of a request.", "30"),
    Variable("RAILHEAD_PROXIES", "Addresses of the proxies in front, with commas. What they say of the client "
             "is believed.", "`127.0.0.1,::1`"),
    Variable("RAILHEAD_PASSWORD", "The password for `railhead admin create`, instead of asking for it.", "asked for"),
    Variable("RAILHEAD_STATIC", "`off`: static files are not prepared at the start; for tests.", "on"),
    Variable("RAILHEAD_UNLIMITED", "`1`: no rate limits; for tests and measurements.", "limits hold"),
    Variable("RAILHEAD_DEBUG", "`1`: Django's debug pages. Never on a machine that others reach.", "off"),
)  # fmt: skip


def table() -> str:
    """The list as a table in Markdown."""
    rows = [f"| `{one.name}` | {one.says} | {one.without} |" for one in VARIABLES]
    return "\n".join(["| Variable | What it does | Without it |", "|---|---|---|", *rows])


if __name__ == "__main__":
    print(table())
