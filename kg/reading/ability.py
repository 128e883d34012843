"""Ability: who can do an act at all (who holds the cup, who is up or down, whose duty it is)."""

from __future__ import annotations

from kg.reading.act import Mode
from kg.reading.draft import Draft
from kg.reading.scene import Scene
from kg.reading.still import Still

_TAKES = frozenset({"taking", "receiving", "handling"})


class Ability(Still):
    """Follows who is where and holds what, and chooses by it."""

    def _able(self, drafts: list[Draft], index: int, draft: Draft, scene: Scene) -> list[str]:
        """Who can do it at all: he who holds a cup drinks it or puts it down; he who is down can go up."""
        if len(scene.actors) != 1 or len(scene.prior) != 1 or draft.collective:
            return []
        one, other = scene.actors[0], scene.prior[0]
        if draft.cls in {"giving", "speech", "order"} and one in draft.labels("recipient"):
            return scene.prior  # 辯獻卿, 告於賓: nobody gives to himself or tells himself
        brief = 0 < index - scene.turn <= 2 and (
            drafts[index - 1].cls in {"answer", "serving", "giving"} or self._aside(drafts, scene.turn, index)
        )
        if not brief:
            return []
        below = self._below([other], [one], scene)
        before = drafts[index - 1]
        bids = draft.follows == "" and before.tagged("mutual") and before.subject is not None  # 一耦揖升
        if draft.tagged("up") and not draft.negated and below and not bids:
            return scene.prior
        if one not in scene.cups and other in scene.cups:
            for later in drafts[index : index + 4]:
                if later.subject is not None or later.cls in {"taking", "receiving"} or later.order is not None:
                    return []
                if later.cls == "drinking" or (later.tagged("ends-cup") and later.has("object")):
                    return scene.prior
        return []

    def _below(self, these: list[str], others: list[str], scene: Scene) -> bool:
        """Whether these are known to be down, and of the others none is."""
        down = {label for label, level in scene.level.items() if level == "down"}
        return bool(these) and down.issuperset(these) and down.isdisjoint(others)

    def _drinks(self, drafts: list[Draft], index: int) -> bool:
        for later in drafts[index : index + 4]:
            if later.subject is not None:
                return False
            if later.cls in {"drinking", "eating", "rite"} or later.tagged("ends-cup") or later.cls == "bow":
                return True
        return False

    def _track(self, draft: Draft, scene: Scene) -> None:
        """Who is up or down, and who holds a cup, after the act."""
        if draft.negated:
            return
        cls, tags = draft.cls, draft.tags
        if "up" in tags or ("down" in tags and not draft.has("origin")):
            level = "up" if "up" in tags else "down"
            for one in draft.labels("actor"):
                scene.level[one] = level
        if draft.mode is not Mode.ASSERTED:
            return
        down = "puts-down" in tags
        if cls == "drinking":
            scene.cups = set(draft.labels("actor"))
        elif cls in _TAKES and not down:
            if self._cup(draft):
                scene.cups = set(draft.labels("actor"))
        elif cls == "giving" or (down and self._cup(draft)):
            scene.cups.difference_update(draft.labels("actor"))

    def _cup(self, draft: Draft) -> bool:
        objects = draft.labels("object")
        return not self.vessels.isdisjoint(objects) or (draft.cls == "receiving" and not objects)

    def _who_did(self, drafts: list[Draft], index: int, form: str) -> list[str]:
        """卒洗: whoever washed just before."""
        for earlier in reversed(drafts[max(0, index - 12) : index]):
            if earlier.form == form and not earlier.negated and earlier.mode is Mode.ASSERTED:
                return earlier.labels("actor")
        return []

    def _allowed(self, actors: tuple[str, ...], scene: Scene) -> list[str]:
        """Whose duty it is: one who has been named of late, else one whom the text names at all."""
        for named in reversed(scene.named[-8:]):
            if set(named) & set(actors):
                return named
        here = [a for a in actors if a in self.present]
        return here or (list(actors) if not scene.named else [])
