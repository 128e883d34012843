"""Pairs: acts of two parties or of all (揖讓升, 皆, 相揖)."""

from __future__ import annotations

from kg.reading.ability import Ability
from kg.reading.draft import Draft
from kg.reading.phrase import Phrase
from kg.reading.scene import Scene

_REACH = 40  # acts: one round of the cup
_IN_HAND = frozenset({"handling", "taking"})


class Pairs(Ability):
    """Finds the other party."""

    def _mutual(self, drafts: list[Draft], index: int, draft: Draft) -> bool:
        """揖讓升, 壹揖壹讓, 三揖: the courtesies of host and guest."""
        if draft.cls == "courtesy" and draft.tagged("mutual"):
            if draft.count is not None:
                return True
            behind = drafts[index + 1] if index + 1 < len(drafts) else None
            if behind is not None and behind.subject is None and behind.tagged("in") and self._answered(drafts, index):
                return True
            before = drafts[index - 1] if index else None
            if (
                behind is not None
                and behind.clause == draft.clause
                and behind.tagged("mutual")
                and behind.subject is None
            ):
                return behind.form != draft.form
            return before is not None and before.clause == draft.clause and before.actor_rule == "actor.both-parties"
        before = drafts[index - 1] if index else None
        if before is None or before.actor_rule != "actor.both-parties" or draft.has("companion"):
            return False
        if draft.tagged("up"):
            return not self._told_apart(drafts, index)
        return draft.cls == "motion"

    def _answered(self, drafts: list[Draft], index: int) -> bool:
        """主人再拜，賓答拜。揖入: after bow and bow in return both go in."""
        before = drafts[index - 1] if index else None
        return before is not None and before.cls == "bow" and before.tagged("answers") and before.subject is not None

    def _told_apart(self, drafts: list[Draft], index: int) -> bool:
        """壹揖壹讓升；賓升, 賓厭眾賓升: the other party's going up is told by itself."""
        named = -1
        for later in drafts[index + 1 : index + 4]:
            if later.subject is not None:
                named = later.clause
            if later.clause == named and later.tagged("up"):
                return True
        return False

    def _pair(self, drafts: list[Draft], index: int, scene: Scene) -> list[str]:
        for later in drafts[index : index + 4]:
            if later.has("companion") and later.subject is None:
                return [*scene.actors, *(p.label for p in later.roles["companion"] if isinstance(p, Phrase))]
            if later.subject is not None:
                break
        if len(scene.actors) != 1:
            return []
        partner = self._partner(scene.actors[0], scene)
        if not partner and self.groups.isdisjoint(scene.actors):
            other = scene.other()
            partner = other[0] if len(other) == 1 and self.groups.isdisjoint(other) else ""
        return [scene.actors[0], partner] if partner else []

    def _partner(self, one: str, scene: Scene) -> str:
        known = self.rite.partners.get(one, [])
        for named in reversed(scene.named[-12:]):
            for label in named:
                if label in known:
                    return label
        return known[0] if known and known[0] in self.present else ""

    def _all_bidden(self, drafts: list[Draft], index: int, draft: Draft, scene: Scene) -> list[str]:
        """命負侯，皆執其旌: all who were told. 酬在下者；皆升，受酬: all who are toasted, where they then receive."""
        before = drafts[index - 1] if index else None
        if not draft.collective or before is None:
            return []
        if draft.follows == "comma" and scene.order >= 0 and scene.order in {index - 1, before.order}:
            if len(scene.actors) == 1 and scene.actors[0] not in self.groups:
                return drafts[scene.order].labels("recipient")  # one alone is not 皆
            return []
        receive = any(later.cls == "receiving" and later.subject is None for later in drafts[index : index + 3])
        return before.labels("recipient") if receive and before.cls == "giving" and before.order is None else []

    def _shooters(self, drafts: list[Draft], index: int, scene: Scene) -> list[str]:
        """公既發 … 拾發以將乘矢: he who shot last, and his partner, in turn."""
        for earlier in reversed(drafts[max(0, index - _REACH) : index]):
            who = earlier.labels("actor")
            if earlier.cls != "archery" or earlier.negated or not who:
                continue
            if set(who) & set(scene.actors):
                return []
            if len(who) == 1 and who[0] not in self.groups:
                known = [one for one in self.rite.partners.get(who[0], []) if one in self.present]
                return [who[0], known[0]] if known else []
            return who
        return []

    def _all_served(self, drafts: list[Draft], index: int, draft: Draft, scene: Scene) -> list[str]:
        """贊…酳主人…酳婦亦如之。皆祭: one alone is not 皆, those whom he has offered the cup are."""
        if not draft.collective or len(scene.actors) != 1 or scene.actors[0] in self.groups:
            return []
        if self._partner(scene.actors[0], scene):
            return []
        served: list[str] = []
        for earlier in drafts[max(0, index - _REACH) : index]:
            if earlier.cls == "giving" and earlier.labels("actor") == scene.actors:
                served += (label for label in earlier.labels("recipient") if label not in served)
        return served if len(served) > 1 else self._alike_before(drafts, index)

    def _alike_before(self, drafts: list[Draft], index: int) -> list[str]:
        """小射正奉決拾以笥，大射正執弓，皆以從: those who have each been told to do the like in the same sentence."""
        found: list[str] = []
        cls = ""
        if not self.marked or drafts[index].follows != "comma":
            return []
        for earlier in reversed(drafts[max(0, index - _REACH) : index]):
            if earlier.sentence != drafts[index].sentence or earlier.order is not None:
                break
            if earlier.subject is None:
                continue
            if earlier.cls not in _IN_HAND or (cls and earlier.cls != cls):
                break
            cls = earlier.cls
            found[:0] = (phrase.label for phrase in earlier.subject if phrase.label not in found)
        return found if len(found) > 1 else []

    def _together(self, draft: Draft, scene: Scene) -> list[str]:
        """皆 takes all who were named (annotation.md §5); 相 and 並 the two."""
        actors = scene.actors
        if (scene.companions and draft.tagged("mutual")) or (
            scene.companions and self.rite.both.intersection(draft.adverbs)
        ):
            return [*actors, *scene.companions]
        if len(actors) > 1 or (actors and actors[0] in self.groups):
            return actors
        if len(actors) != 1:
            return []
        partner = self._partner(actors[0], scene)
        if partner:
            for one, other in self.rite.wholes.values():
                if {one, other} == {actors[0], partner}:
                    return [one, other]
            return [actors[0], partner]
        if draft.collective and draft.subject is None:
            others = [n for n in scene.named[-5:-1] if n != actors and len(n) == 1]
            if len(others) >= 2 and others[-1][0] in self.rite.partners.get(others[-2][0], []):
                return [others[-2][0], others[-1][0]]  # 司正立於楹間以相拜，皆揖: those who bowed
        return actors
