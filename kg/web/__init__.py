"""The server: SPARQL in worker processes that can be killed, linked data, search, a JSON service. It only reads."""
