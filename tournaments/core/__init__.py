"""Movements, result schemes and standings: pure values in, pure values out, standard library only."""

__all__ = [
    "cash",
    "checker",
    "clock",
    "criterion",
    "forecast",
    "opponent_points",
    "played_rounds",
    "programme",
    "registry",
    "result_worth",
    "results",
    "scoring",
    "standings",
    "withdrawals",
    "worth",
]
