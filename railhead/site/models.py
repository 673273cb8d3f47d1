"""What the database stores: games with their log, seats, positions, chat, and people's preferences."""

from __future__ import annotations

import secrets

from django.conf import settings
from django.db import models
from django.db.models import Q

ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"


def short_id() -> str:
    """An id that is easy to read aloud."""
    return "".join(secrets.choice(ALPHABET) for _ in range(10))


def invitation() -> str:
    """A word that lets its holder take a seat."""
    return secrets.token_urlsafe(16)


class Game(models.Model):
    """A table with a game on it."""

    HOTSEAT, ONLINE = "hotseat", "online"
    OPEN, PLAYING, OVER = "open", "playing", "over"

    id = models.CharField(primary_key=True, max_length=16, default=short_id, editable=False)
    title = models.CharField(max_length=16)
    kind = models.CharField(max_length=8, choices=[(HOTSEAT, "on one machine"), (ONLINE, "on-line")])
    status = models.CharField(max_length=8, default=PLAYING, db_index=True)
    options = models.JSONField(default=list)
    seed = models.CharField(max_length=40, default="0")  # as text: other programs have seeds of any size
    random_seats = models.BooleanField(default=False)
    public = models.BooleanField(default=False)
    limit_hours = models.PositiveIntegerField(default=0)
    hints = models.BooleanField(default=True)  # whether players may ask for them
    bots = models.BooleanField(default=True)  # whether code may play here
    invite = models.CharField(max_length=32, default=invitation)
    host_user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="hosted"
    )
    host_visitor = models.CharField(max_length=40, blank=True, db_index=True)
    host_address = models.CharField(max_length=20, blank=True, default="", db_index=True)  # a digest of it
    room = models.PositiveBigIntegerField(default=0)  # bytes that the log takes, about
    version = models.PositiveIntegerField(default=0)
    entry = models.PositiveIntegerField(default=0)
    count = models.PositiveIntegerField(default=0)
    epoch = models.PositiveIntegerField(default=0)  # another one after a restore
    pending = models.TextField(default="{}")
    rules_version = models.PositiveIntegerField(default=1)
    checked = models.CharField(max_length=16, blank=True, default="")  # the program that compared it last
    differs = models.PositiveIntegerField(default=0)  # the first move that today's rules read differently
    pins = models.TextField(default="[]")  # where it switched to other rules
    position = models.BinaryField(default=b"")  # at the head
    awaited = models.CharField(max_length=80, blank=True)  # seats, for lists of games
    where = models.CharField(max_length=40, blank=True)  # the round, for lists of games
    result = models.TextField(blank=True)
    summary = models.TextField(blank=True, default="")  # for an imported game: what a reader should know about it
    locked = models.BooleanField(default=False)  # by an admin: everybody may look, nobody may change anything
    created = models.DateTimeField(auto_now_add=True)
    moved = models.DateTimeField(auto_now_add=True, db_index=True)

    def __str__(self) -> str:
        return f"{self.title} {self.id}"


class Seat(models.Model):
    """A seat at a table: a name, and who sits there."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=40, blank=True)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="seats"
    )
    visitor = models.CharField(max_length=40, blank=True, db_index=True)
    bot = models.CharField(max_length=24, blank=True)
    seen = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "number"], name="one_seat_of_a_number")]
        ordering = ["number"]

    def __str__(self) -> str:
        return f"{self.player} {self.name}"

    @property
    def player(self) -> str:
        """The seat as the rules call it."""
        return f"p{self.number}"

    @property
    def owned(self) -> bool:
        """Whether the seat belongs to somebody, even while code plays for them."""
        return bool(self.user_id or self.visitor)

    @property
    def taken(self) -> bool:
        """Whether somebody sits here."""
        return bool(self.bot) or self.owned


class Entry(models.Model):
    """A line of a game's log."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="entries")
    seq = models.PositiveIntegerField()
    kind = models.CharField(max_length=4)
    number = models.PositiveIntegerField()
    by = models.CharField(max_length=8)
    move = models.TextField(blank=True)
    events = models.TextField(default="[]")
    key = models.CharField(max_length=64, blank=True)
    auto = models.BooleanField(default=False)
    live = models.BooleanField(default=True)
    at = models.FloatField()
    figures = models.TextField(blank=True)
    why = models.TextField(blank=True, default="")  # what a bot said about its move
    check_sum = models.CharField(max_length=16, blank=True, default="")  # of the position after it

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "seq"], name="one_entry_of_a_version"),
            models.UniqueConstraint(fields=["game", "key"], condition=~Q(key=""), name="one_entry_of_a_key"),
            models.UniqueConstraint(
                fields=["game", "number"], condition=Q(live=True, kind="move"), name="one_move_of_a_number"
            ),
        ]
        ordering = ["seq"]

    def __str__(self) -> str:
        return f"{self.game_id} {self.seq} {self.kind}"


class Snapshot(models.Model):
    """A kept position."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="kept")
    entry = models.PositiveIntegerField()
    number = models.PositiveIntegerField()
    data = models.BinaryField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "entry"], name="one_position_of_an_entry")]

    def __str__(self) -> str:
        return f"{self.game_id} {self.number}"


class Message(models.Model):
    """Something said at a table."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="messages")
    name = models.CharField(max_length=40)
    seat = models.CharField(max_length=8, blank=True)
    text = models.CharField(max_length=500)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.name}: {self.text}"


class Note(models.Model):
    """Somebody's private notes on a game."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="notes")
    owner = models.CharField(max_length=48)  # u<id> or v<visitor>
    text = models.TextField(max_length=8000, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "owner"], name="one_note_of_an_owner")]

    def __str__(self) -> str:
        return f"{self.game_id} {self.owner}"


class Profile(models.Model):
    """What a person prefers, and how to tell them that it is their turn."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="profile")
    settings = models.JSONField(default=dict)
    mail_on_turn = models.BooleanField(default=False)
    webhook = models.URLField(blank=True)
    confirmed = models.EmailField(blank=True, default="")  # the address that its owner has confirmed
    skeleton = models.CharField(max_length=160, blank=True, default="", db_index=True)  # what their name looks like

    def __str__(self) -> str:
        return f"profile of {self.user}"


class Token(models.Model):
    """A key for programs that act for a person through the API; only its digest is kept."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="tokens")
    name = models.CharField(max_length=40)
    digest = models.CharField(max_length=64, unique=True)
    created = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.name


class Import(models.Model):
    """A file being imported, and how far it has got."""

    WAITING, RUNNING, DONE, FAILED = "waiting", "running", "done", "failed"
    UNDER_WAY = (WAITING, RUNNING)

    id = models.CharField(primary_key=True, max_length=16, default=short_id, editable=False)
    name = models.CharField(max_length=80)
    data = models.BinaryField()  # empty once it has been read
    status = models.CharField(max_length=8, default=WAITING)
    done = models.PositiveIntegerField(default=0)  # actions read
    total = models.PositiveIntegerField(default=0)
    message = models.TextField(blank=True)  # anything notable, or what went wrong
    game = models.ForeignKey(Game, null=True, blank=True, on_delete=models.SET_NULL, related_name="imports")
    host_user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.CASCADE)
    host_visitor = models.CharField(max_length=40, blank=True, db_index=True)
    host_address = models.CharField(max_length=20, blank=True, default="", db_index=True)  # a digest of it
    asked = models.DateTimeField(auto_now_add=True)  # when its owner last looked
    created = models.DateTimeField(auto_now_add=True)
    touched = models.DateTimeField(auto_now_add=True, db_index=True)

    def __str__(self) -> str:
        return f"{self.name} {self.status}"
