"""The desk of a game, and the desk over a list of games."""
