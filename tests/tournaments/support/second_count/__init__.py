"""A second count of a whole event, written from the rulings alone.

It reads stored rows as plain values and shares no function with the program: what both come to is compared.

    rows       an event as plain values, read from its rows
    games      what each result of a table is worth
    rounds     the results of each round: who sat out, missed it, had a walkover, or is struck out
    places     totals, tie-breaks, and places
    meetings   who was to meet whom, by each movement
    compare    what the program says otherwise
"""
