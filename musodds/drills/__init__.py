"""Drills: questions with their answers, printed sets, duplicate boards, a hand at the table."""
