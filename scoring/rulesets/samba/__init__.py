"""Samba, by the official international rules."""

__all__ = ["labels", "rules"]
