"""Omitted actors: who does an act whose clause names nobody (annotation.md §5).

The rite is followed as a running scene. Each expressed subject opens a turn. A turn that only answers (賓答拜, 賓許)
is an aside: when it is over, the one who acted before goes on. Orders, pairs, duties and what is held decide the rest.
"""

from __future__ import annotations

from kg.reading.act import Grade, Mode
from kg.reading.asides import Asides
from kg.reading.draft import Draft
from kg.reading.phrase import Phrase
from kg.reading.scene import Scene

_HANDLES = frozenset({"handling", "taking", "washing", "serving", "receiving"})
_ORDER = (Grade.CERTAIN, Grade.PROBABLE, Grade.GUESSED)


class Actors(Asides):
    """Fills the actor role of drafts, and the object of things that stand and lie."""

    def settle(self, drafts: list[Draft], present: set[str], apart: frozenset[int] = frozenset()) -> None:
        """Fill in the actors of all drafts; `present` are the labels that the text names, `apart` the indices of drafts
        from which on nothing that was told before goes on (the statements of a 記)."""
        self.present = present
        self.marked = any(draft.follows in {"comma", "stop"} for draft in drafts[1:])
        scene = Scene()
        for index, draft in enumerate(drafts):
            if index in apart:
                scene = Scene(turn=index)
            self._one(drafts, index, draft, scene)

    def _one(self, drafts: list[Draft], index: int, draft: Draft, scene: Scene) -> None:
        if self._lies(draft, scene):
            draft.actor_known = False
            draft.actor_rule = "actor.thing"
            return
        if draft.order is not None:
            self._ordered(drafts, index, draft, scene)
            draft.actor_grade = self._grade_of(draft.actor_rule)
            return
        if draft.subject is not None and self._fronted(draft):
            draft.roles["recipient"] = [*draft.subject]
            draft.subject = None
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

    def _omitted(self, drafts: list[Draft], index: int, draft: Draft, scene: Scene) -> tuple[list[str], str]:
        last = self._last(drafts, index, scene)
        resumed = not self.rite.resumes.isdisjoint(draft.adverbs)
        served = self._served(drafts, index, draft)
        if served:
            return served, "actor.served"
        duty = self._duty(draft)
        if duty is not None and duty.never and scene.actors and duty.never.isdisjoint(scene.actors):
            duty = None
        if duty is not None and not duty.actors:
            return [], duty.id
        if duty is not None and {*duty.actors, *duty.instead}.isdisjoint(scene.actors):
            known = self._allowed(duty.actors, scene)
            if len(duty.actors) > 1 and known and set(duty.actors) <= self.present:
                known = list(duty.actors)
            if not known and duty.always and not draft.negated:
                known = list(duty.actors)
            if known:
                return self._change(index, known, scene), duty.id
        if draft.then and index and drafts[index - 1].order is not None and drafts[index - 1].mode is Mode.COMMANDED:
            ordered = drafts[index - 1].labels("actor")
            if ordered and drafts[index - 2 if index > 1 else 0].mode is Mode.CONDITIONAL:
                return self._change(index, ordered, scene), "actor.carries-out"  # 若君命皆致，則序進
        if scene.order >= 0 and drafts[scene.order].order is None:
            answer = self._after_order(drafts, index, draft, scene)
            if answer:
                return self._change(index, answer, scene), "actor.carries-out"
        together = draft.collective or not self.rite.both.isdisjoint(draft.adverbs)
        if together and not draft.collective and draft.cls == "archery":
            shooters = self._shooters(drafts, index, scene)
            if shooters:
                return self._change(index, shooters, scene), "actor.both-parties"
        if draft.mode is Mode.COMPLETED and not together:
            done = self._who_did(drafts, index, draft.form)
            if done:
                return self._change(index, done, scene), "actor.finishes"
        if last is not None and draft.cls == "motion" and last.pronoun and last.form in self.words["bids"]:
            other = scene.other()
            if other:
                return self._change(index, other, scene), "actor.bidden"
        commanded = not self.words["command"].isdisjoint(draft.labels("object"))
        if scene.order >= 0 and draft.form in self.words["goes-back"] and commanded:
            back = drafts[scene.order].labels("actor")
            if back:
                return self._change(index, back, scene), "actor.reports"
        asked = self._goes_in_to_report(drafts, index, draft, scene)
        if asked:
            return self._change(index, asked, scene), "actor.reports"
        if last is not None and last.cls == "speech" and last.said == draft.form:
            other = scene.other()
            if other:
                return self._change(index, other, scene), "actor.as-told"
        near = self.marked or scene.turn >= index - 2  # 司正禮辭許諾
        named = scene.turn < len(drafts) and drafts[scene.turn].sentence == draft.sentence and near
        if draft.cls == "answer" and scene.addressed and draft.form in self.words["consents"] and not named:
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
        if last is not None and last.cls == "service" and draft.cls == "washing" and draft.follows == "":
            washed = last.labels("recipient")
            if washed and last is drafts[index - 1]:
                return washed, "actor.served"  # 沃尸盥: he over whose hands the water is poured
        if draft.cls == "order" and resumed and scene.prior and scene.basis.startswith("doer."):
            return self._change(index, scene.prior, scene), "actor.goes-on"  # 乃設豐 … 遂命勝者: not he who set it
        given = last is not None and last.cls == "giving" and not last.has("recipient")
        if draft.cls == "receiving" and given and scene.prior:
            return self._change(index, scene.prior, scene), "actor.receives"
        if scene.prior and self._over(drafts, index, draft, scene, last, resumed):
            scene.actors, scene.turn = scene.prior, index
            if not draft.collective:
                return scene.actors, "actor.goes-on"
        able = self._able(drafts, index, draft, scene)
        if able:
            return self._change(index, able, scene), "actor.able"
        served = self._all_served(drafts, index, draft, scene)
        if served:
            return self._change(index, served, scene), "actor.all-bidden"
        bidden = self._all_bidden(drafts, index, draft, scene)
        if bidden:
            return self._change(index, bidden, scene), "actor.all-bidden"
        if together or (scene.companions and draft.tagged("mutual")):
            whole = self._together(draft, scene)
            if whole:
                if draft.collective or not scene.companions:
                    scene.actors = whole
                return whole, "actor.all"
        if scene.assisted and draft.cls in {"motion", "posture", "stance"}:
            if not scene.led_by_name:
                scene.assisted = self._helped_next(drafts, index) or scene.assisted
            if draft.cls == "motion":
                return [*scene.actors, *scene.assisted], "actor.with-the-helped"
            return self._change(index, scene.assisted, scene), "actor.the-helped"
        if not scene.actors:
            return self._first(drafts, index), "actor.named-later"
        told = set(draft.labels("recipient"))
        if told and not told.isdisjoint(scene.actors):  # 賓…皆與射，則遂告於賓: nobody tells or offers to himself
            other = next((labels for labels in reversed(scene.named) if told.isdisjoint(labels)), [])
            if other:
                return self._change(index, other, scene), "actor.not-oneself"
        return scene.actors, "actor.last"

    def _after(self, index: int, draft: Draft, scene: Scene) -> None:
        scene.still = scene.denominal = False
        self._track(draft, scene)
        if draft.cls in _HANDLES:
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
            scene.led_by_name = bool(helped)
            scene.assisted = helped or [n[0] for n in scene.named[-4:-1] if len(n) == 1 and n[0] in self.helped][-1:]
        if draft.has("companion"):
            scene.companions = [p.label for p in draft.roles["companion"] if isinstance(p, Phrase)]
        elif scene.companions and self.rite.both.isdisjoint(draft.adverbs) and not draft.tagged("mutual"):
            scene.companions = []
