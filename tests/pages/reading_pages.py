"""The forms of a page, read from its HTML as a browser would send them."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser

BUTTONS = frozenset({"submit", "button", "reset", "image"})
TYPED = frozenset({"text", "textarea", "search", "email", "tel", "number", "date", "url"})
Attributes = dict[str, str | None]


@dataclass(slots=True)
class Field:
    """One name of a form: what sort of field it is, and what it would send."""

    name: str
    sort: str
    value: str | None = None
    choices: list[str] = field(default_factory=list)
    figures: bool = False

    @property
    def is_typed(self) -> bool:
        return self.sort in TYPED


@dataclass(slots=True)
class Form:
    """A form of a page: where it goes and what stands in it."""

    method: str
    action: str
    fields: dict[str, Field] = field(default_factory=dict)

    def sent(self) -> dict[str, str]:
        return {name: each.value for name, each in self.fields.items() if each.value is not None}


def forms_of(page: str, address: str) -> list[Form]:
    """The forms of the page at `address`; one without an action goes there."""
    reader = Reader(address)
    reader.feed(page)
    reader.close()
    return reader.forms


class Reader(HTMLParser):
    def __init__(self, address: str) -> None:
        super().__init__()
        self.address = address
        self.forms: list[Form] = []
        self.form: Form | None = None
        self.area: Field | None = None
        self.select: Field | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "form":
            method = (given.get("method") or "get").lower()
            self.form = Form(method, given.get("action") or self.address)
            self.forms.append(self.form)
        elif tag == "input":
            self.add_input(given)
        elif tag == "button" and given.get("name"):
            self.add(Field(given["name"] or "", "button"))
        elif tag == "textarea":
            self.area = self.add(Field(given.get("name") or "", "textarea", ""))
        elif tag == "select":
            self.select = self.add(Field(given.get("name") or "", "select"))
        elif tag == "option" and self.select:
            self.add_option(self.select, given)

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.form = None
        elif tag == "textarea" and self.area:
            # The first line break after the tag is no part of the text.
            self.area.value = (self.area.value or "").removeprefix("\r").removeprefix("\n")
            self.area = None
        elif tag == "select":
            self.select = None

    def handle_data(self, data: str) -> None:
        if self.area:
            self.area.value = (self.area.value or "") + data

    def add_input(self, given: Attributes) -> None:
        sort, value = given.get("type") or "text", given.get("value")
        if sort in BUTTONS or not given.get("name"):
            return
        ticked = sort in ("checkbox", "radio")
        new = Field(given["name"] or "", sort, None if ticked else value or "")
        new.figures = given.get("inputmode") in ("numeric", "tel") or sort in ("number", "date")
        added = self.add(new)
        if ticked:
            added.choices.append(value or "on")
            added.value = (value or "on") if "checked" in given else added.value

    def add_option(self, select: Field, given: Attributes) -> None:
        value = given.get("value") or ""
        select.choices.append(value)
        if "selected" in given or select.value is None:
            select.value = value

    def add(self, new: Field) -> Field:
        """A field of the form that is being read; radio buttons of one name are one field."""
        return self.form.fields.setdefault(new.name, new) if self.form else new
