"""Why something is not done in an event. Knows the reason; must not know where it is shown."""

from __future__ import annotations


class NotNow(Exception):
    """The act is not possible as things stand; the message says why, in the reader's language."""
