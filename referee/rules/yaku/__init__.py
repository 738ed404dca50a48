"""The yaku: one function each, by family, and the table that says what each is worth."""
