"""The screens of the hall, and the page on which they, announcements and calls are managed."""

__all__ = ["hall_views", "views"]
