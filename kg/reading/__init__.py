"""Room three: a spaCy pipeline for literary Chinese that reads the acts of a rite."""
