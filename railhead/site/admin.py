"""The admin pages."""

from __future__ import annotations

from django.contrib import admin

from railhead.site.models import Game, Message, Profile, Seat


class SeatsOf(admin.TabularInline):
    """Seats under their table."""

    model = Seat
    extra = 0
    raw_id_fields = ("user",)


@admin.register(Game)
class GameAdmin(admin.ModelAdmin):
    """Tables."""

    list_display = ("id", "title", "kind", "status", "where", "awaited", "count", "moved", "locked")
    list_filter = ("title", "kind", "status", "public", "locked")
    search_fields = ("id", "seats__name")
    readonly_fields = (
        "id",
        "version",
        "entry",
        "count",
        "pending",
        "awaited",
        "where",
        "result",
        "summary",
        "created",
        "moved",
    )
    raw_id_fields = ("host_user",)
    inlines = (SeatsOf,)


@admin.register(Message)
class MessageAdmin(admin.ModelAdmin):
    """Chat messages."""

    list_display = ("game", "name", "text", "at")
    search_fields = ("text", "name", "game__id")


admin.site.register(Profile)
admin.site.site_header = "Railhead"
