"""The addressed: who is told does what was ordered, or whose duty it is, or who is named next and does it."""

from __future__ import annotations

from kg.reading.act import Mode
from kg.reading.draft import Draft
from kg.reading.pairs import Pairs
from kg.reading.phrase import Phrase
from kg.reading.scene import Scene


class Addressed(Pairs):
    """Finds who carries out an order, and who acts before anybody has been named."""

    def _ordered(self, drafts: list[Draft], index: int, draft: Draft, scene: Scene) -> None:
        """An ordered act falls to the one addressed, else to who then does it, else to whose duty it is."""
        assert draft.order is not None
        order = drafts[draft.order]
        if draft.subject is not None:
            for phrase in draft.subject:
                draft.add("actor", phrase)
            draft.actor_rule = "actor.ordered-named"
            return
        who: list[Phrase | str] = list(order.roles.get("recipient", []))
        draft.actor_rule = "actor.addressed"
        if not who:
            duty = self._duty(draft)
            named = self._named_next(drafts, index)
            if duty is not None and duty.actors:
                who, draft.actor_rule = list(duty.actors), duty.id
            elif named:
                who, draft.actor_rule = list(named), "actor.who-then-does"
            elif draft.collective and order.mode is Mode.CONDITIONAL:
                who = list(self._waiting(drafts, draft.order, scene))
        for one in who:
            draft.add("actor", one.label if isinstance(one, Phrase) else one)
        draft.actor_known = bool(who)

    def _helped_next(self, drafts: list[Draft], index: int) -> list[str]:
        """相者…入，升自西階。工坐: those who are led are named when they sit down."""
        for later in drafts[index : index + 8]:
            if later.subject is not None:
                labels = [phrase.label for phrase in later.subject]
                return labels if len(labels) == 1 and labels[0] in self.helped else []
        return []

    def _waiting(self, drafts: list[Draft], at: int, scene: Scene) -> list[str]:
        """小臣請致者。若君命皆致: those who were named last besides him who orders and him who asked for the order."""
        order, before = drafts[at], drafts[max(0, at - 4) : at]
        asked = [one for one in before if one.verb is not None and one.verb.order == "request"]
        busy = {*order.labels("actor"), *(label for one in asked for label in one.labels("actor"))}
        return next((labels for labels in reversed(scene.named[-12:]) if busy.isdisjoint(labels)), [])

    def _fronted(self, draft: Draft) -> bool:
        """其笙，則獻諸西階上; 諸公、卿則以耦告於上: who stands in front of 則 is the one served or told."""
        if not draft.then or not draft.has("place") or draft.has("recipient") or draft.mode is Mode.CONDITIONAL:
            return False
        return draft.cls == "giving" or (draft.cls == "speech" and draft.has("content"))

    def _goes_in_to_report(self, drafts: list[Draft], index: int, draft: Draft, scene: Scene) -> list[str]:
        """擯者出請；賓告事畢，入告: he who went out to ask goes in to report the answer."""
        behind = drafts[index + 1] if index + 1 < len(drafts) else None
        if not draft.tagged("in") or draft.has("destination") or scene.order < 0 or behind is None:
            return []
        asked = drafts[scene.order]
        reports = behind.subject is None and behind.cls == "speech" and behind.follows == ""
        if not reports or asked.verb is None or asked.verb.order != "request" or index - scene.order > 6:
            return []
        return asked.labels("actor")

    def _named_next(self, drafts: list[Draft], index: int) -> list[str]:
        """Whoever is named next, when he does the ordered act or answers the order."""
        verb, order = drafts[index].form, drafts[index].order
        for position in range(index + 1, min(index + 5, len(drafts))):
            later = drafts[position]
            if later.subject is not None and later.order is None:
                turn = [later]
                for more in drafts[position + 1 : position + 4]:
                    if more.subject is not None:
                        break
                    turn.append(more)
                named = [phrase.label for phrase in later.subject]
                if any(d.form == verb or d.cls == "answer" for d in turn):
                    return named
                if order is None or named != drafts[order].labels("actor"):  # 命拾取矢。司射反位。三耦…
                    return []
        return []

    def _after_order(self, drafts: list[Draft], index: int, draft: Draft, scene: Scene) -> list[str]:
        """命弟子設楅。乃設楅: the one addressed does what was ordered."""
        order = drafts[scene.order]
        behind = scene.order + 1
        while behind < index and drafts[behind].order == scene.order:
            behind += 1
        ordered = drafts[scene.order + 1 : behind]
        if not ordered or index - behind > 3:
            return []
        if (
            draft.follows == ""
            and index == behind
            and ordered[-1].located
            and self.rite.resumes.isdisjoint(draft.adverbs)
        ):
            return ordered[-1].labels("actor")
        if any(d.form == draft.form and self._things(d) == self._things(draft) for d in ordered):
            who = order.roles.get("recipient") or ordered[0].roles.get("actor", [])
            return [p.label if isinstance(p, Phrase) else p for p in who]
        return []

    def _first(self, drafts: list[Draft], index: int) -> list[str]:
        """Nobody has been named yet: whose duty the acts are that follow, or who is named as the one that acts."""
        addressed = {p.label for p in drafts[index].roles.get("recipient", []) if isinstance(p, Phrase)}
        for later in drafts[index : index + 8]:
            if later.sentence != drafts[index].sentence:
                return []
            if later.subject is not None:
                labels = [phrase.label for phrase in later.subject]
                if not addressed & set(labels):
                    return labels
                continue
            duty = self._duty(later)
            if duty is not None and duty.actors and later.order is None:
                return list(duty.actors)
        return []
