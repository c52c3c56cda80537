"""The pages of a round: drawn, changed, published, closed."""

__all__ = ["moving_views", "views"]
