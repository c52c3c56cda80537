"""What this app registers when the program starts: the wording of its log, links, a check of its games."""

from scoring.registration.hooks import register_hooks

__all__ = ["register_hooks"]
