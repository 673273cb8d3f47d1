"""Tables that an admin has locked."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    """One column."""

    dependencies = [("railhead", "0011_caps_and_hints")]

    operations = [migrations.AddField("game", "locked", models.BooleanField(default=False))]
