"""How an app extends the apps below it, and how the modules of a folder become a catalogue."""

__all__ = ["catalogue", "completeness", "hooks"]
