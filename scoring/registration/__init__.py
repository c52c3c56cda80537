"""What scoring registers with clubs: log sentences and links."""

__all__ = []
