"""Measure the budgets: ``python -m benchmarks``."""
