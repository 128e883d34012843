"""Things that stand or lie: they are the object of their stance, never its actor (annotation.md §3)."""

from __future__ import annotations

from kg.reading.act import Mode
from kg.reading.draft import Draft
from kg.reading.scene import Scene
from kg.reading.turns import Turns

_THING_CLASSES = frozenset({"stance", "being", "state", "arranging"})


class Still(Turns):
    """Finds what lies where the clause does not say it."""

    def _lies(self, draft: Draft, scene: Scene) -> bool:
        """A thing that stands or lies is the object (annotation.md §3)."""
        stance = draft.cls in _THING_CLASSES or draft.tagged("thing-subject")
        if draft.topics:
            equates = draft.cls == "being" and draft.subject is None and draft.has("object")
            alone = draft.subject is None and (not draft.has("object") or equates)
            if alone:
                draft.roles["object"] = [*draft.topics, *draft.roles.get("object", [])]  # 二算為純
            elif not draft.has("object"):
                for topic in draft.topics:
                    draft.add("object", topic)
            passive = draft.collective and draft.tagged("transitive") and not draft.pronoun  # 俎與薦皆三祭
            sounds = all(topic.label in self.abstract for topic in draft.topics)  # 聲不絕: he goes on calling
            worn = any(topic.entry is not None and topic.entry.cls == "garment" for topic in draft.topics)
            moves = draft.cls == "motion" and draft.has("destination") and not worn  # 君之弓矢適東堂
            if alone and not sounds and (stance or moves or passive or draft.cls == "putting") and not draft.then:
                scene.thing, scene.still = draft.topics[-1].label, True
                return True
            return False
        if draft.mode is Mode.CONDITIONAL and draft.cls == "state" and draft.subject is None:
            return True  # 若不吉
        if draft.subject is None and draft.form in self.words["hands"] and draft.has("object"):
            return True  # 左玄酒, 右几
        exists = draft.cls == "being" and draft.subject is None and draft.order is None
        if draft.verb is not None and draft.verb.person == "object" and scene.actors and not draft.topics:
            exists = exists and (draft.mode is Mode.CONDITIONAL or not draft.persons("object"))  # 反為司正: he does
        if exists and not draft.has("instrument") and (draft.has("object") or draft.has("actor")):
            return True  # 若有餘算, 有執爵者
        if (
            draft.cls == "stance"
            and draft.form in self.words["lies-at"]
            and draft.subject is not None
            and self._tallies(draft, scene)
        ):
            draft.subject = None
            draft.add("object", scene.thing)
            return True
        if (
            draft.subject is None
            and draft.cls == "stance"
            and draft.form in self.thing_stances
            and not draft.has("object")
        ):
            thing = scene.thing if scene.still else scene.handled
            if thing:
                draft.add("object", thing)
                return True
        if draft.subject is None and draft.cls == "stance" and scene.still and not draft.has("object"):
            if draft.form in self.facing and not scene.denominal:
                return False  # 設中，…東面: he who set it faces east
            if draft.has("reference") or draft.has("direction") or draft.has("place"):
                draft.add("object", scene.thing)
                return True
        return False

    def _tallies(self, draft: Draft, scene: Scene) -> bool:
        """每一個釋一算。上射於右，下射於左: where the tallies lie (annotation.md §10)."""
        return scene.thing in self.tallies
