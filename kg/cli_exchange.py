"""The commands by which the graph meets other people and programs: link, export, correct, review."""
