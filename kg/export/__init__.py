"""Exports: the graph as tables, networks, annotated texts and RDF that other programs read."""
