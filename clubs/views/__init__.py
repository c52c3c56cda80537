"""The pages of clubs: they check who asks, call a verb or a query, and show a template."""
