"""The sources of strength, one a module: its `SOURCE`.

`tournaments.strength.catalogue` finds them by listing this package.
"""

__all__ = []
