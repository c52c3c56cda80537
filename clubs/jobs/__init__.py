"""Long work: asked for on a page, done beside the server, followed and cancelled from a page of its own.

Knows what a job is and who works at it; must not know what any job does. An app says in its module `jobs`
which kinds of work it has (`kinds.register`), and that is found when the program starts.
"""

__all__ = ["folder", "kinds", "queue", "recent", "worker"]
