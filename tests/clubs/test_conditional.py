"""Pages that are answered with “nothing new”: by revision, language and release."""

from __future__ import annotations

import pytest
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.test import RequestFactory
from django.utils import translation

from clubs.conditional import revised, tag_of


class Shown:
    """A page that counts how often it was made, and what it shows."""

    def __init__(self, revision: int | None) -> None:
        self.revision, self.made = revision, 0

    def asked(self, tag: str = "") -> HttpResponse:
        request = RequestFactory().get("/", headers={"if-none-match": tag} if tag else {})
        return revised(self.number)(self.page)(request, 7)

    def number(self, pk: int) -> int | None:
        assert pk == 7
        return self.revision

    def page(self, _request: HttpRequest, pk: int) -> HttpResponse:
        self.made += 1
        return HttpResponse(f"page {pk}")


def test_the_first_answer_is_the_page_with_its_tag_to_be_asked_for_again_each_time() -> None:
    answer = Shown(3).asked()
    assert (answer.status_code, answer.content) == (200, b"page 7")
    assert answer["ETag"] == tag_of(3)
    assert answer["Cache-Control"] == "no-cache"


def test_whoever_has_the_page_gets_nothing_and_nothing_is_made() -> None:
    shown = Shown(3)
    answer = shown.asked(tag_of(3))
    assert (answer.status_code, answer.content, shown.made) == (304, b"", 0)
    assert answer["ETag"] == tag_of(3)


def test_a_compressing_proxy_may_have_changed_the_tag_to_a_strong_one() -> None:
    assert Shown(3).asked(tag_of(3).removeprefix("W/")).status_code == 304


@pytest.mark.parametrize("tag", [tag_of(2), tag_of(4), "nonsense", 'W/"3"'])
def test_whoever_has_another_page_gets_this_one(tag: str) -> None:
    assert Shown(3).asked(tag).status_code == 200


def test_a_tag_names_revision_language_and_release(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "RELEASE", "9.9")
    with translation.override("da"):
        assert tag_of(12) == 'W/"12-da-9.9"'


def test_what_has_no_revision_is_not_there() -> None:
    shown = Shown(None)
    with pytest.raises(Http404):
        shown.asked()
    assert shown.made == 0
