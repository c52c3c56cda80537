"""What the desk of a final says of its sections."""

from __future__ import annotations

from django import template

from tournaments.sections.desk_page import final_on_desk

register = template.Library()
register.simple_tag(final_on_desk, name="carried_changes")
