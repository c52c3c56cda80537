"""Ratings on their pages: which games count, who is shown, and what is told of a game."""
