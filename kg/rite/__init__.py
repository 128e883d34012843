"""The rite: phases, likenesses, places, the state after each act, offices, and two rites side by side."""
