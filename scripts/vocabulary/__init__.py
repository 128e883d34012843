"""Tools for the vocabulary: its competency questions, its documentation page, its consistency."""
