"""The Django application."""

from django.apps import AppConfig


class SiteConfig(AppConfig):
    """Tables, seats, moves."""

    name = "railhead.site"
    label = "railhead"
    verbose_name = "Railhead"
