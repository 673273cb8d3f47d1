"""`standing` becomes `pending`: requests, offers and programs that wait at a table."""

from __future__ import annotations

from django.db import migrations


class Migration(migrations.Migration):
    """Rename a column."""

    dependencies = [("railhead", "0005_rates")]

    operations = [migrations.RenameField(model_name="game", old_name="standing", new_name="pending")]
