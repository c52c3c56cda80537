"""Entering a deal: one page for the desk and for the table.

    views              the addresses
    contract_views     the page of the contract before a deal is played
    entry_page         the page: its values, its buttons, its preview, its rendering
    submission         recording what was sent
    context            the deal, and the place where it is entered
    correction_rights  what may be corrected in a deal now, by which paragraph
    blocking           why a deal cannot be recorded now
    deal_entry         all forms of a deal together
    forms              the end of the deal, the writer, the director's decision
    contract_form      the contract and its auction
    column             one side's column, built from the rule set in the order of the paper
    parts              what the forms share
    fields             the kinds of field: sums, counts, totals on paper, cards
    keys               digits and letters for the keyboard
    field_values       the values of the fields as text, from a stored deal
    cards              parsing typed cards and melds
    melds              typed melds, the cards left, the keypad
    auction            the auction call by call
    preview            the score of the deal as typed
    preview_sheet      its score sheet
    paper_totals       the running totals on paper

What was typed becomes the data of a deal, which `sheets.read_deal` reads, for the preview as for the record.
Nothing here adds points, and nothing depends on the name of a rule set.
"""

__all__ = ["contract_views", "views"]
