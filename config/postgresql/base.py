"""Django's PostgreSQL backend with one query less for each request.

Before it reuses a connection, Django queries the server to see whether it still answers. A server that is
gone has closed the connection, which can be seen without a query.
"""

from __future__ import annotations

import selectors

from django.db.backends.postgresql import base


class DatabaseWrapper(base.DatabaseWrapper):
    def is_usable(self) -> bool:
        """Return whether the connection is open: while no query runs, the only thing to read is its end."""
        if self.connection is None or self.connection.closed:
            return False
        with selectors.DefaultSelector() as selector:
            selector.register(self.connection.fileno(), selectors.EVENT_READ)
            return not selector.select(timeout=0)
