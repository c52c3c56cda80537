"""The pages of a round: drawn, changed, published, closed."""
