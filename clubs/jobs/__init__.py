"""Jobs: long work that a page requests, a worker does outside the server, and a page shows and cancels.

An app registers its kinds of job in `kinds.job_kinds` when the program starts.
"""

__all__ = ["checks", "errands", "files", "kinds", "queue", "recent", "worker"]
