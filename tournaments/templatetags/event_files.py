"""Template tag for the large files of an event."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django import template

from clubs.web.addresses import address_of
from tournaments.models import Tournament
from tournaments.papers.large_exports import LARGE_FILES

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

register = template.Library()


@register.simple_tag
def large_files(event: Tournament) -> list[tuple[str, _StrPromise]]:
    """Return the address and the label of each large file that everybody may read."""
    return _links(event, full_names=False)


@register.simple_tag
def large_files_for_staff(event: Tournament) -> list[tuple[str, _StrPromise]]:
    """Return the address and the label of each large file with full names."""
    return _links(event, full_names=True)


def _links(event: Tournament, *, full_names: bool) -> list[tuple[str, _StrPromise]]:
    return [
        (address_of(f"tournaments:{file.url_name}", event.pk), file.link)
        for file in LARGE_FILES
        if file.full_names is full_names
    ]
