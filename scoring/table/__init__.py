"""The page of a table: the phone that its players write on."""
