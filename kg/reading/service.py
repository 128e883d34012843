"""Service: who serves is left unnamed, who is served stands there (annotation.md §10)."""

from __future__ import annotations

from kg.reading.act import Mode
from kg.reading.addressed import Addressed
from kg.reading.draft import Draft

_SETS = frozenset({"putting", "arranging", "serving", "stance"})


class Service(Addressed):
    """Knows acts that the text leaves to nobody by name."""

    def _unnamed(self, drafts: list[Draft], index: int, draft: Draft) -> bool:
        """薦脯醢, 設折俎: somebody serves, nobody is named (annotation.md §10)."""
        if draft.has("instrument") or draft.mode is not Mode.ASSERTED:
            return False
        if self._served(drafts, index, draft):
            return False
        if draft.follows != "stop" and draft.cls in _SETS and self._goes_on_unnamed(drafts, index):
            return True  # 尊於賓席之東，…左玄酒，皆加勺
        if draft.form not in self.words["serves"]:
            return False
        before = drafts[index - 1] if index else None
        if draft.follows == "stop":
            return before is None or self.marked
        if draft.follows == "comma":
            return before is not None and before.actor_rule == "actor.unnamed"
        return not self.marked and draft.form in self.words["serves-food"] and bool(self._things(draft) & self.food)

    def _served(self, drafts: list[Draft], index: int, draft: Draft) -> list[str]:
        """薦司正與射人於觶南，北面東上: those who are served stand so."""
        before = drafts[index - 1] if index else None
        if draft.cls != "stance" or draft.subject is not None or before is None or before.sentence != draft.sentence:
            return []
        if before.actor_rule == "actor.served":
            return before.labels("actor")
        serves = before.cls == "serving" and before.form not in self.rite.denominal
        return before.persons("recipient") if serves and not before.has("object") else []

    def _goes_on_unnamed(self, drafts: list[Draft], index: int) -> bool:
        """Whether the same sentence has been setting things out by nobody's name."""
        for position in range(index - 1, -1, -1):
            before = drafts[position]
            if before.sentence != drafts[index].sentence:
                return False
            if before.actor_rule != "actor.thing":
                return before.actor_rule == "actor.unnamed"
        return False
