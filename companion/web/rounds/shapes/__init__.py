"""The fields of a round by its shape: cards, counts or points, each read and shown by its own module."""
