"""How much a decoded text looks like one that a person wrote in the languages of its encoding."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

SAMPLE_CHARACTERS = 20_000

# The most frequent characters of running text in each language; what is decoded with the wrong table seldom has them.
_SIMPLIFIED = frozenset(
    "的一是了不在有人我他这中大来上为个国和们到说时地要就出会可也你对生能而子那得于着下自之年过发后作里用道行所然家种事成方多经么去法学如都同现当没动面起看定天分还进好小部其些主样理心本前开但因只从想实日军者意无力它与长把机十民第公此已工使情明性知全三又关点正业外将两高间由问很最重并物手应战向头文体政美相见被利什二等产或新己制身果加西斯月话合回特代内信表化老给世位次度门任常先海通教儿原东声提立及比员解水名真论处走义各入几口认条平系气题活尔更别打女变四神总何电数安少报才结反受目太量再感建务做接必场件计管期市直德资命山金指克许统区保至队形社便空决治展马科司五基眼书非则听白却界达光放强即像难且权思王象完设式色路记南品住告类求据程北边死张该交规万取拉格望觉术领共确传师观清今切院让识候带导争运用户职保密码请假休"
)
_TRADITIONAL = frozenset(
    "的一是不了人在有我他這中大來上個國到說們為子和你地出道也時年得就那要下以生會自著去之過家學對可她里後小麼心多天而能好都然沒日於起還發成事只作當想看文無開手十用主行方又如前所本見經頭面公同三已老從動兩長知民樣現分將外但身些與高意進把法此實回二理美點月明其種聲全工己話兒者向情部正名定女問力機給等幾很業最間新什打便位因重被走電四第門相次東政海口使教西再平真聽世氣信北少關並內加化由卻代軍產入先山五太水萬市眼體別處總才場師書比住員九笑性通目華報立馬命張活難神數件安表原車白應路期叫死常提感金何更反合放做系計或司利受光王果親界及今京務制解各任至清物台象記邊共風戰干接它許八特覺望直服毛林題建南度統色字請愛讓認算論百吃義科怎元社術結六功指思非流每青管夫連遠資隊跟帶花快條院變聯言權往展該領傳近留紅治決周保達辦運武半候七必城父強步完革深區即求品士轉量空甚眾技輕程告江語英基派滿式李息寫呢識極令黃德收臉錢黨倒未持取設始版雙歷越史商千片容研像找友孩站廣改議形委早房音火際則首單據導影失拿網香似斯專石若兵弟誰校讀志飛觀爭究包組造落視濟喜離雖壞眼線準規員薪假"
)
_KOREAN = frozenset(
    "이다는의에을가고를은한하지로서도기사리어시자그대나인아들해있일정있으보수부상라만과전제여장주마스원게것소된할동구모비중위안신생조우계방미관세내문경유공무성되었습니까면와때거성적용화개발선터저데요국연물각분체력진실업회통결치간람없않음입출"
)
_HIRAGANA = "のにはをたがでていとしれさある るなもこかりくまらうけきよせだ ってんすめそつえみどわろ"
_JAPANESE_KANJI = frozenset(
    "日一国会人年大十二本中長出三同時政事自行社見月分議後前民生連五発間対上部東者党地合市業内相方四定今回新場金員九入選立開手米力学問高代明実円関決子動京全目表戦経通外最言氏現理調体化田当八六約主題下首意法不来作性的要用制治度務強気小七成期公野協取都和統以機平総加山思家話世受区領多県続進正安設保改数記院女初北午指権心界支第産結百派点教報済書府活原先共得解名交資予川向際査勝面委告軍文反元重近千考判認画海参売利組知案道信策集在件団別物側任引使求所次水半品昨論計死官増係感特情投示変打男基私各始島直両朝革価式確村提運終挙果西勢減台広容必応演電歳住争談能無再位置企真流格有疑口過局少放税検藤町常校料沢裁状工建語球営空職証土与急止送援供可役構木割聞身費付施切由説転食比難防補車優夫研収断井何南石足違消境神番規術護展態導鮮備宅害配副算視条幹独警宮究育席輸訪楽起万着乗店述残想線率病農州武声質念待試族象銀域助労例衛然早張映限親額監環験追審商葉義伝働形景落欧担好退準賞訴辺造英被株頭技低毎医復仕去姿味負閣韓渡失移差衆個門写評課末守若脳極種美岡影命含福蔵量望松非撃佐核観察整段横融型白深字答夜製票況音申様財港識注呼渉達名前年齢住所氏姓株式部署"
)

_MISS = -4.0
"""Weight of a byte that the encoding does not have, of a control character and of one for private use."""


@dataclass(frozen=True)
class Candidate:
    """An encoding and what its characters weigh.

    Attributes:
        codec: Python's name of the encoding.
        name: Its name for people.
        weight: From a character and its neighbours to how plausible it is: 1 for certain, 0 for a stranger.
    """

    codec: str
    name: str
    weight: Callable[[str, str, str], float]


def score(text: str, weight: Callable[[str, str, str], float]) -> float:
    """Return the mean weight of the characters beyond ASCII, at most 1; 1 when there are none."""
    total, count = 0.0, 0
    for match in _BEYOND_ASCII.finditer(text):
        run = match.group()
        if run.isspace():
            continue
        before = text[match.start() - 1] if match.start() else " "
        after = text[match.end()] if match.end() < len(text) else " "
        for index, character in enumerate(run):
            left = run[index - 1] if index else before
            right = run[index + 1] if index + 1 < len(run) else after
            total += _MISS if _is_miss(character) else weight(character, left, right)
        count += len(run)
        if count >= SAMPLE_CHARACTERS:
            break
    return total / count if count else 1.0


_BEYOND_ASCII = re.compile(r"[^\x00-\x7f]+")


def _is_miss(character: str) -> bool:
    return character == "\ufffd" or "\x80" <= character <= "\x9f" or "\ue000" <= character <= "\uf8ff"


def _wide_symbol(character: str) -> bool:
    """Punctuation and letters that every East Asian encoding has."""
    return (
        "\u3000" <= character <= "\u3011" or "\uff01" <= character <= "\uff5e" or character in "·—…‘’“”《》「」、。〜～"
    )


def _ideographs(common: frozenset[str], codec: str, first: int, last: int) -> Callable[[str, str, str], float]:
    """Weigh Chinese characters: common ones, then those in the part of the table for everyday use."""

    def weight(character: str, left: str, right: str) -> float:
        if _wide_symbol(character):
            return 0.7
        if character in common:
            return 1.0
        code = character.encode(codec, "replace")
        everyday = len(code) == 2 and first <= code[0] <= last and (codec == "cp950" or code[1] >= 0xA1)
        alone = left.isascii() and right.isascii() and (left.isalpha() or right.isalpha())
        return (0.5 if everyday else 0.0) * (0.3 if alone else 1.0)

    return weight


def _japanese(character: str, left: str, right: str) -> float:
    if character in _HIRAGANA:
        return 1.0
    if "\u3041" <= character <= "\u30fe":  # kana: rare in a text that is not Japanese
        return 0.8
    if _wide_symbol(character):
        return 0.7
    if character in _JAPANESE_KANJI:
        return 0.9
    if "\uff61" <= character <= "\uff9f":  # half-width kana: what single bytes of other encodings turn into
        return 0.0
    alone = left.isascii() and right.isascii() and (left.isalpha() or right.isalpha())
    code = character.encode("cp932", "replace")
    everyday = len(code) == 2 and 0x88 <= code[0] <= 0x98
    return (0.45 if everyday else 0.1) * (0.3 if alone else 1.0)


def _korean(character: str, left: str, right: str) -> float:
    if character in _KOREAN:
        return 1.0
    if "\uac00" <= character <= "\ud7a3":
        code = character.encode("cp949", "replace")
        return 0.55 if code[0] >= 0xB0 and code[1] >= 0xA1 else 0.0
    return 0.7 if _wide_symbol(character) else 0.0


_MARKS = frozenset("“”„‘’‚«»–—…•€§°©®™·£")


def _letters(common: str, fair: str) -> Callable[[str, str, str], float]:
    """Weigh the letters with accents of a Latin alphabet: they stand among ASCII letters."""
    common_letters, fair_letters = frozenset(common), frozenset(fair)

    def weight(character: str, left: str, right: str) -> float:
        if character in _MARKS:
            inside_word = left.isalpha() and right.isalpha() and character != "’"
            return 0.1 if inside_word else 0.95
        if character == "\xa0":
            return 0.5
        lower = character.lower()
        known = 1.0 if lower in common_letters else 0.6 if lower in fair_letters else 0.0
        among = (left.isascii() and left.isalpha()) + (right.isascii() and right.isalpha())
        lonely = left.isspace() or right.isspace()
        odd_capital = character.isupper() and left.islower()
        return 0.0 if odd_capital else known * (1.0 if among else 0.45 if lonely else 0.2)

    return weight


def _alphabet(first: str, last: str, common: str) -> Callable[[str, str, str], float]:
    """Weigh the letters of an alphabet of its own: words of them, small letters after the first."""
    common_letters = frozenset(common)

    def weight(character: str, left: str, right: str) -> float:
        if character in _MARKS:
            return 0.6
        if character == "\xa0":
            return 0.5
        if not first <= character <= last:
            return -0.3
        if character.isupper() and left.islower():
            return -0.5
        if (left.isascii() and left.isalpha()) or (right.isascii() and right.isalpha()):
            return -0.5  # no word mixes alphabets
        if character in common_letters:
            return 1.0
        return 0.2 if left.isascii() and right.isascii() else 0.5

    return weight


_CENTRAL_EUROPE = "ąćęłńóśźżáčďéěíňřšťúůýžőűăâîşţäöü"
CANDIDATES = (
    Candidate("gb18030", "GB18030", _ideographs(_SIMPLIFIED, "gbk", 0xB0, 0xD7)),
    Candidate("cp932", "Shift-JIS", _japanese),
    Candidate("euc_jp", "EUC-JP", _japanese),
    Candidate("cp949", "EUC-KR", _korean),
    Candidate("cp950", "Big5", _ideographs(_TRADITIONAL, "cp950", 0xA4, 0xC6)),
    Candidate("cp1252", "Windows-1252", _letters("äöüßéèàçñáíóúêåæãìò¿¡", "âîïëôõûùøœÿýð")),
    Candidate("iso8859_15", "ISO-8859-15", _letters("äöüßéèàçñáíóúêåæãìò¿¡œ", "âîïëôõûùøÿýðšž")),
    Candidate("cp1250", "Windows-1250", _letters(_CENTRAL_EUROPE, "đľô")),
    Candidate("iso8859_2", "ISO-8859-2", _letters(_CENTRAL_EUROPE, "đľô")),
    Candidate("cp852", "CP852", _letters(_CENTRAL_EUROPE, "đľô")),
    Candidate("cp1257", "Windows-1257", _letters("ąčęėįšųūžāēģīķļņõäöü", "ńśźżłóćåæø")),
    Candidate("cp1254", "Windows-1254", _letters("ığşçöüâ", "îû")),
    Candidate("cp850", "CP850", _letters("äöüßéèàçñáíóúêåæã", "âîïëôõûùøìò")),
    Candidate("mac_roman", "Mac Roman", _letters("äöüßé", "âîïëôõûùøèàçñáíóúêåæãìò")),
    Candidate("cp1251", "Windows-1251", _alphabet("Ѐ", "ӿ", "оеаинтсрвлкмдпуяыьгзбчйхжшюіїєъ")),
    Candidate("iso8859_5", "ISO-8859-5", _alphabet("Ѐ", "ӿ", "оеаинтсрвлкмдпуяыьгзбчйхжшюіїєъ")),
    Candidate("mac_cyrillic", "Mac Cyrillic", _alphabet("Ѐ", "ӿ", "оеаинтсрвлкмдпуяыьгзбчйхжшюіїєъ")),
    Candidate("koi8_r", "KOI8-R", _alphabet("Ѐ", "ӿ", "оеаинтсрвлкмдпуяыьгзбчйхжшю")),
    Candidate("cp866", "CP866", _alphabet("Ѐ", "ӿ", "оеаинтсрвлкмдпуяыьгзбчйхжшю")),
    Candidate("cp1253", "Windows-1253", _alphabet("Ͱ", "Ͽ", "αοιετσνηυρπκμλςωάίόέήύγδθ")),
    Candidate("cp1255", "Windows-1255", _alphabet("\u0590", "\u05ff", "יוהלארתבשמנםקדכפעחט")),
    Candidate("cp1256", "Windows-1256", _alphabet("\u0600", "\u06ff", "اليمنورتبةعدسفهكقحجأىش")),
    Candidate("iso8859_6", "ISO-8859-6", _alphabet("\u0600", "\u06ff", "اليمنورتبةعدسفهكقحجأىش")),
    Candidate("cp874", "Windows-874", _alphabet("\u0e01", "\u0e5b", "านรอกเงมยลวดทสตะปบคหแจพชขใไ่้ีิัุ็์")),
)
"""In the order in which equals are preferred."""
