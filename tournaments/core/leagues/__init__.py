"""Leagues of teams: what a match is worth, who may play, and the league table. Standard library only."""

__all__ = [
    "eligibility",
    "fixtures",
    "match",
    "match_results",
    "next_round",
    "pattern",
    "planning",
    "rules",
    "table",
]
