"""Words that stand in every text: they tell no passage apart, and marking them would hide the others."""

from __future__ import annotations

_LISTS = {
    "en": "a an and any are as at be been but by can could did do does for from get had has have how i if in into is it"
    " its me my not of on or our should so than that the their them then there they this to was we were what when where"
    " which who whom whose why will with would you your",
    "de": "aber als am an auf aus bei das dem den der des die ein eine einem einen einer es fur habe haben hat ich ihr"
    " im in ist kann mein mit nach nicht oder sich sie sind so und uns von vom wann war was welche wenn wer werden wie"
    " wir wird wo zu zum zur",
    "fr": "a au aux avec c ce ces cette d dans des du elle en est et il je l la le les leur mais ma me mes mon n ne"
    " notre nous on ou par pas pour qu quand que quel quelle quelles quels qui s sa se ses si sont un une vos votre"
    " vous",
    "es": "a al como con cual cuando de del donde el ella en es eso esta este hay la las lo los me mi mis muy no nos o"
    " para pero por puede puedo que se ser si sin su sus te tu un una uno unos y",
}

STOP_WORDS = {language: frozenset(words.split()) for language, words in _LISTS.items()}
"""By language, folded."""
