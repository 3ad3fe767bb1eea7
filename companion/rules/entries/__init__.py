"""A round as it was entered, by cards, counts, points or as a race, read from a document."""
