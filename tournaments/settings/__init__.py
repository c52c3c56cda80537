"""The settings of an event: forms and pages."""

__all__ = [
    "fields",
    "logged_settings",
    "page",
    "result_settings_form",
    "views",
]
