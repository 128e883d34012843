"""The mapping files as the reference implementation of SSSOM reads them."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

from kg.graph.settings import Settings
from kg.links.schemes import mappings_dir
from kg.links.sssom import shipped_mappings

# sssom-py brings pandas, LinkML and two plugins that break others (rdflib-jsonld, pytest-logging): it has an
# environment of its own, which scripts/test makes; KG_SSSOM names its Python.
PYTHON = Path(os.environ.get("KG_SSSOM", Path(__file__).resolve().parents[1] / ".venv-sssom" / "bin" / "python"))
FILES = sorted(mappings_dir().glob("*.sssom.tsv"))
_READ = """
import json, sys
from sssom.parsers import parse_sssom_table
from sssom.validators import validate
from sssom.constants import SchemaValidationType
found = parse_sssom_table(sys.argv[1])
reports = validate(found, list(SchemaValidationType)[:1] + [SchemaValidationType.PrefixMapCompleteness], True)
print(json.dumps({
    "rows": sorted(found.df[["subject_id", "predicate_id", "object_id"]].astype(str).values.tolist()),
    "errors": [str(r.message) for report in reports.values() if report for r in report.results],
    "metadata": {key: str(value) for key, value in found.metadata.items() if key != "curie_map"},
}))
"""

if os.environ.get("KG_REQUIRE_SSSOM"):
    assert PYTHON.is_file(), f"no {PYTHON}: scripts/test makes it"

pytestmark = pytest.mark.skipif(not PYTHON.is_file(), reason="needs sssom-py (scripts/test makes .venv-sssom)")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name.partition(".")[0])
def test_sssom_py_validates_the_file(path: Path) -> None:
    """sssom-py finds no error in the file and keeps every row: it drops malformed ones with a mere warning."""
    done = subprocess.run([str(PYTHON), "-c", _READ, str(path)], capture_output=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr.decode()
    found = json.loads(done.stdout.splitlines()[-1])
    assert found["errors"] == []
    ours = next(one for one in shipped_mappings(Settings()) if one.id.endswith(path.name.partition(".")[0]))
    assert len(found["rows"]) == len(ours.mappings) > 0
    assert found["metadata"]["mapping_set_id"] == ours.id
    assert found["metadata"]["license"] == ours.licence
