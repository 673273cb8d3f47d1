"""Accounts: register, log in, passwords, mail addresses, tokens for programs, notices."""

from __future__ import annotations

import secrets
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import get_user_model, login
from django.contrib.auth.decorators import login_required
from django.contrib.auth.forms import PasswordResetForm, UserCreationForm
from django.contrib.auth.signals import user_logged_in
from django.core import signing
from django.core.exceptions import ValidationError
from django.core.mail import send_mail
from django.core.validators import validate_email
from django.dispatch import receiver
from django.shortcuts import redirect, render

from railhead.play.errors import NotPossible
from railhead.site.chat import clean
from railhead.site.hooks import caller
from railhead.site.look_alikes import skeleton
from railhead.site.models import Profile, Token
from railhead.site.notices import later
from railhead.site.people import VISITOR, adopt, digest
from railhead.site.views.common import with_error_responses

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse


BACKEND = "django.contrib.auth.backends.ModelBackend"
MOST_TOKENS = 10
MAIL_SALT = "railhead.mail"
MAIL_SECONDS = 3 * 24 * 60 * 60


class Register(UserCreationForm):
    """A name and a password; nothing else is asked."""

    class Meta:
        model = get_user_model()
        fields = ("username", "email")
        labels: ClassVar = {"username": "Name", "email": "E-mail, for notices of your turn (optional)"}

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.fields["password2"].label = "Repeat the password"

    def clean_username(self) -> str:
        """A name that is neither taken nor too similar to a taken one; which of the two is wrong is not revealed."""
        name = str(self.cleaned_data["username"])
        looks = skeleton(name)
        taken = get_user_model().objects.filter(username__iexact=name).exists()
        if not looks or taken or Profile.objects.filter(skeleton=looks).exists():
            raise ValidationError("This name is not available. Choose another one.")
        return name


class ResetForm(PasswordResetForm):
    """A new password goes only to an address that its owner has confirmed."""

    def get_users(self, email: str) -> Any:
        """The accounts with this address."""
        found = get_user_model().objects.filter(profile__confirmed__iexact=email, is_active=True)
        return (user for user in found if user.has_usable_password())

    def send_mail(self, *args: Any, **more: Any) -> None:
        """Send the link in the background: a slower answer would reveal that there is such an account."""
        later(partial(super().send_mail, *args, **more))


@receiver(user_logged_in)
def _take_over(sender: Any, request: HttpRequest, user: Any, **more: Any) -> None:
    """What somebody started as a guest stays theirs."""
    visitor = request.session.pop(VISITOR, "")
    adopt(user.pk, visitor)


@with_error_responses
def register(request: HttpRequest) -> HttpResponse:
    """A new account."""
    form = Register(request.POST or None)
    if request.method == "POST" and form.is_valid():
        user = form.save()
        Profile.objects.create(user=user, skeleton=skeleton(user.get_username()))
        if user.email:
            send_confirmation(user, user.email)
        login(request, user, backend=BACKEND)
        return redirect("home")
    return render(request, "railhead/register.html", {"form": form})


def send_confirmation(user: Any, address: str) -> None:
    """Ask the owner of this address to confirm it."""
    link = f"{settings.BASE_URL}/account/mail/{signing.dumps([user.pk, address], salt=MAIL_SALT)}/"
    text = (
        f"Somebody, probably you, gave this address for the account {user.get_username()} at Railhead.\n"
        f"If it is yours, open this link while you are logged in:\n\n{link}\n\nOtherwise do nothing."
    )
    later(partial(send_mail, "Is this your address?", text, None, [address]))


@login_required
@with_error_responses
def confirm_mail(request: HttpRequest, signed: str) -> HttpResponse:
    """The link in the mail: the address is now theirs."""
    try:
        user_id, address = signing.loads(signed, salt=MAIL_SALT, max_age=MAIL_SECONDS)
    except signing.BadSignature:
        raise NotPossible("This link is too old or incomplete. Ask for another one on the account page.") from None
    user: Any = request.user
    if user_id != user.pk:
        raise NotPossible("This link is for another account. Log in to that one first.")
    user.email = address
    user.save(update_fields=["email"])
    Profile.objects.update_or_create(user=user, defaults={"confirmed": address})
    messages.success(request, f"{address} is confirmed.")
    return redirect("account")


@login_required
@with_error_responses
def account(request: HttpRequest) -> HttpResponse:
    """Address, password, notices and tokens."""
    user: Any = request.user
    profile, _ = Profile.objects.get_or_create(user=user, defaults={"skeleton": skeleton(user.get_username())})
    if request.method == "POST":
        _change(request, user, profile, request.POST.get("what", ""))
        return redirect("account")
    return render(request, "railhead/account.html", {"profile": profile, "tokens": user.tokens.all()})


def _change(request: HttpRequest, user: Any, profile: Profile, what: str) -> None:
    if what == "notices":
        profile.mail_on_turn = bool(request.POST.get("mail_on_turn"))
        address = request.POST.get("webhook", "").strip()[:200]
        before = profile.webhook
        profile.webhook = address if address.startswith(("http://", "https://")) else ""
        profile.save()
        if profile.webhook != before:
            caller.forgive(profile.user_id)
        messages.success(request, "Kept.")
    elif what == "mail":
        address = request.POST.get("email", "").strip()[:254]
        try:
            validate_email(address)
        except ValidationError:
            raise NotPossible("That is not an e-mail address.") from None
        send_confirmation(user, address)
        messages.success(request, "An e-mail with a link is on its way; open it to confirm the address.")
    elif what == "token" and user.tokens.count() < MOST_TOKENS:
        secret = secrets.token_urlsafe(32)
        name = clean(request.POST.get("name", ""), 40) or "token"
        Token.objects.create(user=user, name=name, digest=digest(secret))
        messages.success(request, f"Your token, shown only now: {secret}")
    elif what == "drop":
        number = request.POST.get("token", "")
        user.tokens.filter(pk=int(number) if number.isdecimal() and len(number) < 10 else 0).delete()
