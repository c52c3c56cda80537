"""Movements, result schemes and standings: pure values in, pure values out, standard library only."""

__all__ = ["checker", "criterion", "played_rounds", "registry", "results", "standings", "worth"]
