"""Template filters for sides and rule sets: names, marks on a drawing, paragraphs."""

from django import template
from django.utils.safestring import SafeString

from scoring.store.game_queries import side_name
from scoring.wording import labels
from scoring.wording.citations import keep_citations_unbroken
from scoring.wording.other_results import score_counts

register = template.Library()
register.filter(side_name)
register.filter(keep_citations_unbroken)
register.filter(score_counts)
register.filter("ruleset_name", labels.ruleset_name)

# Each side has a mark of its own shape on a drawing.
_MARKERS = (
    SafeString('<circle r="4"/>'),
    SafeString('<rect x="-4" y="-4" width="8" height="8"/>'),
    SafeString('<path d="M0-5 5 4H-5Z"/>'),
)


@register.filter
def side_marker(side: int) -> SafeString:
    return _MARKERS[side]
