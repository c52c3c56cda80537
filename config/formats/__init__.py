"""Date formats that differ from Django's."""
