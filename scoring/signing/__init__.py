"""The pages on which a protocol is signed, closed and reopened."""

__all__ = ["views"]
