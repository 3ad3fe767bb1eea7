"""The pages of a game: it begins, its rounds, how it stands, what changes it, its links and files."""
