"""Pieces of which hostile sources are made up: what readers look for, in any order, and what often breaks them."""

from __future__ import annotations

from hypothesis import strategies as st

MANDOKU = (
    "主人戒賓", "賓", "記冠義始冠", "鄭氏曰", "注曰", "案", "又曰", "疏曰", "右請射",
    "(", ")", "/", "¶\n", "¶", "　", "　　",
    "　" * 9, "\n", "\r\n", "<pb:X_SBCK_001-1a>¶\n", "<pb:X_SBCK_001-2a>", "<pb:>", "<pb:X_SBCK_001-1a>",
    "<md:x>", "<pb:",
    "&KR1152;", "&KR", ";", "#+TITLE: 儀禮\n", "#+PROPERTY: ID KR1d0037\n", "# x\n", "○", "■",
    "\ufffd", "\ue000", "\ufe00",
    "\u2028", "\t", "。」",
)  # fmt: skip
BRACKETED = (
    "主人戒賓", "【", "】", "【注】", "記冠義始冠", "右請射", " ", "　", "\n", "\n\n", "正義鄭氏曰", "存疑敖氏曰",
    "案", "敖君善曰",
    "高紫超曰", "又案", "右請射也", "句", "(", ")", "（", "）", "雲", "此雲", "观", "。", "\x1c", "\x85",
)  # fmt: skip
INLINE = (
    "主人戒賓。", "賓", "\n  ", "<pb n='1a'/>", "<milestone unit='step' n='右請射'/>", "<note>注</note>",
    "<note xml:id='a' type='shu'><label><persName>鄭氏</persName>曰</label>注<note>又</note></note>",
    "<choice><sic>尊</sic><corr>奠</corr></choice>", "<choice/>", "<choice><!-- x --></choice>", "<g ref='#KR1152'/>",
    "<g/>",
    "<gap reason='lost'/>", "<gap/>", "<!-- 不是文 -->", "<?x y?>", "&amp;", "<seg>主</seg>", "<note><gap/></note>",
    "<note><choice><sic>丈</sic><corr>文</corr></choice></note>", "<orig>主</orig>", "<bibl type='source'>x</bibl>",
)  # fmt: skip
BLOCKS = (
    "p", "div", "div type='ji'", "div type='zhu'", "head", "trailer", "s", "s xml:id='a'", "s xml:id='t.1'", "ab",
    "note", "lg", "l",
)  # fmt: skip
_OPEN = "<TEI xmlns='http://www.tei-c.org/ns/1.0'>"


def _block(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    joined = st.lists(inner, max_size=5).map("".join)
    return st.tuples(st.sampled_from(BLOCKS), joined).map(lambda one: f"<{one[0]}>{one[1]}</{one[0].split()[0]}>")


def pieces(of: tuple[str, ...]) -> st.SearchStrategy[str]:
    """Texts that are made of these pieces, and a little of anything."""
    return st.lists(st.sampled_from(of) | st.characters(exclude_categories=["Cs"]), max_size=50).map("".join)


MANDOKU_TEXTS = pieces(MANDOKU)
BRACKETED_TEXTS = pieces(BRACKETED)
TEI_TEXTS = st.lists(st.recursive(st.sampled_from(INLINE), _block, max_leaves=25), max_size=6).map(
    lambda body: f"{_OPEN}<text><body>{''.join(body)}</body></text></TEI>"
)
XML_TEXTS = pieces(
    (_OPEN, "<text>", "</text>", "</TEI>", "<p>", "</p>", "<![CDATA[", "]]>", "<!DOCTYPE a [", "]>", "&lt;", "&x;", "<")
)
PREFIXES = (
    "", "\ufeff", "#+TITLE: 儀禮\n#+PROPERTY: ID KR1d0030\n<pb:X_SBCK_001-1a>¶\n", "主【注】",
    "存疑敖氏曰 正義鄭氏曰【主】主\n",
)  # fmt: skip
FILES = st.one_of(
    st.binary(max_size=300),
    st.tuples(
        st.sampled_from(PREFIXES), st.one_of(MANDOKU_TEXTS, BRACKETED_TEXTS, TEI_TEXTS, XML_TEXTS),
        st.sampled_from(("utf-8", "utf-8", "utf-8-sig", "utf-16", "utf-16-be", "utf-32", "gb18030", "big5")),
        st.binary(max_size=3),
    ).map(lambda made: (made[0] + made[1]).encode(made[2], "replace") + made[3]),
)  # fmt: skip
"""Bytes of files: anything, and texts of every format in many encodings with a little dirt behind them."""
