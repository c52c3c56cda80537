"""How an app extends the apps below it."""

__all__ = ["hooks"]
