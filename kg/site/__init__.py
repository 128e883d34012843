"""The site: a folder of pages that open from a file, drawn from the graph. Nothing here writes to the graph."""
