"""No word is out of a translator's reach: templates, modules and scripts are searched for them."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests import ROOT
from tests.lint import reading_sources
from tests.lint.reading_sources import Unwrapped, spoken_by_a_script, unwrapped, unwrapped_in
from tests.pages import reading_templates
from tests.pages.reading_templates import untranslatable

TEMPLATES = list(reading_templates.templates(ROOT))
SOURCES = list(reading_sources.sources(ROOT))
SCRIPTS = sorted((ROOT / "static" / "js").rglob("*.js"))
COLLECTED_ALIASES = {"_", "_lazy"}  # what xgettext is told beside gettext's own names, in locale/collect.py


def name_of(file: Path) -> str:
    return str(file.relative_to(ROOT))


@dataclass(frozen=True, slots=True)
class Reading:
    """What is found in a module, which is parsed once for all that is asked of it."""

    unwrapped: list[Unwrapped]
    aliases: set[str]
    f_strings: list[int]


@pytest.fixture(scope="module")
def readings() -> dict[str, Reading]:
    return {name_of(source): reading_of(source.read_text(encoding="utf-8")) for source in SOURCES}


def reading_of(source: str) -> Reading:
    tree = ast.parse(source)
    names = reading_sources.translating_names(tree)
    aliases = {alias for alias, name in names.items() if alias != name}
    return Reading(unwrapped_in(tree), aliases, words_within_f_strings(tree))


def test_every_word_of_a_template_can_be_translated() -> None:
    found = {name_of(file): untranslatable(file.read_text(encoding="utf-8")) for file in TEMPLATES}
    assert {name: words for name, words in found.items() if words} == {}


def test_every_sentence_of_a_module_can_be_translated(readings: dict[str, Reading]) -> None:
    assert {name: found.unwrapped for name, found in readings.items() if found.unwrapped} == {}


@pytest.mark.parametrize("script", SCRIPTS, ids=name_of)
def test_scripts_bring_no_words_of_their_own(script: Path) -> None:
    assert spoken_by_a_script(script.read_text(encoding="utf-8")) == []


def test_gettext_goes_only_by_names_that_are_collected(readings: dict[str, Reading]) -> None:
    aliases = {alias for found in readings.values() for alias in found.aliases}
    assert aliases <= COLLECTED_ALIASES


def words_within_f_strings(tree: ast.Module) -> list[int]:
    """The lines of translated words inside an f-string, where xgettext does not look."""
    names = set(reading_sources.translating_names(tree))
    return [
        call.lineno
        for text in ast.walk(tree)
        if isinstance(text, ast.JoinedStr)
        for call in ast.walk(text)
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in names
    ]


def test_no_word_to_translate_stands_within_an_f_string(readings: dict[str, Reading]) -> None:
    assert {name: found.f_strings for name, found in readings.items() if found.f_strings} == {}
    planted = "from django.utils.translation import gettext as _\nshown = f'{_(\"Table\")}: 3'\n"
    assert words_within_f_strings(ast.parse(planted)) == [2]


def test_the_product_has_templates_modules_and_scripts_to_read() -> None:
    assert {"templates/base.html", "templates/tournaments/public/event.html"} <= set(map(name_of, TEMPLATES))
    assert {"scoring/wording/labels.py", "clubs/models/people.py"} <= set(map(name_of, SOURCES))
    assert "static/js/page.js" in set(map(name_of, SCRIPTS))


PLANTED_IN_TEMPLATES = {
    "a text node": ("<p>Hello</p>", ["Hello"]),
    "a text after a translation": ('<p>{% translate "Hello" %} again</p>', ["0 again"]),
    "a text between tags": ("{% if a %}yes{% else %}no{% endif %}", ["yes no"]),
    "a title": ('<a title="Help" href="/">·</a>', ["Help"]),
    "an alt": ('<img alt="A card" src="x.png">', ["A card"]),
    "a placeholder": ('<input placeholder="Name">', ["Name"]),
    "an aria-label": ('<nav aria-label="Pages"></nav>', ["Pages"]),
    "the value of a button": ('<input type="submit" value="Send">', ["Send"]),
    "a question before an act": ('<button hx-confirm="Really?"></button>', ["Really?"]),
    "a description": ('<meta name="description" content="All about it">', ["All about it"]),
    "a title half translated": ("<a title=\"{% translate 'Table' %} no. 4\">4</a>", ["0 no. 4"]),
    "a default": ('<p>{{ name|default:"Nobody" }}</p>', ["Nobody"]),
    "a default in a title": ("<p title=\"{{ name|default:'Nobody' }}\"></p>", ["Nobody"]),
    "yes and no": ('<td>{{ signed|yesno:"Yes,No" }}</td>', ["Yes,No"]),
    "a first of": ('<p>{% firstof name "Nobody" %}</p>', ["Nobody"]),
    "an argument of a component": (
        '{% include "components/empty.html" with text="Nothing yet" url=url %}',
        ["Nothing yet"],
    ),
    "a label of a component": ("{% include 'a.html' with submit_label='Save' %}", ["Save"]),
    "a word of Finnish letters": ("<b>Ä</b>", ["Ä"]),
    "a text beside the product's name": ("<h1>Talon rocks</h1>", ["Talon rocks"]),
    "a text in a plain file": ("Dear {{ name }},", ["Dear 0,"]),
    "a text inside a drawing": ("<svg><title>Pile</title></svg>", ["Pile"]),
}


@pytest.mark.parametrize(("planted", "found"), PLANTED_IN_TEMPLATES.values(), ids=PLANTED_IN_TEMPLATES.keys())
def test_the_reader_of_templates_finds(planted: str, found: list[str]) -> None:
    assert [one.words for one in untranslatable(planted)] == found


IN_ORDER_IN_TEMPLATES = {
    "a translation": '<p>{% translate "Hello" %}</p>',
    "a block of translation": "<p>{% blocktranslate trimmed %}Hello <b>you</b>{% endblocktranslate %}</p>",
    "a plural": "{% blocktranslate count n=n %}a deal{% plural %}{{ n }} deals{% endblocktranslate %}",
    "a comment": "{# Given: label #}{% comment %}Purpose{% endcomment %}<!-- said to nobody -->",
    "a variable": "<p>{{ club.name }}</p>",
    "figures and signs": "<td>§ 15 · −1 250</td>",
    "attributes that nobody hears": '<p class="facts" id="name" lang="sv" data-opens="withdraw"></p>',
    "a class by a condition": '<tr{% if total %} class="total"{% endif %}><td>1</td></tr>',
    "a class in a block": "{% block main_class %}wide{% endblock %}",
    "attributes in a block": '{% block body_attributes %} class="desk" hx-headers=\'{"a": 1}\'{% endblock %}',
    "the product's name": "<title>{% block title %}{% endblock %} · Talon</title>",
    "arguments that are not shown": '{% include "a.html" with level="success" next_icon="plus" %}',
    "a translated argument": '{% include "a.html" with label=_("Save") %}',
    "a translated default": '{{ name|default:_("Nobody") }}',
    "an address": "<a href=\"{% url 'clubs:club' club.pk %}?tab=players\">·</a>",
    "a hidden value": '<input type="hidden" name="seed" value="abc">',
    "a date format": '{{ event.date|date:"DATE_FORMAT" }}',
}


@pytest.mark.parametrize("template", IN_ORDER_IN_TEMPLATES.values(), ids=IN_ORDER_IN_TEMPLATES.keys())
def test_the_reader_of_templates_leaves_alone(template: str) -> None:
    assert untranslatable(template) == []


def test_the_reader_of_templates_names_the_line() -> None:
    page = '{% load i18n %}\n{% translate "Hello" %}\n\n<p>\n{{ name }}</p>\n<b>again</b>\n'
    assert [(one.line, one.words) for one in untranslatable(page)] == [(6, "again")]


GETTEXT = "from django.utils.translation import gettext as _, ngettext, pgettext\n"

PLANTED_IN_SOURCES = {
    "a label": ('forms.CharField(label="Name")', ["Name"]),
    "a help text": ('models.TextField(help_text="Why?")', ["Why?"]),
    "a verbose name": ('models.TextField(verbose_name="reason")', ["reason"]),
    "a verbose name by place": ('models.DateField("day")', ["day"]),
    "a message": ('messages.success(request, "Done.")', ["Done."]),
    "a message put together": ('messages.error(request, f"No {name}.")', ["No "]),
    "a validation error": ('ValidationError("Too long.", code="long")', ["Too long."]),
    "a refusal": ('NotNow("A round is being played.")', ["A round is being played."]),
    "an error of a field": ('form.add_error("name", "Taken.")', ["Taken."]),
    "a column": ('Column("Place", Kind.NUMBER)', ["Place"]),
    "a fact": ('Fact("Club", club.name)', ["Club"]),
    "a value of a fact": ('Fact(_("Club"), "none")', ["none"]),
    "the title of a report": ('Report(title="Standings", language="en")', ["Standings"]),
    "notes of a report": ('Report(notes=("Preliminary.",))', ["Preliminary."]),
    "one of two": ('Column("Pair" if pairs else _("Player"))', ["Pair"]),
    "a format": ('Fact(_("Day"), "on {}".format(day))', ["on {}"]),
    "choices": ('forms.ChoiceField(label=_("Game"), choices=[("s", "Old")])', ["Old"]),
    "an own error message": ('CharField(error_messages={"required": "Write it."})', ["Write it."]),
    "a member of choices": ('class S(models.TextChoices):\n    OPEN = "open", "Open"', ["Open"]),
    "a member without a label": ('class S(models.TextChoices):\n    OPEN = "open"', ["OPEN"]),
    "a name in Meta": ('class Meta:\n    verbose_name = "club"', ["club"]),
    "labels in Meta": ('class Meta:\n    labels = {"name": "Name"}', ["Name"]),
    "a field called by its variable": ("class F(forms.Form):\n    remark = forms.CharField()", ["remark"]),
    "a table's column called so": ("class T(tables.Table):\n    won = tables.Column(attrs=N)", ["won"]),
    "a sentence formatted too early": ('_("Round %s" % number)', ["_('Round %s' % number)"]),
    "a sentence with a value in it": ('_(f"Round {number}")', ["_(f'Round {number}')"]),
    "the same with a context": ('pgettext("a", "R {}".format(n))', ["pgettext('a', 'R {}'.format(n))"]),
}


@pytest.mark.parametrize(("planted", "found"), PLANTED_IN_SOURCES.values(), ids=PLANTED_IN_SOURCES.keys())
def test_the_reader_of_modules_finds(planted: str, found: list[str]) -> None:
    assert sorted(one.words for one in unwrapped(GETTEXT + planted)) == sorted(found)


IN_ORDER_IN_SOURCES = {
    "a translated label": 'forms.CharField(label=_("Name"), help_text=_("Family name last."))',
    "a sentence formatted afterwards": 'messages.info(request, _("Round %(n)s") % {"n": number})',
    "a plural": 'NotNow(ngettext("%(n)s pair", "%(n)s pairs", n) % {"n": n})',
    "a name that was read": "Column(name, Kind.NUMBER)",
    "nothing": 'Column("")',
    "the model of a relation": 'models.ForeignKey("Player", verbose_name=_("player"))',
    "members with labels": 'class S(models.TextChoices):\n    OPEN = "open", _("open")',
    "a hidden field": "class F(forms.Form):\n    key = forms.UUIDField(widget=forms.HiddenInput)",
    "names of games": 'forms.ChoiceField(label=_("Game"), choices=[("samba", "Samba")])',
    "what only programmers read": 'raise ValueError("base and cards do not make the total")',
}


@pytest.mark.parametrize("source", IN_ORDER_IN_SOURCES.values(), ids=IN_ORDER_IN_SOURCES.keys())
def test_the_reader_of_modules_leaves_alone(source: str) -> None:
    assert unwrapped(GETTEXT + source) == []


@pytest.mark.parametrize(
    ("script", "found"),
    [
        ('button.textContent = "Close";', ["Close"]),
        ("if (confirm('Really?')) send();", ["Really?"]),
        ('node.setAttribute("aria-label", "Menu");', ["Menu"]),
        ("note.innerText = `${n} left`;", ["${n} left"]),
        ("button.textContent = button.dataset.words;", []),
        ("note.innerText = `${n}`;", []),
        ('node.setAttribute("aria-expanded", "true");', []),
    ],
)
def test_the_reader_of_scripts_finds_words_and_nothing_else(script: str, found: list[str]) -> None:
    assert [one.words for one in spoken_by_a_script(script)] == found
