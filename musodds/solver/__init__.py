"""Betting at equilibrium.

The core knows nothing of mus: `game` says what a game is, `solve` solves it. `toys` are games with
known values that run through it; `lance` and `hand` are mus between two players.
"""
