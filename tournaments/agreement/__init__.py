"""What an event has agreed on, and whether it goes together."""
