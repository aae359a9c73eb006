"""Deutsch.

The words are those of the German descriptions of the game, which keep the English crib, go and
skunk: die Crib, der Geber, die Vorhand (pone), der Starter, Drilling, Vierling, Folge. (Terms
only, from the rules of cribbage at the German Wikipedia, spielkarten.org, spiele-palast.de and
cardgames.io.) Counted aloud: "fünfzehn zwei, fünfzehn vier, und ein Paar macht sechs".
"""

from pegboard.i18n.catalogue import Catalogue
from pegboard.i18n.de_camera import CAMERA
from pegboard.i18n.de_devices import DEVICES
from pegboard.i18n.de_doctor import DOCTOR
from pegboard.i18n.de_errors import ERRORS
from pegboard.i18n.de_keeping import KEEPING
from pegboard.i18n.de_review import REVIEW
from pegboard.i18n.de_rules import RULES

_ONES = (
    *("null", "eins", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun"),
    *("zehn", "elf", "zwölf", "dreizehn", "vierzehn", "fünfzehn", "sechzehn", "siebzehn"),
    *("achtzehn", "neunzehn"),
)
_TENS = ("zwanzig", "dreißig", "vierzig", "fünfzig", "sechzig", "siebzig", "achtzig", "neunzig")


def number(n: int) -> str:
    """Returns a number from 0 to 999: ``einunddreißig``, ``einhunderteinundzwanzig``."""
    if n < 20:
        return _ONES[n]
    if n < 100:
        one = "ein" if n % 10 == 1 else _ONES[n % 10]
        return (f"{one}und" if n % 10 else "") + _TENS[n // 10 - 2]
    hundreds = f"{'ein' if n < 200 else _ONES[n // 100]}hundert"
    return hundreds + (number(n % 100) if n % 100 else "")


def of(name: str) -> str:
    """Returns to whom it belongs: ``Anns``, ``Max’``."""
    return f"{name}’" if name.lower().endswith(("s", "ß", "x", "z")) else f"{name}s"


CATALOGUE = Catalogue(
    says={
        **RULES,
        **REVIEW,
        **DEVICES,
        **DOCTOR,
        **ERRORS,
        **KEEPING,
        **CAMERA,
        # --- counted aloud
        "fifteen {total:aloud}": "fünfzehn {total:aloud}",
        "{thing} is {total:aloud}": "{thing} macht {total:aloud}",
        "{thing} for {points:aloud}": "{thing} für {points:aloud}",
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
        "The starter is {card}": "Der Starter ist {card}",
        "{who} plays {card}: {count}": "{who} spielt {card}: {count}",
        "{who} says go": "{who} sagt Go",
        "{who} claims {points}": "{who} sagt {points} an",
        "{who}: peg put to {score}": "{who}: Stift auf {score} gesetzt",
        "{who}: {points} taken back": "{who}: {points} zurückgenommen",
        # --- the same in the seat's own place
        "deals": "gibt",
        "plays {card}: {count}": "spielt {card}: {count}",
        "says go": "sagt Go",
        "claims {points}": "sagt {points} an",
        "wins!": "gewinnt!",
        "wins, a skunk!": "gewinnt, ein Skunk!",
        "wins, a double skunk!": "gewinnt, ein doppelter Skunk!",
        "peg put to {score}": "Stift auf {score} gesetzt",
        "{points} taken back": "{points} zurückgenommen",
        "hand: nothing": "Hand: nichts",
        "crib: nothing": "Crib: nichts",
        "{points}: {items}": "{points}: {items}",
        "{points} in the crib: {items}": "{points} in der Crib: {items}",
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
        "{who}: count the hand.": "{who}: zähl die Hand.",
        "{who}: count the crib.": "{who}: zähl die Crib.",
        "Was anything missed? OK counts on.": "Etwas übersehen? OK zählt weiter.",
        "Peg with +1 +5 and −1; COUNT counts a hand.":
            "Stecke mit +1 +5 und −1; ZÄHLEN zählt eine Hand.",
        "{lay} and press COUNT; or CARDS, or +1 +5.":
            "{lay} und drück ZÄHLEN; oder KARTEN, oder +1 +5.",
        "Lay {who:of} hand": "Leg {who:of} Hand hin",
        "Now the dealer: lay {who:of} hand": "Jetzt der Geber: leg {who:of} Hand hin",
        "Now the crib: lay {who:of} crib": "Jetzt die Crib: leg {who:of} Crib hin",
        # --- hints
        "{card} is the only card that can be played.": "{card} ist die einzige Karte, die passt.",
        "No card can be played: say go.": "Keine Karte passt: sag Go.",
        "as good as {than}": "so gut wie {than}",
        "wins {games:.1f} more games in a hundred than {than}":
            "gewinnt {games:.1f} Spiele von hundert mehr als {than}",
        "{points:.1f} more than {than}": "{points:.1f} mehr als {than}",
        "this": "dies",
        "the {card}": "{card}",
        "Keep {ranks}: {hand:.1f} on average, {gain}; {crib}.":
            "Behalte {ranks}: im Mittel {hand:.1f}, {gain}; {crib}.",
        "Keep {ranks}: {hand:.1f} on average, {gain} in all; {crib}.":
            "Behalte {ranks}: im Mittel {hand:.1f}, insgesamt {gain}; {crib}.",
        "your crib is then worth {crib:.1f}": "deine Crib ist dann {crib:.1f} wert",
        "the crib you give costs {crib:.1f}": "die Crib, die du gibst, kostet {crib:.1f}",
        "{text}, {points:.1f} more": "{text}, {points:.1f} mehr",
        "{text}, {points:.1f} less": "{text}, {points:.1f} weniger",
        "Play {card}: the others are the same.": "Spiel {card}: die anderen sind gleich.",
        "Lead {card}: the others are the same.": "Spiel {card} aus: die anderen sind gleich.",
        "Play {card}: {gain}": "Spiel {card}: {gain}",
        "Lead {card}: {gain}": "Spiel {card} aus: {gain}",
        "it makes {items}": "das bringt {items}",
        "{items} with the {card} costs more than it brings":
            "{items} mit {card} kostet mehr, als es bringt",
        "no reply to it scores at once": "nichts darauf Gelegtes bringt gleich Punkte",
        "{rank} on the {card} would make {items}": "auf {card} brächte {rank} {items}",
        "an ace": "ein Ass",
        "a two": "eine Zwei",
        "a three": "eine Drei",
        "a four": "eine Vier",
        "a five": "eine Fünf",
        "a six": "eine Sechs",
        "a seven": "eine Sieben",
        "an eight": "eine Acht",
        "a nine": "eine Neun",
        "a ten": "eine Zehn",
        "a jack": "ein Bube",
        "a queen": "eine Dame",
        "a king": "ein König",
        # --- what could not be done
        "There is no camera: enter the hand by touch instead.":
            "Es gibt keine Kamera: gib die Hand von Hand ein.",
        "The camera gave up waiting: {why}.": "Die Kamera wartet nicht länger: {why}.",
        "The camera could not count: {why}": "Die Kamera konnte nicht zählen: {why}",
        "The camera could not count: something went wrong inside; it is in the log.":
            "Die Kamera konnte nicht zählen: innen ging etwas schief; es steht im Protokoll.",
        "Not saved: {why}": "Nicht gespeichert: {why}",
        # --- who may
        "This board shows itself to paired devices only. Pair this one first.":
            "Dieses Brett zeigt sich nur verbundenen Geräten. Verbinde dieses zuerst.",
        "Only the board's own page may do that.": "Das darf nur die Seite des Bretts selbst.",
        # --- what is connected
        "A camera on USB": "Eine USB-Kamera",
        "A camera on the network": "Eine Kamera im Netz",
        "The Raspberry Pi's camera": "Die Kamera des Raspberry Pi",
        "No camera here: COUNT shows sample pictures":
            "Hier ist keine Kamera: ZÄHLEN zeigt Probebilder",
        "Buttons on a keyboard": "Tasten auf einer Tastatur",
        "Buttons on the board on USB": "Tasten an der USB-Platine",
        "Buttons on this Raspberry Pi": "Tasten an diesem Raspberry Pi",
        "No buttons here: use those on this page":
            "Hier sind keine Tasten: nimm die auf dieser Seite",
        "LEDs on the board on USB": "LEDs an der USB-Platine",
        "LEDs on this Raspberry Pi, by PWM": "LEDs an diesem Raspberry Pi, über PWM",
        "LEDs on this Raspberry Pi, by SPI": "LEDs an diesem Raspberry Pi, über SPI",
        "No LEDs here: the board is drawn on this page":
            "Hier sind keine LEDs: das Brett ist auf dieser Seite gezeichnet",
        # --- the home screen and the guided deal
        "{what}: {address}": "{what}: {address}",
        "The aim": "Das Ziel",
        "Two players race their pegs round the board. Who is first in hole 121 wins.":
            "Zwei Spieler laufen mit ihren Stiften über das Brett. Wer zuerst in Loch"
            " 121 ist, gewinnt.",
        "Points come from cards: while they are laid, and when hands are counted.":
            "Punkte bringen die Karten: wenn sie gelegt werden und wenn die Hände gezählt werden.",
        "You deal this time. Let us play one deal together.":
            "Diesmal gibst du. Spielen wir eine Runde zusammen.",
        "Lay two cards away": "Leg zwei Karten ab",
        "You have six cards and keep four that score together.":
            "Du hast sechs Karten und behältst vier, die zusammen zählen.",
        "Look for cards that add up to fifteen, for pairs, and for three or more in a"
        " row.":
            "Such nach Karten, die fünfzehn ergeben, nach Paaren und nach drei oder "
            "mehr in einer Folge.",
        "Two cards of yours and two of the other's make the crib. It is counted for "
        "whoever deals: now that is you.":
            "Zwei Karten von dir und zwei vom anderen bilden die Crib. Sie zählt für "
            "den Geber: Jetzt bist das du.",
        "The starter": "Der Starter",
        "The other player cuts, and one card is turned up: the starter.":
            "Der andere hebt ab, und eine Karte wird aufgedeckt: der Starter.",
        "When hands are counted it belongs to every hand, as a fifth card.":
            "Beim Zählen gehört sie zu jeder Hand, als fünfte Karte.",
        "The play": "Das Ausspielen",
        "The other's hand": "Die Hand des anderen",
        "Now the hands are counted, each with the starter. Who did not deal is first.":
            "Jetzt werden die Hände gezählt, jede mit dem Starter. Wer nicht "
            "gegeben hat, ist zuerst dran.",
        "It counts {count}.": "Gezählt wird: {count}.",
        "Your hand": "Deine Hand",
        "Each fifteen is worth two, a pair two, a row one for each card.":
            "Jede Fünfzehn zählt zwei, ein Paar zwei, eine Folge eins für jede Karte.",
        "A card may be used again and again. What is your hand worth?":
            "Eine Karte darf mehrmals zählen. Was ist deine Hand wert?",
        "Your crib": "Deine Crib",
        "Last comes the crib, for the dealer.": "Zuletzt kommt die Crib, für den Geber.",
        "That was a deal": "Das war eine Runde",
        "You have {mine} points, the other has {others}.":
            "Du hast {mine} Punkte, der andere {others}.",
        "Then the other deals, and so it goes on until somebody is in hole 121.":
            "Dann gibt der andere, und so weiter, bis jemand in Loch 121 ist.",
        "You know enough to play. A hint is never far away.":
            "Du weißt genug zum Spielen. Ein Tipp ist nie weit.",
        "The count is {count}: each of your cards would make more than 31.":
            "Es steht {count}: Jede deiner Karten ergäbe mehr als 31.",
        "So you say go. Who lays the last card before 31 pegs a point.":
            "Also sagst du Go. Wer die letzte Karte vor 31 legt, bekommt einen Punkt.",
        "Cards are laid in turn and added up: an ace is one, pictures are ten.":
            "Karten werden reihum gelegt und zusammengezählt: Das Ass zählt eins, Bilder zehn.",
        "Fifteen scores two, 31 two, a pair two, a row one for each card. No more "
        "than 31!":
            "Fünfzehn bringt zwei, 31 zwei, ein Paar zwei, eine Folge eins für jede "
            "Karte. Nie mehr als 31!",
        "The count is {count}. Which card do you lay?": "Es steht {count}. Welche Karte legst du?",
        "The count begins again at 0.": "Es beginnt wieder bei 0.",
        "Which card do you lay?": "Welche Karte legst du?",
        "Keep {cards}: {points} points already, and more with the right starter.":
            "Behalte {cards}: schon {points} Punkte, und mehr mit dem passenden Starter.",
        "Two cards of your hand, please.": "Bitte zwei Karten aus deiner Hand.",
        "Well done: {cards} are {points} points already.":
            "Gut gemacht: {cards} sind schon {points} Punkte.",
        "That is allowed, and keeps {points} points. {cards} would be {most}: see the"
        " fifteens and the row.":
            "Das geht, und behält {points} Punkte. {cards} wären {most}: Sieh die "
            "Fünfzehner und die Folge.",
        "{card} makes {count} and scores {points}.": "{card} macht {count} und bringt {points}.",
        "{card} makes {count}, and is hard to answer.":
            "{card} macht {count} und ist schwer zu beantworten.",
        "That is allowed. But look: {card} makes {count} and scores {points}.":
            "Das geht. Aber sieh: {card} macht {count} und bringt {points}.",
        "Well seen: {what}!": "Gut gesehen: {what}!",
        "{card} would make {sum}: more than 31. A lower card, please.":
            "{card} ergäbe {sum}: mehr als 31. Bitte eine niedrigere Karte.",
        "No card of yours fits under 31: say go.": "Keine deiner Karten passt unter 31: Sag Go.",
        "Go is for whoever has no card that fits. At {count} you have one.":
            "Go sagt, wer keine passende Karte hat. Bei {count} hast du eine.",
        "Right! It counts {count}.": "Richtig! Gezählt wird: {count}.",
        "Let us count together: {count}. So?": "Zählen wir zusammen: {count}. Also?",
        # --- pairing, and who plays where
        "UNDO and COUNT were held: every paired device is forgotten.":
            "ZURÜCK und ZÄHLEN wurden gehalten: alle eingelassenen Geräte sind vergessen.",
        "Press OK on the board.":
            "Drücke OK am Brett.",
        "Press OK on the board, once more than it asks for.":
            "Drücke OK am Brett, einmal öfter, als es danach fragt.",
        "Nobody said yes in time. Ask again.":
            "Niemand hat rechtzeitig ja gesagt. Frag noch einmal.",
        "The board said no.":
            "Das Brett hat nein gesagt.",
        "an internal error occurred; see the log": "innen ging etwas schief; es steht im Protokoll",
        "something was taken back":
            "etwas wurde zurückgenommen",
        "the board's own page":
            "die Seite des Bretts",
        "{other} may play now.":
            "{other} darf jetzt mitspielen.",
    },
    you={
        "played {card}": "hast {card} gespielt",
        "discarded {cards}": "hast {cards} abgelegt",
        "{who:of} decisions": "Deine Wahl",
        "{who:of} chance of winning was between {low:.0f}% and {high:.0f}%.":
            "Deine Gewinnchance lag zwischen {low:.0f} % und {high:.0f} %.",
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
        "deals": "gibst",
        "plays {card}: {count}": "spielst {card}: {count}",
        "says go": "sagst Go",
        "claims {points}": "sagst {points} an",
        "wins!": "gewinnst!",
        "wins, a skunk!": "gewinnst, ein Skunk!",
        "wins, a double skunk!": "gewinnst, ein doppelter Skunk!",
    },
    names={
        "You": "Du", "The dealer": "Der Geber", "Pone": "Die Vorhand",
        "Computer": "Computer", "Player": "Spieler", "Seat": "Platz", "Blue": "Blau",
        "Orange": "Orange", "Green": "Grün", "Pink": "Rosa",
    },
    number=number,
    of=of,
    decimal=",",
    plural=lambda n: "one" if n == 1 else "other",
)  # fmt: skip
