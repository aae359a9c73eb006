"""Français : les règles en bref."""

from collections.abc import Mapping

# fmt: off
RULES: Mapping[str, str] = {
    "4 partners": "2 contre 2",
    "A card that scores in several ways pegs for all of them.":
        "Une carte qui fait plusieurs de ces choses les marque toutes.",
    "A jack is turned up as the starter: for the dealer, at once.":
        "Un valet est retourné : pour le donneur, aussitôt.",
    "A misplaced peg goes back to where it belongs; if too much was pegged, the opponents may peg "
    "the excess if the table plays that rule.":
        "Une fiche mal placée retourne où elle devait être ; si l’on a trop marqué, les "
        "adversaires peuvent marquer l’excédent là où la table joue ainsi.",
    "A pair within a run makes the run twice. The points include the pairs.":
        "Une valeur tenue deux fois fait la suite deux fois. Les paires sont déjà dans ces points.",
    "A, B, C, D, acc": "A, B, C, D, acc",
    "All four cards of a hand in one suit. Not in the crib.":
        "Les quatre cartes d’une main de la même couleur. Pas dans le crib.",
    "All four cards of a rank, which make six different pairs.":
        "Les quatre d’une valeur, soit six paires différentes.",
    "In the show, players state what their hands are worth. The first opponent to call missed "
    "points pegs them. Heels are never lost.":
        "Au décompte, chacun annonce ce que vaut sa main. Le premier adversaire qui relève un "
        "oubli marque ces points. Le valet retourné n’est jamais perdu.",
    "What a wrong call of muggins costs: nothing, or points for the other side: as many as were "
    "called too many, or 2.":
        "Ce que coûte une réclamation fausse : rien, ou des points pour l’autre camp : autant que "
        "réclamés en trop, ou 2.",
    "none, excess, 2": "none, excess, 2",
    "At {full}, or when nobody can play, the pile is closed and the count goes back to 0. Pairs "
    "and runs do not reach into a closed pile. The next seat with cards, clockwise from the one "
    "that played the last card, leads.":
        "À {full}, et quand personne ne peut continuer, la pile est close et le compte revient à "
        "0. Paires et suites ne remontent pas dans une pile close. Le joueur suivant qui a des "
        "cartes, dans le sens horaire après celui qui a posé la dernière, entame de nouveau.",
    "For the first deal, everyone cuts a card. The lowest card deals; those who tie for lowest "
    "cut again.":
        "Avant la toute première donne, chacun coupe une carte. La plus basse donne ; à égalité "
        "on coupe de nouveau.",
    "Cards that add up to 15: every different set.":
        "Des cartes qui font 15 ensemble : chaque combinaison différente.",
    "Count fifteens first, then pairs, runs, flush and nobs.":
        "Comptez d’abord les quinze, puis paires, suites, couleur et valet assorti.",
    "Counting aloud": "Compter à voix haute",
    "Each seat discards {cards}, face down": "Chacun écarte {cards} carte(s), face cachée",
    "Each seat discards, face down, until it holds four":
        "Chacun écarte, face cachée, jusqu’à en garder quatre",
    "Players state what their hands are worth; missed points are simply lost.":
        "Chacun annonce ce que vaut sa main ; ce qu’il oublie est perdu.",
    "Every side has a track with two pegs. To peg a score, lift the rear peg and put it that many "
    "holes beyond the front peg. The gap between the two is therefore always the side's last "
    "score, and anyone can check it.":
        "Chaque camp a une piste et deux fiches. Pour marquer, on lève la fiche arrière et on la "
        "met autant de trous devant la fiche avant. L’écart entre les deux est donc toujours le "
        "dernier gain, et chacun peut le vérifier.",
    "First keep the four cards that score most together; then think of the crib.":
        "Gardez d’abord les quatre cartes qui comptent le plus ensemble ; pensez ensuite au crib.",
    "For every opponent of the seat at fault; the table decides.":
        "Pour chaque adversaire du fautif ; la table décide.",
    "For the dealer, before each deal, if that option is chosen.":
        "Pour le donneur, avant chaque donne, si cette option est choisie.",
    "Your four cards and the starter make five. A card may be used in many combinations; two "
    "combinations differ if any card differs.":
        "Vos quatre cartes et la retourne en font cinq. Une carte peut servir plusieurs fois, et "
        "deux combinaisons diffèrent dès qu’une carte diffère.",
    "Two sides of two; partners sit opposite each other.":
        "Quatre en deux camps ; les partenaires sont assis face à face.",
    "Games credited to first-second-..., by the results of the losing sides from second place on: "
    "N plain, S skunk, D double skunk. Last place gets none. With acc the winner gets {win} game "
    "points, or {skunk} for a skunk.":
        "Parties gagnées par premier-deuxième-…, selon les résultats des battus à partir du "
        "deuxième : N simple, S skunk, D double skunk. Le dernier n’en gagne aucune. Avec acc, le "
        "gagnant a {win} points de partie, ou {skunk} avec un skunk.",
    "Games credited to the winner, by the chosen table (acc: game points).":
        "Parties gagnées par le vainqueur, selon la table choisie (acc : points de partie).",
    "Games won in a match of {sides} sides": "Parties gagnées dans un match à {sides} camps",
    "The loser's score decides the kind of win. In a game to 61 a skunk is called a lurch. With "
    "three or four sides, each losing side is judged by its own score.":
        "Le score du perdant donne son nom à la victoire. En 61, un skunk est un lurch. À trois "
        "ou quatre camps, chaque battu est jugé sur son propre score.",
    "The number of players.": "Combien sont à table.",
    "If you can play a card, you must. If you cannot, say go: you are out until the count goes "
    "back to 0. The others carry on as long as any of them can.":
        "Qui a une carte possible doit en poser une. Sinon, on dit go : on est hors jeu jusqu’à "
        "ce que le compte revienne à 0. Les autres continuent tant que l’un d’eux peut.",
    "To your own crib: fives, pairs, and cards that add up to five or fifteen or are close in "
    "rank. To an opponent's: cards far apart in rank, preferably high ones, and never a five.":
        "Dans votre crib : des cinq, des paires, et des voisines qui font cinq ou quinze. Dans "
        "celui d’un autre : des cartes éloignées, plutôt hautes, et jamais un cinq.",
    "Nobody can play another card: for the seat that played the last one.":
        "Personne ne peut plus poser : pour celui qui a posé la dernière carte.",
    "One deal, card by card": "Une donne, carte par carte",
    "Options": "Options",
    "Other points": "Autres points",
    "Partners sit opposite each other and share one score: all that either of them pegs, and the "
    "crib when either deals, belongs to their side.":
        "Les partenaires sont face à face et partagent un score : ce que marque l’un ou l’autre, "
        "et le crib quand l’un d’eux donne, est à leur camp.",
    "Pegging": "Marquer",
    "Points entered by a person, with the buttons or as a claim.":
        "Des points saisis par quelqu’un : avec les boutons, ou comme annonce.",
    "Pone cuts the starter. If it is a jack, the dealer pegs {points} at once for his heels.":
        "Le pone coupe la retourne. Si c’est un valet, le donneur marque {points} "
        "avant toute autre chose.",
    "Pone is dealt {pones} and discards {away}. The dealer is dealt {dealers} and discards "
    "{other}.":
        "Le pone reçoit {pones} et écarte {away}. Le donneur a {dealers} et écarte "
        "{other}.",
    "Pone leads. In turn, clockwise, each seat plays one card and announces the count: the sum of "
    "the cards in the pile. It can reach {full} but never pass it.":
        "Le pone entame. Dans le sens horaire, chacun pose une carte et dit le compte "
        ": la somme de la pile. Il peut être {full}, jamais plus.",
    "Runs with pairs": "Les suites avec des paires",
    "Seats go clockwise. Pone is the seat on the dealer's left.":
        "Les places vont dans le sens horaire. Le pone est à gauche du donneur.",
    "The best possible hand is worth {highest}. No hand is worth nineteen, so players call a "
    "worthless hand nineteen.":
        "La meilleure main fait {highest}. Aucune ne fait dix-neuf : les joueurs disent dix-neuf "
        "pour une main qui ne vaut rien.",
    "The card that makes the count 15.": "La carte qui porte le compte à 15.",
    "The card that makes the count 31. No go is pegged as well.":
        "La carte qui porte le compte à 31. Il n’y a pas de go en plus.",
    "How a deal goes": "Le cours d’une donne",
    "The dealer pegs this many before each deal: a house rule, usually 3.":
        "Le donneur marque autant avant chaque donne : une règle maison, 3 le plus souvent.",
    "The dealer shuffles and deals {dealt}.": "Le donneur mêle et distribue {dealt}.",
    "The first side to reach the last hole wins at once, even in mid-play or before others have "
    "counted; their cards are then worth nothing. An exact count is not needed.":
        "Le premier camp au dernier trou gagne à l’instant, même en plein jeu ou avant que "
        "d’autres aient compté ; ce qu’ils tiennent ne vaut plus rien. On peut faire plus que les "
        "trous qui restent.",
    "Four cards of the same rank in succession.":
        "La quatrième d’une valeur, l’une juste après l’autre.",
    "The hole that wins; 61 is a short game.": "Le trou qui gagne ; 61 est une partie courte.",
    "The jack of the starter's suit, in the hand or the crib. A jack turned up as the starter is "
    "heels instead.":
        "Le valet de la couleur de la retourne, dans la main ou le crib. Un valet retourné compte "
        "autrement.",
    "The last card of the deal, unless it makes 31.":
        "La dernière carte de toute la donne, sauf si elle fait 31.",
    "The play": "Le jeu",
    "The play: the players take turns to play a card, and the count goes up; see below. The "
    "starter stays on the pack.":
        "Le jeu : on pose à tour de rôle et le compte monte ; voir plus bas. La retourne reste en "
        "place.",
    "The ranks in order: {ranks}. The ace is always low, never next to a king.":
        "Les valeurs dans l’ordre : {ranks}. L’as est toujours bas : il ne suit jamais un roi.",
    "The seat on the dealer's left deals next.": "La place à gauche du donneur donne ensuite.",
    "The show": "Le décompte",
    "The show: the players pick up their cards and count them with the starter as a fifth card. "
    "Pone counts first, the others follow clockwise, and the dealer counts last, then the crib.":
        "Le décompte : chacun reprend ses cartes et les compte, la retourne étant la cinquième. "
        "Le pone commence, les autres suivent dans le sens horaire, le donneur est le "
        "dernier et compte ensuite le crib.",
    "The losing side deals first in the next game.":
        "Le camp qui a perdu donne le premier à la partie suivante.",
    "The side with the lowest score deals first in the next game.":
        "Le camp au score le plus bas donne le premier à la partie suivante.",
    "The starter is of the same suit too. In the crib only this counts.":
        "La retourne est aussi de cette couleur. Dans le crib, cela seul compte.",
    "Suits matter only for a flush and for nobs.":
        "Les couleurs ne comptent que pour la couleur et le valet assorti.",
    "Three cards of the same rank in succession.":
        "La troisième d’une valeur, l’une juste après l’autre.",
    "Three cards of the same rank, which make three different pairs.":
        "Trois d’une valeur, soit trois paires différentes.",
    "The last three or more cards of the pile, if their ranks are consecutive in any order: one "
    "point per card. Only the longest run scores.":
        "Trois cartes ou plus au sommet de la pile dont les valeurs se suivent, dans n’importe "
        "quel ordre : un point par carte. La plus longue suite seulement.",
    "Three or more consecutive ranks: one point per card. Only the longest scores, but once for "
    "every set of cards that makes it.":
        "Trois valeurs ou plus qui se suivent : un point par carte. La plus longue seulement, "
        "mais chaque combinaison différente qui la fait.",
    "Two cards of the same rank in succession.": "Deux cartes d’une valeur à la suite.",
    "Two cards of the same rank.": "Deux cartes d’une même valeur.",
    "Card values": "Ce que compte une carte",
    "Average value of a crib with these two cards in it, the rest being random:":
        "Ce que fait un crib en moyenne avec deux cartes données, le reste étant au hasard :",
    "Points that a side missed in its own hand, for the opponent who calls them.":
        "Ce qu’un camp a oublié dans sa main, pour l’adversaire qui le réclame.",
    "What to discard": "Que faut-il écarter",
    "The hole each seat starts from; usually 0.":
        "D’où part chaque place ; 0 est le trou habituel.",
    "How many games a skunk counts as. D is for two sides only.":
        "Combien de parties vaut un skunk. D pour deux camps seulement.",
    "The deal": "Qui reçoit quoi",
    "Double-skunked at or below this score (0 = off).":
        "Double skunk à ce score ou moins (0 = non).",
    "Skunked at or below this score (0 = off).":
        "Skunk à ce score ou moins (0 = non).",
    "Winning": "Gagner",
    "Words": "Les mots",
    "a jack turned up as the starter, for the dealer; not the same as nobs":
        "un valet comme retourne, pour le donneur ; à ne pas confondre avec le valet assorti",
    "a score": "un score",
    "one score per seat": "un score par place",
    "a win with the loser short of the double-skunk line":
        "une victoire où le perdant n’a pas passé la ligne du double skunk",
    "a win with the loser short of the skunk line":
        "une victoire où le perdant n’a pas passé la ligne du skunk",
    "the number of cards in the table above": "autant de cartes que dit le tableau ci-dessus",
    "best in your crib": "les meilleures dans votre crib",
    "bonus": "prime",
    "count": "compte",
    "counts": "compte",
    "crib": "crib",
    "cut": "couper",
    "dealer": "donneur",
    "dealt to each seat": "données à chacun",
    "dealt to the crib": "données au crib",
    "double double run": "quadruple suite",
    "double run of {cards:aloud}": "double suite de {cards:aloud}",
    "double skunk": "double skunk",
    "each seat discards": "chacun écarte",
    "example": "exemple",
    "flush of five": "couleur de cinq",
    "for": "pour",
    "the four discards, scored by the dealer": "quatre cartes écartées, que le donneur compte",
    "game to": "partie en",
    "hand": "main",
    "heels": "valet retourné",
    "discard": "écarter",
    "left in each hand": "restent en main",
    "lift part of the pack and show the card found there":
        "soulever une partie du paquet ; la carte trouvée est montrée",
    "lurch": "lurch",
    "manual": "à la main",
    "meaning": "sens",
    "move on the track: lift the rear peg and set it beyond the front peg":
        "avancer sur la piste : lever la fiche arrière et la mettre devant la fiche avant",
    "name": "nom",
    "no": "non",
    "nobs": "valet assorti",
    "none": "aucun",
    "one player, or two partners who share a score":
        "un joueur, ou deux partenaires : ceux qui partagent un score",
    "option": "option",
    "peg": "marquer",
    "peg out": "sortir",
    "pile": "pile",
    "plain": "simple",
    "plain win, loser at": "victoire simple, perdant à",
    "points": "points",
    "pone": "pone",
    "throw cards from your hand face down to the crib":
        "mettre des cartes de sa main, face cachée, dans le crib",
    "rank": "valeur",
    "reach the last hole and win": "atteindre le dernier trou, et gagner",
    "result": "résultat",
    "runs": "suites",
    "safest in an opponent's": "les plus sûres chez un autre",
    "said": "dit",
    "said by a seat that holds cards but can play none of them":
        "dit par qui a des cartes et ne peut en poser aucune",
    "scores, a track each": "scores, une piste chacun",
    "side": "camp",
    "skunk": "skunk",
    "starter": "retourne",
    "street": "rue",
    "the card turned up after the discard; the fifth card of every hand":
        "la carte retournée après l’écart ; la cinquième de chaque main",
    "the cards played since the count was last 0":
        "les cartes posées depuis que le compte était à 0",
    "the jack of the starter's suit": "le valet qui a la couleur de la retourne",
    "the seat on the dealer's left: it cuts, leads and counts first":
        "la place à gauche du donneur : elle coupe, entame et compte la première",
    "thirty holes of the track": "trente trous d’une piste",
    "triple run": "triple suite",
    "usually": "d’habitude",
    "values": "valeurs",
    "the name of a skunk in a game to 61": "nom d’un skunk dans une partie en 61",
    "effect": "ce que cela change",
    "what it is": "ce que c’est",
    "its number": "ce qu’elle dit",
    "the sum of the cards in the pile": "la somme des cartes de la pile",
    "as agreed": "ce qui a été convenu",
    "as chosen": "ce qui a été choisi",
    "entered points": "ce qui a été saisi",
    "missed points": "ce qui a été oublié",
    "the player who deals and owns the crib": "qui donne, et à qui est le crib",
    "word": "mot",
    "yes": "oui",
    "yes, no": "oui, non",
    "{cards} cards to each seat": "{cards} cartes à chacun",
    "{dealt}, and {cards} straight to the crib": "{dealt}, et {cards} directement au crib",
    "{laid_away}. These cards form the crib, which nobody looks at until the show. The dealer "
    "scores it, so throw good cards to your own crib and poor ones to an opponent's.":
        "{laid_away}. Ces cartes sont le crib ; personne ne le regarde avant le décompte. Le "
        "donneur le compte : mettez de bonnes cartes dans le vôtre, de mauvaises dans celui "
        "d’un autre.",
    "{low} to {high}": "{low} à {high}",
    "{n} players": "{n} joueurs",
    "{points} or more": "{points} ou plus",
    "Rules of cribbage – pegboard": "Règles du cribbage – pegboard",
    "Cribbage, a quick reference": "Le cribbage en bref",
    "The board": "La planche",
    "players": "joueurs",
    "sections": "chapitres",
    "language": "langue",
    "any number": "tous",
    "two": "deux",
    "three": "trois",
    "four": "quatre",
    "partners": "deux contre deux",
}
"""Its sentences, by the English ones."""
