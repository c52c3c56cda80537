"""The settings of an event: forms and pages."""
