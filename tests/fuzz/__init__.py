"""Readers of musodds given anything: ``python -m tests.fuzz`` runs them under atheris."""
