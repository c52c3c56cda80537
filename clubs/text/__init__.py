"""Letters and dates as people of the North write them."""

__all__ = ["alphabet", "dates"]
