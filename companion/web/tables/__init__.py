"""The pages of a table: its evening, its games and their statistics."""
