"""What this app registers when the program starts: the wording of its log, and the books of clubs."""

from clubs.registration.hooks import register_hooks

__all__ = ["register_hooks"]
