"""An overview of games for those in charge: the desk over a list of games, and the board of a round."""

__all__ = ["attention", "in_event", "listed", "needs", "queries", "records", "rights", "slips"]
