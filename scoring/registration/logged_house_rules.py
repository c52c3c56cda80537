"""House rules in the log: each with what it was and what it is, as people read them."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _

from clubs.books.log_wording import FactChange, LoggedFacts
from scoring import rulesets
from scoring.store import sheets
from scoring.wording import options as option_wording


def house_rules_changed(before: LoggedFacts, after: LoggedFacts) -> Iterator[FactChange]:
    """Yield each house rule that an act has changed, or agreed on in a new game."""
    old, new = before.get("options") or {}, after.get("options") or {}
    for name in sorted(old.keys() | new.keys()):
        if old.get(name) != new.get(name):
            label = _label_of(after, name) or _label_of(before, name) or _("House rules")
            yield FactChange(label, _value_of(before, name), _value_of(after, name))


def _label_of(facts: LoggedFacts, name: str) -> str:
    """Return the label of a house rule; none where the facts do not say of which game."""
    texts = rulesets.labels_by_slug().get(str(facts.get("ruleset", "")))
    known = texts is not None and name in texts.options
    return str(option_wording.option_label(facts["ruleset"], name)) if known else ""


def _value_of(facts: LoggedFacts, name: str) -> str:
    """Return the value of a house rule: where nothing was agreed on, what the rules say."""
    if "options" not in facts:
        return ""
    options = facts["options"] or {}
    if not _label_of(facts, name):
        return f"{name}: {options[name]}" if name in options else ""
    choices = {option.name: option.choices for option in sheets.load_ruleset(facts["ruleset"]).options}
    if name not in choices:
        return ""
    value = options.get(name, choices[name][0].value)
    known = any(choice.value == value for choice in choices[name])
    return str(option_wording.value_label(facts["ruleset"], name, value)) if known else str(value)
