"""Sentences about games in the reader's language, made of the codes that the core gives."""
