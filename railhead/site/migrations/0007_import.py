"""Files that are being brought in."""

from __future__ import annotations

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import railhead.site.models


class Migration(migrations.Migration):
    """A table for imports."""

    dependencies = [("railhead", "0006_pending"), migrations.swappable_dependency(settings.AUTH_USER_MODEL)]

    operations = [
        migrations.CreateModel(
            name="Import",
            fields=[
                (
                    "id",
                    models.CharField(
                        default=railhead.site.models.short_id,
                        editable=False,
                        max_length=16,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("name", models.CharField(max_length=80)),
                ("data", models.BinaryField()),
                ("status", models.CharField(default="waiting", max_length=8)),
                ("done", models.PositiveIntegerField(default=0)),
                ("total", models.PositiveIntegerField(default=0)),
                ("message", models.TextField(blank=True)),
                ("host_visitor", models.CharField(blank=True, db_index=True, max_length=40)),
                ("created", models.DateTimeField(auto_now_add=True)),
                ("touched", models.DateTimeField(auto_now_add=True, db_index=True)),
                (
                    "game",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="imports",
                        to="railhead.game",
                    ),
                ),
                (
                    "host_user",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
    ]
