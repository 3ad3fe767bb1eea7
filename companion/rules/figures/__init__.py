"""How the sums of a round are formed: figures, each with its formula and its words."""
