"""An overview of games for those in charge: the desk over a list of games, and the board of a round."""

__all__ = ["needs", "queries", "rights"]
