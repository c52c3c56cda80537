"""Django's PostgreSQL, with one question less for each request.

Before it uses a connection that was open, Django asks the server whether it still answers. A server that has
gone has closed the connection, and that can be seen without asking.
"""

from __future__ import annotations

import selectors

from django.db.backends.postgresql import base


class DatabaseWrapper(base.DatabaseWrapper):
    def is_usable(self) -> bool:
        """While nothing is asked, nothing can be heard but that the server has ended the connection."""
        if self.connection is None or self.connection.closed:
            return False
        with selectors.DefaultSelector() as heard:
            heard.register(self.connection.fileno(), selectors.EVENT_READ)
            return not heard.select(timeout=0)
