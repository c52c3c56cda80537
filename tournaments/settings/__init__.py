"""The settings of an event: forms and pages."""

__all__ = [
    "fields",
    "logged_settings",
    "marked_choices",
    "page",
    "result_settings_form",
    "views",
]
