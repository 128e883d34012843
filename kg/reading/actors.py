"""Omitted actors: who does an act whose clause names nobody (annotation.md §5).

The rite is followed as a running scene. Each expressed subject opens a turn. A turn that only answers (賓答拜, 賓許) is an
aside: when it is over, the one who acted before goes on. Orders, pairs, duties and what is held decide the rest.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from kg.lexicon.load import Lexicon
from kg.lexicon.rite import RiteTables
from kg.lexicon.stance import load_stances
from kg.reading.act import Mode
from kg.reading.draft import Draft
from kg.reading.phrase import Phrase

_THING_CLASSES = frozenset({"stance", "being", "state", "arranging"})


@dataclass(slots=True)
class Scene:
    """The running state: the turn, who acts, who acted before the turn, who was addressed, what lies where."""

    actors: list[str] = field(default_factory=list)
    prior: list[str] = field(default_factory=list)  # who acted before this turn
    turn: int = 0  # index of the draft that opened the turn
    named: list[list[str]] = field(default_factory=list)  # expressed subjects, the latest last
    addressed: list[str] = field(default_factory=list)
    order: int = -1  # index of the last order
    thing: str = ""  # what was put or set up last
    still: bool = False  # whether the text is describing how a thing lies
    denominal: bool = False  # 席賓，南面: the mat faces
    companions: list[str] = field(default_factory=list)
    assisted: list[str] = field(default_factory=list)  # who is led (相工)
    level: dict[str, str] = field(default_factory=dict)  # up on the hall, or down
    cups: set[str] = field(default_factory=set)  # who holds a cup
    handled: str = ""  # the thing in hand


class Actors:
    """Fills the actor role of drafts, and the object of things that stand and lie."""

    def __init__(self, lexicon: Lexicon, rite: RiteTables) -> None:
        self.rite = rite
        self.groups = {e.label for e in lexicon.entries.values() if e.table == "actors" and e.cls == "group"}
        self.tallies = {e.label for e in lexicon.entries.values() if e.table == "objects" and e.cls == "tally"}
        stances = load_stances(lexicon)
        self.facing = {form for form, kind in stances.items() if kind == "faces"} & {"面", "鄉"}
        self.thing_stances = {form for form, kind in stances.items() if kind == "faces"} - {"面", "鄉"}
        self.vessels = {e.label for e in lexicon.entries.values() if e.table == "objects" and e.cls == "vessel"}
        self.abstract = {e.label for e in lexicon.entries.values() if e.table == "objects" and e.cls == "abstract"}
        self.helped = {e.label for e in lexicon.entries.values() if e.table == "actors" and e.cls == "musician"}
        self.present: set[str] = set()

    def settle(self, drafts: list[Draft], present: set[str]) -> None:
        """Fill in the actors of all drafts; `present` are the labels that the text names."""
        self.present = present
        scene = Scene()
        for index, draft in enumerate(drafts):
            self._one(drafts, index, draft, scene)

    # -- one act --------------------------------------------------------------------------------------------------

    def _one(self, drafts: list[Draft], index: int, draft: Draft, scene: Scene) -> None:
        if self._lies(draft, scene):
            draft.actor_known = False
            draft.actor_rule = "actor.thing"
            return
        if draft.order is not None:
            self._ordered(drafts, index, draft)
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
        self._after(index, draft, scene)

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
            if alone and (stance or draft.cls == "putting") and not draft.then:
                scene.thing, scene.still = draft.topics[-1].label, True
                return True
            return False
        if draft.mode is Mode.CONDITIONAL and draft.cls == "state" and draft.subject is None:
            return True  # 若不吉
        if draft.cls == "being" and draft.subject is None and (draft.has("object") or draft.has("actor")):
            return True  # 若有餘算, 有執爵者
        if draft.cls == "stance" and draft.form == "於" and draft.subject is not None and self._tallies(draft, scene):
            draft.subject = None
            draft.add("object", scene.thing)
            return True
        if draft.subject is None and draft.cls == "stance" and draft.form in self.thing_stances and not draft.has("object"):
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

    def _sides_of_count(self, draft: Draft) -> bool:
        """左 and 右 as the two sides win, lose and are level; they do nothing else (左右皆執一算)."""
        assert draft.subject is not None
        return draft.cls != "state" and all(
            phrase.label in {"左", "右"} and phrase.kind == "A" for phrase in draft.subject
        )

    def _sides_of_count_only(self, draft: Draft) -> bool:
        return draft.subject is not None and all(phrase.label in {"左", "右"} for phrase in draft.subject)

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
        for later in drafts[index + 1 : index + 5]:
            if later.subject is not None and later.order is None:
                turn = [later]
                for more in drafts[drafts.index(later) + 1 : drafts.index(later) + 4]:
                    if more.subject is not None:
                        break
                    turn.append(more)
                if any(d.form == verb or d.cls == "answer" for d in turn):
                    return [phrase.label for phrase in later.subject]
                return []
        return []

    # -- turns ----------------------------------------------------------------------------------------------------

    def _open_turn(self, drafts: list[Draft], index: int, labels: list[str], scene: Scene) -> None:
        if scene.actors and scene.actors != labels:
            if not self._aside(drafts[scene.turn : index]):
                scene.prior = scene.actors
        scene.turn = index
        scene.assisted = []
        scene.actors = labels
        scene.named.append(labels)
        scene.still = False

    def _aside(self, turn: list[Draft]) -> bool:
        """Whether the turn only answers, bows back, steps aside, or is the if-part of a condition."""
        own = [d for d in turn if d.order is None and d.actor_rule != "actor.thing"]
        return bool(own) and own[0].subject is not None and all(self._replies(d, len(own)) for d in own)

    def _replies(self, draft: Draft, size: int) -> bool:
        if draft.mode is Mode.CONDITIONAL:
            told = draft.cls == "being" and bool(self._things(draft) & self.abstract)  # 公有命則
            return draft.subject is None or draft.cls == "order" or told or self._sides_of_count_only(draft)
        if draft.cls == "answer":
            return True
        if draft.cls == "bow":
            return not draft.negated and (draft.tagged("answers") or draft.sends)
        if draft.cls == "courtesy":
            return size == 1 or draft.tagged("gives")
        if draft.cls == "stance":
            return size == 1 and draft.has("place")
        return draft.cls == "motion" and "少" in draft.adverbs

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
        if turn and turn[-1].form == "揖" and turn[-1].pronoun and draft.cls == "motion":
            others = [n for n in reversed(scene.named) if n != scene.actors]
            if others:
                return self._change(index, others[0], scene), "actor.bidden"
        if draft.tagged("reports") or (draft.form == "反" and "命" in self._things(draft)):
            if scene.order >= 0:
                back = [f.label if isinstance(f, Phrase) else f for f in drafts[scene.order].roles.get("actor", [])]
                if back:
                    return self._change(index, back, scene), "actor.reports"
        if turn and turn[-1].cls == "speech" and turn[-1].said == draft.form:
            others = [n for n in reversed(scene.named) if n != scene.actors]
            if others:
                return self._change(index, others[0], scene), "actor.as-told"
        if draft.cls == "answer" and scene.addressed and draft.form == "許諾":
            return scene.addressed, "actor.addressed-answers"
        if self._mutual(drafts, index, draft):
            before = drafts[index - 1]
            pair = (
                [f.label if isinstance(f, Phrase) else f for f in before.roles.get("actor", [])]
                if index and before.actor_rule == "actor.both-parties"
                else self._pair(drafts, index, scene)
            )
            if pair:
                return pair, "actor.both-parties"
        if draft.cls == "receiving" and turn and turn[-1].cls == "giving" and not turn[-1].has("recipient"):
            if scene.prior:
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

    def _able(self, drafts: list[Draft], index: int, draft: Draft, scene: Scene) -> list[str]:
        """Who can do it at all: he who holds a cup drinks it or puts it down; he who is down can go up."""
        if len(scene.actors) != 1 or len(scene.prior) != 1 or draft.collective:
            return []
        one, other = scene.actors[0], scene.prior[0]
        if draft.cls == "giving" and one in {f.label for f in draft.roles.get("recipient", []) if isinstance(f, Phrase)}:
            return scene.prior  # 辯獻卿: nobody gives to himself
        if draft.tagged("up") and scene.level.get(other) == "down" and scene.level.get(one) == "up":
            return scene.prior
        turn = drafts[scene.turn : index]
        brief = len(turn) <= 2 and bool(turn) and (self._aside(turn) or turn[-1].cls in {"answer", "serving", "giving"})
        if brief and one not in scene.cups and other in scene.cups:
            for later in drafts[index : index + 4]:
                if later.subject is not None or later.cls in {"taking", "receiving"} or later.order is not None:
                    return []
                if later.cls == "drinking" or later.tagged("ends-cup") and later.has("object"):
                    return scene.prior
        return []

    def _drinks(self, drafts: list[Draft], index: int) -> bool:
        for later in drafts[index : index + 4]:
            if later.subject is not None:
                return False
            if later.cls in {"drinking", "eating", "rite"} or later.tagged("ends-cup") or later.cls == "bow":
                return True
        return False

    def _track(self, draft: Draft, scene: Scene) -> None:
        """Who is up or down, and who holds a cup, after the act."""
        who = [f.label if isinstance(f, Phrase) else f for f in draft.roles.get("actor", [])]
        for one in who:
            if draft.tagged("up") and not draft.negated:
                scene.level[one] = "up"
            elif draft.tagged("down") and not draft.negated and not draft.has("origin"):
                scene.level[one] = "down"
        if draft.negated or draft.mode is not Mode.ASSERTED:
            return
        cup = bool(self._things(draft) & self.vessels) or (draft.cls == "receiving" and not draft.has("object"))
        if cup and draft.cls in {"taking", "receiving", "handling"} and not draft.tagged("puts-down"):
            scene.cups = set(who)
        elif draft.cls == "giving" or (draft.tagged("puts-down") and cup):
            scene.cups -= set(who)

    def _who_did(self, drafts: list[Draft], index: int, form: str) -> list[str]:
        """卒洗: whoever washed just before."""
        for earlier in reversed(drafts[max(0, index - 12) : index]):
            if earlier.form == form and not earlier.negated and earlier.mode is Mode.ASSERTED:
                return [f.label if isinstance(f, Phrase) else f for f in earlier.roles.get("actor", [])]
        return []

    def _closed(self, turn: list[Draft], draft: Draft) -> bool:
        """An if-part is over once the then-part begins; consent and answer are over at once."""
        if not turn or draft.cls in {"speech", "answer"} and not draft.then:
            return False
        last = turn[-1]
        if last.mode is Mode.CONDITIONAL:
            return True
        if last.cls == "stance":
            return draft.follows != "" or bool(self.rite.both.intersection(draft.adverbs))
        return draft.follows == "" and last.cls in {"answer", "bow"} and last.form not in {"許諾", "辭"} and (
            last.cls == "answer" or last.tagged("answers")
        )  # fmt: skip

    def _change(self, index: int, who: list[str], scene: Scene) -> list[str]:
        if who != scene.actors:
            scene.prior = scene.actors
            scene.actors = who
            scene.turn = index
        return who

    def _allowed(self, actors: tuple[str, ...], scene: Scene) -> list[str]:
        """Whose duty it is: one who has been named of late, else one whom the text names at all."""
        for named in reversed(scene.named[-8:]):
            if set(named) & set(actors):
                return named
        here = [a for a in actors if a in self.present]
        return here or (list(actors) if not scene.named else [])

    def _after_order(self, drafts: list[Draft], index: int, draft: Draft, scene: Scene) -> list[str]:
        """命弟子設楅。乃設楅: the one addressed does what was ordered."""
        order = drafts[scene.order]
        ordered = [d for d in drafts[scene.order + 1 : index] if d.order == scene.order]
        if not ordered or index - scene.order > 4 + len(ordered):
            return []
        if draft.follows == "" and index - scene.order == len(ordered) + 1 and ordered[-1].located and (
            not self.rite.resumes.intersection(draft.adverbs)
        ):  # fmt: skip
            return [f.label if isinstance(f, Phrase) else f for f in ordered[-1].roles.get("actor", [])]
        if any(d.form == draft.form and self._things(d) == self._things(draft) for d in ordered):
            who = order.roles.get("recipient") or ordered[0].roles.get("actor", [])
            return [p.label if isinstance(p, Phrase) else p for p in who]
        return []

    def _mutual(self, drafts: list[Draft], index: int, draft: Draft) -> bool:
        """揖讓升, 壹揖壹讓, 三揖: the courtesies of host and guest."""
        if draft.cls == "courtesy" and draft.tagged("mutual"):
            if draft.count is not None:
                return True
            behind = drafts[index + 1] if index + 1 < len(drafts) else None
            if behind is not None and behind.subject is None and behind.tagged("in") and self._answered(drafts, index):
                return True
            before = drafts[index - 1] if index else None
            if behind is not None and behind.clause == draft.clause and behind.tagged("mutual") and behind.subject is None:
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
        """壹揖壹讓升；賓升: the other party's going up is told by itself."""
        for later in drafts[index + 1 : index + 3]:
            if later.subject is not None:
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
        return [scene.actors[0], partner] if partner else []

    def _partner(self, one: str, scene: Scene) -> str:
        known = self.rite.partners.get(one, [])
        for named in reversed(scene.named[-12:]):
            for label in named:
                if label in known:
                    return label
        return known[0] if known and known[0] in self.present else ""

    def _together(self, draft: Draft, scene: Scene) -> list[str]:
        """皆 takes all who were named (annotation.md §5); 相 and 並 the two."""
        actors = scene.actors
        if scene.companions and draft.tagged("mutual") or scene.companions and self.rite.both.intersection(draft.adverbs):
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

    def _first(self, drafts: list[Draft], index: int) -> list[str]:
        """Nobody has been named yet: whose duty the acts are that follow, or who is named as the one that acts."""
        addressed = {p.label for p in drafts[index].roles.get("recipient", []) if isinstance(p, Phrase)}
        for later in drafts[index : index + 8]:
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
            things = [f.label if isinstance(f, Phrase) else f for f in draft.roles.get("object", [])]
            scene.handled = things[-1] if things else scene.handled
        if draft.form in self.rite.denominal:
            scene.thing, scene.still, scene.denominal = self.rite.denominal[draft.form], True, True
        elif draft.cls in {"putting", "arranging", "serving"} or draft.tagged("puts-down"):
            things = [f.label if isinstance(f, Phrase) else f for f in draft.roles.get("object", [])]
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

    def _things(self, draft: Draft) -> set[str]:
        return {f.label if isinstance(f, Phrase) else f for f in draft.roles.get("object", [])}
