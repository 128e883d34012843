"""Omitted actors: who does an act whose clause names nobody (annotation.md §5).

The rite is followed as a running scene. Each expressed subject opens a turn. A turn that only answers (賓答拜, 賓許)
is an aside: when it is over, the one who acted before goes on. Orders, pairs, duties and what is held decide the rest.
"""

from __future__ import annotations

from kg.reading.act import Grade, Mode
from kg.reading.draft import Draft
from kg.reading.pairs import Pairs
from kg.reading.phrase import Phrase
from kg.reading.scene import Scene

_ORDER = (Grade.CERTAIN, Grade.PROBABLE, Grade.GUESSED)


class Actors(Pairs):
    """Fills the actor role of drafts, and the object of things that stand and lie."""

    def settle(self, drafts: list[Draft], present: set[str]) -> None:
        """Fill in the actors of all drafts; `present` are the labels that the text names."""
        self.present = present
        self.marked = any(draft.follows for draft in drafts[1:])
        scene = Scene()
        for index, draft in enumerate(drafts):
            self._one(drafts, index, draft, scene)

    def _one(self, drafts: list[Draft], index: int, draft: Draft, scene: Scene) -> None:
        if self._lies(draft, scene):
            draft.actor_known = False
            draft.actor_rule = "actor.thing"
            return
        if draft.order is not None:
            self._ordered(drafts, index, draft)
            draft.actor_grade = self._grade_of(draft.actor_rule)
            return
        if draft.subject is None and self._unnamed(drafts, index, draft):
            draft.actor_known = False
            draft.actor_rule = "actor.unnamed"
            draft.actor_grade = self._grade_of(draft.actor_rule)
            self._after(index, draft, scene)
            return
        if draft.subject is not None and not self._sides_of_count(draft):
            labels = [phrase.label for phrase in draft.subject]
            if draft.joins:
                for label in scene.actors:
                    draft.add("actor", label)
                labels = [*scene.actors, *labels]
            for phrase in draft.subject:
                draft.add("actor", phrase)
            draft.actor_rule = "actor.named"
            self._open_turn(drafts, index, labels, scene)
        else:
            who, draft.actor_rule = self._omitted(drafts, index, draft, scene)
            for label in who:
                draft.add("actor", label)
            draft.actor_known = bool(who)
        self._grade(index, draft, scene)
        self._after(index, draft, scene)

    def _unnamed(self, drafts: list[Draft], index: int, draft: Draft) -> bool:
        """薦脯醢, 設折俎: somebody serves, nobody is named (annotation.md §10)."""
        if draft.form not in self.words["serves"] or draft.has("instrument") or draft.mode is not Mode.ASSERTED:
            return False
        before = drafts[index - 1] if index else None
        if draft.follows == "stop":
            return before is None or self.marked
        if draft.follows == "comma":
            return before is not None and before.actor_rule == "actor.unnamed"
        return not self.marked and draft.form in self.words["serves-food"] and bool(self._things(draft) & self.food)

    def _grade(self, index: int, draft: Draft, scene: Scene) -> None:
        """How sure the actor is: by the rule, and for a subject that goes on by how far it has come."""
        rule = draft.actor_rule
        if rule != "actor.last":
            if draft.subject is not None or rule in {"actor.unnamed", "actor.thing"}:
                scene.basis, scene.since = "actor.named", 0
            else:
                scene.basis, scene.since = rule, 0
            draft.actor_grade = self._grade_of(rule)
            return
        if draft.follows == "stop":
            scene.since += 2
        elif draft.follows:
            scene.since += 1
        far = scene.since > 3 if self.marked else index - scene.turn > 8
        step = rule
        if far or scene.since > 1:
            step = "actor.last-far" if self.marked else "actor.last-unmarked"
        draft.actor_grade = max(self._grade_of(step), self._grade_of(scene.basis), key=_ORDER.index)

    def _grade_of(self, rule: str) -> Grade:
        return Grade(self.rite.grades.get(rule, self.rite.grades["duty"]))

    def _ordered(self, drafts: list[Draft], index: int, draft: Draft) -> None:
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
            duty = self.rite.duty(draft.form, self._things(draft), self.present)
            named = self._named_next(drafts, index)
            if named:
                who, draft.actor_rule = list(named), "actor.who-then-does"
            elif duty is not None:
                who, draft.actor_rule = list(duty.actors), duty.id
        for one in who:
            draft.add("actor", one.label if isinstance(one, Phrase) else one)
        draft.actor_known = bool(who)

    def _named_next(self, drafts: list[Draft], index: int) -> list[str]:
        """Whoever is named next, when he does the ordered act or answers the order."""
        verb = drafts[index].form
        for position in range(index + 1, min(index + 5, len(drafts))):
            later = drafts[position]
            if later.subject is not None and later.order is None:
                turn = [later]
                for more in drafts[position + 1 : position + 4]:
                    if more.subject is not None:
                        break
                    turn.append(more)
                if any(d.form == verb or d.cls == "answer" for d in turn):
                    return [phrase.label for phrase in later.subject]
                return []
        return []

    def _omitted(self, drafts: list[Draft], index: int, draft: Draft, scene: Scene) -> tuple[list[str], str]:
        turn = [d for d in drafts[scene.turn : index] if d.actor_rule != "actor.thing"]
        resumed = bool(self.rite.resumes.intersection(draft.adverbs))
        duty = self.rite.duty(draft.form, self._things(draft), self.present)
        if duty is not None and not set(scene.actors) & set(duty.actors) and (
            not duty.never or not scene.actors or set(scene.actors) & duty.never
        ):  # fmt: skip
            known = self._allowed(duty.actors, scene)
            if len(duty.actors) > 1 and known and set(duty.actors) <= self.present:
                known = list(duty.actors)
            if known:
                return self._change(index, known, scene), duty.id
        if scene.order >= 0 and drafts[scene.order].order is None:
            answer = self._after_order(drafts, index, draft, scene)
            if answer:
                return self._change(index, answer, scene), "actor.carries-out"
        together = draft.collective or self.rite.both.intersection(draft.adverbs)
        if draft.mode is Mode.COMPLETED and not together:
            done = self._who_did(drafts, index, draft.form)
            if done:
                return self._change(index, done, scene), "actor.finishes"
        if turn and turn[-1].form in self.words["bids"] and turn[-1].pronoun and draft.cls == "motion":
            other = scene.other()
            if other:
                return self._change(index, other, scene), "actor.bidden"
        if (draft.tagged("reports") or (
            draft.form in self.words["goes-back"] and self.words["command"] & self._things(draft)
        )) and scene.order >= 0:
            back = drafts[scene.order].labels("actor")
            if back:
                return self._change(index, back, scene), "actor.reports"
        if turn and turn[-1].cls == "speech" and turn[-1].said == draft.form:
            other = scene.other()
            if other:
                return self._change(index, other, scene), "actor.as-told"
        if draft.cls == "answer" and scene.addressed and draft.form in self.words["consents"]:
            return scene.addressed, "actor.addressed-answers"
        if self._mutual(drafts, index, draft):
            before = drafts[index - 1]
            pair = (
                before.labels("actor")
                if index and before.actor_rule == "actor.both-parties"
                else self._pair(drafts, index, scene)
            )
            if pair:
                return pair, "actor.both-parties"
        given = bool(turn) and turn[-1].cls == "giving" and not turn[-1].has("recipient")
        if draft.cls == "receiving" and given and scene.prior:
            return self._change(index, scene.prior, scene), "actor.receives"
        answered = bool(turn) and (turn[-1].cls == "answer" or turn[-1].tagged("answers") or draft.follows == "comma")
        over = draft.follows == "stop" or (resumed and answered) or self._closed(turn, draft)
        if draft.cls == "receiving" and scene.cups & set(scene.prior):
            over = False  # he who holds the cup does not receive it
        if turn and turn[-1].tagged("gives") and not self._drinks(drafts, index):
            over = False  # the giver goes on
        if turn and self._aside(turn) and scene.prior and over:
            scene.actors, scene.turn = scene.prior, index
            if not draft.collective:
                return scene.actors, "actor.goes-on"
        able = self._able(drafts, index, draft, scene)
        if able:
            return self._change(index, able, scene), "actor.able"
        if together or (scene.companions and draft.tagged("mutual")):
            whole = self._together(draft, scene)
            if whole:
                if draft.collective or not scene.companions:
                    scene.actors = whole
                return whole, "actor.all"
        if scene.assisted and draft.cls in {"motion", "posture", "stance"}:
            if draft.cls == "motion":
                return [*scene.actors, *scene.assisted], "actor.with-the-helped"
            return self._change(index, scene.assisted, scene), "actor.the-helped"
        if not scene.actors:
            return self._first(drafts, index), "actor.named-later"
        return scene.actors, "actor.last"

    def _after_order(self, drafts: list[Draft], index: int, draft: Draft, scene: Scene) -> list[str]:
        """命弟子設楅。乃設楅: the one addressed does what was ordered."""
        order = drafts[scene.order]
        ordered = [d for d in drafts[scene.order + 1 : index] if d.order == scene.order]
        if not ordered or index - scene.order > 4 + len(ordered):
            return []
        if draft.follows == "" and index - scene.order == len(ordered) + 1 and ordered[-1].located and (
            not self.rite.resumes.intersection(draft.adverbs)
        ):  # fmt: skip
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
            duty = self.rite.duty(later.form, self._things(later), self.present)
            if duty is not None and later.order is None:
                return list(duty.actors)
        return []

    def _after(self, index: int, draft: Draft, scene: Scene) -> None:
        scene.still = scene.denominal = False
        self._track(draft, scene)
        if draft.cls in {"handling", "taking", "washing", "serving", "receiving"}:
            things = draft.labels("object")
            scene.handled = things[-1] if things else scene.handled
        if draft.form in self.rite.denominal:
            scene.thing, scene.still, scene.denominal = self.rite.denominal[draft.form], True, True
        elif draft.cls in {"putting", "arranging", "serving"} or draft.tagged("puts-down"):
            things = draft.labels("object")
            scene.thing = things[-1] if things else scene.handled
            scene.still = bool(scene.thing)
        if draft.verb is not None and draft.verb.order:
            scene.addressed = [p.label for p in draft.roles.get("recipient", []) if isinstance(p, Phrase)]
            scene.order = index
        if draft.tagged("collective") and not draft.has("object"):
            helped = [p.label for p in draft.roles.get("recipient", []) if isinstance(p, Phrase)]
            scene.assisted = helped or [n[0] for n in scene.named[-4:-1] if len(n) == 1 and n[0] in self.helped][-1:]
        if draft.has("companion"):
            scene.companions = [p.label for p in draft.roles["companion"] if isinstance(p, Phrase)]
        elif not self.rite.both.intersection(draft.adverbs) and not draft.tagged("mutual"):
            scene.companions = []
