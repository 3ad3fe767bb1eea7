"""JSON in and out: the document of a game, the rules of a game for a phone."""
