"""Bolivia, with three packs, wild canastas and escaleras."""

__all__ = ["labels", "rules"]
