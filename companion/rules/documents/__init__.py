"""JSON in and out: the document of a game, its schema, the rules of a game for a phone."""
