"""Room one: files become Documents with layers and citable passages."""
