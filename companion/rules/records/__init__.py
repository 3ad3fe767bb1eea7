"""What a rule set is, as data: its cards, yaku, options and settlements, and what a table chose."""
