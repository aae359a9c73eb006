"""Deutsch.

The words are those of the German descriptions of the game, which keep the English crib, go and
skunk: die Crib, der Geber, die Vorhand (pone), die Startkarte, Drilling, Vierling, Folge. (Terms
only, from the rules of cribbage at the German Wikipedia, spielkarten.org, spiele-palast.de and
cardgames.io.) Counted aloud: "fünfzehn zwei, fünfzehn vier, und ein Paar macht sechs".
"""

from pegboard.words.catalogue import Catalogue

_ONES = (
    *("null", "eins", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun"),
    *("zehn", "elf", "zwölf", "dreizehn", "vierzehn", "fünfzehn", "sechzehn", "siebzehn"),
    *("achtzehn", "neunzehn"),
)
_TENS = ("zwanzig", "dreißig", "vierzig", "fünfzig", "sechzig", "siebzig", "achtzig", "neunzig")


def number(n: int) -> str:
    """A number from 0 to 999: ``einunddreißig``, ``einhunderteinundzwanzig``."""
    if n < 20:
        return _ONES[n]
    if n < 100:
        one = "ein" if n % 10 == 1 else _ONES[n % 10]
        return (f"{one}und" if n % 10 else "") + _TENS[n // 10 - 2]
    hundreds = f"{'ein' if n < 200 else _ONES[n // 100]}hundert"
    return hundreds + (number(n % 100) if n % 100 else "")


def of(name: str) -> str:
    """To whom it belongs: ``Anns``, ``Max’``."""
    return f"{name}’" if name.lower().endswith(("s", "ß", "x", "z")) else f"{name}s"


CATALOGUE = Catalogue(
    says={
        # --- counted aloud
        "fifteen {total:aloud}": "fünfzehn {total:aloud}",
        "{thing} is {total:aloud}": "{thing} macht {total:aloud}",
        "{thing} for {points:aloud}": "{thing} für {points:aloud}",
        "{count:aloud} for {points:aloud}": "{count:aloud} für {points:aloud}",
        "and {that}": "und {that}",
        "nineteen, that is nothing": "neunzehn, das heißt nichts",
        "his heels": "der aufgedeckte Bube",
        "a pair": "ein Paar",
        "a pair royal": "ein Drilling",
        "a double pair royal": "ein Vierling",
        "a run of {cards:aloud}": "eine Folge von {cards:aloud}",
        "a double run of {cards:aloud}": "eine doppelte Folge von {cards:aloud}",
        "a triple run": "eine dreifache Folge",
        "a double double run": "eine vierfache Folge",
        "go": "Go",
        "last card": "letzte Karte",
        "a flush": "ein Flush",
        "his nobs": "der passende Bube",
        "muggins": "Muggins",
        "a penalty": "eine Strafe",
        "the dealer's bonus": "der Geberbonus",
        # --- what happened
        "{kind} {points}": "{kind} {points}",
        "fifteen": "fünfzehn",
        "thirty-one": "einunddreißig",
        "pair": "Paar",
        "pair royal": "Drilling",
        "double pair royal": "Vierling",
        "run": "Folge",
        "last": "letzte",
        "flush": "Flush",
        "pegged": "gesteckt",
        "penalty": "Strafe",
        "dealer's bonus": "Geberbonus",
        "{who} {points}: {items}": "{who} {points}: {items}",
        "{who} {points} in the crib: {items}": "{who} {points} in der Crib: {items}",
        "{who:of} hand: nothing": "{who:of} Hand: nichts",
        "{who:of} crib: nothing": "{who:of} Crib: nichts",
        "{who} deals": "{who} gibt",
        "The starter is {card}": "Die Startkarte ist {card}",
        "{who} plays {card}: {count}": "{who} spielt {card}: {count}",
        "{who} says go": "{who} sagt Go",
        "{who} claims {points}": "{who} sagt {points} an",
        "{who}: peg put to {score}": "{who}: Stift auf {score} gesetzt",
        "{who}: {points} taken back": "{who}: {points} zurückgenommen",
        "{who} wins!": "{who} gewinnt!",
        "{who} wins, a skunk!": "{who} gewinnt, ein Skunk!",
        "{who} wins, a double skunk!": "{who} gewinnt, ein doppelter Skunk!",
        "Look again: {text}": "Noch einmal hinsehen: {text}",
    },
    you={
        "{who:of} hand: nothing": "Deine Hand: nichts",
        "{who:of} crib: nothing": "Deine Crib: nichts",
        "{who} deals": "Du gibst",
        "{who} plays {card}: {count}": "Du spielst {card}: {count}",
        "{who} says go": "Du sagst Go",
        "{who} claims {points}": "Du sagst {points} an",
        "{who} wins!": "Du gewinnst!",
        "{who} wins, a skunk!": "Du gewinnst, ein Skunk!",
        "{who} wins, a double skunk!": "Du gewinnst, ein doppelter Skunk!",
    },
    names={
        "You": "Du", "Computer": "Computer", "Player": "Spieler", "Blue": "Blau",
        "Orange": "Orange",
    },
    number=number,
    of=of,
    plural=lambda n: "one" if n == 1 else "other",
)  # fmt: skip
