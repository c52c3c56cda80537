"""Games on paper: protocols, blank forms and table cards."""

__all__ = ["assembly", "blank_form_views", "blank_forms", "event_lines", "rows", "table_cards", "views"]
