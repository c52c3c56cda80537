"""The papers of an event, one a module: its `PAPER`, and the function that makes it.

`tournaments.papers.catalogue` finds them by listing this package.
"""

__all__ = []
