"""Candidates from the datasets that a scholar has: CBDB, Wikidata, tables, SKOS; and what becomes of them."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest
import rdflib
from rdflib import OWL, URIRef

from cbdb_sample import make_cbdb
from cli_runner import kg
from exchange_samples import link_lines
from kg.commands.link import review
from kg.errors import LinkError
from kg.graph.settings import Settings
from kg.lexicon.load import load_lexicon
from kg.links.candidates import Matcher
from kg.links.dataset import read_dataset
from kg.links.decisions import Decision, Status, merged, read_decisions, write_decisions
from kg.links.record import Kind, Record
from kg.links.sssom import shipped_mappings
from kg.links.subjects import Subject, subjects
from kg.messages import Voice

BASE = "https://w3id.org/ritual-kg/"
ALL = frozenset(Kind)


@pytest.fixture(scope="module")
def matcher() -> Matcher:
    lexicon = load_lexicon()
    return Matcher(lexicon, list(subjects(lexicon, shipped_mappings(Settings()), Settings())))


def found(matcher: Matcher, path: Path, **given: Any) -> dict[tuple[str, str], Decision]:
    """The candidates of a dataset: (label of ours, target) → candidate."""
    return {(one.label, one.target): one for one in matcher.candidates(read_dataset(path, **given), "d", ALL)}


# -- CBDB -------------------------------------------------------------------------------------------------------------


def test_cbdb_persons(tmp_path: Path) -> None:
    """Names, style names (字), other names, dynasty, years and works come from CBDB's tables; 0 is an unknown year."""
    records = {one.target: one for one in read_dataset(make_cbdb(tmp_path / "cbdb.sqlite"))}
    zhu = records["cbdb:3257"]
    assert (zhu.label, zhu.styles, zhu.aliases, zhu.dynasty) == ("朱熹", ("元晦",), ("晦庵",), "宋")
    assert (zhu.birth, zhu.death, zhu.works) == (1130, 1200, ("儀禮經傳通解",))
    assert records["cbdb:990001"].death is None


def test_homonyms_are_told_apart(matcher: Matcher, tmp_path: Path) -> None:
    """朱熹 of 宋 with 字 元晦 is far likelier than a namesake of 明; neither is decided by the machine."""
    made = found(matcher, make_cbdb(tmp_path / "cbdb.sqlite"))
    right, wrong = made["朱熹", "cbdb:3257"], made.get(("朱熹", "cbdb:990001"))
    assert right.score >= 0.9
    assert "style 元晦" in right.evidence
    assert "dynasty 宋" in right.evidence
    assert wrong is None or wrong.score < 0.3
    assert right.predicate == "schema:sameAs"
    assert {one.status for one in made.values()} == {Status.PROPOSED}
    assert made["鄭玄", "cbdb:990002"].score >= 0.9


def test_an_office_is_no_person(matcher: Matcher, tmp_path: Path) -> None:
    """A person of CBDB whose name is 主人 is not proposed for the host of the rite."""
    assert not [label for label, _ in found(matcher, make_cbdb(tmp_path / "c.db")) if label == "主人"]


def test_a_truncated_database(tmp_path: Path) -> None:
    """A download that broke off is told as such, not read in part."""
    path = make_cbdb(tmp_path / "cbdb.sqlite")
    data = path.read_bytes()
    for size in (len(data) - 4096, len(data) // 2, 120, 50):
        path.write_bytes(data[:size])
        with pytest.raises(LinkError, match="no whole SQLite") as caught:
            list(read_dataset(path))
        assert caught.value.code == "KG-K020"


def test_a_damaged_database(tmp_path: Path) -> None:
    """Pages of rubbish in a file of the right size are told too."""
    path = make_cbdb(tmp_path / "cbdb.sqlite")
    data = bytearray(path.read_bytes())
    data[4096:] = b"\xff" * (len(data) - 4096)
    path.write_bytes(data)
    with pytest.raises(LinkError) as caught:
        list(read_dataset(path))
    assert caught.value.code == "KG-K020"


def test_another_database(tmp_path: Path) -> None:
    """A SQLite that is not CBDB's is told by the tables that it lacks."""
    import sqlite3

    path = tmp_path / "other.sqlite"
    with sqlite3.connect(path) as database:
        database.execute("CREATE TABLE BIOG_MAIN (c_personid INTEGER, c_name_chn TEXT)")
    with pytest.raises(LinkError, match=r"BIOG_MAIN\.c_dy") as caught:
        list(read_dataset(path))
    assert caught.value.code == "KG-K021"


# -- Wikidata ---------------------------------------------------------------------------------------------------------


def entity(qid: str, label: str, **claims: Any) -> dict[str, Any]:
    """An entity as Wikidata's JSON has it; `claims` are values by property."""
    return {
        "id": qid, "type": "item", "labels": {"zh-hant": {"language": "zh-hant", "value": label}},
        "aliases": {"zh": [{"language": "zh", "value": label + "子"}]}, "descriptions": {},
        "claims": {
            prop: [{"rank": "normal", "mainsnak": {"snaktype": "value", "property": prop, "datavalue": {"value": v}}}
                   for v in values]
            for prop, values in claims.items()
        },
    }  # fmt: skip


def item(qid: str) -> dict[str, Any]:
    return {"entity-type": "item", "id": qid}


def year(value: int) -> dict[str, Any]:
    return {"time": f"{value:+05d}-00-00T00:00:00Z", "precision": 9}


ZHU = entity(
    "Q9397", "朱熹", P31=[item("Q5")], P1782=[{"text": "元晦", "language": "zh"}], P569=[year(1130)], P570=[year(1200)],
    P2348=[item("Q7462")], P497=["3257"], P214=["46768804"], P1187=["A003586"],
)  # fmt: skip
SONG = entity("Q7462", "宋朝")
BOOK = entity("Q99692396", "儀禮經傳通解", P31=[item("Q7725634")])


@pytest.mark.parametrize("form", ["array", "lines", "api"])
def test_wikidata_json(matcher: Matcher, tmp_path: Path, form: str) -> None:
    """A dump as an array, a line an entity, or an API answer: 朱熹 with style name, dynasty by its item, and years."""
    entities = [ZHU, SONG, BOOK]
    path = tmp_path / "w.json"
    if form == "array":
        path.write_text(json.dumps(entities), encoding="utf-8")
    elif form == "lines":
        path.write_text("[\n" + ",\n".join(map(json.dumps, entities)) + "\n]\n", encoding="utf-8")
    else:
        path.write_text(json.dumps({"entities": {one["id"]: one for one in entities}}), encoding="utf-8")
    made = found(matcher, path)
    zhu = made["朱熹", "wikidata:Q9397"]
    assert zhu.score >= 0.9
    assert zhu.predicate == "owl:sameAs"
    work = made["儀禮經傳通解", "wikidata:Q99692396"]
    assert (work.subject, work.predicate) == ("work/KR1d0085", "skos:exactMatch")


def test_wikidata_names_other_authorities(matcher: Matcher, tmp_path: Path) -> None:
    """P497, P214 and P1187 of the item are proposed as CBDB, VIAF and DILA ids, with the item as evidence."""
    path = tmp_path / "w.json"
    path.write_text(json.dumps([ZHU, SONG]), encoding="utf-8")
    made = found(matcher, path)
    assert "by wikidata:Q9397" in made["朱熹", "cbdb:3257"].evidence
    assert made["朱熹", "viaf:46768804"].predicate == "owl:sameAs"
    assert made["朱熹", "dila:A003586"].predicate == "schema:sameAs"


def test_wikidata_query_result(matcher: Matcher, tmp_path: Path) -> None:
    """The CSV of a query (item, itemLabel, …): IRIs of items are known as Wikidata's."""
    path = tmp_path / "query.csv"
    path.write_text(
        "item,itemLabel,itemAltLabel,dynastyLabel,birth,death\r\n"
        'http://www.wikidata.org/entity/Q197649,郑玄,"鄭康成、康成",汉朝,0127-01-01T00:00:00Z,0200-01-01T00:00:00Z\r\n',
        encoding="utf-8",
    )
    one = found(matcher, path)["鄭玄", "wikidata:Q197649"]
    assert "name" in one.evidence
    assert "dates 127–200" in one.evidence


@pytest.mark.parametrize(
    "text", ["{", "[1, 2]", '{"a": 1}', '[{"id": 3}]', "[\n{}\n", "[\n{\"id\": \"Q1\"},\n{\"id\": \n]"],
    ids=["cut", "numbers", "object", "number id", "open", "cut line"],
)  # fmt: skip
def test_faulty_json(tmp_path: Path, text: str) -> None:
    """What is no JSON of Wikidata is refused, with its line."""
    path = tmp_path / "w.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(LinkError) as caught:
        list(read_dataset(path))
    assert caught.value.code == "KG-K023"
    assert caught.value.where is not None
    assert caught.value.where.line


# -- tables and SKOS --------------------------------------------------------------------------------------------------


def test_any_table(matcher: Matcher, tmp_path: Path) -> None:
    """A TSV of one's own, with ids of a scheme that is named, and unusual headings that are named too."""
    path = tmp_path / "mine.tsv"
    path.write_text("num\t學者\t字\t朝代\n34138\t方苞\t靈皋\t清\n", encoding="utf-8")
    made = found(matcher, path, columns={"target": "num", "label": "學者"}, scheme="cbdb")
    assert made["方苞", "cbdb:34138"].score >= 0.65


@pytest.mark.parametrize(
    ("text", "given", "code", "told"),
    [
        ("姓,名\n朱,熹\n", {}, "KG-K022", "--column target="),
        ("id,year\n1,1130\n", {}, "KG-K022", "no column for label"),
        ("id,name\n1,朱熹\n", {"columns": {"label": "who"}}, "KG-K022", "no column for label"),
        ("id,name\n1,朱熹\n", {"columns": {"nothing": "name"}}, "KG-K022", "no field nothing"),
        ("id,name\n1,朱熹\n", {}, "KG-K025", "--scheme"),
        ("id,name\nQ12x,朱熹\n", {"scheme": "wikidata"}, "KG-K025", "no id of wikidata"),
        ("", {}, "KG-K022", "no column for target"),
    ],
    ids=["no id", "no name", "wrong heading", "no such field", "bare ids", "malformed id", "empty"],
)
def test_faulty_tables(tmp_path: Path, text: str, given: dict[str, Any], code: str, told: str) -> None:
    """A CSV without the needed columns, or with ids of nothing, is refused with what to do."""
    path = tmp_path / "mine.csv"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(LinkError, match=told) as caught:
        list(read_dataset(path, **given))
    assert caught.value.code == code


def test_a_file_of_no_kind(tmp_path: Path) -> None:
    """A file that is none of these, is not there, or is not UTF-8, is told as such."""
    unknown, latin = tmp_path / "x.docx", tmp_path / "x.csv"
    unknown.write_bytes(b"PK")
    latin.write_bytes("id,name\n1,朱熹\n".encode("big5"))
    for path, code in ((unknown, "KG-K026"), (tmp_path / "none.csv", "KG-K001"), (latin, "KG-K001")):
        with pytest.raises(LinkError) as caught:
            list(read_dataset(path))
        assert caught.value.code == code


SKOS = """@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
<https://example.org/goblet> a skos:Concept ; skos:prefLabel "觶"@lzh, "goblet"@en ; skos:altLabel "觗"@zh .
<https://example.org/host> a skos:Concept ; skos:prefLabel "主人"@lzh .
"""


def test_skos(matcher: Matcher, tmp_path: Path) -> None:
    """Concepts of a thesaurus match words: 觶 closely, with the shared gloss as evidence; 主人, an office, as well."""
    path = tmp_path / "t.ttl"
    path.write_text(SKOS, encoding="utf-8")
    made = found(matcher, path)
    one = made["觶", "https://example.org/goblet"]
    assert (one.subject, one.predicate) == ("lexicon/object.zhi-goblet", "skos:closeMatch")
    assert "gloss goblet" in one.evidence
    assert made["主人", "https://example.org/host"].predicate == "skos:closeMatch"
    path.write_text(SKOS + "<broken", encoding="utf-8")
    with pytest.raises(LinkError) as caught:
        list(read_dataset(path))
    assert caught.value.code == "KG-K024"


@pytest.mark.parametrize(
    ("subject", "record", "least", "most"),
    [
        ({"dynasty": "宋"}, {"dynasty": "北宋"}, 0.6, 0.7),
        ({"dynasty": "宋"}, {"dynasty": "唐"}, 0.0, 0.5),
        ({"dynasty": "宋"}, {"dynasty": "清"}, 0.0, 0.1),
        ({"dynasty": "宋"}, {"birth": 1130, "death": 1200}, 0.5, 0.6),
        ({"dynasty": "宋"}, {"birth": 1800}, 0.0, 0.2),
        ({"styles": ("元晦",)}, {"styles": ("元晦",)}, 0.7, 0.8),
        ({"styles": ("元晦",)}, {"styles": ("子明",)}, 0.25, 0.35),
        ({"works": ("儀禮經傳通解",)}, {"works": ("仪礼经传通解",)}, 0.65, 0.75),
        ({}, {}, 0.44, 0.46),
    ],
    ids=["same dynasty", "near dynasty", "other dynasty", "years within", "years outside", "style", "other style",
         "work in other glyphs", "name only"],
)  # fmt: skip
def test_scores(matcher: Matcher, subject: dict[str, Any], record: dict[str, Any], least: float, most: float) -> None:
    """What agrees raises the score of a name, what contradicts lowers it; a name alone stays under one half."""
    score, _ = matcher.score(
        Subject("commentator/朱熹", Kind.PERSON, "朱熹", **subject), Record("cbdb:1", "朱熹", Kind.PERSON, **record)
    )
    assert least <= score <= most


# -- decisions --------------------------------------------------------------------------------------------------------


def decision(target: str, status: Status = Status.PROPOSED, score: float = 0.5, dataset: str = "d@1") -> Decision:
    return Decision(status, score, "commentator/朱熹", "朱熹", "schema:sameAs", target, dataset=dataset)


def test_decisions_survive() -> None:
    """Of a new run, decided rows stay, mere proposals that it lacks go, and those of other datasets stay."""
    old = [
        decision("cbdb:1", Status.REJECTED), decision("cbdb:2", Status.ACCEPTED), decision("cbdb:3"),
        decision("cbdb:4", dataset="other@1"),
    ]  # fmt: skip
    new = [decision("cbdb:1", score=0.9, dataset="d@2"), decision("cbdb:5", dataset="d@2")]
    kept = {one.target: one for one in merged(old, new, "d@2")}
    assert {target: one.status.value for target, one in kept.items()} == {
        "cbdb:1": "rejected", "cbdb:2": "accepted", "cbdb:4": "proposed", "cbdb:5": "proposed",
    }  # fmt: skip
    assert kept["cbdb:1"].score == 0.5


def test_review_in_the_terminal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """a, r, s and q decide, with who and when; every answer stands in the table at once."""
    write_decisions(tmp_path / "links.tsv", [decision("cbdb:1", score=0.9), decision("cbdb:2"), decision("cbdb:3")])
    answers = iter(["x", "a", "r", "s", "q"])
    assert review(Voice(), tmp_path, "方外", lambda prompt: next(answers)) == 0
    rows = {one.target: one for one in read_decisions(tmp_path / "links.tsv")}
    assert rows["cbdb:1"].status is Status.ACCEPTED
    assert rows["cbdb:1"].who == "方外"
    assert (rows["cbdb:2"].status, rows["cbdb:3"].status) == (Status.REJECTED, Status.SKIPPED)
    assert len(rows) == 3  # 任啟運's item, which we ship without being sure, is asked about next, not kept undecided
    shown = capsys.readouterr().out
    assert "cbdbapi/person.php?id=1" in shown
    assert "任啟運" in shown
    later = iter(["a", "q"])
    review(Voice(), tmp_path, "方外", lambda prompt: next(later))
    assert any(one.label != "朱熹" and one.status is Status.ACCEPTED for one in read_decisions(tmp_path / "links.tsv"))


def test_decisions_become_links(tmp_path: Path) -> None:
    """An accepted candidate is a link at the next build; a rejected one takes back what we ship, and stays negated."""
    path = tmp_path / "links.tsv"
    rows = [
        Decision(Status.ACCEPTED, 0.3, "commentator/李如圭", "李如圭", "owl:sameAs", "wikidata:Q45553573", who="方外"),
        Decision(Status.REJECTED, 0.95, "commentator/鄭玄", "鄭玄", "owl:sameAs", "wikidata:Q197649"),
        Decision(Status.PROPOSED, 0.9, "commentator/方苞", "方苞", "schema:sameAs", "cbdb:1"),
    ]
    write_decisions(path, rows)
    graph = rdflib.Dataset(default_union=True)
    graph.parse(data=link_lines((), path), format="nquads")
    wikidata = rdflib.Namespace("http://www.wikidata.org/entity/")
    assert (URIRef(f"{BASE}commentator/李如圭"), OWL.sameAs, wikidata.Q45553573) in graph
    assert (URIRef(f"{BASE}commentator/鄭玄"), OWL.sameAs, None) not in graph
    (claim,) = graph.subjects(OWL.annotatedTarget, wikidata.Q197649)
    assert str(graph.value(claim, URIRef("https://w3id.org/sssom/predicate_modifier"))) == "Not"
    assert (None, OWL.annotatedTarget, URIRef("https://cbdb.fas.harvard.edu/cbdbapi/person.php?id=1")) not in graph


@pytest.mark.parametrize(
    ("column", "value"),
    [("status", "yes"), ("score", "high"), ("predicate", "rdf:type"), ("target", "cbdb:x"), ("subject", "http://x y")],
)
def test_a_table_edited_badly(tmp_path: Path, column: str, value: str) -> None:
    """A cell that means nothing is refused with its line: nothing is decided by a slip of the pen."""
    path = tmp_path / "links.tsv"
    write_decisions(path, [decision("cbdb:1")])
    with path.open(encoding="utf-8", newline="") as file:
        (row,) = csv.DictReader(file, delimiter="\t")
    row[column] = value
    path.write_text("\t".join(row) + "\n" + "\t".join(row.values()) + "\n", encoding="utf-8")
    with pytest.raises(LinkError) as caught:
        read_decisions(path)
    assert (caught.value.code, caught.value.where.line if caught.value.where else 0) == ("KG-K030", 2)


def test_command_line(tmp_path: Path) -> None:
    """kg link candidates writes the table; a second run leaves a row that was rejected by hand."""
    make_cbdb(tmp_path / "cbdb.sqlite")
    arguments = ("link", "candidates", "--dataset", "cbdb.sqlite", "--output", "out", "--kind", "person")
    assert kg(*arguments, cwd=tmp_path).returncode == 0
    path = tmp_path / "out" / "links.tsv"
    text = path.read_text(encoding="utf-8")
    assert "schema:sameAs\tcbdb:3257" in text
    (line,) = [one for one in text.splitlines() if "cbdb:3257" in one]
    path.write_text(text.replace(line, line.replace("proposed", "rejected", 1)), encoding="utf-8")
    assert kg(*arguments, cwd=tmp_path).returncode == 0
    assert line.replace("proposed", "rejected", 1) in path.read_text(encoding="utf-8")
    done = kg("link", "candidates", "--dataset", "none.sqlite", "--output", "out", cwd=tmp_path)
    assert done.returncode == 2
    assert b"KG-K001" in done.stderr
