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
        # --- what is to be done
        "Look at the cards: {problem}.": "Sieh auf die Karten: {problem}.",
        "Is this {card}? OK says yes.": "Ist das {card}? OK heißt ja.",
        "OK pegs {points} for {who}; UNDO does not.":
            "OK steckt {points} für {who}; ZURÜCK nicht.",
        "{who} has won. OK begins the next game.":
            "{who} hat gewonnen. OK beginnt das nächste Spiel.",
        "OK deals the next hand.": "OK gibt die nächste Hand.",
        "{who} deals.": "{who} gibt.",
        "Laying away.": "Es wird abgelegt.",
        "{who}: lay away {n:aloud} cards.": {
            "one": "{who}: leg eine Karte ab.",
            "other": "{who}: leg {n:aloud} Karten ab.",
        },
        "{who} cuts.": "{who} hebt ab.",
        "{who}: say go.": "{who}: sag Go.",
        "{who}: play a card.": "{who}: spiel eine Karte.",
        "Counting the hands.": "Die Hände werden gezählt.",
        "Peg with +1 +5 and −1; COUNT counts a hand.":
            "Stecke mit +1 +5 und −1; ZÄHLEN zählt eine Hand.",
        "{lay} and press COUNT; or CARDS, or +1 +5.":
            "{lay} und drück ZÄHLEN; oder KARTEN, oder +1 +5.",
        "Lay {who:of} hand": "Leg {who:of} Hand hin",
        "Now the dealer: lay {who:of} hand": "Jetzt der Geber: leg {who:of} Hand hin",
        "Now the crib: lay {who:of} crib": "Jetzt die Crib: leg {who:of} Crib hin",
        # --- what is wrong with a hand
        "the same card is there twice": "dieselbe Karte ist zweimal da",
        "{card} is the starter of this deal, so it cannot be in the hand":
            "{card} ist die Startkarte dieser Runde und kann nicht in der Hand sein",
        "no card was recognised": "keine Karte wurde erkannt",
        "four cards and the starter are wanted": "vier Karten und die Startkarte gehören dazu",
        "four cards are wanted beside {card}": "vier Karten gehören zu {card}",
        "{wanted}, and there are {n}: {cure}": "{wanted}, und es sind {n}: {cure}",
        "add what is missing": "füg hinzu, was fehlt",
        "take one away": "nimm eine weg",
        "which of these is the starter?": "welche davon ist die Startkarte?",
        "{card} was played by {who} in this deal, so it cannot be in this hand":
            "{card} wurde in dieser Runde von {who} gespielt und kann nicht in dieser Hand sein",
        # --- who may
        "This device may only look. Pair it first.":
            "Dieses Gerät darf nur zusehen. Verbinde es zuerst.",
        "This board shows itself to paired devices only. Pair this one first.":
            "Dieses Brett zeigt sich nur verbundenen Geräten. Verbinde dieses zuerst.",
        "Only the board's own page may do that.": "Das darf nur die Seite des Bretts selbst.",
        "the board could not do that; its log says why":
            "das Brett konnte das nicht; in seinem Protokoll steht, warum",
        # --- what is connected
        "A camera on USB": "Eine USB-Kamera",
        "A camera on the network": "Eine Kamera im Netz",
        "The Raspberry Pi's camera": "Die Kamera des Raspberry Pi",
        "No camera here: COUNT shows sample pictures":
            "Hier ist keine Kamera: ZÄHLEN zeigt Probebilder",
        "Buttons on a keyboard": "Tasten auf einer Tastatur",
        "Buttons on the board on USB": "Tasten an der USB-Platine",
        "Buttons on this Raspberry Pi": "Tasten an diesem Raspberry Pi",
        "No buttons here: use those on this page": "Hier sind keine Tasten: nimm die auf dieser Seite",
        "LEDs on the board on USB": "LEDs an der USB-Platine",
        "LEDs on this Raspberry Pi, by PWM": "LEDs an diesem Raspberry Pi, über PWM",
        "LEDs on this Raspberry Pi, by SPI": "LEDs an diesem Raspberry Pi, über SPI",
        "No LEDs here: the board is drawn on this page":
            "Hier sind keine LEDs: das Brett ist auf dieser Seite gezeichnet",
    },
    you={
        "{who:of} hand: nothing": "Deine Hand: nichts",
        "{who:of} crib: nothing": "Deine Crib: nichts",
        "{who} deals": "Du gibst",
        "{who} deals.": "Du gibst.",
        "{who} cuts.": "Du hebst ab.",
        "{who} has won. OK begins the next game.":
            "Du hast gewonnen. OK beginnt das nächste Spiel.",
        "OK pegs {points} for {who}; UNDO does not.":
            "OK steckt {points} für dich; ZURÜCK nicht.",
        "Lay {who:of} hand": "Leg deine Hand hin",
        "Now the dealer: lay {who:of} hand": "Jetzt der Geber: leg deine Hand hin",
        "Now the crib: lay {who:of} crib": "Jetzt die Crib: leg deine Crib hin",
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
