"""Room three: a spaCy pipeline for literary Chinese that reads the acts of a rite."""

from kg.reading.pipeline import load, read, reading_of

__all__ = ["load", "read", "reading_of"]
