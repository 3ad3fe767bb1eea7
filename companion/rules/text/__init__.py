"""What anybody wrote: numbers, names, JSON, TOML. It knows no game."""
