"""The scoring core of the canasta family. It imports only the standard library.

There is one way through it, for every caller:

    data -> sheet_io.read_sheet(data, find) -> (DealSheet | None, problems): the sheet as a value
         -> checks.find_problems(sheet) -> every error and warning at once, as data
         -> score.score_deal(sheet) -> DealScore: lines with paragraph, subtotals, contract, game
         -> serialize.score_as_data(score) -> the JSON contract

It knows no game by name: `find` returns the rule set of a slug, as `scoring.rulesets.find` does.

`pipeline.evaluate(data, find)` takes all these steps and counts the cards once. In this order each module
imports only modules before it: `cards`, `problem`, `vocabulary`, `schema`, `melds`, `ruleset`, `card_values`,
`meld_book`, `combinations`, `deal_sheet`, `contract`, `side_checks`, `game_state`, `steps`, `counted`,
`packed`, `counting`, `house_rules`, `parser`, `deck`, `entry_checks`, `checks`, `score`, `sheet_io`,
`pipeline`, `game`, `serialize`. The rest:

- `ruleset.RuleSet` describes a game, `house_rules.with_options` as it is agreed for one table.
- `game.evaluate_game(data, find)` scores a whole game, `game.rescore_deals(...)` recorded deals;
  `openings_for` returns the requirements to freeze when a deal is dealt, for `sheet_io.read_sheet`.
- `notation` reads and prints cards, `auction` has the calls before a contract, `seats` who sits and deals.
- `corrections.correction_kinds` and `corrections.may_correct`: the kinds of a difference between two sheets,
  and who may make such a correction.
- `reconciliation.compare_paper` and `compare_result_slip` explain why a total on paper is another.
- `penalties.charges_for_act`: the penalties of one act that breaks several rules.
- `simulate` plays deals, for demonstration, load and tests.

A problem is a code, a side, a place and parameters (`problem.Problem`); its sentence is made in `wording`.
"""

from __future__ import annotations

__all__ = [
    "auction",
    "card_values",
    "cards",
    "contract",
    "corrections",
    "counting",
    "deal_sheet",
    "deck",
    "game",
    "game_state",
    "house_rules",
    "jsonl",
    "likely_totals",
    "meld_book",
    "melds",
    "notation",
    "penalties",
    "pipeline",
    "problem",
    "protocol_rows",
    "reconciliation",
    "replay",
    "ruleset",
    "schema",
    "score",
    "seats",
    "serialize",
    "sheet_io",
    "side_checks",
    "simulate",
    "steps",
    "vocabulary",
]
