"""Omitted actors: who does an act whose clause names nobody (annotation.md §5)."""

from __future__ import annotations

from dataclasses import dataclass, field

from kg.reading.act import Mode
from kg.reading.draft import Draft
from kg.reading.phrase import Phrase


@dataclass(slots=True)
class Scene:
    """The running state of the rite: who acts, who was addressed, who gave and who received last."""

    actors: list[str] = field(default_factory=list)
    previous: list[str] = field(default_factory=list)
    main: list[str] = field(default_factory=list)
    addressed: list[str] = field(default_factory=list)
    order: int | None = None
    giver: list[str] = field(default_factory=list)
    receiver: list[str] = field(default_factory=list)
    thing: str = ""
    thing_active: bool = False


_ANSWERS = frozenset({"answer"})


class Actors:
    """Settles draft.roles["actor"] and things that stand, in the order of the text."""

    def settle(self, drafts: list[Draft]) -> None:
        """Fill in the actors of all drafts."""
        scene = Scene()
        for index, draft in enumerate(drafts):
            self._one(drafts, index, draft, scene)

    def _one(self, drafts: list[Draft], index: int, draft: Draft, scene: Scene) -> None:
        thing_verb = draft.cls in {"stance", "being", "state", "arranging"} or draft.tagged("thing-subject")
        if draft.topics:
            if draft.subject is None and (thing_verb or draft.cls in {"putting"}) and not draft.has("object"):
                for topic in draft.topics:
                    draft.add("object", topic)
                scene.thing = draft.topics[-1].label
                scene.thing_active = True
                draft.actor_known = False
                draft.actor_rule = "actor.thing"
                return
            if not draft.has("object"):
                for topic in draft.topics:
                    draft.add("object", topic)
        if draft.subject is not None:
            labels = [p.label for p in draft.subject]
            for phrase in draft.subject:
                draft.add("actor", phrase)
            draft.actor_rule = "actor.named"
            self._became(draft, labels, scene)
            return
        if draft.cls == "stance" and scene.thing_active and draft.form not in {"左", "右", "在"}:
            draft.add("object", scene.thing)
            draft.actor_known = False
            draft.actor_rule = "actor.thing"
            return
        if draft.order is not None:
            order = drafts[draft.order]
            who = [p.label if isinstance(p, Phrase) else p for p in order.roles.get("recipient", [])]
            if not who:
                who = self._next_named(drafts, index)
            for label in who:
                draft.add("actor", label)
            draft.actor_rule = "actor.ordered"
            return
        who, rule = self._guess(drafts, index, draft, scene)
        for label in who:
            draft.add("actor", label)
        draft.actor_rule = rule
        self._became(draft, who, scene)

    def _next_named(self, drafts: list[Draft], index: int) -> list[str]:
        for draft in drafts[index + 1 : index + 6]:
            if draft.subject is not None:
                return [p.label for p in draft.subject]
        return []

    def _guess(self, drafts: list[Draft], index: int, draft: Draft, scene: Scene) -> tuple[list[str], str]:
        if draft.form in {"許諾"} and scene.addressed:
            return scene.addressed, "actor.addressed"
        return scene.actors, "actor.last"

    def _became(self, draft: Draft, labels: list[str], scene: Scene) -> None:
        if labels != scene.actors:
            scene.previous = scene.actors
        scene.actors = labels
        scene.thing_active = False
        if draft.cls in {"putting", "arranging"}:
            for filler in draft.roles.get("object", []):
                scene.thing = filler.label if isinstance(filler, Phrase) else filler
        if draft.cls == "order":
            scene.addressed = [p.label if isinstance(p, Phrase) else p for p in draft.roles.get("recipient", [])]
