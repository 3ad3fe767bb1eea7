"""Rules, rulings, lessons, cards, search, and a table's own rules."""
