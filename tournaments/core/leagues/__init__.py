"""Leagues of teams: what a match is worth, who may play, and the league table. Standard library only."""

__all__ = ["eligibility", "match", "match_results", "rules", "table"]
