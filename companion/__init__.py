"""Kwa-Dō Companion keeps score of hanafuda played with real cards, prints its sheets, answers rulings."""

__version__ = "0.3"
