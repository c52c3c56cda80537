"""The director's desk of an event, and the board of a running round."""
