"""Labels and sentences about events."""
