"""Games say when they were restored, so that no process trusts what it remembered of them before."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """One more number for a game."""

    dependencies = [("railhead", "0001_initial")]
    operations = [
        migrations.AddField(model_name="game", name="epoch", field=models.PositiveIntegerField(default=0)),
    ]
