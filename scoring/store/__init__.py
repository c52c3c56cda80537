"""Stored games read: between rows and the values of the core."""
