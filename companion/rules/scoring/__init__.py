"""What an entry comes to: the yaku of piles, rounds, totals, statistics."""
