"""The front page: what is being played, where one sits, what comes next and what was last."""

__all__ = ["club_views", "views"]
