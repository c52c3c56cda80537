"""The game that an address names."""

from __future__ import annotations

from collections.abc import Mapping

from django.http import Http404

from scoring import rulesets


def requested_ruleset(query: Mapping[str, str]) -> str:
    """Return the rule set that an address names, or an empty text; one that does not exist is a 404."""
    slug = query.get("ruleset", "")
    if slug and rulesets.find(slug) is None:
        raise Http404
    return slug
