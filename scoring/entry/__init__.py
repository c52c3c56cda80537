"""Entering a deal: one page for the desk and for the table.

    pages     what is asked for: which deal, of which game, by which sides, and by whom it is written
    fields    the kinds of field: a number or a sum, how many, a total on paper, cards
    parts     what the forms share: a line, and what of it may be written now
    column    one side's column, built from the rule set in the order of the paper
    forms     the contract, the end, the columns, and what is said beside them
    keys      the digits and letters by which somebody types without a mouse
    typed     what stands in the fields, as plain text: taken from a stored deal, changed by a touch
    cards     melds as people type them, and the characters at which they go wrong
    verdicts  what may be changed of a deal now, by which paragraph
    preview   the deal as it would score now; nothing is stored
    views     the addresses

What was typed becomes the body of a deal, which `reading.read_deal` reads, for the preview as for the record.
Nothing here adds a point, and nothing asks which game it is in.
"""

__all__ = ["views"]
