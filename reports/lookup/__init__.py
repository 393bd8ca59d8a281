"""A page on which a player taps four cards, a seat and a score, and reads what to do."""
