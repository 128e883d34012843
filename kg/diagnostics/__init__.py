"""For whoever keeps the rules: scores by rule, what changed between two versions, words outside the lexicon."""
