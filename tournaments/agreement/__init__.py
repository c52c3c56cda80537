"""What an event has agreed on, and whether it goes together."""

__all__ = ["agreement", "presets", "validation"]
