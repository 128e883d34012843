"""Links to other datasets: mappings, candidates from dumps, and a service by which others link to us."""
