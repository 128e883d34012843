"""Decoding: bytes to text, by BOM, strictness and plausibility; damage is reported, never guessed away."""

from __future__ import annotations

import codecs
import hashlib
import re
from contextvars import ContextVar
from pathlib import Path

from kg.errors import TextError, Where
from kg.texts.document import Problem
from kg.texts.raw import RawText, document_id
from kg.texts.sources import is_packed, packed, read_bytes

# UTF-32 before UTF-16: its little-endian BOM begins with that of UTF-16.
_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_HAN = re.compile(r"[\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")
_PROSE = re.compile(r"[\u3000-\u303f\uff00-\uffef\u2018-\u201f\u2014\u2026\u00b7\s!-~]")
_DAMAGE = 0.05
"""Above this share of undecodable characters a file is not damaged but in another encoding."""
_PLAUSIBLE = 0.9
"""Share of ordinary characters from which a legacy encoding is believed."""

_met: ContextVar[list[tuple[int, int]]] = ContextVar("undecodable bytes met by the decoding that runs")


def _record(error: UnicodeError) -> tuple[str, int]:
    """The codec error handler `kg.record`: U+FFFD in the text, the byte range in `_met`."""
    if not isinstance(error, UnicodeDecodeError):
        raise error
    _met.get().append((error.start, error.end))
    return "\ufffd", error.end


codecs.register_error("kg.record", _record)


def load(path: str | Path, encoding: str | None = None) -> RawText:
    """Read and decode one file, or stdin where `path` is `-`.

    TextError when it cannot be opened, is too large, or is no text.
    """
    name = str(path)
    data = read_bytes(path)
    text, used, problems = decode(data, name, encoding)
    return RawText(document_id(name), name, hashlib.sha256(data).hexdigest(), text, used, problems)


def decode(data: bytes, name: str = "-", encoding: str | None = None) -> tuple[str, str, tuple[Problem, ...]]:
    """The text of the bytes without BOM, the encoding used, and what was met on the way (offsets count in the text).

    UTF-8 by default; UTF-16 and UTF-32 by BOM; GB18030 and Big5 where the bytes are no UTF-8 but read as Chinese,
    with a notice. `encoding` overrides all. TextError for archives (KG-T009), for other binary data and for encodings
    that cannot be recognised.
    """
    if is_packed(data):
        raise packed(name)
    if encoding is not None:
        return _decode_named(data, name, encoding)
    for bom, bom_encoding in _BOMS:
        if data.startswith(bom):
            return _decode_recording(data[len(bom) :], bom_encoding, name)
    if b"\x00" in data:
        raise TextError(
            "KG-T002", "檔案含空位元組（NUL），是二進位檔或無 BOM 的 UTF-16，不是文字檔。請轉存為 UTF-8。",
            "The file holds NUL bytes: it is binary, or UTF-16 without a BOM, not a text. Save it as UTF-8.",
            Where(name, offset=data.index(b"\x00")),
        )
    try:
        return data.decode("utf-8"), "utf-8", ()
    except UnicodeDecodeError as error:
        first_bad = error.start
    damaged = data.decode("utf-8", errors="replace")
    if damaged.count("\ufffd") <= max(1, _DAMAGE * len(damaged)) and _HAN.search(damaged):
        return _decode_recording(data, "utf-8", name)
    legacy = _legacy(data)
    if legacy is None:
        raise TextError(
            "KG-T003", "無法辨認編碼：既不是 UTF-8，也不像 GB18030 或 Big5。請轉存為 UTF-8，或以 --encoding 指明。",
            "The encoding is not recognised: neither UTF-8, nor plausible GB18030 or Big5. "
            "Save the file as UTF-8 or name the encoding with --encoding.", Where(name, offset=first_bad),
        )
    text, used = legacy
    notice = Problem(
        "KG-T110", "legacy-encoding", f"檔案不是 UTF-8，按 {used} 讀取；若有誤請以 --encoding 指明。",
        f"The file is not UTF-8 and was read as {used}; name the encoding if that is wrong.", offset=0, line=1,
    )
    return text, used, (notice,)


def _decode_named(data: bytes, name: str, encoding: str) -> tuple[str, str, tuple[Problem, ...]]:
    try:
        codec = codecs.lookup(encoding).name
        b" ".decode(encoding, errors="replace")  # LookupError where it is a codec, but none of text
        for bom, bom_encoding in _BOMS:
            if data.startswith(bom) and bom_encoding in (codec, f"{codec}-le", f"{codec}-be"):
                return _decode_recording(data[len(bom) :], bom_encoding, name)
        return _decode_recording(data, codec, name)
    except (LookupError, ValueError) as error:  # of the latter: names that cannot be one, codecs of other uses (idna)
        raise TextError(
            "KG-T004", f"沒有名為「{encoding}」的文字編碼。例：utf-8、gb18030、big5、utf-16。",
            f"There is no text encoding named {encoding!r}. Try utf-8, gb18030, big5 or utf-16.", Where(name),
        ) from error


def _decode_recording(data: bytes, encoding: str, name: str) -> tuple[str, str, tuple[Problem, ...]]:
    """Decode; each undecodable stretch becomes U+FFFD in the text and a Problem with its place."""
    met: list[tuple[int, int]] = []
    token = _met.set(met)
    try:
        text = data.decode(encoding, errors="kg.record")
    finally:
        _met.reset(token)
    if len(met) > max(1, _DAMAGE * len(text)):
        raise TextError(
            "KG-T003", f"逾百分之五的內容不是 {encoding}，編碼恐為另一種。請轉存為 UTF-8，或以 --encoding 指明。",
            f"More than 5 % of the content is not {encoding}: it is probably in another encoding. "
            "Save the file as UTF-8 or name the encoding with --encoding.", Where(name, offset=met[0][0]),
        )
    for code, pattern in (("KG-T002", "\x00"), ("KG-T003", "[\ud800-\udfff]")):
        if (found := re.search(pattern, text)) is not None:
            raise TextError(
                code,
                f"以 {encoding} 讀出了不成字的代碼 U+{ord(found[0]):04X}，不是文字檔或編碼有誤。請轉存為 UTF-8。",
                f"Read as {encoding}, the file holds U+{ord(found[0]):04X}, which is no character: it is no text, "
                "or the encoding is wrong. Save it as UTF-8.", Where(name, offset=found.start()),
            )
    problems = []
    length = done = 0
    line = 1
    for start, end in met:
        good = data[done:start].decode(encoding, errors="replace")
        length += len(good)
        line += good.count("\n")
        bad = data[start:end].hex(" ")
        problems.append(Problem(
            "KG-T111", "undecodable-byte", f"第 {start} 位元組 {bad} 不是 {encoding}，文中以 U+FFFD 代替。",
            f"The byte(s) {bad} at byte {start} are not {encoding}; U+FFFD stands for them in the text.",
            offset=length, line=line,
        ))
        length += 1
        done = end
    return text, encoding, tuple(problems)


def _legacy(data: bytes) -> tuple[str, str] | None:
    """The text and name of the legacy encoding that reads the bytes most like Chinese; None when none does.

    Either encoding decodes much of the other without error. Big5 read as GB18030 shows kana, Greek and private-use
    characters; GB2312 read as Big5 leaves the frequent characters, which Big5 keeps in its first level (A440-C67E).
    """
    best: tuple[float, str, str] | None = None
    for encoding in ("gb18030", "big5hkscs"):
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        ordinary = len(_PROSE.findall(text))
        han = [c for c in text if _HAN.match(c)]
        if encoding == "gb18030":
            ordinary += len(han)
        else:
            ordinary += sum(b"\xa4\x40" <= c.encode(encoding) <= b"\xc6\x7e" for c in han)
        score = ordinary / max(1, len(text))
        if han and score >= _PLAUSIBLE and (best is None or score > best[0]):
            best = (score, text, encoding)
    return None if best is None else (best[1], best[2])
