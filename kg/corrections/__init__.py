"""Corrections by people: kept in a table, applied between reading and graph."""
