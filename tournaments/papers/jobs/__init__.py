"""The jobs of an event, one a module: its `JOB`, with what it does and how its page describes it.

`tournaments.papers.job_kinds` finds them by listing this package. What loads the PDF engine is imported when
the job runs: other processes need none.
"""

__all__ = []
