"""What years of events add up to: who won what, runs of wins, round numbers of evenings, and who met whom."""

__all__ = ["competitions", "encounters", "evenings", "roll", "runs"]
