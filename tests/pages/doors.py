"""Every form that somebody finds on the pages, with a body that is right in every field."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

from django.urls import resolve

from tests.pages.reading_pages import Field, Form, forms_of
from tests.pages.world import Scene

Sent = Sequence[tuple[str, str]]
# The addresses of a file, or of a page once more to print: none is made only to see that it is one.
FILES = re.compile(r"(?<!/make/)\?as=|\.pdf$|/papers/[\w-]+/$|/jobs/[^/]+/file/$")
# One form at three places.
DEAL_FORMS = frozenset({"scoring:deal_new", "scoring:deal_amend", "scoring:table_deal"})


@dataclass(frozen=True, slots=True)
class Door:
    """A form that somebody has before him, and a body for it that is right in every field."""

    who: str
    page: str
    form: Form
    body: Mapping[str, str]

    @property
    def view(self) -> str:
        return view_of(self.form.action)

    def fields(self) -> Iterator[Field]:
        """Every field, also those that stand only in what is sent; of columns that are alike the first."""
        tried = set()
        for name in dict.fromkeys([*self.form.fields, *self.body]):
            alike = re.sub(r"\d+-", "-", name)
            if alike not in tried and name != "csrfmiddlewaretoken":
                tried.add(alike)
                yield self.form.fields.get(name, Field(name, "hidden"))

    def with_(self, name: str, value: str) -> Sent:
        return list({**self.body, name: value}.items())


def view_of(address: str) -> str:
    return resolve(urlsplit(address).path).view_name


def doors_of(scene: Scene, who: str, page: str) -> Iterator[Door]:
    answer = scene.world.as_(who).get(page)
    said = answer.getvalue()  # of files too, which are closed at their end
    if answer.status_code == 200 and "html" in answer.headers["Content-Type"]:
        for form in forms_of(said.decode(), page):
            if view_of(form.action) != "styleguide":  # samples, which are sent to nobody
                body = {**form.sent(), **scene.world.body(view_of(form.action))}
                yield Door(who, page, form, body)


def one_of_each(every: Iterable[tuple[Door, Field]]) -> list[tuple[Door, Field]]:
    """Of the fields that a form has several times, or at several places, one: each time another."""
    alike = defaultdict(list)
    for door, field in every:
        form = "a deal" if door.view in DEAL_FORMS else door.view
        alike[door.form.method, form, re.sub(r"\d+", "", field.name)].append((door, field))
    return [those[at % len(those)] for at, those in enumerate(alike.values())]
