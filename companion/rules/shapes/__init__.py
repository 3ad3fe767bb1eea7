"""The shapes of a round: captured, counted or added up, each read and written by a module of its own."""
