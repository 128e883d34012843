"""A small SQLite with the table layout of CBDB's release (the columns of BIOG_MAIN and ALTNAME_DATA in their order).

The ids of 朱熹 and 方苞 are CBDB's; the other persons are made up for the tests and have ids that CBDB does not use.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

_LAYOUT = """
CREATE TABLE BIOG_MAIN (c_personid INTEGER NOT NULL, c_name varchar(255), c_name_chn varchar(255),
  c_index_year smallint, c_index_year_type_code varchar(255), c_index_year_source_id INTEGER, c_female smallint,
  c_index_addr_id INTEGER DEFAULT 0, c_index_addr_type_code smallint, c_ethnicity_code smallint,
  c_household_status_code smallint, c_tribe varchar(255), c_birthyear smallint, c_by_nh_code smallint,
  c_by_nh_year smallint, c_by_range smallint, c_deathyear smallint, c_dy_nh_code smallint, c_dy_nh_year smallint,
  c_dy_range smallint, c_death_age smallint, c_death_age_range smallint, c_fl_earliest_year smallint,
  c_fl_ey_nh_code smallint, c_fl_ey_nh_year smallint, c_fl_ey_notes TEXT, c_fl_latest_year smallint,
  c_fl_ly_nh_code smallint, c_fl_ly_nh_year smallint, c_fl_ly_notes TEXT, c_surname varchar(255),
  c_surname_chn varchar(255), c_mingzi varchar(255), c_mingzi_chn varchar(255), c_dy smallint,
  c_choronym_code smallint, c_notes TEXT, PRIMARY KEY (c_personid));
CREATE TABLE ALTNAME_DATA (c_personid INTEGER NOT NULL, c_alt_name varchar(255), c_alt_name_chn varchar(255) NOT NULL,
  c_alt_name_type_code smallint NOT NULL, c_sequence smallint DEFAULT 0, c_source INTEGER, c_pages varchar(255),
  c_notes TEXT, c_created_by varchar(255), c_modified_by varchar(255), c_created_date TEXT, c_modified_date TEXT,
  PRIMARY KEY (c_alt_name_chn, c_alt_name_type_code, c_personid));
CREATE TABLE ALTNAME_CODES (c_name_type_code smallint NOT NULL, c_name_type_desc varchar(255),
  c_name_type_desc_chn varchar(255), PRIMARY KEY (c_name_type_code));
CREATE TABLE DYNASTIES (c_dy smallint NOT NULL, c_dynasty varchar(255), c_dynasty_chn varchar(255),
  c_start smallint NOT NULL DEFAULT 0, c_end smallint NOT NULL DEFAULT 0, c_sort smallint, PRIMARY KEY (c_dy));
CREATE TABLE TEXT_CODES (c_textid INTEGER NOT NULL, c_title_chn varchar(255), c_title varchar(255),
  c_text_year smallint, PRIMARY KEY (c_textid));
CREATE TABLE BIOG_TEXT_DATA (c_textid INTEGER NOT NULL, c_personid INTEGER NOT NULL, c_role_id smallint NOT NULL,
  c_year smallint, PRIMARY KEY (c_personid, c_role_id, c_textid));
INSERT INTO ALTNAME_CODES VALUES (4, 'Courtesy name', '字'), (5, 'Studio name', '室名、別號');
INSERT INTO DYNASTIES VALUES (15, 'Song', '宋', 960, 1279, 15), (19, 'Ming', '明', 1368, 1644, 19),
  (20, 'Qing', '清', 1644, 1911, 20), (2, 'Han', '東漢', 25, 220, 2);
"""
# id, name, pinyin, born, died, dynasty
_PERSONS = (
    (3257, "朱熹", "Zhu Xi", 1130, 1200, 15),
    (990001, "朱熹", "Zhu Xi", 1560, 0, 19),
    (34138, "方苞", "Fang Bao", 1668, 1749, 20),
    (990002, "鄭玄", "Zheng Xuan", 127, 200, 2),
    (990003, "主人", "Zhuren", 1600, 1660, 19),
    (990004, "王安石", "Wang Anshi", 1021, 1086, 15),
)
_NAMES = ((3257, "元晦", 4), (3257, "晦庵", 5), (34138, "靈皋", 4), (990001, "子明", 4), (990002, "康成", 4))
_WORKS = ((1, "儀禮經傳通解", 3257),)


def make_cbdb(path: Path) -> Path:
    """Writes the database."""
    with closing(sqlite3.connect(path)) as database, database:
        database.executescript(_LAYOUT)
        database.executemany(
            "INSERT INTO BIOG_MAIN (c_personid, c_name_chn, c_name, c_birthyear, c_deathyear, c_dy) "
            "VALUES (?, ?, ?, ?, ?, ?)",
            _PERSONS,
        )
        database.executemany(
            "INSERT INTO ALTNAME_DATA (c_personid, c_alt_name_chn, c_alt_name_type_code) VALUES (?, ?, ?)", _NAMES
        )
        for text, title, person in _WORKS:
            database.execute("INSERT INTO TEXT_CODES (c_textid, c_title_chn) VALUES (?, ?)", (text, title))
            database.execute(
                "INSERT INTO BIOG_TEXT_DATA (c_textid, c_personid, c_role_id) VALUES (?, ?, 1)", (text, person)
            )
    return path
