"""Decks that are taught by photos, and photos of piles."""
