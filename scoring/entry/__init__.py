"""Entering a deal: one page for the desk and for the table.

    pages     what is asked for: which deal, of which game, by which sides, and by whom it is written
    fields    the kinds of field: a number or a sum, how many, cards
    forms     the protocol's columns, built from the rule set
    typed     what stands in the fields, as plain text: taken from a stored deal, changed by a touch
    cards     melds as people type them, and the characters at which they go wrong
    preview   the deal as it would score now; nothing is stored
    views     the addresses

What was typed becomes the body of a deal, which `reading.read_deal` reads, for the preview as for the record.
Nothing here adds a point, and nothing asks which game it is in.
"""
