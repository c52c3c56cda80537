"""Ten years of a federation: clubs, players, evenings and series, for load and for those who measure it.

evening     an evening played at the desk, through the verbs
edition     the same evening once more, on another day and with other players, row by row
years       which evenings there are, and who plays them
"""

from tournaments.simulating.federation.years import FederationPlan, FederationYears, PlayedYears

__all__ = ["FederationPlan", "FederationYears", "PlayedYears", "edition", "evening", "years"]
