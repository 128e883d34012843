"""Room one: files become Documents with layers and citable passages."""

from kg.texts.read import read_documents
from kg.texts.shipped import shipped_commentaries, shipped_documents

__all__ = ["read_documents", "shipped_commentaries", "shipped_documents"]
