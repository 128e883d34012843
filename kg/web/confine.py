"""The second lock on a worker: the system itself lets it open no TCP connection, whatever a query makes the engine do.

The first is that no query with SERVICE gets to the engine (kg.graph.sparql). Landlock needs no privileges; it knows
TCP since Linux 6.7. Its system calls have the same numbers on every processor.
"""

from __future__ import annotations

import sys

_CREATE_RULESET, _RESTRICT_SELF = 444, 446
_NO_NEW_PRIVILEGES = 38  # prctl
_BIND_TCP, _CONNECT_TCP = 1, 2
_KNOWS_TCP = 4  # version of Landlock's interface
_VERSION = 1  # flag: ask for it

if sys.platform == "linux":
    import ctypes
    import os
    import struct

    def no_connections() -> bool:
        """Takes TCP from this thread and all that it starts. False where the system does not know how."""
        system = ctypes.CDLL(None, use_errno=True)
        if system.syscall(_CREATE_RULESET, None, 0, _VERSION) < _KNOWS_TCP:
            return False
        handled = struct.pack("=QQ", 0, _BIND_TCP | _CONNECT_TCP)  # no file access; all of TCP, with no exception
        rules = system.syscall(_CREATE_RULESET, handled, len(handled), 0)
        if rules < 0:
            return False
        try:
            return not (system.prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0) or system.syscall(_RESTRICT_SELF, rules, 0))
        finally:
            os.close(rules)

else:

    def no_connections() -> bool:
        """No such lock here."""
        return False
