from __future__ import annotations

import contextlib
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kbdesk.errors import DamagedError, UnreadableTextError
from kbdesk.rag.parsers.encodings import decode, decode_strictly

TEXTS = {
    "cp1252": [
        "Die schöne Frau möchte für die Übergabe größere Räume prüfen.",
        "Les employés doivent déclarer leurs congés à l'avance, même pendant l'été.",
        "El año pasado la compañía contrató más empleados; ¿qué pasó después?",
        "La città è più bella perché ci sono attività, però non lo so più.",
        "Medarbejdere skal søge ferie på forhånd, og både mødetid og fravær skal være på plads.",
        "He said “hello” – it’s fine… café",
        "price: 5 € per day",
    ],
    "cp850": ["Die schöne Frau möchte für die Übergabe größere Räume prüfen."],
    "mac_roman": ["Die schöne Frau möchte für die Übergabe größere Räume prüfen."],
    "cp1250": [
        "Pracownicy powinni zgłaszać urlop z wyprzedzeniem, żeby każdy mógł się przygotować.",
        "Zaměstnanci musí žádat o dovolenou předem, aby každý věděl, kdy bude pryč.",
        "A dolgozóknak előre kell szabadságot kérniük, hogy mindenki tudja. Őrült tűz.",
    ],
    "iso8859_2": ["Zaměstnanci musí žádat o dovolenou předem. Štěpán, žluťoučký kůň."],
    "cp852": ["Pracownicy powinni zgłaszać urlop z wyprzedzeniem, żeby każdy mógł się przygotować."],
    "cp1257": [
        "Darbuotojai turi iš anksto prašyti atostogų, kad visi žinotų. Ačiū už darbą.",
        "Darbiniekiem atvaļinājums jāpiesaka iepriekš, lai visi zinātu.",
    ],
    "iso8859_15": ["Der Preis beträgt 5 € für größere Räume, und das Œuvre ist schön."],
    "cp1254": ["Çalışanlar izin için önceden başvurmalıdır, böylece herkes öğrenir. İyi günler."],
    "cp1251": ["Сотрудники должны заранее подать заявление на отпуск. Каждый год 28 дней."],
    "iso8859_5": ["Сотрудники должны заранее подать заявление на отпуск. Каждый год 28 дней."],
    "mac_cyrillic": ["Сотрудники должны заранее подать заявление на отпуск. Каждый год 28 дней."],
    "koi8_r": ["Сотрудники должны заранее подать заявление на отпуск. Каждый год 28 дней."],
    "cp1253": ["Οι εργαζόμενοι πρέπει να ζητούν άδεια εκ των προτέρων."],
    "cp1255": ["העובדים צריכים לבקש חופשה מראש כדי שכולם ידעו."],
    "cp1256": ["يجب على الموظفين طلب الإجازة مقدما حتى يعلم الجميع."],
    "iso8859_6": ["يجب على الموظفين طلب الإجازة مقدما حتى يعلم الجميع."],
    "cp874": ["พนักงานต้องขอลาล่วงหน้าเพื่อให้ทุกคนทราบ"],
    "cp949": ["직원은 휴가를 미리 신청해야 합니다. 매년 15일의 휴가가 있습니다."],
    "gb18030": [
        "员工每年享有十天带薪年假，另有病假。请提前申请。",
        "姓名,年龄,住址\n张伟,30,北京\n王芳,25,上海",
        "The API 接口 is used for 数据 transfer with 服务器 hosts.",
    ],
    "cp950": ["員工每年享有十天帶薪年假，另有病假。請提前申請。", "姓名,年齡,地址\n陳志明,30,臺北"],
    "cp932": ["従業員は年に十日の有給休暇を取得できます。", "名前,住所\n佐藤,東京\nサーバー,サービス"],
    "euc_jp": ["従業員は年に十日の有給休暇を取得できます。事前に申請してください。"],
}
CASES = [(codec, text) for codec, texts in TEXTS.items() for text in texts]


@pytest.mark.parametrize(("codec", "text"), CASES)
def test_the_encodings_people_use_are_found_and_said(codec: str, text: str):
    found = decode(text.encode(codec))
    assert found.text == text
    assert not found.is_certain
    assert found.encoding in str(found.warnings[0])


@pytest.mark.parametrize("codec", ["utf-8", "utf-8-sig", "utf-16", "utf-32", "iso2022_jp"])
def test_what_is_certain_needs_no_warning(codec: str):
    text = "事前に申請してください。ok\n"
    found = decode(text.encode(codec))
    assert (found.text, found.warnings) == (text, [])


@pytest.mark.parametrize("codec", ["utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("text", ["Plain words.\n", "Сотрудники и отпуск.\n", "员工每年享有年假。\n"])
def test_utf16_without_a_mark_is_found_by_its_zeros(codec: str, text: str):
    assert decode(text.encode(codec)).text == text


def test_a_declared_encoding_is_taken_before_a_guess():
    assert decode("ä".encode("cp1252"), declared="ISO-8859-1").text == "ä"
    assert decode("髙".encode("cp932"), declared="Shift_JIS").text == "髙"
    assert decode("Grüße".encode(), declared="iso-8859-1").text == "Grüße"
    assert decode("Grüße".encode("cp1252"), declared="no-such-encoding").text == "Grüße"


def test_characters_written_in_two_halves_are_joined():
    assert decode("Fine \ud83d\ude00!".encode("utf-8", "surrogatepass")).text == "Fine 😀!"
    assert decode("One half of a pair \ud83d!".encode("utf-8", "surrogatepass")).text == "One half of a pair \ufffd!"


def test_one_broken_byte_does_not_turn_utf8_into_something_else():
    found = decode("Grüße aus München, schöne Tage, für alle übermütigen".encode() + b"\xff")
    assert found.text.startswith("Grüße aus München")
    assert "Some characters could not be read" in str(found.warnings[0])


def test_a_stray_byte_does_not_make_an_english_text_unreadable():
    found = decode(b"Ten days of leave a year, and sick leave on top of it.\x8d Ask early.")
    assert found.text.endswith("of it.\ufffd Ask early.")
    assert "Some characters could not be read" in str(found.warnings[0])


def test_a_text_that_ends_within_a_character_is_still_utf8():
    assert decode("员工每年享有十天带薪年假，另有病假。".encode()[:-1]).text.startswith("员工每年享有十天带薪年假")


def test_a_late_character_beyond_ascii_is_not_missed():
    assert decode(b"plain line\n" * 20_000 + "Übergabe um 9 Uhr".encode("cp1252")).text.endswith("Übergabe um 9 Uhr")


@pytest.mark.parametrize("seed", range(5))
def test_rubbish_is_not_text(seed: int):
    with pytest.raises(UnreadableTextError, match="UTF-8"):
        decode(random.Random(seed).randbytes(3000))


def test_a_given_encoding_is_kept_to_strictly():
    assert decode_strictly(b"\xef\xbb\xbfabc", "utf-8") == "abc"
    with pytest.raises(DamagedError):
        decode_strictly("ä".encode("cp1252"), "utf-8")
    with pytest.raises(ValueError, match="no-such"):
        decode_strictly(b"abc", "no-such")


@given(st.binary(max_size=400))
def test_any_bytes_are_text_or_refused(data: bytes):
    with contextlib.suppress(UnreadableTextError):
        assert decode(data).text[:1] != "\ufeff"


@given(st.text(st.characters(exclude_categories=["Cc", "Co", "Cs"]), max_size=200))
def test_any_utf8_text_comes_back(text: str):
    assert decode(text.encode()).text == text.removeprefix("\ufeff")


@given(st.text(max_size=200), st.sampled_from(["utf-8-sig", "utf-16", "utf-32"]))
def test_any_text_with_a_mark_comes_back_unless_it_is_rubbish(text: str, codec: str):
    data = text.encode(codec, "replace")
    with contextlib.suppress(UnreadableTextError):
        assert decode(data).text == data.decode(codec)


@given(st.sampled_from(sorted(TEXTS)), st.text(max_size=80))
def test_what_is_said_to_be_certain_is_so(codec: str, text: str):
    data = text.encode(codec, "ignore")
    with contextlib.suppress(UnreadableTextError):
        found = decode(data)
        assert not found.is_certain or found.text == data.decode(codec).removeprefix("\ufeff") or is_unicode(data)


def is_unicode(data: bytes) -> bool:
    """Tell whether bytes have a mark or are well-formed UTF-8, as a few legacy texts happen to be."""
    try:
        data.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        return data.startswith((b"\xff\xfe", b"\xfe\xff"))
    return True


@given(st.data(), st.sampled_from(CASES), st.sampled_from([" ", "\n", "\r\n", "\t", ", "]))
def test_neither_order_nor_layout_of_words_matters(data: st.DataObject, case: tuple[str, str], blank: str):
    codec, sentence = case
    text = blank.join(data.draw(st.permutations(sentence.split())))
    assert decode(text.encode(codec)).text == text


@pytest.mark.parametrize(
    ("charset", "words"), [("hz-gb-2312", "员工手册"), ("iso-2022-kr", "휴가 규정"), ("utf-7", "Übergabe für alle")]
)
def test_an_encoding_that_looks_like_ascii_is_read_where_it_is_declared(charset: str, words: str):
    assert decode(words.encode(charset), charset).text == words
    assert decode(b"Ten days + more.", charset).text == "Ten days + more."


def test_japanese_mail_with_the_signs_of_windows_is_read():
    assert decode(b"\x1b$B-!=55Y\x1b(B, \x1b(IC=D\x1b(B, \x1b$B|b66\x1b(J").text == "①週休, ﾃｽﾄ, 髙橋"
    assert decode(b"\x1b(IC=D\x1b(B ok").text == "ﾃｽﾄ ok"
