"""The chat as parts of the page: what has been said, and the line to write on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railhead.site.parts import Part, memory, part
from railhead.site.people import holds

if TYPE_CHECKING:
    from railhead.site.models import Game
    from railhead.site.table_view import TableView

MESSAGES = 100


def messages_part(game: Game) -> Part:
    """What has been said at a table."""
    said = list(game.messages.all())[-MESSAGES:]
    return part("chat-messages", "railhead/parts/chat_messages.html", {"chat_messages": said})


def speak_part(now: TableView) -> Part:
    """The line to write on, for players: somebody may sit down while the page is open."""
    speaks = now.is_host or any(holds(seat, now.who) for seat in now.seats)
    return memory.get(("speak", speaks), lambda: part("speak", "railhead/parts/speak.html", {"speaks": speaks}))
