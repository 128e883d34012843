"""The graph: readings as RDF, the store, queries and validation."""
