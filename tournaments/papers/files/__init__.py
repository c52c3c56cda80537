"""The large files of an event, one a module: its `FILE`.

`tournaments.papers.large_exports` finds them by listing this package.
"""

__all__ = []
