"""``python -m musodds.cli``."""

from . import main

main()
