"""Deutsch.

The words are those of the German descriptions of the game, which keep the English crib, go and
skunk: die Crib, der Geber, die Vorhand (pone), der Starter, Drilling, Vierling, Folge. (Terms
only, from the rules of cribbage at the German Wikipedia, spielkarten.org, spiele-palast.de and
cardgames.io.) Counted aloud: "fünfzehn zwei, fünfzehn vier, und ein Paar macht sechs".
"""

from pegboard.i18n.catalogue import SEAT_NAMES, Catalogue
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
    """Returns the possessive of a name: ``Anns``, ``Max’``."""
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
        "{who} +{points}": "{who} +{points}",
        "{who} +{points} {items}": "{who} +{points} {items}",
        "{who} +{points}: {items}": "{who} +{points}: {items}",
        "{who} {points} in the crib: {items}": "{who} {points} in der Crib: {items}",
        "{who:of} hand: nothing": "{who:of} Blatt: nichts",
        "{who:of} crib: nothing": "{who:of} Crib: nichts",
        "{who} deals": "{who} gibt",
        "{who} cuts {card}": "{who} hebt {card} ab",
        "{cuts}. {who} deals first.": "{cuts}. {who} gibt zuerst.",
        "The starter is {card}": "Der Starter ist {card}",
        "{who} plays {card}: {count}": "{who} spielt {card}: {count}",
        "{who} says go": "{who} sagt Go",
        "{who} claims {points}": "{who} sagt {points} an",
        "{who}: peg moved to {score}": "{who}: Stift auf {score} gesetzt",
        "{who}: {points} taken back": "{who}: {points} zurückgenommen",
        # --- the same in the seat's own place
        "deals": "gibt",
        "{card} – count {count}": "{card} – Zahl {count}",
        "says go": "sagt Go",
        "claims {points}": "sagt {points} an",
        "wins!": "gewinnt!",
        "wins, a skunk!": "gewinnt, ein Skunk!",
        "wins, a double skunk!": "gewinnt, ein doppelter Skunk!",
        "peg moved to {score}": "Stift auf {score} gesetzt",
        "{points} taken back": "{points} zurückgenommen",
        "hand: nothing": "Blatt: nichts",
        "crib: nothing": "Crib: nichts",
        "+{points}": "+{points}",
        "+{points} {items}": "+{points} {items}",
        "+{points}: {items}": "+{points}: {items}",
        "Crib {points}: {items}": "Crib {points}: {items}",
        "{who} wins!": "{who} gewinnt!",
        "{who} wins, a skunk!": "{who} gewinnt, ein Skunk!",
        "{who} wins, a double skunk!": "{who} gewinnt, ein doppelter Skunk!",
        "Check again: {text}": "Noch einmal hinsehen: {text}",
        # --- what is to be done
        "Check the cards: {problem}.": "Sieh auf die Karten: {problem}.",
        "Is this {card}? Press OK for yes.": "Ist das {card}? OK heißt ja.",
        "What does {who} claim?":
            "Was sagt {who} an?",
        "What does {who} claim? Enter the points, then OK.":
            "Was sagt {who} an? Punkte eingeben, dann OK.",
        "{who} claimed {n}; it is {worth}. OK continues.":
            "{who}: {n} angesagt, es sind {worth}. Weiter mit OK.",
        "{who} claimed {n}. Anything missed? OK lets it go.":
            "{who}: {n} angesagt. Etwas übersehen? OK lässt es gut sein.",
        "Peg {points} for {who}? OK pegs, UNDO cancels.":
            "{points} für {who} stecken? OK steckt, ZURÜCK nicht.",
        "Both sign: each holds its own +1 for two seconds.":
            "Beide zeichnen ab: jeder hält sein +1 zwei Sekunden.",
        "{who} signs: hold +1 for two seconds.": "{who} zeichnet ab: +1 zwei Sekunden halten.",
        "The hall did not take these cards. Tell the director.":
            "Die Halle nahm die Karten nicht. Sagt es der Leitung.",
        "Both have signed. Press OK for the next game.":
            "Abgezeichnet. OK beginnt das nächste Spiel.",
        "{who} has won. Press OK for the next game.":
            "{who} hat gewonnen. OK beginnt das nächste Spiel.",
        "That was the sample deal. OK begins a game of your own.":
            "Das war die Probe. OK beginnt ein eigenes Spiel.",
        "OK to deal": "OK zum Geben",
        "OK for the next deal": "OK gibt neue Karten",
        "{who} deals.": "{who} gibt.",
        "{who} is discarding": "{who} legt ab",
        "{who} and {other} are discarding": "{who} und {other} legen ab",
        "{these} are discarding": "{these} legen ab",
        "{who}: discard {n:aloud} cards.": {
            "one": "{who}: leg eine Karte ab.",
            "other": "{who}: leg {n:aloud} Karten ab.",
        },
        "{who} cuts.": "{who} hebt ab.",
        "Computer’s turn": "Der Computer ist dran",
        "{who:of} turn": "{who} ist dran",
        "{who}: say go.": "{who}: sag Go.",
        "{who}: play a card.": "{who}: spiel eine Karte.",
        "Counting the hands.": "Die Blätter werden gezählt.",
        "{who}: count the hand.": "{who}: zähl das Blatt.",
        "{who}: count the crib.": "{who}: zähl die Crib.",
        "{n} for {who}": "{n} für {who}",
        "Nothing for {who}": "Nichts für {who}",
        "Anything missed?": "Etwas übersehen?",
        "Peg, or COUNT a hand": "Stecken oder ZÄHLEN",
        "{who:of} hand": "{who:of} Blatt",
        "{who:of} crib": "{who:of} Crib",
        "{who:of} hand next": "Jetzt {who:of} Blatt",
        "{who:of} crib next": "Jetzt {who:of} Crib",
        "Throw {n} to your crib": "Leg {n} in deine Crib",
        "Throw {n} to the computer’s crib": "Leg {n} in die Crib des Computers",
        "Throw {n} to {who:of} crib": "Leg {n} in {who:of} Crib",
        "Lay {who:of} hand": "Leg {who:of} Blatt hin",
        "Now the dealer: lay {who:of} hand": "Jetzt der Geber: leg {who:of} Blatt hin",
        "Now the crib: lay {who:of} crib": "Jetzt die Crib: leg {who:of} Crib hin",
        # --- hints
        "{card} is the only card that can be played.": "{card} ist die einzige Karte, die passt.",
        "No card can be played: say go.": "Keine Karte passt: sag Go.",
        "as good as {than}": "so gut wie {than}",
        "wins {games:.1f} % more often than {than}":
            "gewinnt {games:.1f} % öfter als {than}",
        "wins {games:.1f} ± {doubt:.1f} % more often than {than}":
            "gewinnt {games:.1f} ± {doubt:.1f} % öfter als {than}",
        "{points:.1f} points more than {than}": "{points:.1f} Punkte mehr als {than}",
        "{points:.1f} ± {doubt:.1f} points more than {than}":
            "{points:.1f} ± {doubt:.1f} Punkte mehr als {than}",
        "this": "dies",
        "the {card}": "{card}",
        "Throw {cards}: hand {hand:.1f} + crib {crib:.1f}; {next}.":
            "{cards} in die Crib: Blatt {hand:.1f} + Crib {crib:.1f}; {next}.",
        "Throw {cards}: hand {hand:.1f} − crib {crib:.1f}; {next}.":
            "{cards} in die Crib: Blatt {hand:.1f} − Crib {crib:.1f}; {next}.",
        "the next best is as good":
            "die nächstbeste Wahl ist ebenso gut",
        "next best −{games:.1f} % winning chances":
            "nächstbeste −{games:.1f} % Gewinnchance",
        "next best −{games:.1f} ± {doubt:.1f} % winning chances":
            "nächstbeste −{games:.1f} ± {doubt:.1f} % Gewinnchance",
        "next best −{points:.1f} points":
            "nächstbeste −{points:.1f} Punkte",
        "next best −{points:.1f} ± {doubt:.1f} points":
            "nächstbeste −{points:.1f} ± {doubt:.1f} Punkte",
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
        "{items} with the {card} isn't worth it":
            "{items} mit {card} lohnt sich nicht",
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
        "There is no camera: enter the hand manually.":
            "Es gibt keine Kamera: gib das Blatt von Hand ein.",
        "The camera timed out: {why}.": "Die Kamera wartet nicht länger: {why}.",
        "The camera could not count: {why}": "Die Kamera konnte nicht zählen: {why}",
        "The camera could not count: an internal error occurred; see the log.":
            "Die Kamera konnte nicht zählen: Es gab einen internen Fehler; siehe Protokoll.",
        "Not saved: {why}": "Nicht gespeichert: {why}",
        # --- who may
        "This board can be seen only by paired devices. Pair this one first.":
            "Dieses Brett zeigt sich nur verbundenen Geräten. Verbinde dieses zuerst.",
        "Only the board's own page may do that.": "Das darf nur die Seite des Bretts selbst.",
        "That can be answered only at the board itself.": (
            "Das kann nur am Brett selbst beantwortet werden."
        ),
        "Nobody at the board said yes.": "Am Brett hat niemand ja gesagt.",
        # --- what is connected
        "USB camera": "Eine USB-Kamera",
        "Network camera": "Eine Kamera im Netz",
        "Raspberry Pi camera": "Die Kamera des Raspberry Pi",
        "USB camera ready": "USB-Kamera bereit",
        "Network camera ready": "Kamera im Netz bereit",
        "Raspberry Pi camera ready": "Kamera des Raspberry Pi bereit",
        "Pictures of a folder to count": "Bilder eines Ordners zum Zählen",
        "Sample pictures to count": "Beispielbilder zum Zählen",
        "Buttons on a keyboard": "Tasten auf einer Tastatur",
        "Buttons on the USB board": "Tasten an der USB-Platine",
        "Buttons on this Raspberry Pi": "Tasten an diesem Raspberry Pi",
        "Buttons on this page": "Tasten auf dieser Seite",
        "Strip with {leds} LEDs, on the USB board": "Streifen mit {leds} LEDs an der USB-Platine",
        "Strip with {leds} LEDs, on this Raspberry Pi":
            "Streifen mit {leds} LEDs an diesem Raspberry Pi",
        "The board is drawn on this page": "Das Brett ist auf dieser Seite gezeichnet",
        # --- the home screen and the guided deal
        "{what}: {address}": "{what}: {address}",
        "The aim": "Das Ziel",
        "Two players race their pegs round the board. First to hole 121 wins.":
            "Zwei Spieler laufen mit ihren Stiften über das Brett. Wer zuerst in Loch 121 ist, "
            "gewinnt.",
        "Points come from the cards: as they are played, and when hands are counted.":
            "Punkte bringen die Karten: wenn sie gelegt werden und wenn die Blätter gezählt "
            "werden.",
        "You are the dealer this time. Let's play one deal together.":
            "Diesmal gibst du. Spielen wir eine Runde zusammen.",
        "Throw two cards to the crib": "Leg zwei Karten ab",
        "You have six cards. Keep the four that score best together.":
            "Du hast sechs Karten und behältst vier, die zusammen zählen.",
        "Look for cards that add up to fifteen, pairs, and runs of three or more.":
            "Such nach Karten, die fünfzehn ergeben, nach Paaren und nach drei oder mehr in einer "
            "Folge.",
        "Your two cards and your opponent's two make the crib. It scores for the dealer: this "
        "time, you.":
            "Zwei Karten von dir und zwei vom Gegner bilden die Crib. Sie zählt für den Geber: "
            "Jetzt bist das du.",
        "The starter": "Der Starter",
        "Your opponent cuts the pack, and one card is turned up: the starter.":
            "Der Gegner hebt ab, und eine Karte wird aufgedeckt: der Starter.",
        "In the show it counts as a fifth card of every hand.":
            "Beim Zählen gehört sie zu jedem Blatt, als fünfte Karte.",
        "The play": "Das Ausspielen",
        "Opponent's hand": "Das Blatt des Gegners",
        "Now the show: each hand is counted with the starter. The non-dealer, called pone, counts "
        "first.":
            "Jetzt werden die Blätter gezählt, jedes mit dem Starter. Wer nicht gegeben hat, die "
            "Vorhand, zählt zuerst.",
        "Say: {count}.": "Gezählt wird: {count}.",
        "Your hand": "Dein Blatt",
        "Each fifteen scores two, a pair two, a run one per card.":
            "Jede Fünfzehn zählt zwei, ein Paar zwei, eine Folge eins für jede Karte.",
        "A card can count in several combinations. What is your hand worth?":
            "Eine Karte darf mehrmals zählen. Was ist dein Blatt wert?",
        "Your crib": "Deine Crib",
        "Last comes the crib, which scores for the dealer.":
            "Zuletzt kommt die Crib, für den Geber.",
        "You've played a deal!":
            "Deine erste Runde ist gespielt!",
        "You have {mine} points, your opponent {others}.":
            "Du hast {mine} Punkte, der Gegner {others}.",
        "Then your opponent deals, and so on until someone reaches hole 121.":
            "Dann gibt der Gegner, und so weiter, bis jemand in Loch 121 ist.",
        "That's all you need. Tap Hint whenever you're stuck.":
            "Mehr brauchst du nicht. Tippe auf Tipp, wenn du nicht weiterweißt.",
        "The count is {count}: any of your cards would take it past 31.":
            "Die Zahl ist {count}: Jede deiner Karten ergäbe mehr als 31.",
        "So you say go. Whoever plays the last card short of 31 pegs one point.":
            "Also sagst du Go. Wer die letzte Karte vor 31 legt, bekommt einen Punkt.",
        "Players take turns to play a card and add up the count: an ace is one, face cards are "
        "ten.":
            "Karten werden reihum gelegt und zusammengezählt: Das Ass zählt eins, Bilder zehn.",
        "Fifteen scores two, 31 two, a pair two, a run one per card. Never go past 31!":
            "Fünfzehn bringt zwei, 31 zwei, ein Paar zwei, eine Folge eins für jede Karte. Nie "
            "mehr als 31!",
        "The count is {count}. Which card do you play?":
            "Die Zahl ist {count}. Welche Karte legst du?",
        "The count starts again at 0.": "Die Zahl beginnt wieder bei 0.",
        "Which card do you play?": "Welche Karte legst du?",
        "Keep {cards}: {points} points already, and more with the right starter.":
            "Behalte {cards}: schon {points} Punkte, und mehr mit dem passenden Starter.",
        "Choose two cards from your hand, please.": "Bitte zwei Karten aus deinem Blatt.",
        "Well done: {cards} already make {points} points.":
            "Gut gemacht: {cards} sind schon {points} Punkte.",
        "You can, but that keeps only {points}. Keeping {cards} gives {most}: two fifteens and a "
        "run of four.":
            "Das geht, behält aber nur {points}. {cards} zu behalten gibt {most}: zwei Fünfzehner "
            "und eine Folge von vier.",
        "{card} makes {count} and scores {points}.": "{card} macht {count} und bringt {points}.",
        "{card} makes {count}, which is hard to score on.":
            "{card} macht {count} und ist schwer zu beantworten.",
        "That is allowed, but {card} makes {count} and scores {points}.":
            "Das geht. Aber sieh: {card} macht {count} und bringt {points}.",
        "Well spotted: {what}!": "Gut gesehen: {what}!",
        "{card} would make {sum}, past 31. Choose a lower card, please.":
            "{card} ergäbe {sum}: mehr als 31. Bitte eine niedrigere Karte.",
        "{card} would make {sum}, past 31, and so would every card you hold: say go.":
            "{card} ergäbe {sum}: mehr als 31, wie jede deiner Karten. Sag Go.",
        "Choose a card from your hand, please.": "Bitte eine Karte aus deinem Blatt.",
        "You have no card that stays within 31: say go.":
            "Keine deiner Karten passt unter 31: Sag Go.",
        "Say go only when you have no card to play. At {count} you have one.":
            "Go sagt, wer keine passende Karte hat. Bei {count} hast du eine.",
        "Right! Say: {count}.": "Richtig! Gezählt wird: {count}.",
        "Let's count: {count}. How many is that?":
            "Zählen wir: {count}. Wie viele sind das?",
        # --- pairing, and who plays where
        "UNDO and COUNT were held: all paired devices were removed.":
            "ZURÜCK und ZÄHLEN wurden gehalten: Alle verbundenen Geräte sind entfernt.",
        "Press OK on the board.":
            "Drücke OK am Brett.",
        "Wait half a minute: if no other device asks, this one is let in.":
            "Warte eine halbe Minute: Fragt kein anderes Gerät, kommt dieses herein.",
        "Nobody answered in time. Ask again.":
            "Niemand hat rechtzeitig ja gesagt. Frag noch einmal.",
        "The board said no.":
            "Das Brett hat nein gesagt.",
        "an internal error occurred; see the log": "es gab einen internen Fehler; siehe Protokoll",
        "something was taken back":
            "etwas wurde zurückgenommen",
        "the board's own page":
            "die Seite des Bretts",
        "{other} can play now.": "{other} darf jetzt mitspielen.",
        # --- a game told to somebody who does not look
        "ace": "Ass",
        "two": "Zwei",
        "three": "Drei",
        "four": "Vier",
        "five": "Fünf",
        "six": "Sechs",
        "seven": "Sieben",
        "eight": "Acht",
        "nine": "Neun",
        "ten": "Zehn",
        "jack": "Bube",
        "queen": "Dame",
        "king": "König",
        "clubs": "Kreuz",
        "diamonds": "Karo",
        "hearts": "Herz",
        "spades": "Pik",
        "{rank} of {suit}": "{suit} {rank}",
        "A game against {others}, to {n:aloud}.": "Ein Spiel gegen {others}, bis {n:aloud}.",
        "Taken back.": "Zurückgenommen.",
        "{who} {n:aloud}": "{who} {n:aloud}",
        "The match is over: {wins}.": "Das Match ist vorbei: {wins}.",
        "The match: {wins}.": "Das Match: {wins}.",
        "The starter is the {card}.": "Der Starter ist {card}.",
        "Played: {cards}. The count is {n:aloud}.": "Gespielt: {cards}. Die Zahl ist {n:aloud}.",
        "OK begins the next game.": "OK beginnt das nächste Spiel.",
        "OK continues.": "Weiter mit OK.",
        "Throw one card to {who:of} crib.": "Leg eine Karte in {who:of} Crib.",
        "Throw two cards to {who:of} crib.": "Leg zwei Karten in {who:of} Crib.",
        "Your turn, {n:aloud} cards left.": {
            "one": "Du bist dran, noch eine Karte.",
            "other": "Du bist dran, noch {n:aloud} Karten.",
        },
        "You cannot play. OK says go.": "Du kannst nicht spielen. OK sagt Go.",
        "Count your crib.": "Zähl deine Crib.",
        "Count your hand.": "Zähl dein Blatt.",
        "Anything missed? Plus one and five count it, OK continues.":
            "Wurde etwas vergessen? Plus eins und plus fünf zählen es, weiter mit OK.",
        "Your hand: {cards}.": "Dein Blatt: {cards}.",
        "The score: {scores}.": "Der Stand: {scores}.",
        "Thrown: {cards}.": "Abgelegt: {cards}.",
        "{who} throws to the crib.": "{who} legt in die Crib.",
        "{who} plays the {card}: {count:aloud}.": "{who} spielt {card}: {count:aloud}.",
        "{who:of} hand: {cards}. {count}.": "{who:of} Blatt: {cards}. {count}.",
        "{who:of} crib: {cards}. {count}.": "{who:of} Crib: {cards}. {count}.",
        "{who}: {items}.": "{who}: {items}.",
        "{n:aloud}": "{n:aloud}",
        "{card}, chosen": "{card}, gewählt",
        "{card}, not chosen": "{card}, nicht gewählt",
        "Chosen: {cards}. OK throws.": "Gewählt: {cards}. OK legt sie ab.",
        "Chosen: {cards}. One more.": "Gewählt: {cards}. Noch eine.",
        "Plus one and minus one name your cards, plus five chooses.":
            "Plus eins und minus eins nennen deine Karten, plus fünf wählt.",
        "Plus one and minus one name your cards, OK plays the one named last.":
            "Plus eins und minus eins nennen deine Karten, OK spielt die zuletzt genannte.",
        "The {card} would make {n:aloud}; the count never passes {most:aloud}.":
            "{card} ergäbe {n:aloud}; die Zahl geht nie über {most:aloud}.",
    },
    you={
        "{action} is not possible now: {seat} is to deal": "{action} geht jetzt nicht: du gibst",
        "{action} is not possible now: {seat} is to cut the starter":
            "{action} geht jetzt nicht: du hebst ab",
        "{action} is not possible now: {seat} is to play": "{action} geht jetzt nicht: du spielst",
        "{action} is not possible now: the hand of {seat} is to be counted":
            "{action} geht jetzt nicht: dein Blatt wird gezählt",
        "it is not {seat:of} turn, but {turn:of}": "nicht du bist dran, sondern {turn}",
        "the cut is decided: {seat} deals": "es wird nicht mehr abgehoben: du gibst",
        "{seat} cannot deal: it is {dealer:of} deal": "du kannst nicht geben: jetzt gibt {dealer}",
        "{seat} must be dealt {wanted} cards, got {n}": "du bekommst {wanted} Karten, nicht {n}",
        "{seat} has already discarded": "du hast schon abgelegt",
        "{seat} does not hold {card}": "du hast {card} nicht",
        "{seat} can play, and so must": "du kannst spielen, und musst",
        "{seat:of} hand is counted first": "zuerst wird dein Blatt gezählt",
        "{seat:of} hand was already claimed; use correct to fix a peg":
            "dein Blatt wurde schon angesagt; ein Stift lässt sich berichtigen",
        "{seat:of} hand is counted before the crib": "dein Blatt wird vor der Crib gezählt",
        "{owner} counts the hand now, not {seat}": "jetzt zählst du das Blatt, nicht {seat}",
        "{owner} counts the crib now, not {seat}": "jetzt zählst du die Crib, nicht {seat}",
        "{seat} cannot call points of their own side":
            "du kannst Punkte der eigenen Partei nicht fordern",
        "{seat} claims {points}; it is worth {worth}": "du sagst {points} an; richtig sind {worth}",
        "{seat} called {points}, but nothing was missed":
            "du riefst {points}, aber es wurde nichts übersehen",
        "{seat} called {points}, but only {worth} was missed":
            "du riefst {points}, aber nur {worth} wurden übersehen",
        "{seat} played {card}, which is not in the hand shown":
            "du hast {card} gespielt, was nicht im gezeigten Blatt ist",
        "{seat} said go and could have played {card}":
            "du hast Go gesagt und hättest {card} spielen können",
        "line {line}: {seat} is to deal": "Zeile {line}: du musst geben",
        "{seat} does not play at the board": "du spielst nicht am Brett",
        "{who} plays the {card}: {count:aloud}.": "Du spielst {card}: {count:aloud}.",
        "{who:of} hand: {cards}. {count}.": "Dein Blatt: {cards}. {count}.",
        "{who:of} crib: {cards}. {count}.": "Deine Crib: {cards}. {count}.",
        "Throw one card to {who:of} crib.": "Leg eine Karte in deine Crib.",
        "Throw two cards to {who:of} crib.": "Leg zwei Karten in deine Crib.",
        "played {card}": "hast {card} gespielt",
        "discarded {cards}": "hast {cards} abgelegt",
        "{who:of} decisions": "Deine Entscheidungen",
        "{who:of} chance of winning was between {low:.0f}% and {high:.0f}%.":
            "Deine Gewinnchance lag zwischen {low:.0f} % und {high:.0f} %.",
        "{who:of} hand: nothing": "Dein Blatt: nichts",
        "{who:of} crib: nothing": "Deine Crib: nichts",
        "{who} deals": "Du gibst",
        "{who} deals.": "Du gibst.",
        "{who} cuts.": "Du hebst ab.",
        "{who} has won. Press OK for the next game.":
            "Du hast gewonnen. OK beginnt das nächste Spiel.",
        "Peg {points} for {who}? OK pegs, UNDO cancels.":
            "{points} für dich stecken? OK steckt, ZURÜCK nicht.",
        "Throw {n} to {who:of} crib": "Leg {n} in deine Crib",
        "{who} is discarding": "Du legst ab",
        "{who} and {other} are discarding": "Du und {other} legt ab",
        "{who:of} turn": "Du bist dran",
        "{who}: play a card.": "Du bist dran",
        "{who}: say go.": "Sag Go",
        "{who}: count the hand.": "Zähl dein Blatt",
        "{who}: count the crib.": "Zähl deine Crib",
        "{who:of} hand": "Dein Blatt",
        "{who:of} crib": "Deine Crib",
        "{who:of} hand next": "Jetzt dein Blatt",
        "{who:of} crib next": "Jetzt deine Crib",
        "Lay {who:of} hand": "Leg dein Blatt hin",
        "Now the dealer: lay {who:of} hand": "Jetzt der Geber: leg dein Blatt hin",
        "Now the crib: lay {who:of} crib": "Jetzt die Crib: leg deine Crib hin",
        "{who} plays {card}: {count}": "Du spielst {card}: {count}",
        "{who} says go": "Du sagst Go",
        "{who} claims {points}": "Du sagst {points} an",
        "{who} wins!": "Du gewinnst!",
        "{who} wins, a skunk!": "Du gewinnst, ein Skunk!",
        "{who} wins, a double skunk!": "Du gewinnst, ein doppelter Skunk!",
        "deals": "gibst",
        "says go": "sagst Go",
        "claims {points}": "sagst {points} an",
        "wins!": "gewinnst!",
        "wins, a skunk!": "gewinnst, ein Skunk!",
        "wins, a double skunk!": "gewinnst, ein doppelter Skunk!",
    },
    names=SEAT_NAMES["de"],
    number=number,
    of=of,
    decimal=",",
    plural=lambda n: "one" if n == 1 else "other",
)  # fmt: skip
