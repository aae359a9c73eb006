"""Deutsch: die Regeln in Kürze."""

from collections.abc import Mapping

# fmt: off
RULES: Mapping[str, str] = {
    "4 partners": "2 gegen 2",
    "A card that does several of these things pegs them all.":
        "Eine Karte, die mehreres davon erfüllt, bringt alles.",
    "A jack is turned up as the starter: for the dealer, at once.":
        "Ein Bube wird als Starter aufgedeckt: sofort für den Geber.",
    "A peg that was put wrong goes back to where it belongs; if too much was pegged, the "
    "opponents may peg the excess where the table plays so.":
        "Ein falsch gesteckter Stift kommt dorthin zurück, wohin er gehört; wurde zu viel "
        "gesteckt, dürfen die Gegner den Überschuss stecken, wo am Tisch so gespielt wird.",
    "A rank held twice makes the run twice. The pairs are in these points already.":
        "Ein doppelter Wert macht die Folge zweimal. Die Paare sind in diesen Punkten schon "
        "enthalten.",
    "A, B, C, D, acc": "A, B, C, D, acc",
    "All four cards of a hand in one suit. Not in the crib.":
        "Alle vier Karten einer Hand in einer Farbe. Nicht in der Crib.",
    "All four of one rank, which are six different pairs.":
        "Alle vier eines Werts, also sechs verschiedene Paare.",
    "At the show each seat says what its hand is worth. The first opponent to call what it missed"
    " pegs that. A wrong call costs nothing. Heels are never lost.":
        "Beim Zählen sagt jeder an, was seine Hand wert ist. Der erste Gegner, der Vergessenes "
        "nennt, bekommt es. Ein falscher Ruf kostet nichts. Der aufgedeckte Bube geht nie "
        "verloren.",
    "At {full}, and when nobody can carry on, the pile is closed and the count is 0 again. Pairs "
    "and runs do not reach into a closed pile. The new lead is for the nearest seat with cards, "
    "clockwise from the one that laid the last card.":
        "Bei {full}, und wenn keiner mehr kann, ist der Stapel geschlossen und der Stand wieder "
        "0. Paare und Folgen reichen nicht in einen geschlossenen Stapel. Es spielt aus, wer im "
        "Uhrzeigersinn nach der letzten Karte als Nächster Karten hat.",
    "Before the first deal of all, everybody cuts a card. The lowest deals; all who tie for "
    "lowest cut again.":
        "Vor dem allerersten Geben hebt jeder eine Karte ab. Die niedrigste gibt; bei Gleichstand"
        " wird noch einmal abgehoben.",
    "Cards that add up to 15: each different set.":
        "Karten, die zusammen 15 ergeben: jede andere Auswahl.",
    "Count fifteens first, then pairs, runs, flush and nobs.":
        "Zähl zuerst die Fünfzehner, dann Paare, Folgen, Flush und den passenden Buben.",
    "Counting aloud": "Laut gezählt",
    "Each seat lays away {cards}, face down": "Jeder legt {cards} verdeckt ab",
    "Each seat lays away, face down, until it holds four":
        "Jeder legt verdeckt ab, bis er vier hat",
    "Each seat says what its hand is worth; what it misses is simply lost.":
        "Jeder sagt an, was seine Hand wert ist; was er übersieht, ist verloren.",
    "Every side has a track and two pegs on it. To peg a score, lift the rear peg and put it that"
    " many holes beyond the front peg. So the gap between the two is always the side's last "
    "score, and anybody can check it.":
        "Jede Partei hat eine Bahn und zwei Stifte. Zum Stecken nimmt man den hinteren Stift und "
        "setzt ihn so viele Löcher vor den vorderen. Der Abstand der beiden ist also immer der "
        "letzte Gewinn, und jeder kann ihn prüfen.",
    "First keep the four cards that count most together; then think of the crib.":
        "Behalte zuerst die vier Karten, die zusammen am meisten zählen; dann denk an die Crib.",
    "For every opponent of the seat that is to blame; the table decides.":
        "Für jeden Gegner dessen, der den Fehler machte; der Tisch entscheidet.",
    "For the dealer, before each deal, where that option is chosen.":
        "Für den Geber, vor jedem Geben, wo das gewählt ist.",
    "Four cards of yours and the starter make five. One card may serve in many sets, and two sets"
    " are different as soon as one card is.":
        "Deine vier Karten und der Starter sind fünf. Eine Karte darf mehrfach dienen, und zwei "
        "Kombinationen sind verschieden, sobald eine Karte verschieden ist.",
    "Four in two sides: seats 0 and 2 against 1 and 3.":
        "Vier in zwei Parteien: Plätze 0 und 2 gegen 1 und 3.",
    "Games won by first-second-..., by the results of the beaten from the second place on: N "
    "plain, S skunk, D double skunk. The last place wins none. By acc the winner has {win} game "
    "points, or {skunk} with a skunk.":
        "Gewonnene Spiele für Erster-Zweiter-…, je nach den Ergebnissen der Geschlagenen ab dem "
        "zweiten Platz: N einfach, S Skunk, D doppelter Skunk. Der letzte Platz gewinnt keins. "
        "Bei acc hat der Sieger {win} Spielpunkte, mit Skunk {skunk}.",
    "Games won by the winner, by the table that was chosen (acc: game points).":
        "Spiele, die der Sieger gewinnt, nach der gewählten Tabelle (acc: Spielpunkte).",
    "Games won in a match of {sides} sides": "Gewonnene Spiele in einem Match mit {sides} Parteien",
    "How far the loser got says what the win is called. To 61 a skunk is a lurch. With three or "
    "four sides each beaten side is judged by its own score.":
        "Wie weit der Verlierer kam, gibt dem Sieg den Namen. Bis 61 heißt ein Skunk Lurch. Bei "
        "drei oder vier Parteien wird jede geschlagene nach ihrem eigenen Stand beurteilt.",
    "How many sit at the table.": "Wie viele am Tisch sitzen.",
    "If you hold a card that fits, you must lay one. If you hold none, say go: you are out until "
    "the count is 0 again. The others carry on as long as any of them can.":
        "Wer eine passende Karte hat, muss eine legen. Wer keine hat, sagt Go und setzt aus, bis "
        "der Stand wieder 0 ist. Die anderen machen weiter, solange einer kann.",
    "Into your own crib: fives, pairs, and neighbours that add up to five or fifteen. Into "
    "another's: cards that lie far apart, high ones rather, and never a five.":
        "In die eigene Crib: Fünfen, Paare und Nachbarn, die fünf oder fünfzehn ergeben. In eine "
        "fremde: weit auseinander liegende Karten, lieber hohe, und nie eine Fünf.",
    "Nobody can lay another card: for the seat that laid the last one.":
        "Keiner kann mehr legen: für den, der die letzte Karte legte.",
    "One deal, card by card": "Eine Runde, Karte für Karte",
    "Options": "Regeln nach Wahl",
    "Other points": "Andere Punkte",
    "Partners sit opposite each other and share one score: whatever either of them pegs, and the "
    "crib when one of them deals, is their side's.":
        "Partner sitzen einander gegenüber und haben einen Stand: Was einer der beiden steckt, "
        "und die Crib, wenn einer gibt, gehört ihrer Partei.",
    "Pegging": "Stecken",
    "Points that a person entered: by the buttons, or as a claim.":
        "Punkte, die jemand eingab: mit den Tasten oder als Ansage.",
    "Pone cuts the starter. A jack is his heels: the dealer pegs {points} before anything else "
    "happens.":
        "Die Vorhand hebt den Starter ab. Ist es ein Bube, steckt der Geber {points}, bevor "
        "irgendetwas anderes geschieht.",
    "Pone is dealt {pones} and lays away {away}. The dealer has {dealers} and lays away {other}.":
        "Die Vorhand bekommt {pones} und legt {away} ab. Der Geber hat {dealers} und legt {other}"
        " ab.",
    "Pone leads. Clockwise, each seat lays one card and says the count: the sum of all cards in "
    "the pile. It can be {full}, but never more.":
        "Die Vorhand spielt aus. Im Uhrzeigersinn legt jeder eine Karte und sagt den Stand an: "
        "die Summe des Stapels. Er darf {full} sein, nie mehr.",
    "Runs with pairs in them": "Folgen mit Paaren darin",
    "Seats go clockwise. Pone is the seat on the dealer's left.":
        "Die Plätze gehen im Uhrzeigersinn. Die Vorhand sitzt links vom Geber.",
    "The best hand there is makes {highest}. No hand makes nineteen: players say nineteen for a "
    "hand worth nothing.":
        "Die beste Hand bringt {highest}. Keine bringt neunzehn: Spieler sagen neunzehn zu einer "
        "Hand, die nichts wert ist.",
    "The card that makes the count 15.": "Die Karte, die den Stand auf 15 bringt.",
    "The card that makes the count 31. There is no go beside it.":
        "Die Karte, die den Stand auf 31 bringt. Ein Go gibt es nicht dazu.",
    "The course of a deal": "Der Gang einer Runde",
    "The dealer pegs so many before each deal: a house rule, mostly 3.":
        "Der Geber steckt so viel vor jedem Geben: eine Hausregel, meist 3.",
    "The dealer shuffles and deals {dealt}.": "Der Geber mischt und gibt {dealt}.",
    "The first side to reach the last hole wins at that moment, even in mid-play or before others"
    " have counted; what they hold is worth nothing any more. One may score more than the holes "
    "that are left.":
        "Wer zuerst das letzte Loch erreicht, gewinnt in diesem Augenblick, auch mitten im Spiel "
        "oder bevor andere gezählt haben; was sie halten, ist nichts mehr wert. Man darf mehr "
        "machen, als Löcher übrig sind.",
    "The fourth of a rank, one right after the other.":
        "Die vierte eines Werts, unmittelbar nacheinander.",
    "The hole that wins; 61 is a short game.": "Das Loch, das gewinnt; 61 ist ein kurzes Spiel.",
    "The jack of the starter's suit, in the hand or in the crib. A jack turned up is heels "
    "instead.":
        "Der Bube in der Farbe des Starters, in der Hand oder der Crib. Ein aufgedeckter Bube "
        "zählt anders.",
    "The last card of the whole deal, unless it makes 31.":
        "Die letzte Karte der ganzen Runde, wenn sie nicht 31 macht.",
    "The play": "Das Spiel",
    "The play: cards are laid in turn and the count goes up; see below. The starter stays where "
    "it is.":
        "Das Spiel: Reihum werden Karten gelegt, und der Stand steigt; siehe unten. Der Starter "
        "bleibt liegen.",
    "The ranks in order: {ranks}. The ace is low only: it is never next to a king.":
        "Die Werte der Reihe nach: {ranks}. Das Ass ist immer niedrig: Es folgt nie auf einen "
        "König.",
    "The seat on the dealer's left deals next.": "Als Nächstes gibt, wer links vom Geber sitzt.",
    "The show": "Das Zählen",
    "The show: everybody takes the cards back and counts them with the starter as a fifth. Pone "
    "is first, the others follow clockwise, the dealer is last and then counts the crib.":
        "Das Zählen: Jeder nimmt seine Karten zurück und zählt sie mit dem Starter als fünfter. "
        "Die Vorhand beginnt, die anderen folgen im Uhrzeigersinn, der Geber ist der Letzte und "
        "zählt dann die Crib.",
    "The side that lost deals first in the next game.":
        "Wer verloren hat, gibt im nächsten Spiel zuerst.",
    "The side with the lowest score deals first in the next game.":
        "Wer den niedrigsten Stand hat, gibt im nächsten Spiel zuerst.",
    "The starter is of that suit too. In the crib only this counts.":
        "Auch der Starter ist in dieser Farbe. In der Crib zählt nur das.",
    "The suits matter for flush and nobs alone.":
        "Die Farben zählen nur für Flush und passenden Buben.",
    "The third of a rank, one right after the other.":
        "Die dritte eines Werts, unmittelbar nacheinander.",
    "Three of one rank, which are three different pairs.":
        "Drei eines Werts, also drei verschiedene Paare.",
    "Three or more cards on top of the pile whose ranks are in a row, in whatever order they "
    "fell: one point a card. The longest run only.":
        "Drei oder mehr Karten oben auf dem Stapel, deren Werte aufeinander folgen, gleich in "
        "welcher Reihenfolge: ein Punkt je Karte. Nur die längste Folge.",
    "Three or more ranks in a row: one point a card. The longest only, but each different set of "
    "cards that makes it.":
        "Drei oder mehr Werte in Folge: ein Punkt je Karte. Nur die längste, aber jede andere "
        "Auswahl, die sie bildet.",
    "Two cards of one rank in succession.": "Zwei Karten eines Werts nacheinander.",
    "Two cards of one rank.": "Zwei Karten eines Werts.",
    "What a card counts": "Was eine Karte zählt",
    "What a crib makes on average with two cards in it, when the rest is left to chance:":
        "Was eine Crib mit zwei Karten im Mittel bringt, wenn der Rest Zufall ist:",
    "What a side missed in its own hand, for the opponent that calls it.":
        "Was eine Partei in der eigenen Hand übersah, für den Gegner, der es nennt.",
    "What to lay away": "Was man ablegt",
    "Where each seat starts; 0 is the usual hole.":
        "Wo jeder Platz beginnt; 0 ist das übliche Loch.",
    "Which table says how many games a result wins. D is for two sides only.":
        "Welche Tabelle sagt, wie viele Spiele ein Ergebnis gewinnt. D ist nur für zwei Parteien.",
    "Who gets what": "Wer was bekommt",
    "Who loses with this or less is double-skunked; 0 for never.":
        "Wer mit so viel oder weniger verliert, ist doppelt geskunkt; 0 für nie.",
    "Who loses with this or less is skunked; 0 for never.":
        "Wer mit so viel oder weniger verliert, ist geskunkt; 0 für nie.",
    "Winning": "Gewinnen",
    "Words": "Die Wörter",
    "a jack as the starter, for the dealer; not the same as nobs":
        "ein Bube als Starter, für den Geber; nicht dasselbe wie der passende Bube",
    "a score": "ein Stand",
    "a score a seat": "ein Stand je Platz",
    "a win by so much that the loser is not past the double skunk line":
        "ein Sieg, bei dem der Verlierer nicht über die doppelte Skunklinie kam",
    "a win with the loser short of the skunk line":
        "ein Sieg, bei dem der Verlierer nicht über die Skunklinie kam",
    "as many cards as the table above says": "so viele Karten, wie die Tabelle oben sagt",
    "best in your crib": "am besten in der eigenen Crib",
    "bonus": "Bonus",
    "count": "Stand",
    "counts": "zählt",
    "crib": "Crib",
    "cut": "abheben",
    "dealer": "Geber",
    "dealt to each seat": "je Platz gegeben",
    "dealt to the crib": "in die Crib gegeben",
    "double double run": "vierfache Folge",
    "double run of {cards:aloud}": "doppelte Folge von {cards:aloud}",
    "double skunk": "doppelter Skunk",
    "each seat lays away": "jeder legt ab",
    "example": "Beispiel",
    "flush of five": "Flush zu fünft",
    "for": "für",
    "four cards laid away, which the dealer scores": "vier abgelegte Karten, die der Geber zählt",
    "game to": "Spiel bis",
    "hand": "Hand",
    "heels": "aufgedeckter Bube",
    "lay away": "ablegen",
    "left in each hand": "bleiben je Hand",
    "lift part of the pack; the card found there is shown":
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
    "one player, or two partners: whoever shares a score":
        "ein Spieler oder zwei Partner: wer einen Stand teilt",
    "option": "Option",
    "peg": "stecken",
    "peg out": "auslaufen",
    "pile": "Stapel",
    "plain": "einfach",
    "plain win, loser at": "einfacher Sieg, Verlierer bei",
    "points": "Punkte",
    "pone": "Vorhand",
    "put cards of your hand face down into the crib":
        "Karten der eigenen Hand verdeckt in die Crib legen",
    "rank": "Wert",
    "reach the last hole, and win": "das letzte Loch erreichen und gewinnen",
    "result": "Ergebnis",
    "runs": "Folgen",
    "safest in another's": "am sichersten in einer fremden",
    "said": "gesagt",
    "said by a seat that holds cards and can lay none of them":
        "sagt, wer Karten hat und keine davon legen kann",
    "scores, a track each": "Stände, je eine Bahn",
    "side": "Partei",
    "skunk": "Skunk",
    "starter": "Starter",
    "street": "Straße",
    "the card turned up after laying away; the fifth card of every hand":
        "die nach dem Ablegen aufgedeckte Karte; die fünfte jeder Hand",
    "the cards laid since the count was last at 0":
        "die Karten, die seit dem letzten Stand 0 liegen",
    "the jack that has the starter's suit": "der Bube in der Farbe des Starters",
    "the seat on the dealer's left: it cuts, leads, and counts first":
        "der Platz links vom Geber: hebt ab, spielt aus und zählt zuerst",
    "thirty holes of a track": "dreißig Löcher einer Bahn",
    "triple run": "dreifache Folge",
    "usually": "üblich",
    "values": "Werte",
    "what a skunk is called in a game to 61": "so heißt ein Skunk in einem Spiel bis 61",
    "what it changes": "was sie ändert",
    "what it is": "was es ist",
    "what it says": "was darauf steht",
    "what the cards of the pile add up to": "die Summe der Karten des Stapels",
    "what was agreed": "was vereinbart war",
    "what was chosen": "was gewählt war",
    "what was entered": "was eingegeben wurde",
    "what was missed": "was übersehen wurde",
    "who deals, and owns the crib": "wer gibt und wem die Crib gehört",
    "word": "Wort",
    "yes": "ja",
    "yes, no": "ja, nein",
    "{cards} cards to each seat": "jedem {cards} Karten",
    "{dealt}, and {cards} straight to the crib": "{dealt} und {cards} gleich in die Crib",
    "{laid_away}. These cards are the crib; nobody looks at it until the show. It will be scored "
    "by the dealer, so help your own crib and starve the others'.":
        "{laid_away}. Diese Karten sind die Crib; bis zum Zählen sieht sie niemand an. Der Geber "
        "zählt sie, also füttere die eigene und lass fremde hungern.",
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
