"""Games on paper: protocols, blank forms and table cards."""
