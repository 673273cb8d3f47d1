"""What a reader should know of an imported game."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    """One column."""

    dependencies = [("railhead", "0009_confirmed_mail")]

    operations = [migrations.AddField("game", "summary", models.TextField(blank=True, default=""))]
