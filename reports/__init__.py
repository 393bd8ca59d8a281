"""Figures and coaching material made from musodds results; installs as ``musodds.reports``."""
