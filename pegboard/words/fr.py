"""Français.

The words are those of the players of Québec, who play it most in French: le crib, la planche, go.
Pairs, brelans, carrés, suites and the retourne are what French card games call them. (Terms only,
from the rules of cribbage at qcsalon.net, zpag.net, Board Game Arena and the French Wikipedia.)
Counts are said as they are counted: "quinze deux, quinze quatre, et une paire, ça fait six".
"""

import re

from pegboard.words.catalogue import Catalogue

_ONES = (
    *("zéro", "un", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf"),
    *("dix", "onze", "douze", "treize", "quatorze", "quinze", "seize"),
    *("dix-sept", "dix-huit", "dix-neuf"),
)
_TENS = {20: "vingt", 30: "trente", 40: "quarante", 50: "cinquante", 60: "soixante"}


def number(n: int) -> str:
    """A number from 0 to 999: ``vingt et un``, ``quatre-vingt-onze``, ``cent vingt et un``."""
    if n < 20:
        return _ONES[n]
    if n < 80:
        ten = n // 10 * 10 if n < 70 else 60
        rest = n - ten
        if rest == 0:
            return _TENS[ten]
        return _TENS[ten] + (" et " if rest in (1, 11) else "-") + _ONES[rest]
    if n < 100:
        return "quatre-vingts" if n == 80 else f"quatre-vingt-{_ONES[n - 80]}"
    hundreds = "cent" if n < 200 else f"{_ONES[n // 100]} cent{'' if n % 100 else 's'}"
    return f"{hundreds} {number(n % 100)}" if n % 100 else hundreds


def of(name: str) -> str:
    """To whom it belongs: ``de Ben``, ``d’Ann``."""
    return f"d’{name}" if re.match("[aeiouyhàâéèêëîïôùû]", name, re.IGNORECASE) else f"de {name}"


CATALOGUE = Catalogue(
    says={
        # --- counted aloud
        "fifteen {total:aloud}": "quinze {total:aloud}",
        "{thing} is {total:aloud}": "{thing}, ça fait {total:aloud}",
        "{thing} for {points:aloud}": "{thing} pour {points:aloud}",
        "{count:aloud} for {points:aloud}": "{count:aloud} pour {points:aloud}",
        "and {that}": "et {that}",
        "nineteen, that is nothing": "dix-neuf, c’est-à-dire rien",
        "his heels": "le valet retourné",
        "a pair": "une paire",
        "a pair royal": "un brelan",
        "a double pair royal": "un carré",
        "a run of {cards:aloud}": "une suite de {cards:aloud}",
        "a double run of {cards:aloud}": "une double suite de {cards:aloud}",
        "a triple run": "une triple suite",
        "a double double run": "une quadruple suite",
        "go": "go",
        "last card": "dernière carte",
        "a flush": "une couleur",
        "his nobs": "le valet assorti",
        "muggins": "muggins",
        "a penalty": "une pénalité",
        "the dealer's bonus": "la prime du donneur",
        # --- what happened
        "{kind} {points}": "{kind} {points}",
        "fifteen": "quinze",
        "thirty-one": "trente et un",
        "pair": "paire",
        "pair royal": "brelan",
        "double pair royal": "carré",
        "run": "suite",
        "last": "dernière",
        "flush": "couleur",
        "pegged": "marqué",
        "penalty": "pénalité",
        "dealer's bonus": "prime du donneur",
        "{who} {points}: {items}": "{who} {points} : {items}",
        "{who} {points} in the crib: {items}": "{who} {points} dans le crib : {items}",
        "{who:of} hand: nothing": "Main {who:of} : rien",
        "{who:of} crib: nothing": "Crib {who:of} : rien",
        "{who} deals": "{who} donne",
        "The starter is {card}": "La retourne est {card}",
        "{who} plays {card}: {count}": "{who} joue {card} : {count}",
        "{who} says go": "{who} dit go",
        "{who} claims {points}": "{who} annonce {points}",
        "{who}: peg put to {score}": "{who} : fiche mise à {score}",
        "{who}: {points} taken back": "{who} : {points} repris",
        "{who} wins!": "{who} gagne !",
        "{who} wins, a skunk!": "{who} gagne, un skunk !",
        "{who} wins, a double skunk!": "{who} gagne, un double skunk !",
        "Look again: {text}": "À vérifier : {text}",
    },
    you={
        "{who:of} hand: nothing": "Votre main : rien",
        "{who:of} crib: nothing": "Votre crib : rien",
        "{who} deals": "Vous donnez",
        "{who} plays {card}: {count}": "Vous jouez {card} : {count}",
        "{who} says go": "Vous dites go",
        "{who} claims {points}": "Vous annoncez {points}",
        "{who} wins!": "Vous gagnez !",
        "{who} wins, a skunk!": "Vous gagnez, un skunk !",
        "{who} wins, a double skunk!": "Vous gagnez, un double skunk !",
    },
    names={
        "You": "Vous", "Computer": "Ordinateur", "Player": "Joueur", "Blue": "Bleu",
        "Orange": "Orange",
    },
    number=number,
    of=of,
    plural=lambda n: "one" if n < 2 else "other",
)  # fmt: skip
