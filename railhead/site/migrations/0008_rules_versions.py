"""A game keeps the version of its rules, where they changed, its position, and a check sum of each move."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    """New columns; games of before were all played by version 1."""

    dependencies = [("railhead", "0007_import")]

    operations = [
        migrations.AddField("game", "rules_version", models.PositiveIntegerField(default=1)),
        migrations.AddField("game", "checked", models.CharField(blank=True, default="", max_length=16)),
        migrations.AddField("game", "differs", models.PositiveIntegerField(default=0)),
        migrations.AddField("game", "pins", models.TextField(default="[]")),
        migrations.AddField("game", "position", models.BinaryField(default=b"")),
        migrations.AddField("entry", "check_sum", models.CharField(blank=True, default="", max_length=16)),
    ]
