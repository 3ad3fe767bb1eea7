"""What a score says: the lines of a breakdown, the sentences about a round and a game."""
