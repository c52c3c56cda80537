"""The look: colours that can be read, components that say what they are, pages that need no request."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest
from django import forms
from django.http import HttpRequest
from django.template import Context, Template
from django.template.loader import render_to_string
from django.test import Client, RequestFactory
from django.utils import timezone, translation

from config import styleguide
from tests import ROOT
from tests.builders import a_club, a_user
from tests.tournaments.support.events import Played, agreed, put_away_all_events

STATIC, TEMPLATES = ROOT / "static", ROOT / "templates"
COMPONENTS = sorted((TEMPLATES / "components").glob("*.html"))
STANDALONE = ("400.html", "500.html", "503.html")
TOKENS = (STATIC / "css" / "tokens.css").read_text(encoding="utf-8")
COLOUR = re.compile(r"--([a-z-]+):\s*(#[0-9a-f]{6});")
READABLE, SEEN = 4.5, 3.0  # WCAG 2.2: 1.4.3 for text, 1.4.11 for what is not text


# --- colours ----------------------------------------------------------------------------------------------


def schemes() -> dict[str, dict[str, str]]:
    """The colours of the day, and those of the evening on top of them."""
    day, evening = TOKENS.split("@media screen and (prefers-color-scheme: dark)")
    light = dict(COLOUR.findall(day))
    return {"light": light, "dark": light | dict(COLOUR.findall(evening))}


def luminance(colour: str) -> float:
    shares = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


GROUNDS = ("paper", "sheet", "shade")
TEXTS = [
    *((text, ground) for text in ("ink", "soft", "red", "pencil") for ground in GROUNDS),
    *(("ink", ground) for ground in ("red-wash", "green-wash", "ochre-wash", "select")),
    *(("red", ground) for ground in ("red-wash",)),
    *((text, ground) for text in ("green", "ochre") for ground in ("paper", "sheet")),
    *(("green", "green-wash"), ("ochre", "ochre-wash")),
    *(("on-button", "button"), ("on-red", "red")),
]
EDGES = [(edge, ground) for edge in ("rule", "focus", "green") for ground in ("paper", "sheet")]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(("text", "ground"), TEXTS)
def test_text_can_be_read_on_every_ground(scheme: str, text: str, ground: str) -> None:
    colours = schemes()[scheme]
    assert contrast(colours[text], colours[ground]) >= READABLE


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(("edge", "ground"), EDGES)
def test_edges_of_fields_and_the_focus_can_be_seen(scheme: str, edge: str, ground: str) -> None:
    colours = schemes()[scheme]
    assert contrast(colours[edge], colours[ground]) >= SEEN


def test_the_measure_of_contrast_is_the_one_of_the_standard() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.005)


def test_both_schemes_name_every_colour() -> None:
    day, evening = TOKENS.split("@media screen and (prefers-color-scheme: dark)")
    assert set(dict(COLOUR.findall(day))) == set(dict(COLOUR.findall(evening)))


def test_colours_stand_in_the_tokens_alone() -> None:
    pure = {"#fff", "#000"}  # a QR code is black on white on any ground; print is listed below
    for name in ("page.css", "components.css", "sheets.css"):
        text = (STATIC / "css" / name).read_text(encoding="utf-8")
        assert set(re.findall(r"#[0-9a-f]{3,8}\b", text)) <= pure, name


def test_the_browser_is_told_the_colour_of_the_paper() -> None:
    base = (TEMPLATES / "base.html").read_text(encoding="utf-8")
    told = re.findall(r'name="theme-color" content="(#\w+)" media="\(prefers-color-scheme: (\w+)\)"', base)
    assert {scheme: colour for colour, scheme in told} == {
        scheme: colours["paper"] for scheme, colours in schemes().items()
    }


def test_every_colour_that_is_used_exists() -> None:
    used = {
        name
        for sheet in (STATIC / "css").glob("*.css")
        for name in re.findall(r"var\(--([\w-]+)\)", sheet.read_text(encoding="utf-8"))
    }
    assert used <= set(re.findall(r"--([\w-]+):", TOKENS))


def test_the_digits_of_the_text_come_from_one_face() -> None:
    """Until it is there the digits are those of what stands in: the zero of the letters' face has a slash."""
    text = (STATIC / "css" / "page.css").read_text(encoding="utf-8")
    faces = re.findall(
        r"@font-face \{ font-family: Atkinson; .*?/([\w-]+)\.woff2.*?unicode-range: (.*?);", text
    )
    with_digits = {name for name, ranges in faces if any(map(has_digit, ranges.split(", ")))}
    assert with_digits == {"hanken-figures"}


def has_digit(span: str) -> bool:
    first, _dash, last = span.removeprefix("U+").partition("-")
    return int(first, 16) <= ord("9") and int(last or first, 16) >= ord("0")


# --- reading a page ---------------------------------------------------------------------------------------


class Page(HTMLParser):
    """A page as its tags, each with its attributes."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str]]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, {name: value or "" for name, value in attrs}))

    def all(self, tag: str) -> list[dict[str, str]]:
        return [attributes for name, attributes in self.tags if name == tag]

    def named(self, name: str) -> dict[str, str]:
        """The attributes of the field of that name."""
        return next(attributes for _, attributes in self.tags if attributes.get("name") == name)

    def ids(self) -> list[str]:
        return [attributes["id"] for _, attributes in self.tags if "id" in attributes]


def with_session(client: Client) -> Client:
    client.force_login(a_user(is_keeper=True))
    return client


@pytest.fixture
def guide(client: Client, db: None) -> str:
    return with_session(client).get("/styleguide/").content.decode()


# --- the frame of every page ------------------------------------------------------------------------------


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["sv", "fi", "da", "en"])
def test_a_page_says_its_language_its_title_and_how_wide_it_is(client: Client, language: str) -> None:
    response = client.get("/", headers={"accept-language": language})
    page = Page(response.content.decode())
    assert page.all("html") == [{"lang": language}]
    assert re.search(r"<title>.+ · Talon</title>", response.content.decode())
    assert page.named("viewport")["content"] == "width=device-width, initial-scale=1"
    assert [link["type"] for link in page.all("link") if link["rel"] == "icon"] == ["image/svg+xml"]


@pytest.mark.django_db
def test_the_first_link_skips_to_the_content(client: Client) -> None:
    page = Page(client.get("/").content.decode())
    assert page.all("a")[0]["href"] == "#main"
    assert "main" in page.ids()


@pytest.mark.django_db
def test_htmx_evaluates_nothing_and_asks_nobody_else(client: Client) -> None:
    page = Page(client.get("/").content.decode())
    settings = json.loads(page.named("htmx-config")["content"])
    assert settings["allowEval"] is False
    assert settings["selfRequestsOnly"] is True
    assert settings["includeIndicatorStyles"] is False
    assert settings["historyCacheSize"] == 0


@pytest.mark.django_db
def test_the_public_frame_holds_nothing_of_the_viewer(client: Client) -> None:
    stranger = client.get("/nothing/").content.decode()
    client.force_login(a_user(name="Märta Åkerblom"))
    assert client.get("/nothing/").content.decode() == stranger


def test_what_the_policy_forbids_stands_in_no_page(guide: str) -> None:
    page = Page(guide)
    assert [attributes for attributes in page.all("script") if "src" not in attributes] == []
    assert page.all("style") == []
    assert [
        (tag, name)
        for tag, attributes in page.tags
        for name in attributes
        if name == "style" or name.startswith("on")
    ] == []


def test_everything_comes_from_this_server(guide: str) -> None:
    page = Page(guide)
    addresses = [
        a.get("src") or a.get("href") or "" for tag in ("script", "link", "use") for a in page.all(tag)
    ]
    assert addresses
    assert [address for address in addresses if not address.startswith(("/static/", "/manifest."))] == []


# --- components -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("component", COMPONENTS, ids=lambda file: file.name)
def test_a_component_begins_by_saying_what_it_is(component: Path) -> None:
    text = component.read_text(encoding="utf-8")
    assert re.match(r"(\{% load [\w ]+ %\}|\{% get_\w+ as \w+ %\}|\s)*(\{#|\{% comment %\})", text)


def test_the_style_guide_needs_somebody_signed_in(client: Client, db: None) -> None:
    response = client.get("/styleguide/")
    assert response.status_code == 302
    assert response["Location"].endswith("?next=/styleguide/")


def test_no_two_things_of_the_style_guide_have_one_id(guide: str) -> None:
    ids = Page(guide).ids()
    assert sorted(ids) == sorted(set(ids))


def test_whatever_is_pointed_at_exists(guide: str) -> None:
    page = Page(guide)
    pointed = [
        name
        for _, attributes in page.tags
        for attribute in ("for", "aria-describedby", "aria-labelledby", "data-opens")
        for name in attributes.get(attribute, "").split()
    ]
    pointed += [a["href"][1:] for a in page.all("a") if a.get("href", "").startswith("#")]
    assert pointed
    assert set(pointed) <= set(page.ids())


def test_every_icon_that_is_shown_is_drawn(guide: str) -> None:
    drawn = set(re.findall(r'<symbol id="(\w+)"', (STATIC / "icons.svg").read_text(encoding="utf-8")))
    asked = {icon["href"].partition("#")[2] for icon in Page(guide).all("use")}
    named = {
        name
        for template in TEMPLATES.rglob("*.html")
        for name in re.findall(r'{% icon "(\w+)" %}', template.read_text(encoding="utf-8"))
    }
    assert asked | named <= drawn
    assert set(styleguide.ICONS) == drawn


def test_figures_of_a_list_stand_to_the_right_with_a_true_minus(guide: str) -> None:
    assert re.search(r'<td class="[^"]*\bnumber\b[^"]*"[^>]*>\u22121,285</td>', guide)


def test_the_sorted_column_says_so(guide: str) -> None:
    sorted_by = [heading.get("aria-sort") for heading in Page(guide).all("th") if "aria-sort" in heading]
    assert sorted_by == ["ascending"]


@pytest.mark.django_db
def test_sorting_begins_again_on_the_first_page(client: Client) -> None:
    page = Page(with_session(client).get("/styleguide/?page=2").content.decode())
    sorting = [link["href"] for link in page.all("a") if "sort=" in link.get("href", "")]
    assert sorting
    assert [address for address in sorting if "page=" in address] == []


def test_an_empty_list_says_what_to_do_next(guide: str) -> None:
    assert re.search(
        r'The club has no players yet\..*?<a class="button" href="#table">Add the first', guide, re.S
    )


def test_an_unknown_length_of_work_has_no_value(guide: str) -> None:
    known, unknown = Page(guide).all("progress")
    assert (known["value"], known["max"]) == ("7", "24")
    assert "value" not in unknown


@pytest.mark.parametrize(
    ("language", "points", "written"),
    [("sv", 12640, "+12\u00a0640"), ("da", -2275, "\u22122.275"), ("en", 0, "0")],
)
def test_a_difference_is_written_with_its_sign(language: str, points: int, written: str) -> None:
    with translation.override(language):
        text = Template("{% load talon %}{{ points|with_sign }}").render(Context({"points": points}))
    assert text == written


# --- forms ------------------------------------------------------------------------------------------------


class Entry(forms.Form):
    points = forms.IntegerField(label="Melded", help_text="Counted twice.")
    remark = forms.CharField(label="Remark", required=False)
    sides = forms.ChoiceField(label="Side", choices=[("a", "A"), ("b", "B")], widget=forms.RadioSelect)


def test_a_field_in_error_keeps_what_was_typed_and_names_hint_and_error() -> None:
    page = Page(str(Entry({"points": "12o"})))
    field = page.named("points")
    assert field["value"] == "12o"
    assert field["aria-invalid"] == "true"
    assert field["aria-describedby"] == "id_points_helptext id_points_error"
    assert {"id_points_helptext", "id_points_error"} <= set(page.ids())


def test_the_problem_list_leads_to_each_field() -> None:
    page = Page(str(Entry({"points": "12o"})))
    assert [link["href"] for link in page.all("a")] == ["#id_points", "#id_sides_0"]
    assert {"id_points", "id_sides_0"} <= set(page.ids())


def test_a_form_without_mistakes_has_no_problem_list() -> None:
    assert "problems" not in str(Entry({"points": "120", "sides": "a"}))


def test_several_forms_share_one_problem_list() -> None:
    typed = {"a-points": "12o", "a-sides": "a", "b-points": "5"}
    ours, theirs = Entry(typed, prefix="a"), Entry(typed, prefix="b")
    text = render_to_string("components/error_summary_of_forms.html", {"forms": [ours, theirs]})
    assert [link["href"] for link in Page(text).all("a")] == ["#id_a-points", "#id_b-sides_0"]


def test_what_may_be_left_empty_says_so() -> None:
    form = str(Entry())
    assert re.search(r"Remark <small>\(optional\)</small>", form)
    assert re.search(r'<label for="id_points">Melded</label>', form)


# --- pages for what cannot be shown -----------------------------------------------------------------------


@pytest.mark.parametrize("name", STANDALONE)
def test_the_last_pages_stand_without_request_addresses_or_static_list(name: str) -> None:
    page = Page(render_to_string(name))
    plain = [link["href"] for link in page.all("link")]
    assert plain
    assert [address for address in plain if not (ROOT / address.lstrip("/")).is_file()] == []


@pytest.mark.django_db
def test_an_unknown_address_is_answered_in_the_look_of_the_house(client: Client) -> None:
    response = client.get("/nothing/")
    assert response.status_code == 404
    assert "There is no such page" in response.content.decode()


@pytest.mark.django_db
def test_a_form_from_elsewhere_is_refused_in_words_of_the_house() -> None:
    response = Client(enforce_csrf_checks=True).post("/", {})
    assert response.status_code == 403
    assert "Nothing was recorded" in response.content.decode()


# --- front page and language ------------------------------------------------------------------------------


@pytest.mark.django_db
def test_the_front_page_lists_the_clubs_with_their_pages(client: Client) -> None:
    club = a_club("Ekenäs Samba", place="Ekenäs")
    page = client.get("/").content.decode()
    assert f'href="/clubs/{club.pk}/">Ekenäs Samba</a>' in page


@pytest.mark.django_db
def test_the_front_page_has_one_next_step(client: Client) -> None:
    """To sign in, and while something is played to find one's seat."""
    put_away_all_events()
    for next_step in ("Sign in", "Search"):
        for viewer in (client, with_session(client)):
            page = viewer.get("/").content.decode()
            primary = re.findall(r'class="(?:button )?primary[" ].*?</(?:a|button)>', page)
            assert [next_step in found for found in primary] == [True]
        event = Played(agreed())
        event.by = replace(event.by, at=timezone.now())
        event.enter(4)
        event.publish()


@pytest.mark.django_db
def test_every_link_of_the_front_page_leads_somewhere(client: Client) -> None:
    a_club()
    page = Page(client.get("/").content.decode())
    assert [link for link in page.all("a") if not link.get("href")] == []
    assert [slot["hx-get"] for slot in page.all("div") if slot.get("id") == "account-menu"] == [
        "/account/menu/"
    ]


def language_cookie(client: Client, address: str, **extra: str) -> tuple[str, dict[str, object]]:
    response = client.get(address, headers=extra)
    assert response.status_code == 302
    return response["Location"], dict(response.cookies["django_language"])


@pytest.mark.django_db
def test_a_language_is_remembered_and_the_reader_comes_back(client: Client) -> None:
    place, cookie = language_cookie(client, "/language/fi/?next=/clubs/%3Fq%3Dsamba")
    assert place == "/clubs/?q=samba"
    assert client.cookies["django_language"].value == "fi"
    assert (cookie["max-age"], cookie["samesite"]) == (365 * 24 * 60 * 60, "Lax")
    assert Page(client.get("/").content.decode()).all("html") == [{"lang": "fi"}]


@pytest.mark.django_db
@pytest.mark.parametrize(
    "away", ["https://elsewhere.example/", "//elsewhere.example", "javascript:alert(1)", ""]
)
def test_the_language_link_leads_nowhere_else(client: Client, away: str) -> None:
    assert client.get("/language/sv/", {"next": away})["Location"] == "/"


@pytest.mark.django_db
def test_there_is_no_fifth_language(client: Client) -> None:
    assert client.get("/language/de/").status_code == 404


def test_the_language_switch_names_each_language_in_itself() -> None:
    request: HttpRequest = RequestFactory().get("/events/7/?tab=a&b=%C3%A4")
    switch = render_to_string("base.html", request=request)
    assert re.findall(r'hreflang="(\w+)"[^>]*>([^<]+)</a>', switch) == [
        ("sv", "Svenska"),
        ("fi", "Suomi"),
        ("da", "Dansk"),
        ("en", "English"),
    ]
    assert "?next=%2Fevents%2F7%2F%3Ftab%3Da%26b%3D%25C3%25A4" in switch


@pytest.mark.django_db
def test_the_style_guide_is_for_those_who_keep_the_installation(client: Client) -> None:
    client.force_login(a_user())
    assert client.get("/styleguide/").status_code == 403
