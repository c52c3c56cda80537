"""Sitoumussamba, the contract samba of the Finnish Canasta Federation."""

__all__ = ["labels", "rules"]
