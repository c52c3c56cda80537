"""What everybody sees of a game: its pages, score sheet, history and statistics."""
