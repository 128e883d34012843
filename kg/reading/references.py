"""What 之, 其 and a bare number stand for (annotation.md §4): filled in where it is certain, else left out."""

from __future__ import annotations

from kg.lexicon.load import Lexicon
from kg.lexicon.rite import RiteTables
from kg.reading.draft import Draft
from kg.reading.phrase import Phrase

_REACH = 14  # how many acts back a thing is still in hand
_PERSON_ROLES = frozenset({"reference", "recipient", "companion"})
_UNSURE = frozenset({"perception"})
_CUP_VERBS = frozenset({"serving", "drinking", "washing"})


class References:
    """Resolves pronouns in drafts whose actors are settled."""

    def __init__(self, lexicon: Lexicon, rite: RiteTables) -> None:
        self.lexicon = lexicon
        self.rite = rite
        self.words = rite.keywords
        (self.rest_of,) = rite.keywords["rest-of"]
        self.counts = {
            f for e in lexicon.entries.values() if e.table == "measures" and e.cls == "count" for f in e.forms
        }
        self.worn = {f: word.entries["O"].cls for f, word in lexicon.words.items() if {"O", "V"} <= word.cats}
        self.vessels = {e.label for e in lexicon.entries.values() if e.table == "objects" and e.cls == "vessel"}

    def settle(self, drafts: list[Draft]) -> None:
        """Fill in what pronouns and bare numbers stand for."""
        for index, draft in enumerate(drafts):
            if draft.pronoun:
                self._pronoun(drafts, index, draft)
            self._its_side(drafts, index, draft)

    def prepare(self, drafts: list[Draft]) -> None:
        """Before the actors are known: what numbers count, what is worn, what 其餘 is left of."""
        for index, draft in enumerate(drafts):
            if draft.bare_number is not None and not draft.has("object"):
                thing = self.rite.counted.get(draft.form)
                if thing is not None:
                    draft.add("object", thing)
            counted = draft.measures and any(unit in self.counts for unit, _ in draft.measures)
            if counted and not draft.has("object"):
                by_unit = (self.rite.counted_by.get(draft.form + unit) for unit, _ in draft.measures)
                thing = self.rite.counted.get(draft.form) or next(filter(None, by_unit), None)
                if thing is not None:
                    draft.add("object", thing)
            worn = self.worn.get(draft.form) if draft.cls == "dress" else None
            if worn is not None and not draft.has("object") and (len(draft.form) > 1 or worn == "archery"):
                draft.add("object", draft.form)
            self._rest(drafts, index, draft)

    def _pronoun(self, drafts: list[Draft], index: int, draft: Draft) -> None:
        role = draft.pronoun
        if (
            (draft.has("object") and role == "object")
            or draft.cls in _UNSURE
            or (draft.fused and draft.cls == "serving")
        ):
            return
        if role in _PERSON_ROLES:
            person = self._person(drafts, index, draft)
            for label in person:
                draft.add(role, label)
            return
        for label in self._thing(drafts, index, draft):
            draft.add("object", label)

    def _rest(self, drafts: list[Draft], index: int, draft: Draft) -> None:
        """其餘: what is left of the counted thing (餘算)."""
        for position, filler in enumerate(draft.roles.get("object", [])):
            if isinstance(filler, Phrase) and filler.label in self.words["rest"]:
                for earlier in reversed(drafts[max(0, index - _REACH) : index]):
                    for thing in earlier.roles.get("object", []):
                        if isinstance(thing, Phrase) and thing.quantity is not None:
                            draft.roles["object"][position] = self.rest_of + thing.label
                            return

    def _its_side(self, drafts: list[Draft], index: int, draft: Draft) -> None:
        """還其後: beside the person who was named just before."""
        for role in ("place", "via", "destination"):
            for position, filler in enumerate(draft.roles.get(role, [])):
                if not (isinstance(filler, Phrase) and filler.qi and filler.sided):
                    continue
                if filler.anchor is not None:  # 其位南: his own place
                    own = self._labels(draft, "actor")
                    if len(own) == 1:
                        draft.roles[role][position] = own[0] + filler.label[1:]
                    continue
                anchor = self._anchor(drafts, index, draft)
                if anchor:
                    draft.roles[role][position] = anchor + filler.label[1:]

    def _anchor(self, drafts: list[Draft], index: int, draft: Draft) -> str:
        if not draft.roles.get("actor"):
            before = drafts[index - 1] if index else None
            if (
                before is not None
                and before.cls == "putting"
                and before.has("place")
                and before.has("object")
                and (before.has("actor"))
            ):
                return self._labels(before, "object")[-1]  # 設醬于席前，菹醢在其北
            return ""
        own = set(self._labels(draft, "actor"))
        if draft.cls in {"putting", "arranging"}:  # 奠幣於其前: before the thing spoken of
            own_things = set(self._labels(draft, "object"))
            for earlier in reversed(drafts[max(0, index - 3) : index]):
                things = [x for x in self._labels(earlier, "object") if self._is_thing(x) and x not in own_things]
                if things:
                    return things[-1]
            return ""
        for filler in drafts[index - 1].roles.get("destination", []) if index else ():
            if isinstance(filler, Phrase) and filler.anchor is not None and draft.cls == "motion":
                return filler.anchor[1]  # 出於左物之南，還其後
        for earlier in reversed(drafts[max(0, index - 3) : index]):
            for role in ("place", "destination", "via"):
                for filler in earlier.roles.get(role, []):
                    if isinstance(filler, Phrase) and filler.anchor is not None and filler.anchor[0] == "A":
                        return filler.anchor[1]
            who = self._labels(earlier, "actor")
            if who and not own & set(who):
                return who[-1]
        return ""

    def _thing(self, drafts: list[Draft], index: int, draft: Draft) -> list[str]:
        """The thing that was handled last; what is filled or poured must be a vessel."""
        cup = draft.cls in _CUP_VERBS or draft.form in self.words["fills"]
        for earlier in reversed(drafts[max(0, index - _REACH) : index]):
            labels = [label for label in self._labels(earlier, "object") if self._is_thing(label)]
            if not labels:
                extra = [f for f in earlier.roles.get("instrument", []) if isinstance(f, Phrase) and f.kind == "O"]
                labels = [f.label for f in extra if self._is_thing(f.label)]
            if cup:
                labels = [label for label in labels if label in self.vessels]
            if labels:
                return labels
        return []

    def _is_thing(self, label: str) -> bool:
        word = self.lexicon.words.get(label)
        entry = word.entries.get("O") if word is not None else None
        if entry is None:
            return word is None or "V" not in word.cats
        return entry.cls not in {"abstract", "body", "part"}

    def _person(self, drafts: list[Draft], index: int, draft: Draft) -> list[str]:
        """The one who acted or was addressed just before, other than the doer."""
        own = set(self._labels(draft, "actor"))
        if not self.words["again"].isdisjoint(draft.adverbs):  # 命賓 … 又命之
            for earlier in reversed(drafts[max(0, index - _REACH) : index]):
                if earlier.form == draft.form and earlier.has("recipient"):
                    return self._labels(earlier, "recipient")
        for earlier in reversed(drafts[max(0, index - _REACH) : index]):
            for role in ("actor", "recipient"):
                labels = self._labels(earlier, role)
                if labels and not own & set(labels):
                    return labels
        return []

    def _labels(self, draft: Draft, role: str) -> list[str]:
        return draft.labels(role)
