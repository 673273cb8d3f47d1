"""What people prefer: theme, sound, the look of the map. In the account, or for guests in their session."""

from __future__ import annotations

import base64
import hashlib
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from railhead.site.models import Profile
from railhead.view.theme import chart_styles, map_styles

if TYPE_CHECKING:
    from django.http import HttpRequest

SESSION = "preferences"
DEFAULTS: dict[str, str] = {"theme": "auto", "sound": "off", "confirm": "off", "motion": "auto", "notices": "off"}
CHOICES: dict[str, dict[str, str]] = {
    "theme": {"auto": "Follow the system", "light": "Paper (light)", "dark": "Signal box (dark)"},
    "sound": {"off": "Silent", "on": "A soft bell when it is my turn"},
    "confirm": {"off": "Make moves immediately (undo is instant)", "on": "Ask before every move"},
    "motion": {"auto": "Follow the system", "off": "No motion"},
    "notices": {"off": "None", "on": "A browser notification when it is my turn"},
}
LABELS = {
    "theme": "Look",
    "sound": "Sound",
    "confirm": "Confirmation",
    "motion": "Motion",
    "notices": "Notices",
}


def preferences(request: HttpRequest) -> dict[str, str]:
    """The caller's preferences."""
    kept: dict[str, Any] = {}
    user: Any = getattr(request, "user", None)
    if user is not None and user.is_authenticated:
        kept = Profile.objects.filter(user=user).values_list("settings", flat=True).first() or {}
    elif hasattr(request, "session"):
        kept = request.session.get(SESSION, {})
    return {**DEFAULTS, **{key: value for key, value in kept.items() if value in CHOICES.get(key, {})}}


def keep(request: HttpRequest, wanted: dict[str, str]) -> None:
    """Save preferences; unknown ones are dropped."""
    good = {key: value for key, value in wanted.items() if value in CHOICES.get(key, {})}
    if request.user.is_authenticated:
        profile, _ = Profile.objects.get_or_create(user=request.user)
        profile.settings = {**profile.settings, **good}
        profile.save(update_fields=["settings"])
    else:
        request.session[SESSION] = {**request.session.get(SESSION, {}), **good}


@lru_cache(maxsize=1)
def picture_policy() -> str:
    """The policy of a picture by itself: its own style sheet and nothing else."""
    digest = base64.b64encode(hashlib.sha256(map_styles().encode()).digest()).decode()
    return f"default-src 'none'; style-src 'sha256-{digest}'"


@lru_cache(maxsize=1)
def picture_styles() -> tuple[str, str]:
    """The style sheet of all pictures, and its hash for the address."""
    sheet = map_styles() + chart_styles()
    return sheet, hashlib.sha256(sheet.encode()).hexdigest()[:12]


def for_template(request: HttpRequest) -> dict[str, Any]:
    """What every page needs."""
    return {"prefs": preferences(request), "pictures_version": picture_styles()[1]}
