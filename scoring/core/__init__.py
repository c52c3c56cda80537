"""The scoring core: the rule sets of the canasta family, pure and complete.

Standard library only. One way through it, for every caller:

    data -> sheet.read(data)    -> (DealSheet | None, problems)   what was written down, as a value
         -> problems(sheet)     -> every error and warning at once, as data
         -> score(sheet)        -> DealScore: lines with paragraph, subtotals, contract, game
         -> result.as_data(...) -> the JSON contract

`scored.scored(data)` takes all these steps and counts the cards once. The rest:

- `rulesets.find(slug)`, `rulesets.all()`: the games; `rulesets.base.RuleSet` says what one is made of.
- `game.play(data)` folds a whole game, `game.refolded(...)` what was recorded; `game.openings_before`
  freezes what a deal needs to open with when it is dealt, and `sheet.read(data, openings=...)` keeps to it.
- `notation`: cards typed and printed. `auction`: the calls before a contract. `seats`: who deals.
- `corrections.kinds_of`, `corrections.may`: what a difference between two sheets is, and who may make it.
- `paper.findings`, `paper.slip_findings`: why a total on paper is another; `mistakes` says what each costs.
- `penalties.charged_for`: what one act costs that breaks several rules.
- `simulate`: deals as players play them, for demonstration, load and tests.

A problem is a code, a side, a place and parameters (`problem.Problem`); sentences are made elsewhere.
"""

from __future__ import annotations

from scoring.core.checks import problems
from scoring.core.score import score

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
    "jsonl",
    "melds",
    "notation",
    "penalties",
    "pipeline",
    "problem",
    "problems",
    "protocol_rows",
    "reconciliation",
    "score",
    "seats",
    "serialize",
    "sheet_io",
    "steps",
]
