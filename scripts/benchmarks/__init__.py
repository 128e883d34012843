"""Measurements of the project. A module here is a subcommand of scripts/bench: it has `run(arguments)` and a docstring
whose first line says what it measures; a name that begins with _ is none."""
