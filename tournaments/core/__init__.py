"""Movements, result schemes and standings: pure values in, pure values out, standard library only."""

__all__ = [
    "brackets",
    "cash",
    "checker",
    "clock",
    "criterion",
    "deciders",
    "forecast",
    "opponent_points",
    "played_rounds",
    "prize_rows",
    "prizes",
    "programme",
    "ranking",
    "registry",
    "result_worth",
    "results",
    "scoring",
    "standings",
    "withdrawals",
    "worth",
]
