"""Pages drawn from the graph: what a reader looks at. Nothing here writes to the graph."""
