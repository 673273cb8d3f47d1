"""Static files: hashed names that may be cached forever, served by WhiteNoise in front of Django."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from asgiref.sync import sync_to_async
from whitenoise import WhiteNoise
from whitenoise.storage import CompressedManifestStaticFilesStorage

Scope = dict[str, Any]
App = Callable[[Scope, Callable[..., Awaitable[Any]], Callable[..., Awaitable[None]]], Awaitable[None]]


class HashedStorage(CompressedManifestStaticFilesStorage):
    """Files with a hash in their name; before they are collected (in tests), plain names."""

    manifest_strict = False
    support_js_module_import_aggregation = True  # modules import each other by their hashed names

    def hashed_name(self, name: str, content: Any = None, filename: Any = None) -> str:
        """The hashed name; a file that was left out (source maps) keeps its plain one."""
        try:
            return str(super().hashed_name(name, content, filename))
        except ValueError:
            return name

    def stored_name(self, name: str) -> str:
        """The hashed name, or the plain one where nothing was collected."""
        known: dict[str, str] = self.hashed_files
        return known.get(self.hash_key(name), name) if known else name


class Static:
    """An ASGI application that answers /static/ and hands the rest on."""

    def __init__(self, app: App, root: str, prefix: str) -> None:
        self.app = app
        self.prefix = prefix
        self.files = WhiteNoise(None, root=root, prefix=prefix.strip("/"), max_age=60 * 60 * 24 * 365)

    async def __call__(self, scope: Scope, receive: Any, send: Any) -> None:
        """Answer a request."""
        if scope["type"] != "http" or not scope["path"].startswith(self.prefix):
            await self.app(scope, receive, send)
            return
        found = self.files.files.get(scope["path"])
        if found is None or scope["method"] not in ("GET", "HEAD"):
            await self.app(scope, receive, send)
            return
        status, headers, body = await sync_to_async(_read, thread_sensitive=False)(found, scope)
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": body})


def _read(found: Any, scope: Scope) -> tuple[int, list[tuple[bytes, bytes]], bytes]:
    sent = {
        f"HTTP_{name.decode().upper().replace('-', '_')}": value.decode("latin-1") for name, value in scope["headers"]
    }
    response = found.get_response(scope["method"], sent)
    body = b""
    if response.file is not None:
        with response.file:
            body = response.file.read()
    headers = [(name.lower().encode(), value.encode("latin-1")) for name, value in response.headers]
    return int(response.status), headers, body
