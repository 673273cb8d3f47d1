"""Accounts: register, log in, tokens for programs, notices."""

from __future__ import annotations

import secrets
from typing import Any, ClassVar

from django.contrib import messages
from django.contrib.auth import get_user_model, login
from django.contrib.auth.decorators import login_required
from django.contrib.auth.forms import UserCreationForm
from django.contrib.auth.signals import user_logged_in
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from railhead.site import limits
from railhead.site.chat import clean
from railhead.site.models import Profile, Token
from railhead.site.people import VISITOR, adopt, digest
from railhead.site.views.common import with_error_responses

BACKEND = "django.contrib.auth.backends.ModelBackend"
MOST_TOKENS = 10


class Register(UserCreationForm):
    """A name and a password; nothing else is asked."""

    class Meta:
        model = get_user_model()
        fields = ("username", "email")
        labels: ClassVar = {"username": "Name", "email": "E-mail, for notices of your turn (may stay empty)"}

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.fields["password2"].label = "The password once more"


@receiver(user_logged_in)
def _take_over(sender: Any, request: HttpRequest, user: Any, **more: Any) -> None:
    """What somebody began as a guest stays theirs."""
    visitor = request.session.pop(VISITOR, "")
    adopt(user.pk, visitor)


@with_error_responses
def register(request: HttpRequest) -> HttpResponse:
    """A new account."""
    form = Register(request.POST or None)
    if request.method == "POST":
        limits.check(request, "register")
        if form.is_valid():
            user = form.save()
            login(request, user, backend=BACKEND)
            return redirect("home")
    return render(request, "railhead/register.html", {"form": form})


@login_required
@with_error_responses
def account(request: HttpRequest) -> HttpResponse:
    """Notices and tokens."""
    profile, _ = Profile.objects.get_or_create(user=request.user)
    if request.method == "POST":
        limits.check(request, "account")
        what = request.POST.get("what", "")
        if what == "notices":
            profile.mail_on_turn = bool(request.POST.get("mail_on_turn"))
            address = request.POST.get("webhook", "").strip()[:200]
            profile.webhook = address if address.startswith(("http://", "https://")) else ""
            profile.save()
            messages.success(request, "Kept.")
        elif what == "token" and request.user.tokens.count() < MOST_TOKENS:
            secret = secrets.token_urlsafe(32)
            Token.objects.create(
                user=request.user, name=clean(request.POST.get("name", ""), 40) or "token", digest=digest(secret)
            )
            messages.success(request, f"Your token, shown only now: {secret}")
        elif what == "drop":
            request.user.tokens.filter(pk=request.POST.get("token", "0")[:9] or 0).delete()
        return redirect("account")
    return render(request, "railhead/account.html", {"profile": profile, "tokens": request.user.tokens.all()})
