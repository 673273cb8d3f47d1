"""Imports count by address, and end when nobody waits for them."""

from __future__ import annotations

from django.db import migrations, models
from django.utils import timezone


class Migration(migrations.Migration):
    """Two columns."""

    dependencies = [("railhead", "0012_locked")]

    operations = [
        migrations.AddField(
            "import", "host_address", models.CharField(blank=True, db_index=True, default="", max_length=20)
        ),
        migrations.AddField(
            "import",
            "asked",
            models.DateTimeField(auto_now_add=True, default=timezone.now),
            preserve_default=False,
        ),
    ]
