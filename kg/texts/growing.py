"""A text that grows piece by piece, of which the end can be had without joining the whole."""

from __future__ import annotations


class Growing:
    """Pieces in order. `length` counts code points; adding and looking at the end take no longer as it grows."""

    def __init__(self) -> None:
        self.length = 0
        self._pieces: list[str] = []

    def __bool__(self) -> bool:
        """Whether there is anything yet."""
        return bool(self._pieces)

    def __str__(self) -> str:
        return "".join(self._pieces)

    def add(self, piece: str) -> None:
        """The text goes on with `piece`."""
        self._pieces.append(piece)
        self.length += len(piece)

    def tail(self, start: int) -> str:
        """The text from offset `start` on."""
        found: list[str] = []
        length = self.length
        for piece in reversed(self._pieces):
            if length <= start:
                break
            length -= len(piece)
            found.append(piece)
        return "".join(reversed(found))[max(0, start - length) :]
