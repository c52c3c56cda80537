"""The log says what a change has changed: what was before, and what came after."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any, Final

import pytest
from django.conf import settings
from django.utils import translation

from clubs.books import log_wording
from clubs.books.log import changed_facts
from tournaments.agreement.agreement import EventAgreement
from tournaments.core.schemes import SCHEMES
from tournaments.running import EventPlan
from tournaments.settings.logged_settings import pairings_text, settings_changed

ROOT = Path(settings.BASE_DIR)
APPS = ("clubs", "scoring", "tournaments")

_NEW: Final = "It makes something that was not there."
_ENDS: Final = "It ends something, and says what that was; nothing stands in its place."
_SECRET: Final = "What it changes is a secret, and in no log."
_SAYS_IT: Final = "Its sentence says what was and what is: it has these two states alone."
_WHOLE_ROW: Final = "What it changes stands in the entries of the log that belong to it."

# Every act of the log: why it needs no value before it. All others say what was before and what came after.
REASONS: Final[dict[str, str]] = {
    **dict.fromkeys(
        (
            *("event.listed", "past_results.added", "register.taken_in"),
            *("club.created", "player.added", "member.added", "member.ended", "invitation.made"),
            *("invitation.accepted", "role.given", "club.joined"),
            *("game.opened", "game.result_entered", "game.ended", "game.adjusted", "game.read_back"),
            *("deal.started", "deal.recorded", "deal.agreed", "protocol.handed_in"),
            *("game.signature", "game.signature_refused", "game.signed_as_absent"),
            *("game.signed_by_director", "game.signed_on_paper", "round.signed_on_paper"),
            *("ruling.given", "warning.given", "director.called", "photo.kept", "tables.made"),
            *("players.told_apart", "event.codes_sent", "event.codes_not_sent"),
            *("game.ended_with_round", "round.time_up", "pairing.minutes_given"),
            *("signup.made", "signups.entered", "cash.entered", "notice.announced", "notice.called"),
            "pairing.level_decided",
            *("place.decided", "prizes.drawn", "prize.given", "gathering.made", "gathering.restored"),
            *("series.made", "ranking.made", "date.asked", "days.closed"),
            "statement.issued",
            *("league.made", "team.added", "team.charged"),
            *("event.carried", "final.made", "finals.made", "round.ratings_noted"),
            *(
                "event.created",
                "event.brought_in",
                "event.exported",
                "entry.added",
                "entry.put_back",
                "round.drawn",
                "event.adjusted",
                "fixtures.added",
            ),
        ),
        _NEW,
    ),
    **dict.fromkeys(
        (
            *("club.left", "invitation.withdrawn", "role.taken", "game.resumed"),
            *("player.deleted", "table.deleted", "tables.deleted", "club.deleted", "event.deleted"),
            *("game.result_taken_back", "game.adjustment_cancelled", "ruling.cancelled"),
            *("warning.cancelled", "entry.removed", "event.adjustment_cancelled"),
            *(
                "director.call_taken_back",
                "photo.removed",
                "scan.dropped",
                "past_results.removed",
                "register.taken_back",
                "players.asked_again",
            ),
            *("account.closed", "player.erased", "player.merged", "player.parted"),
            *("game.resumed_with_round", "round.time_goes_on", "notice.ended"),
            *("signups.taken_back", "signups.taken_out", "signups.deleted", "cash.taken_back"),
            *("cash.prices_taken_back", "prize.taken_back", "gathering.dissolved"),
            *("series.removed", "series.reopened", "ranking.removed", "days.opened"),
            "statement.credited",
            *("series.removed", "series.reopened", "league.removed", "league.reopened", "team.removed"),
            *("team.charge_cancelled", "match.hidden", "finals.taken_back", "fixtures.removed"),
        ),
        _ENDS,
    ),
    **dict.fromkeys(
        (
            *("reset_link.made", "password.reset", "password.changed", "tables.pins_renewed"),
            *("session.ended", "email.asked", "email.changed"),
            *("second_step.set_up", "second_step.removed", "recovery_codes.made", "recovery_code.used"),
            *("code_app.removed", "passkey.added", "passkey.removed", "passkey.refused"),
        ),
        _SECRET,
    ),
    **dict.fromkeys(
        (
            *("deal.looked_at", "director.came", "round.locked", "round.unlocked"),
            *("book.archived", "book.brought_back"),
            *("announcement.made", "announcement.taken_down", "notice.brought_back"),
            *("place.decider_withdrawn", "place.decider_back"),
            *("series.closed", "series.brought_back", "ranking.brought_back", "days.closed_again"),
            *("series.closed", "series.brought_back", "league.closed", "league.brought_back"),
            *("team.brought_back", "team.withdrawn", "team.returned", "team.charge_restored"),
            *("match.sealed", "match.lined_up", "match.seal_broken", "match.opened"),
        ),
        _SAYS_IT,
    ),
    **dict.fromkeys(("event.rescored", "league.rescored"), _WHOLE_ROW),
}


# Where the code of an act is chosen as it is logged: the acts of the module.
_CHOSEN_IN: Final = {
    "clubs/people/register/licences.py": ("register.renewed",),
    "clubs/people/verbs.py": ("player.edited", "player.renamed"),
    "scoring/recording/approving.py": ("deal.approved", "deal.sent_back", "deal.disputed"),
    "scoring/recording/deals.py": ("deal.amended",),
    "scoring/recording/ending.py": ("game.result_corrected",),
    "tournaments/federation/dates.py": ("date.withdrawn", "date.brought_back"),
    "tournaments/running/programme.py": (
        *("programme.made", "programme.line_set", "programme.line_removed", "programme.moved"),
        "programme.put_back",
    ),
    "tournaments/running/clocks.py": (
        *("round.clock_started", "round.clock_changed", "round.clock_paused", "round.clock_resumed"),
    ),
    "tournaments/running/codes_mail.py": ("event.codes_sent", "event.codes_not_sent"),
    "tournaments/signup/deciding.py": ("signups.approved", "signups.declined", "signups.joined"),
    "tournaments/running/entry_changes.py": ("entry.corrected", "entry.handed_over"),
    "tournaments/leagues/results.py": (
        *("match.moved", "match.postponed", "match.entered", "match.cleared", "match.confirmed"),
        *("match.disputed", "match.accepted", "match.reopened", "match.ruled", "match.put_back"),
        *("match.answer_withdrawn", "match.sides_exchanged"),
    ),
    "tournaments/leagues/table_games.py": ("match.game_opened", "match.game_left"),
    "tournaments/leagues/teams.py": ("team.charge_cancelled", "team.charge_restored"),
}


@cache
def _logged() -> dict[str, list[ast.Call]]:
    """The calls that log each act."""
    calls: defaultdict[str, list[ast.Call]] = defaultdict(list)
    for app in APPS:
        for source in sorted((ROOT / app).rglob("*.py")):
            chosen = _CHOSEN_IN.get(source.relative_to(ROOT).as_posix(), ())
            tree = ast.parse(source.read_text(encoding="utf-8"))
            named = dict(_named_acts(tree))
            for call in _calls_in(tree):
                act = ast.unparse(call.args[0])
                is_known = isinstance(call.args[0], ast.Constant) or act in named
                for code in [named.get(act) or ast.literal_eval(act)] if is_known else chosen:
                    calls[code].append(call)
    return calls


def _named_acts(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """The texts that have names of their own in a module, one by one or several in a row."""
    for node in tree.body:
        if isinstance(node, ast.AnnAssign) and node.value is not None:
            yield from _texts_of([(node.target, node.value)])
        if not isinstance(node, ast.Assign):
            continue
        (target,) = node.targets
        pairs = (
            zip(target.elts, node.value.elts, strict=True)
            if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple)
            else [(target, node.value)]
        )
        yield from _texts_of(pairs)


def _texts_of(pairs: Iterable[tuple[ast.expr, ast.expr]]) -> Iterator[tuple[str, str]]:
    for name, value in pairs:
        if isinstance(value, ast.Constant) and isinstance(value.value, str):
            yield ast.unparse(name), value.value


def _calls_in(tree: ast.AST) -> Iterator[ast.Call]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and len(node.args) > 1:
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if name in ("log", "LoggedAct"):
                yield node


def test_every_act_that_needs_no_value_before_it_is_one_and_says_why() -> None:
    assert REASONS.keys() <= log_wording.log_sentences.keys()


@pytest.mark.parametrize("act", sorted(log_wording.log_sentences.keys() - REASONS.keys()))
def test_an_act_that_changes_something_says_what_was_before_and_what_came_after(act: str) -> None:
    calls = _logged().get(act)
    assert calls, act
    for call in calls:
        given = {keyword.arg: keyword.value for keyword in call.keywords}
        assert {"before", "after"} <= given.keys(), (act, ast.unparse(call))
        before, after = (_keys(given[name]) for name in ("before", "after"))
        # Where the facts come from a function or another fact, they are read in the tests of the act.
        assert before is None or after is None or before & after, (act, ast.unparse(call))


def _keys(facts: ast.expr) -> set[str] | None:
    """The keys of facts that are written out; None where some come from elsewhere."""
    if not isinstance(facts, ast.Dict) or None in facts.keys:
        return None
    return {ast.unparse(key) for key in facts.keys if key is not None}


def test_each_setting_of_an_event_that_was_changed_stands_in_the_log_in_words() -> None:
    plan = EventPlan(name="Autumn", ruleset="samba", date=date(2026, 11, 24))
    before = plan.agreement
    after = replace(before, scheme=SCHEMES["total"], chain=("points",), cap=5000, hidden=True)
    right = replace(plan, agreement=after, options={"settlement": "winner_only"})
    changes = changed_facts(dict(plan.facts), dict(right.facts), {})
    told = {change.label: (change.before, change.after) for change in changes}
    assert told["Hide the standings until the results are shown"] == ("no", "yes")
    assert told["Maximum points per game"] == ("–", "5000")
    assert told["What decides a place, in this order"][0].count(",") == len(before.chain) - 1
    # The scheme, two numbers of it and what decides a place; and a house rule that was as the rules say.
    assert len(told) == 5
    assert all(was and now and was != now for was, now in told.values())


@pytest.mark.parametrize("name", sorted(EventAgreement().data()))
def test_every_setting_can_be_told(name: str) -> None:
    """A new setting needs a label: without one the page of the log could not be shown."""
    other = EventAgreement().data()
    other[name] = _another(name, other[name])
    changes = list(settings_changed({"agreed": EventAgreement().data()}, {"agreed": other}))
    assert [bool(change.label and change.before and change.after) for change in changes] == [True]
    assert changes[0].before != changes[0].after


def _another(name: str, value: Any) -> Any:
    others: dict[str, Any] = {
        "apart": [[1, 2]],
        "wished": [[1, 2]],
        "phases": [{"movement": "round_robin", "rounds": 3}],
        "scheme": "total",
        "chain": ["points"],
        "places_by": "seed",
        "best_of": 3,
        "level_game": "higher_place",
        "strength": [2, 1],
        "missed": "own_average",
        "counting": "signed",
        "entries_until": "last_draw",
        "licences": "needed",
        "sit_out": "percent_of_most",
        "clock_end": "stop_at_once",
        "who_leaves": "stand",
        "substitutes": "capped",
        "written_on": "paper",
        "approval": "own_code",
        "corrections": "by_consent",
        "protocols": "both",
        "signers": "one",
    }
    if name in others:
        return others[name]
    if isinstance(value, bool):
        return not value
    return [*value, 7] if isinstance(value, list) else (value or 0) + 1 if isinstance(value, int) else 3


def test_pairings_stand_in_the_log_table_by_table() -> None:
    assert pairings_text([[[1], [4]], [[2, 3], [5, 6]]]) == "1 – 4; 2 + 3 – 5 + 6"


@pytest.mark.parametrize(
    ("language", "value", "text"),
    [
        ("en", [6400, 500], "6,400 · 500"),
        ("fi", [6400, 500], "6\N{NO-BREAK SPACE}400 · 500"),
        ("en", [[6400, -500], [1, 0]], "6,400 · −500; 1 · 0"),
        ("en", [2725, None], "2,725 · –"),
        ("en", ["East", ""], "East"),
        ("en", {"red": 6400, "black": 500}, "black 500; red 6,400"),
    ],
)
def test_several_numbers_are_told_apart_and_grouped_as_the_reader_writes_them(
    language: str, value: Any, text: str
) -> None:
    with translation.override(language):
        (change,) = changed_facts({}, {"points": value}, {})
    assert change.after == text
