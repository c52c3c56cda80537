"""Ratings without a database: the models, and the pass over a history."""
