"""What this app registers with the apps below: log sentences and links."""

__all__ = []
