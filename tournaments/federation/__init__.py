"""A federation's year: dates that clubs apply for, statements for clubs, and the report of the year."""

from tournaments.federation.dates import (
    DatePlan,
    ask_for_date,
    bring_date_back,
    change_date,
    date_plan_from,
    date_plan_of,
    decide_date,
    put_date_back,
    withdraw_date,
)
from tournaments.federation.terms import (
    Terms,
    close_days,
    close_days_again,
    open_days,
    set_terms,
    terms_from,
    terms_of,
)

__all__ = [
    "DatePlan",
    "Terms",
    "ask_for_date",
    "bring_date_back",
    "change_date",
    "close_days",
    "close_days_again",
    "date_plan_from",
    "date_plan_of",
    "decide_date",
    "desk_views",
    "open_days",
    "put_date_back",
    "queries",
    "set_terms",
    "statement",
    "statement_views",
    "terms_from",
    "terms_of",
    "views",
    "withdraw_date",
    "words",
    "year",
    "year_views",
]
