"""The pages of a round: drawn, changed, published, closed."""

__all__ = ["early_views", "moving_views", "views"]
