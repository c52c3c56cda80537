"""The programme of an event at the desk: made, its lines written, moved when something is late."""

__all__ = ["forms", "templates", "views"]
