"""Sessions in the database, as Django stores them; the query that every request makes is written out."""

from __future__ import annotations

from typing import Any

from django.contrib.sessions.backends.db import SessionStore as DatabaseSessions
from django.contrib.sessions.models import Session
from django.db import connection
from django.utils import timezone


def _text() -> str:
    return f"SELECT session_data FROM {Session._meta.db_table} WHERE session_key = %s AND expire_date > %s"


class SessionStore(DatabaseSessions):
    """A visitor's session."""

    def _get_session_from_db(self) -> Any:
        if "\0" in self.session_key:  # from a cookie; PostgreSQL refuses to look for it
            self._session_key = None
            return None
        with connection.cursor() as cursor:
            now = connection.ops.adapt_datetimefield_value(timezone.now())
            cursor.execute(_text(), (self.session_key, now))
            row = cursor.fetchone()
        if row is None:
            self._session_key = None
            return None
        return Session(session_key=self.session_key, session_data=row[0])
