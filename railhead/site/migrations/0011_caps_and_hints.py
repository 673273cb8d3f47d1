"""A table says whether there are hints and bots at it, how much room its log takes, and from where it was set up."""

from __future__ import annotations

from typing import Any

from django.db import migrations, models
from django.db.models import Sum
from django.db.models.functions import Length

ROW = 160
"""Bytes of a row of the log beside its texts."""


def fill(apps: Any, schema_editor: Any) -> None:
    """Tables of before: how much their logs take; between people on-line there are no hints."""
    game, entry, seat = (apps.get_model("railhead", name) for name in ("Game", "Entry", "Seat"))
    sizes = entry.objects.values("game_id").annotate(room=Sum(Length("move") + Length("events") + ROW))
    for row in sizes.iterator():
        game.objects.filter(pk=row["game_id"]).update(room=row["room"])
    people = seat.objects.filter(bot="").values("game_id").annotate(number=models.Count("id")).filter(number__gt=1)
    game.objects.filter(kind="online", pk__in=people.values("game_id")).update(hints=False)


class Migration(migrations.Migration):
    """New columns."""

    dependencies = [("railhead", "0010_summary")]

    operations = [
        migrations.AddField("game", "hints", models.BooleanField(default=True)),
        migrations.AddField("game", "bots", models.BooleanField(default=True)),
        migrations.AddField("game", "room", models.PositiveBigIntegerField(default=0)),
        migrations.AddField(
            "game", "host_address", models.CharField(blank=True, db_index=True, default="", max_length=20)
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
