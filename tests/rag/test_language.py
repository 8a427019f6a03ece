"""The language of a text, told by its script and its letters."""

from __future__ import annotations

import lzma

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kbdesk.errors import KbError
from kbdesk.rag import language
from kbdesk.rag.language import LANGUAGES, UNKNOWN, language_of, languages_of


@pytest.mark.parametrize(
    ("expected", "text"),
    [
        ("en", "Why is what I'm paid every two weeks not exactly my yearly wage?"),
        ("de", "Wie viele Urlaubstage stehen mir im ersten Jahr zu?"),
        ("fr", "Combien de jours de congé ai-je la première année ?"),
        ("es", "¿Cuántos días de vacaciones tengo en el primer año?"),
        ("it", "Quanti giorni di ferie mi spettano nel primo anno?"),
        ("pt", "Quantos dias de férias eu tenho no primeiro ano?"),
        ("nl", "Hoeveel vakantiedagen heb ik in het eerste jaar?"),
        ("pl", "Ile dni urlopu przysługuje mi w pierwszym roku pracy?"),
        ("sv", "Hur många semesterdagar har jag under det första året?"),
        ("cs", "Kolik dní dovolené mám v prvním roce zaměstnání?"),
        ("hu", "Hány nap szabadságom van az első évben?"),
        ("tr", "İlk yılda kaç gün izin hakkım var?"),
        ("vi", "Tôi có bao nhiêu ngày nghỉ phép trong năm đầu tiên?"),
        ("ru", "Сколько дней отпуска у меня в первый год работы?"),
        ("uk", "Скільки днів відпустки я маю в перший рік роботи?"),
        ("el", "Πόσες ημέρες άδειας έχω τον πρώτο χρόνο;"),
        ("ar", "كم عدد أيام الإجازة في السنة الأولى من العمل؟"),
        ("he", "כמה ימי חופשה מגיעים לי בשנה הראשונה?"),
        ("hi", "पहले वर्ष में मुझे छुट्टी के कितने दिन मिलते हैं?"),
        ("th", "ปีแรกฉันมีวันลากี่วัน"),
        ("ko", "첫해에 휴가가 며칠 있나요?"),
        ("zh", "员工第一年有多少天带薪年假？"),
        ("zh", "出差費用如何報銷"),
        ("ja", "初年度の有給休暇は何日ですか。"),
        ("ja", "経費精算規程について"),
    ],
)
def test_the_language_of_a_question_is_told(expected, text):
    assert language_of(text) == expected


@pytest.mark.parametrize(
    ("expected", "text"),
    [
        ("zh", "请在 Confluence 上填写 Purchase Request 表单，并抄送您的主管"),
        ("zh", "税"),
        ("zh", "他喜欢看日本的动漫「トトロ」，也喜欢看中国的电影、电视剧和纪录片，每个周末都会去电影院。"),
        ("ja", "GitLab では Merge Request を使います"),
        ("en", "Ask Wang Wei (王伟) in the Shanghai office (上海) about your travel expenses"),
        ("en", "Read the guide at https://example.org/年假/报销/制度 before you travel to the other office"),
        ("zh", "请阅读https://example.org/handbook/how-to-claim-your-travel-expenses/index.html"),
    ],
)
def test_a_few_words_of_another_language_do_not_count(expected, text):
    assert language_of(text) == expected


@pytest.mark.parametrize("text", ["", " \n", "4711 | 0815 | 33.5 %", "§ 12", "…!?", "E-4711", "http://example.org/a/b"])
def test_a_text_without_words_is_of_no_language(text):
    assert language_of(text) == UNKNOWN


def test_what_cannot_be_told_by_itself_is_in_the_language_of_its_document():
    german = "Reisekosten werden innerhalb von vier Wochen nach der Reise erstattet."
    assert languages_of([german, "4711 | 0815", "Formular", "Please book your flight early."]) == [
        "de",
        "de",
        "de",
        "en",
    ]
    assert languages_of(["有給休暇", "初年度の有給休暇は十日です。"]) == ["ja", "ja"]
    assert languages_of(["带薪年假", "员工每年享有十天带薪年假。"]) == ["zh", "zh"]
    assert languages_of(["4711", "0815"]) == [UNKNOWN, UNKNOWN]
    assert languages_of([]) == []


def test_a_long_chinese_passage_in_a_japanese_document_stays_chinese():
    japanese = "初年度の有給休暇は十日です。" * 10
    assert languages_of([japanese, "员工每年享有十天带薪年假，未休完的年假可以结转到下一年。" * 3]) == ["ja", "zh"]


@given(st.text())
def test_any_text_has_one_of_the_known_languages(text):
    assert language_of(text) in LANGUAGES


def test_each_language_fits_into_one_byte_beside_a_vector():
    assert len(LANGUAGES) == len(set(LANGUAGES)) < 255


def test_a_model_that_cannot_be_unpacked_is_said(monkeypatch):
    def full(*_, **__):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(lzma, "open", full)
    language._model.cache_clear()
    with pytest.raises(KbError, match="No space left on device"):
        language_of("Where do I send my receipts?")
    language._model.cache_clear()
