"""ritual-kg: classical Chinese ritual texts as a knowledge graph."""

__version__ = "0.1.0"
