"""The pages of prizes: the table, categories, shared places, handing out, and what is read aloud."""

__all__ = ["views"]
