"""Mus for four: the whole hand solved by sampling, and what its strategies are worth."""
