"""Room two: the tables that a philologist edits, and the loaders that check them."""
