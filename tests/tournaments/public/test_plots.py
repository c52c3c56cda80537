"""The lines of a plot, as Python writes them, are those that a template writes."""

from __future__ import annotations

from django.template import engines

from tournaments.public.places_plot import plot_places
from tournaments.templatetags.plots import plot_key

HISTORY = {1: {1: 1, 2: 2, 3: 3}, 2: {1: 3, 2: 1, 3: 2}, 3: {1: 2, 2: 1, 3: 3}}
PLAIN = """{% for line in plot.lines %}
<polyline class="way-{{ line.index }}" points="{{ line.points }}"/>{% endfor %}
{% for line in plot.lines %}<g class="way-{{ line.index }}">{% for at in line.marks %}
<svg x="{{ at.x }}" y="{{ at.y }}" overflow="visible"></svg>{% endfor %}</g>
{% if line.end %}
<text class="ways-end" x="{{ line.end.x }}" y="{{ line.end.y }}" dy="4">{{ line.end.number }}</text>
{% endif %}{% endfor %}"""


def rendered(template: str) -> str:
    """Without the shapes of the marks, and without line breaks."""
    plot = plot_places(HISTORY, [1, 2, 3])
    assert plot is not None
    text = engines["django"].from_string("{% load plots %}" + template).render({"plot": plot})
    for shape in (
        '<circle r="4"/>',
        '<rect x="-4" y="-4" width="8" height="8"/>',
        '<path d="M0-5 5 4H-5Z"/>',
    ):
        text = text.replace(shape, "")
    return text.replace("\n", "")


def test_python_writes_lines_and_marks_as_a_template_does() -> None:
    assert "ways-end" in rendered(PLAIN)
    assert rendered("{% plot_lines plot.lines %}{% plot_marks plot.lines %}") == rendered(PLAIN)


def test_each_line_has_its_mark_and_its_name_in_the_key() -> None:
    key = plot_key(["Åsa <b>", "Bo", *"CDEFGH"])
    assert key.count("<li>") == 8
    assert "Åsa &lt;b&gt;</li>" in key
    assert '<svg class="way-1" ' in key.split("</li>")[1]
    assert '<rect x="-4"' in key.split("</li>")[1]
    # The last shape is for all others.
    assert key.count("hollow") == 3
