"""The mishaps of `docs/mishaps.md`, read as a script and walked through in a browser.

The sentences of its numbered lists are what is done: a browser clicks the words in bold, by their roles and
names alone, and knows no address and no id. A sentence that cannot be walked fails the reading. How each
evening stood before, and the sheet that was counted by hand, are in `fixtures/mishaps.toml`.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, reduce
from typing import Any, Literal

from playwright.sync_api import Locator, Page, expect

from tests import ROOT

SCRIPT, SHEETS = ROOT / "docs/mishaps.md", ROOT / "fixtures/mishaps.toml"
RIGHT = re.compile(
    r"^\*\*Put it right, (?P<where>from the overview|on the page where you are)\*\*$", re.MULTILINE
)
HEADING = re.compile(r"^## (?P<number>\d+)\. (?P<title>.+)$", re.MULTILINE)
STEP = re.compile(r"^\d+\. (?P<sentences>(?:.+\n?)(?:   .+\n?)*)", re.MULTILINE)
SENTENCE = re.compile(
    r"(?:At “(?P<place>.+?)”, )?"
    r"(?:(?P<act>[Cc]lick|[Tt]ick) \*\*(?P<label>[^*]+)\*\*"
    r"|[Ii]n \*\*(?P<field>[^*]+)\*\* (?:write `(?P<text>[^`]*)`|choose \*\*(?P<option>[^*]+)\*\*)"
    r"|You read: “(?P<read>.+?)”)\.?(?: |$)"
)
# Links to one page say the same; of other things with the same words the script has to name the place.
HREFS = "found => found.map((one, at) => one.getAttribute('href') ?? `${one.tagName} ${at}`)"
# A fold, what htmx sends and swaps in, and columns that a script exchanges lead to no other page.
STAYS = """target => target.localName === 'summary' || target.value === 'swap'
  || target.hasAttribute('hx-post') || Boolean(target.form?.matches('[hx-post], [hx-get]'))"""
PLACES = "li, tr, fieldset, [role=group], section, form, dl > div"

Role = Literal["link", "button", "radio", "checkbox", "textbox", "combobox", "searchbox"]


@dataclass(frozen=True)
class Step:
    """A sentence: a click, a tick, something written or chosen, or something to be read."""

    act: str
    label: str
    place: str = ""
    value: str = ""

    @property
    def is_click(self) -> bool:
        return self.act != "read"


@dataclass(frozen=True)
class Mishap:
    """What goes wrong, and how it is put right."""

    number: int
    title: str
    happens: Sequence[Step]
    put_right: Sequence[Step]
    from_overview: bool
    facts: dict[str, Any]

    @property
    def clicks(self) -> int:
        return sum(step.is_click for step in self.put_right)


@cache
def mishaps() -> tuple[Mishap, ...]:
    text = SCRIPT.read_text(encoding="utf-8")
    sheets = tomllib.loads(SHEETS.read_text(encoding="utf-8"))
    facts = {facts["number"]: sheets["usual"] | facts for facts in sheets["mishap"]}
    parts = HEADING.split(text)[1:]
    return tuple(
        mishap(int(number), title, body, facts[int(number)])
        for number, title, body in zip(parts[::3], parts[1::3], parts[2::3], strict=True)
    )


def mishap(number: int, title: str, body: str, facts: dict[str, Any]) -> Mishap:
    before, where, after = RIGHT.split(body)
    return Mishap(
        number, title, tuple(steps_in(before)), tuple(steps_in(after)), where == "from the overview", facts
    )


def steps_in(text: str) -> Iterator[Step]:
    for found in STEP.finditer(text):
        yield from sentences_in(" ".join(found["sentences"].split()))


def sentences_in(line: str) -> Iterator[Step]:
    at = 0
    while at < len(line):
        found = SENTENCE.match(line, at)
        assert found, f"no step: {line[at:]}"
        yield step_of(found)
        at = found.end()


def step_of(found: re.Match[str]) -> Step:
    place = found["place"] or ""
    if found["read"]:
        return Step("read", found["read"])
    if found["field"]:
        value = found["option"] or found["text"] or ""
        return Step("choose" if found["option"] else "write", found["field"], place, value)
    return Step(found["act"].lower(), found["label"], place)


def walk(page: Page, steps: Sequence[Step]) -> None:
    for step in steps:
        do(page, step)


def do(page: Page, step: Step) -> None:
    match step.act:
        case "click":
            click(page, found(page, step, "link", "button"))
        case "tick":
            found(page, step, "radio", "checkbox").click()
        case "write":
            found(page, step, "textbox", "combobox", "searchbox").fill(step.value)
        case "choose":
            choose(found(page, step, "combobox"), step.value)
        case _:
            expect(page.locator("body")).to_contain_text(step.label)


def click(page: Page, target: Locator) -> None:
    """The answer is waited for: a script of the page may send the form a moment later."""
    if target.evaluate(STAYS):
        target.click()
        return
    with page.expect_navigation():
        target.click()


def choose(box: Locator, words: str) -> None:
    """An entry may have its place in brackets behind its name."""
    offered = [text.strip() for text in box.locator("option").all_inner_texts()]
    (label,) = [text for text in offered if text == words or text.startswith(f"{words} (")]
    box.select_option(label=label)


def found(page: Page, step: Step, *roles: Role) -> Locator:
    """What has this role and these words: the only one, or the first of links that lead to the same page."""
    sought = [page.get_by_role(role, name=named(step)) for role in roles]
    if "button" in roles:
        sought.append(page.locator("summary").filter(has_text=named(step)))
    either = reduce(Locator.or_, sought)
    within = page.locator("main")
    if step.place:
        within = within.locator(PLACES).filter(has_text=step.place).filter(has=either).last
    words = either.and_(within.locator("*"))
    expect(words.first, str(step)).to_be_visible()
    addresses = {at and at.partition("#")[0] for at in words.evaluate_all(HREFS)}
    assert len(addresses) == 1, f"{step}: the words stand at several places"
    return words.first


def named(step: Step) -> re.Pattern[str]:
    """The words; then at most what a screen reader alone reads, and at a field its hint."""
    after = r"\s*(?:[,:].*)?" if step.act == "click" else r"(?:[\s(:].*)?"
    return re.compile(rf"^\s*{re.escape(step.label)}{after}$", re.DOTALL)
