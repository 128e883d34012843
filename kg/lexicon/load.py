"""The Lexicon: every table, read and checked, with the words by their form."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

from kg.errors import LexiconError, Where
from kg.lexicon.entry import Entry, Function, Verb
from kg.lexicon.table import Tables, read_rows, read_tables, several

ROLES = frozenset(
    {
        *("actor", "object", "recipient", "origin", "via", "destination", "place", "direction", "reference"),
        *("instrument", "companion", "content", "like"),
    }
)
UNKNOWN = "unknown"
ORDERS = frozenset({"", "pivot", "request", "speech"})
NOUN_TABLES = {"actors": "A", "objects": "O", "places": "P"}
_BASIC = ("id", "label", "pinyin", "en")
_VERB_ROLES = ("thing", "person", "place", "yu", "yu_person", "zi")


@dataclass(frozen=True, slots=True)
class Word:
    """All that a form can be. `cats` holds A(ctor) O(bject) P(lace) V(erb) S(ide) D(irection) M(easure) and the
    categories of grammar.tsv; `entries` the entry for each."""

    form: str
    cats: frozenset[str]
    entries: dict[str, Entry]
    verb: Verb | None = None  # the first verb of this form
    verbs: tuple[Verb, ...] = ()  # all of them, in the order of the table
    value: int | None = None  # of a numeral


@dataclass(slots=True)
class Lexicon:
    """The tables of one folder. `words` maps a form (in standard glyphs) to its Word.

    `tables` holds the text of all tables of that folder, so that whatever else is read from them (homographs, stances,
    the rite) comes from there too, even when the folder has gone; None where they are the package's.
    """

    entries: dict[str, Entry] = field(default_factory=dict)
    words: dict[str, Word] = field(default_factory=dict)
    variants: dict[str, str] = field(default_factory=dict)
    gaiji: dict[str, str] = field(default_factory=dict)
    longest: dict[str, int] = field(default_factory=dict)
    tables: dict[str, str] | None = None
    _glyphs: dict[int, str] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        self._glyphs = str.maketrans(self.variants)  # made once: commentaries are folded note by note

    def fold(self, text: str) -> str:
        """`text` in standard glyphs, character by character; entities are left as they stand."""
        return text.translate(self._glyphs)


def load_lexicon(folder: Tables | None = None) -> Lexicon:
    """The lexicon in `folder`, or of tables by file name (default: the package's own tables, read once).

    Raises LexiconError with file and row: KG-L001 to L003 (see table.py), KG-L004 (a value is not allowed),
    KG-L005 (an id stands twice), KG-L006 (a variant is no single character).
    """
    return _shipped() if folder is None else _load(folder)


@lru_cache(maxsize=1)
def _shipped() -> Lexicon:
    return _load(None)


def _load(tables: Tables | None) -> Lexicon:
    folder = None if tables is None else read_tables(tables)
    lexicon = Lexicon(variants=_variants(folder), gaiji=_gaiji(folder), tables=folder)
    found: dict[str, dict[str, list[Entry]]] = {}
    for table, cat in (*NOUN_TABLES.items(), ("sides", "S"), ("directions", "D"), ("measures", "M")):
        for number, row in read_rows(f"{table}.tsv", _BASIC, folder):
            entry = Entry(
                row["id"], row["label"], several(row.get("variants", "")), row["pinyin"], row["en"],
                row.get("class", ""), row.get("note", "") or row.get("bearing", ""), row.get("source", ""), table,
            )
            _add(lexicon, found, entry, cat, table, number)
    for number, row in read_rows("verbs.tsv", (*_BASIC, *_VERB_ROLES, "order", "nominal", "tags"), folder):
        for column in _VERB_ROLES:
            if row[column] and row[column] not in ROLES:
                raise _bad("verbs.tsv", number, column, row[column])
        if row["order"] not in ORDERS:
            raise _bad("verbs.tsv", number, "order", row["order"])
        verb = Verb(
            row["id"], row["label"], several(row["variants"]), row["pinyin"], row["en"], row["class"],
            row.get("note", ""), row["source"], "verbs",
            row["thing"], row["person"], row["place"], row["yu"], row["yu_person"], row["zi"], row["order"],
            frozenset(n.partition("=")[0] for n in several(row["nominal"])), _roles(several(row["nominal"]), number),
            frozenset(several(row["tags"])),
        )
        _add(lexicon, found, verb, "V", "verbs", number)
    for number, row in read_rows("grammar.tsv", (*_BASIC, "category"), folder):
        function = Function(
            row["id"], row["label"], several(row["variants"]), row["pinyin"], row["en"], "function",
            row["note"], row["source"], "grammar", row["category"],
        )
        _add(lexicon, found, function, row["category"], "grammar", number)
    for form, cats in found.items():
        lexicon.words[form] = _word(form, cats)
        first = form[0]
        lexicon.longest[first] = max(lexicon.longest.get(first, 1), len(form))
    return lexicon


def _roles(nominal: tuple[str, ...], number: int) -> tuple[tuple[str, str], ...]:
    """The roles that a cell such as 命=content|圭 gives to single nouns."""
    found = tuple((noun, role) for noun, _, role in (n.partition("=") for n in nominal) if role)
    for noun, role in found:
        if role not in ROLES:
            raise _bad("verbs.tsv", number, "nominal", f"{noun}={role}")
    return found


def _variants(folder: Tables | None) -> dict[str, str]:
    variants: dict[str, str] = {}
    for number, row in read_rows("variants.tsv", ("variant", "standard", "source"), folder):
        if len(row["variant"]) != 1 or len(row["standard"]) != 1:
            raise LexiconError(
                "KG-L006",
                f"異體對照須一字對一字：{row['variant']} → {row['standard']}。",
                "A glyph variant is one character for one character.",
                Where("variants.tsv", number),
            )
        variants[row["variant"]] = row["standard"]
    return variants


def _gaiji(folder: Tables | None) -> dict[str, str]:
    rows = read_rows("gaiji.tsv", ("entity", "character", "source"), folder)
    return {row["entity"].strip("&;"): row["character"] for _, row in rows if row["character"]}


def _add(
    lexicon: Lexicon, found: dict[str, dict[str, list[Entry]]], entry: Entry, cat: str, table: str, number: int
) -> None:
    if not entry.id or not entry.label:
        raise _bad(f"{table}.tsv", number, "id", entry.id)
    if entry.id in lexicon.entries:
        raise LexiconError(
            "KG-L005", f"識別碼重複：{entry.id}。", f"The id {entry.id} stands twice.", Where(f"{table}.tsv", number)
        )
    lexicon.entries[entry.id] = entry
    if entry.cls == UNKNOWN:
        return  # the frame of verbs outside the lexicon is no word
    for form in entry.forms:
        found.setdefault(lexicon.fold(form), {}).setdefault(cat, []).append(entry)


def _word(form: str, cats: dict[str, list[Entry]]) -> Word:
    first = {cat: entries[0] for cat, entries in cats.items()}
    verb = first.get("V")
    value = first["num"].note if "num" in first and isinstance(first["num"], Entry) else ""
    return Word(
        form,
        frozenset(cats),
        first,
        verb if isinstance(verb, Verb) else None,
        tuple(v for v in cats.get("V", []) if isinstance(v, Verb)),
        int(value) if value.isdigit() else None,
    )


def _bad(table: str, number: int, column: str, value: str) -> LexiconError:
    return LexiconError(
        "KG-L004",
        f"欄 {column} 的值不合：「{value}」。",
        f"Column {column} cannot hold “{value}”.",
        Where(table, number),
    )
