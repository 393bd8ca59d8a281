"""Solvers: betting strategies with their quality measured."""
