"""The server's application: static files first, then limits and streams, and Django last."""

from __future__ import annotations

import contextlib
import os
import signal
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "railhead.site.settings")

import django as django_package

django_package.setup(set_prefix=False)  # before any of our modules that need the settings

from django.conf import settings  # noqa: E402

from railhead.site import upgrades  # noqa: E402
from railhead.site.bot_pool import bot_pool  # noqa: E402
from railhead.site.bounds import Admission, Bounds  # noqa: E402
from railhead.site.handler import Handler  # noqa: E402
from railhead.site.live import hub  # noqa: E402
from railhead.site.part_templates import compile_all  # noqa: E402
from railhead.site.prepared import prepare_records, spare_collections  # noqa: E402
from railhead.site.static import Static  # noqa: E402
from railhead.site.streams import Streams  # noqa: E402

django = Handler()


def _end_streams_on_signal() -> None:
    """The server waits for open connections before it stops; streams would never end on their own."""
    for name in (signal.SIGTERM, signal.SIGINT):
        before = signal.getsignal(name)

        def handle(number: int, frame: Any, before: Any = before) -> None:
            hub.close()
            bot_pool.close()
            if callable(before):
                before(number, frame)

        with contextlib.suppress(ValueError):  # not the main thread: a test runs us
            signal.signal(name, handle)


async def _with_lifespan(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """Django does not speak the lifespan protocol; at shutdown the streams are ended first."""
    if scope["type"] != "lifespan":
        await django(scope, receive, send)
        return
    while True:
        message = await receive()
        if message["type"] == "lifespan.startup":
            prepare_records()
            compile_all()
            spare_collections()
            _end_streams_on_signal()
            upgrades.begin()
            await send({"type": "lifespan.startup.complete"})
        else:
            hub.close()
            bot_pool.close()
            await send({"type": "lifespan.shutdown.complete"})
            return


application = Static(Bounds(Streams(Admission(_with_lifespan))), str(settings.STATIC_ROOT), settings.STATIC_URL)
