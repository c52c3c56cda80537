"""The public pages of an event and what they show."""
