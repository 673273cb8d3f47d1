"""Bots say why they move."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """A sentence for an entry of the log."""

    dependencies = [("railhead", "0003_seed_as_text")]
    operations = [
        migrations.AddField(model_name="entry", name="why", field=models.TextField(blank=True, default="")),
    ]
