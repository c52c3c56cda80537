"""What this app registers with the app below when the program starts: the wording of its log, and links."""

from scoring.registration.hooks import register_hooks

__all__ = ["register_hooks"]
