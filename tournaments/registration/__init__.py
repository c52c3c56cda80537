"""What this app registers with the apps below when the program starts."""

from tournaments.registration.hooks import register_hooks

__all__ = ["register_hooks"]
