"""The server's end of a connection: uvicorn's, with limits on patience.

A request's head must come within seconds and be small; a client that no longer reads is dropped; an address may
hold only a limited number of connections, unless it is the proxy in front of us.
"""

from __future__ import annotations

import os
from collections import Counter
from typing import TYPE_CHECKING

from uvicorn.protocols.http.h11_impl import H11Protocol

from railhead.site.bounds import network_of
from railhead.variables import seconds, whole_number

if TYPE_CHECKING:
    import asyncio

HEAD_SECONDS = seconds("RAILHEAD_HEAD_SECONDS", 10)
"""From the connection, or the first byte of a further request, to the end of its head."""
STALLED_SECONDS = 30.0
"""How long a client may go without accepting any of what it asked for."""
LARGEST_HEAD = 32 * 1024
MOST_OF_ADDRESS = whole_number("RAILHEAD_CONNECTIONS_PER_ADDRESS", 250)
BEHIND_PROXY = os.environ.get("RAILHEAD_TLS") == "1"

_open: Counter[str] = Counter()


class GuardedProtocol(H11Protocol):
    """A connection that does not wait forever."""

    _address = ""
    _head: asyncio.TimerHandle | None = None
    _stalled: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Accept a connection if its address does not have too many."""
        super().connection_made(transport)
        self._address = network_of(self.client[0] if self.client else "")
        _open[self._address] += 1
        if not BEHIND_PROXY and _open[self._address] > MOST_OF_ADDRESS:
            transport.abort()
            return
        self._await_head()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self._stop_head()
        self._stop_stalled()
        _open[self._address] -= 1
        if _open[self._address] <= 0:
            del _open[self._address]
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Keep reading; until a head is complete its clock runs."""
        super().data_received(data)
        if self.cycle is not None and not self.cycle.response_complete:
            self._stop_head()
        elif self._head is None and not self.transport.is_closing():
            self._await_head()

    def on_response_complete(self) -> None:
        """An answer has been sent: the clock for the next head starts with its first byte."""
        self._stop_head()
        super().on_response_complete()
        if self.cycle.response_complete and self.conn.trailing_data[0] and not self.transport.is_closing():
            self._await_head()

    def pause_writing(self) -> None:
        """The client does not read: wait a little, not forever."""
        super().pause_writing()
        if self._stalled is None:
            self._stalled = self.loop.call_later(STALLED_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        """The client reads again."""
        self._stop_stalled()
        super().resume_writing()

    def _await_head(self) -> None:
        self._head = self.loop.call_later(HEAD_SECONDS, self._too_slow)

    def _too_slow(self) -> None:
        if self.cycle is None or self.cycle.response_complete:
            self.transport.abort()

    def _stop_head(self) -> None:
        if self._head is not None:
            self._head.cancel()
            self._head = None

    def _stop_stalled(self) -> None:
        if self._stalled is not None:
            self._stalled.cancel()
            self._stalled = None
