"""Mail addresses that were confirmed, and what names look like."""

from __future__ import annotations

from typing import Any

from django.db import migrations, models


def fill(apps: Any, editor: Any) -> None:
    """Everybody has a profile; addresses that already get notices keep getting them."""
    from railhead.site.look_alikes import skeleton

    profiles = apps.get_model("railhead", "Profile").objects
    for user in apps.get_model("auth", "User").objects.all():
        profile, _ = profiles.get_or_create(user_id=user.pk)
        profile.skeleton = skeleton(user.username)
        profile.confirmed = user.email if profile.mail_on_turn else ""
        profile.save()


class Migration(migrations.Migration):
    """Two columns."""

    dependencies = [("railhead", "0008_rules_versions"), migrations.swappable_dependency("auth.User")]

    operations = [
        migrations.AddField("profile", "confirmed", models.EmailField(blank=True, default="", max_length=254)),
        migrations.AddField(
            "profile", "skeleton", models.CharField(blank=True, db_index=True, default="", max_length=160)
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
