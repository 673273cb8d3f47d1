"""Counts of how often somebody does something, for all workers; SQLite has a file for them."""

from __future__ import annotations

from typing import Any

from django.db import migrations

TABLE = (
    "CREATE UNLOGGED TABLE railhead_rate (minute bigint, what text, who text, number integer NOT NULL, "
    "PRIMARY KEY (minute, what, who))"
)


def make(apps: Any, schema_editor: Any) -> None:
    """Not logged: it is scratch, and a count must not wait for a flush."""
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(TABLE)


def drop(apps: Any, schema_editor: Any) -> None:
    """Take it away."""
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("DROP TABLE IF EXISTS railhead_rate")


class Migration(migrations.Migration):
    """A table on PostgreSQL alone."""

    dependencies = [("railhead", "0004_why")]
    operations = [migrations.RunPython(make, drop)]
