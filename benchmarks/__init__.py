"""Measure the budgets: ``python -m benchmarks``."""

import sys
from pathlib import Path

# the slow, obvious version that the figures are compared with
sys.path.append(str(Path(__file__).parent.parent / "tests"))
