"""Computer players: a view in, an action out, with chance passed in (design, section 3)."""
