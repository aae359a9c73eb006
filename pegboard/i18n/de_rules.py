"""Deutsch: die Regeln in Kürze."""

from collections.abc import Mapping

# fmt: off
RULES: Mapping[str, str] = {
    "4 partners": "2 gegen 2",
    "A card that scores in several ways pegs for all of them.":
        "Eine Karte, die mehreres davon erfüllt, bringt alles.",
    "A jack is turned up as the starter: for the dealer, at once.":
        "Ein Bube wird als Starter aufgedeckt: sofort für den Geber.",
    "A misplaced peg goes back to where it belongs; if too much was pegged, the opponents may peg "
    "the excess if the table plays that rule.":
        "Ein falsch gesteckter Stift kommt dorthin zurück, wohin er gehört; wurde zu viel "
        "gesteckt, dürfen die Gegner den Überschuss stecken, wo am Tisch so gespielt wird.",
    "A pair within a run makes the run twice. The points include the pairs.":
        "Ein doppelter Wert macht die Folge zweimal. Die Paare sind in diesen Punkten schon "
        "enthalten.",
    "A, B, C, D, acc": "A, B, C, D, acc",
    "All four cards of a hand in one suit. Not in the crib.":
        "Alle vier Karten eines Blatts in einer Farbe. Nicht in der Crib.",
    "All four cards of a rank, which make six different pairs.":
        "Alle vier eines Werts, also sechs verschiedene Paare.",
    "In the show, players state what their hands are worth. The first opponent to call missed "
    "points pegs them. Heels are never lost.":
        "Beim Zählen sagt jeder an, was sein Blatt wert ist. Der erste Gegner, der Vergessenes "
        "nennt, bekommt es. Der aufgedeckte Bube geht nie verloren.",
    "What a wrong call of muggins costs: nothing, or points for the other side: as many as were "
    "called too many, or 2.":
        "Was ein falscher Muggins-Ruf kostet: nichts, oder Punkte für die andere Partei: so viele, "
        "wie zu viel gerufen wurden, oder 2.",
    "none, excess, 2": "none, excess, 2",
    "At {full}, or when nobody can play, the pile is closed and the count goes back to 0. Pairs "
    "and runs do not reach into a closed pile. The next seat with cards, clockwise from the one "
    "that played the last card, leads.":
        "Bei {full}, und wenn keiner mehr kann, ist der Stapel geschlossen und die Zahl wieder 0. "
        "Paare und Folgen reichen nicht in einen geschlossenen Stapel. Es spielt aus, wer im "
        "Uhrzeigersinn nach der letzten Karte als Nächster Karten hat.",
    "For the first deal, everyone cuts a card. The lowest card deals; those who tie for lowest "
    "cut again.":
        "Vor der allerersten Runde hebt jeder eine Karte ab. Die niedrigste gibt; bei Gleichstand "
        "wird noch einmal abgehoben.",
    "Cards that add up to 15: every different set.":
        "Karten, die zusammen 15 ergeben: jede andere Auswahl.",
    "Count fifteens first, then pairs, runs, flush and nobs.":
        "Zähl zuerst die Fünfzehner, dann Paare, Folgen, Flush und den passenden Buben.",
    "Counting aloud": "Laut gezählt",
    "Each seat discards {cards}, face down": "Jeder legt {cards} verdeckt ab",
    "Each seat discards, face down, until it holds four": "Jeder legt verdeckt ab, bis er vier hat",
    "Players state what their hands are worth; missed points are simply lost.":
        "Jeder sagt an, was sein Blatt wert ist; was er übersieht, ist verloren.",
    "Every side has a track with two pegs. To peg a score, lift the rear peg and put it that many "
    "holes beyond the front peg. The gap between the two is therefore always the side's last "
    "score, and anyone can check it.":
        "Jede Partei hat eine Bahn und zwei Stifte. Zum Stecken nimmt man den hinteren Stift und "
        "setzt ihn so viele Löcher vor den vorderen. Der Abstand der beiden ist also immer der "
        "letzte Gewinn, und jeder kann ihn prüfen.",
    "First keep the four cards that score most together; then think of the crib.":
        "Behalte zuerst die vier Karten, die zusammen am meisten zählen; dann denk an die Crib.",
    "For every opponent of the seat at fault; the table decides.":
        "Für jeden Gegner dessen, der den Fehler machte; der Tisch entscheidet.",
    "For the dealer, before each deal, if that option is chosen.":
        "Für den Geber, vor jeder Runde, wo das gewählt ist.",
    "Your four cards and the starter make five. A card may be used in many combinations; two "
    "combinations differ if any card differs.":
        "Deine vier Karten und der Starter sind fünf. Eine Karte darf mehrfach dienen, und zwei "
        "Kombinationen sind verschieden, sobald eine Karte verschieden ist.",
    "Two sides of two; partners sit opposite each other.":
        "Vier in zwei Parteien; Partner sitzen einander gegenüber.",
    "Games credited to first-second-..., by the results of the losing sides from second place on: "
    "N plain, S skunk, D double skunk. Last place gets none. With acc the winner gets {win} game "
    "points, or {skunk} for a skunk.":
        "Gewonnene Spiele für Erster-Zweiter-…, je nach den Ergebnissen der Geschlagenen ab dem "
        "zweiten Platz: N einfach, S Skunk, D doppelter Skunk. Der letzte Platz gewinnt keins. "
        "Bei acc hat der Sieger {win} Spielpunkte, mit Skunk {skunk}.",
    "Games credited to the winner, by the chosen table (acc: game points).":
        "Spiele, die der Sieger gewinnt, nach der gewählten Tabelle (acc: Spielpunkte).",
    "Games won in a match of {sides} sides": "Gewonnene Spiele in einem Match mit {sides} Parteien",
    "The loser's score decides the kind of win. In a game to 61 a skunk is called a lurch. With "
    "three or four sides, each losing side is judged by its own score.":
        "Der Stand des Verlierers entscheidet, was für ein Sieg es ist. Bis 61 heißt ein Skunk "
        "Lurch. Bei drei oder vier Parteien wird jede geschlagene nach ihrem eigenen Stand "
        "beurteilt.",
    "The number of players.": "Wie viele am Tisch sitzen.",
    "If you can play a card, you must. If you cannot, say go: you are out until the count goes "
    "back to 0. The others carry on as long as any of them can.":
        "Wer eine passende Karte hat, muss eine legen. Wer keine hat, sagt Go und setzt aus, bis "
        "die Zahl wieder 0 ist. Die anderen machen weiter, solange einer kann.",
    "To your own crib: fives, pairs, and cards that add up to five or fifteen or are close in "
    "rank. To an opponent's: cards far apart in rank, preferably high ones, and never a five.":
        "In die eigene Crib: Fünfen, Paare und Nachbarn, die fünf oder fünfzehn ergeben. In eine "
        "fremde: weit auseinander liegende Karten, lieber hohe, und nie eine Fünf.",
    "Nobody can play another card: for the seat that played the last one.":
        "Keiner kann mehr legen: für den, der die letzte Karte legte.",
    "One deal, card by card": "Eine Runde, Karte für Karte",
    "Options": "Regeln nach Wahl",
    "Other points": "Andere Punkte",
    "Partners sit opposite each other and share one score: all that either of them pegs, and the "
    "crib when either deals, belongs to their side.":
        "Partner sitzen einander gegenüber und haben einen Stand: Was einer der beiden steckt, "
        "und die Crib, wenn einer gibt, gehört ihrer Partei.",
    "Pegging": "Stecken",
    "Points entered by a person, with the buttons or as a claim.":
        "Punkte, die jemand eingab: mit den Tasten oder als Ansage.",
    "Pone cuts the starter. If it is a jack, the dealer pegs {points} at once for his heels.":
        "Die Vorhand hebt den Starter ab. Ist es ein Bube, steckt der Geber {points}, bevor "
        "irgendetwas anderes geschieht.",
    "Pone is dealt {pones} and discards {away}. The dealer is dealt {dealers} and discards "
    "{other}.":
        "Die Vorhand bekommt {pones} und legt {away} ab. Der Geber hat {dealers} und legt {other} "
        "ab.",
    "Pone leads. In turn, clockwise, each seat plays one card and announces the count: the sum of "
    "the cards in the pile. It can reach {full} but never pass it.":
        "Die Vorhand spielt aus. Im Uhrzeigersinn legt jeder eine Karte und sagt die Zahl an: die "
        "Summe des Stapels. Sie darf {full} sein, nie mehr.",
    "Runs with pairs": "Folgen mit Paaren darin",
    "Seats go clockwise. Pone is the seat on the dealer's left.":
        "Die Plätze gehen im Uhrzeigersinn. Die Vorhand sitzt links vom Geber.",
    "The best possible hand is worth {highest}. No hand is worth nineteen, so players call a "
    "worthless hand nineteen.":
        "Das beste Blatt bringt {highest}. Keines bringt neunzehn: Spieler sagen neunzehn zu "
        "einem Blatt, das nichts wert ist.",
    "The card that makes the count 15.": "Die Karte, die die Zahl auf 15 bringt.",
    "The card that makes the count 31. No go is pegged as well.":
        "Die Karte, die die Zahl auf 31 bringt. Ein Go gibt es nicht dazu.",
    "How a deal goes": "Der Gang einer Runde",
    "The dealer pegs this many before each deal: a house rule, usually 3.":
        "Der Geber steckt so viel vor jeder Runde: eine Hausregel, meist 3.",
    "The dealer shuffles and deals {dealt}.": "Der Geber mischt und gibt {dealt}.",
    "The first side to reach the last hole wins at once, even in mid-play or before others have "
    "counted; their cards are then worth nothing. An exact count is not needed.":
        "Wer zuerst das letzte Loch erreicht, gewinnt in diesem Augenblick, auch mitten im Spiel "
        "oder bevor andere gezählt haben; was sie halten, ist nichts mehr wert. Man darf mehr "
        "machen, als Löcher übrig sind.",
    "Four cards of the same rank in succession.":
        "Die vierte eines Werts, unmittelbar nacheinander.",
    "The hole that wins; 61 is a short game.": "Das Loch, das gewinnt; 61 ist ein kurzes Spiel.",
    "The jack of the starter's suit, in the hand or the crib. A jack turned up as the starter is "
    "heels instead.":
        "Der Bube in der Farbe des Starters, im Blatt oder in der Crib. Ein aufgedeckter Bube "
        "zählt anders.",
    "The last card of the deal, unless it makes 31.":
        "Die letzte Karte der ganzen Runde, wenn sie nicht 31 macht.",
    "The play": "Das Ausspielen",
    "The play: the players take turns to play a card, and the count goes up; see below. The "
    "starter stays on the pack.":
        "Das Ausspielen: Reihum werden Karten gelegt, und die Zahl steigt; siehe unten. Der "
        "Starter bleibt liegen.",
    "The ranks in order: {ranks}. The ace is always low, never next to a king.":
        "Die Werte der Reihe nach: {ranks}. Das Ass ist immer niedrig: Es folgt nie auf einen "
        "König.",
    "The seat on the dealer's left deals next.": "Als Nächstes gibt, wer links vom Geber sitzt.",
    "The show": "Das Zählen",
    "The show: the players pick up their cards and count them with the starter as a fifth card. "
    "Pone counts first, the others follow clockwise, and the dealer counts last, then the crib.":
        "Das Zählen: Jeder nimmt seine Karten zurück und zählt sie mit dem Starter als fünfter. "
        "Die Vorhand beginnt, die anderen folgen im Uhrzeigersinn, der Geber ist der Letzte und "
        "zählt dann die Crib.",
    "The losing side deals first in the next game.":
        "Wer verloren hat, gibt im nächsten Spiel zuerst.",
    "The side with the lowest score deals first in the next game.":
        "Wer den niedrigsten Stand hat, gibt im nächsten Spiel zuerst.",
    "The starter is of the same suit too. In the crib only this counts.":
        "Auch der Starter ist in dieser Farbe. In der Crib zählt nur das.",
    "Suits matter only for a flush and for nobs.":
        "Die Farben zählen nur für Flush und passenden Buben.",
    "Three cards of the same rank in succession.":
        "Die dritte eines Werts, unmittelbar nacheinander.",
    "Three cards of the same rank, which make three different pairs.":
        "Drei eines Werts, also drei verschiedene Paare.",
    "The last three or more cards of the pile, if their ranks are consecutive in any order: one "
    "point per card. Only the longest run scores.":
        "Drei oder mehr Karten oben auf dem Stapel, deren Werte aufeinander folgen, gleich in "
        "welcher Reihenfolge: ein Punkt je Karte. Nur die längste Folge.",
    "Three or more consecutive ranks: one point per card. Only the longest scores, but once for "
    "every set of cards that makes it.":
        "Drei oder mehr Werte in Folge: ein Punkt je Karte. Nur die längste, aber jede andere "
        "Auswahl, die sie bildet.",
    "Two cards of the same rank in succession.": "Zwei Karten eines Werts nacheinander.",
    "Two cards of the same rank.": "Zwei Karten eines Werts.",
    "Card values": "Was eine Karte zählt",
    "Average value of a crib with these two cards in it, the rest being random:":
        "Was eine Crib mit zwei Karten im Mittel bringt, wenn der Rest Zufall ist:",
    "Points that a side missed in its own hand, for the opponent who calls them.":
        "Was eine Partei im eigenen Blatt übersah, für den Gegner, der es nennt.",
    "What to discard": "Was man ablegt",
    "The hole each seat starts from; usually 0.": "Wo jeder Platz beginnt; 0 ist das übliche Loch.",
    "How many games a skunk counts as. D is for two sides only.":
        "Wie viele Spiele ein Skunk zählt. D nur für zwei Parteien.",
    "The deal": "Wer was bekommt",
    "Double-skunked at or below this score (0 = off).":
        "Doppelter Skunk bei diesem Stand oder weniger (0 = aus).",
    "Skunked at or below this score (0 = off).":
        "Skunk bei diesem Stand oder weniger (0 = aus).",
    "Winning": "Gewinnen",
    "Words": "Die Wörter",
    "a jack turned up as the starter, for the dealer; not the same as nobs":
        "ein Bube als Starter, für den Geber; nicht dasselbe wie der passende Bube",
    "a score": "ein Stand",
    "one score per seat": "ein Stand je Platz",
    "a win with the loser short of the double-skunk line":
        "ein Sieg, bei dem der Verlierer nicht über die doppelte Skunklinie kam",
    "a win with the loser short of the skunk line":
        "ein Sieg, bei dem der Verlierer nicht über die Skunklinie kam",
    "the number of cards in the table above": "so viele Karten, wie die Tabelle oben sagt",
    "best in your crib": "am besten in der eigenen Crib",
    "bonus": "Bonus",
    "count": "Zahl",
    "counts": "zählt",
    "crib": "Crib",
    "cut": "abheben",
    "dealer": "Geber",
    "dealt to each seat": "je Platz gegeben",
    "dealt to the crib": "in die Crib gegeben",
    "double double run": "vierfache Folge",
    "double run of {cards:aloud}": "doppelte Folge von {cards:aloud}",
    "double skunk": "doppelter Skunk",
    "each seat discards": "jeder legt ab",
    "example": "Beispiel",
    "flush of five": "Flush zu fünft",
    "for": "für",
    "the four discards, scored by the dealer": "vier abgelegte Karten, die der Geber zählt",
    "game to": "Spiel bis",
    "hand": "Blatt",
    "heels": "aufgedeckter Bube",
    "discard": "ablegen",
    "left in each hand": "bleiben je Blatt",
    "lift part of the pack and show the card found there":
        "einen Teil des Packs abheben; die Karte dort wird gezeigt",
    "lurch": "Lurch",
    "manual": "von Hand",
    "meaning": "Bedeutung",
    "move on the track: lift the rear peg and set it beyond the front peg":
        "auf der Bahn vorrücken: den hinteren Stift vor den vorderen setzen",
    "name": "Name",
    "no": "nein",
    "nobs": "passender Bube",
    "none": "keiner",
    "one player, or two partners who share a score":
        "ein Spieler oder zwei Partner: wer einen Stand teilt",
    "option": "Option",
    "peg": "stecken",
    "peg out": "auslaufen",
    "pile": "Stapel",
    "plain": "einfach",
    "plain win, loser at": "einfacher Sieg, Verlierer bei",
    "points": "Punkte",
    "pone": "Vorhand",
    "throw cards from your hand face down to the crib":
        "Karten des eigenen Blatts verdeckt in die Crib legen",
    "rank": "Wert",
    "reach the last hole and win": "das letzte Loch erreichen und gewinnen",
    "result": "Ergebnis",
    "runs": "Folgen",
    "safest in an opponent's": "am sichersten in einer fremden",
    "said": "gesagt",
    "said by a seat that holds cards but can play none of them":
        "sagt, wer Karten hat und keine davon legen kann",
    "scores, a track each": "Stände, je eine Bahn",
    "side": "Partei",
    "skunk": "Skunk",
    "starter": "Starter",
    "street": "Straße",
    "the card turned up after the discard; the fifth card of every hand":
        "die nach dem Ablegen aufgedeckte Karte; die fünfte jedes Blatts",
    "the cards played since the count was last 0":
        "die Karten, die liegen, seit die Zahl zuletzt 0 war",
    "the jack of the starter's suit": "der Bube in der Farbe des Starters",
    "the seat on the dealer's left: it cuts, leads and counts first":
        "der Platz links vom Geber: hebt ab, spielt aus und zählt zuerst",
    "thirty holes of the track": "dreißig Löcher einer Bahn",
    "triple run": "dreifache Folge",
    "usually": "üblich",
    "values": "Werte",
    "the name of a skunk in a game to 61": "so heißt ein Skunk in einem Spiel bis 61",
    "effect": "was sie ändert",
    "what it is": "was es ist",
    "its number": "was darauf steht",
    "the sum of the cards in the pile": "die Summe der Karten des Stapels",
    "as agreed": "was vereinbart war",
    "as chosen": "was gewählt war",
    "entered points": "was eingegeben wurde",
    "missed points": "was übersehen wurde",
    "the player who deals and owns the crib": "wer gibt und wem die Crib gehört",
    "word": "Wort",
    "yes": "ja",
    "yes, no": "ja, nein",
    "{cards} cards to each seat": "jedem {cards} Karten",
    "{dealt}, and {cards} straight to the crib": "{dealt} und {cards} gleich in die Crib",
    "{laid_away}. These cards form the crib, which nobody looks at until the show. The dealer "
    "scores it, so throw good cards to your own crib and poor ones to an opponent's.":
        "{laid_away}. Diese Karten sind die Crib; bis zum Zählen sieht sie niemand an. Der Geber "
        "zählt sie: Leg gute Karten in die eigene Crib und schlechte in eine fremde.",
    "{low} to {high}": "{low} bis {high}",
    "{n} players": "{n} Spieler",
    "{points} or more": "{points} oder mehr",
    "Rules of cribbage – pegboard": "Regeln des Cribbage – pegboard",
    "Cribbage, a quick reference": "Cribbage in Kürze",
    "The board": "Das Brett",
    "players": "Spieler",
    "sections": "Abschnitte",
    "language": "Sprache",
    "any number": "beliebig viele",
    "two": "zwei",
    "three": "drei",
    "four": "vier",
    "partners": "zwei gegen zwei",
}
"""Its sentences, by the English ones."""
