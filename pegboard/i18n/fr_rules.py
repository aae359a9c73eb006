"""Français : les règles en bref."""

from collections.abc import Mapping

# fmt: off
RULES: Mapping[str, str] = {
    "4 partners": "2 contre 2",
    "A card that does several of these things pegs them all.":
        "Une carte qui fait plusieurs de ces choses les marque toutes.",
    "A jack is turned up as the starter: for the dealer, at once.":
        "Un valet est retourné : pour le donneur, aussitôt.",
    "A peg that was put wrong goes back to where it belongs; if too much was pegged, the "
    "opponents may peg the excess where the table plays so.":
        "Une fiche mal placée retourne où elle devait être ; si l’on a trop marqué, les "
        "adversaires peuvent marquer l’excédent là où la table joue ainsi.",
    "A rank held twice makes the run twice. The pairs are in these points already.":
        "Une valeur tenue deux fois fait la suite deux fois. Les paires sont déjà dans ces "
        "points.",
    "A, B, C, D, acc": "A, B, C, D, acc",
    "All four cards of a hand in one suit. Not in the crib.":
        "Les quatre cartes d’une main de la même couleur. Pas dans le crib.",
    "All four of one rank, which are six different pairs.":
        "Les quatre d’une valeur, soit six paires différentes.",
    "At the show each seat says what its hand is worth. The first opponent to call what it missed"
    " pegs that. A wrong call costs nothing. Heels are never lost.":
        "Au décompte, chacun annonce ce que vaut sa main. Le premier adversaire qui relève un "
        "oubli marque ces points. Une réclamation fausse ne coûte rien. Le valet retourné n’est "
        "jamais perdu.",
    "At {full}, and when nobody can carry on, the pile is closed and the count is 0 again. Pairs "
    "and runs do not reach into a closed pile. The new lead is for the nearest seat with cards, "
    "clockwise from the one that laid the last card.":
        "À {full}, et quand personne ne peut continuer, la pile est close et le compte revient à "
        "0. Paires et suites ne remontent pas dans une pile close. Le joueur suivant qui a des "
        "cartes, dans le sens horaire après celui qui a posé la dernière, entame de nouveau.",
    "Before the first deal of all, everybody cuts a card. The lowest deals; all who tie for "
    "lowest cut again.":
        "Avant la toute première donne, chacun coupe une carte. La plus basse donne ; à égalité "
        "on coupe de nouveau.",
    "Cards that add up to 15: each different set.":
        "Des cartes qui font 15 ensemble : chaque combinaison différente.",
    "Count fifteens first, then pairs, runs, flush and nobs.":
        "Comptez d’abord les quinze, puis paires, suites, couleur et valet assorti.",
    "Counting aloud": "Compter à voix haute",
    "Each seat lays away {cards}, face down": "Chacun écarte {cards} carte(s), face cachée",
    "Each seat lays away, face down, until it holds four":
        "Chacun écarte, face cachée, jusqu’à en garder quatre",
    "Each seat says what its hand is worth; what it misses is simply lost.":
        "Chacun annonce ce que vaut sa main ; ce qu’il oublie est perdu.",
    "Every side has a track and two pegs on it. To peg a score, lift the rear peg and put it that"
    " many holes beyond the front peg. So the gap between the two is always the side's last "
    "score, and anybody can check it.":
        "Chaque camp a une piste et deux fiches. Pour marquer, on lève la fiche arrière et on la "
        "met autant de trous devant la fiche avant. L’écart entre les deux est donc toujours le "
        "dernier gain, et chacun peut le vérifier.",
    "First keep the four cards that count most together; then think of the crib.":
        "Gardez d’abord les quatre cartes qui comptent le plus ensemble ; pensez ensuite au crib.",
    "For every opponent of the seat that is to blame; the table decides.":
        "Pour chaque adversaire du fautif ; la table décide.",
    "For the dealer, before each deal, where that option is chosen.":
        "Pour le donneur, avant chaque donne, si cette option est choisie.",
    "Four cards of yours and the starter make five. One card may serve in many sets, and two sets"
    " are different as soon as one card is.":
        "Vos quatre cartes et la retourne en font cinq. Une carte peut servir plusieurs fois, et "
        "deux combinaisons diffèrent dès qu’une carte diffère.",
    "Four in two sides: seats 0 and 2 against 1 and 3.":
        "Quatre en deux camps : places 0 et 2 contre 1 et 3.",
    "Games won by first-second-..., by the results of the beaten from the second place on: N "
    "plain, S skunk, D double skunk. The last place wins none. By acc the winner has {win} game "
    "points, or {skunk} with a skunk.":
        "Parties gagnées par premier-deuxième-…, selon les résultats des battus à partir du "
        "deuxième : N simple, S skunk, D double skunk. Le dernier n’en gagne aucune. Avec acc, le"
        " gagnant a {win} points de partie, ou {skunk} avec un skunk.",
    "Games won by the winner, by the table that was chosen (acc: game points).":
        "Parties gagnées par le vainqueur, selon la table choisie (acc : points de partie).",
    "Games won in a match of {sides} sides": "Parties gagnées dans un match à {sides} camps",
    "How far the loser got says what the win is called. To 61 a skunk is a lurch. With three or "
    "four sides each beaten side is judged by its own score.":
        "Le score du perdant donne son nom à la victoire. En 61, un skunk est un lurch. À trois "
        "ou quatre camps, chaque battu est jugé sur son propre score.",
    "How many sit at the table.": "Combien sont à table.",
    "If you hold a card that fits, you must lay one. If you hold none, say go: you are out until "
    "the count is 0 again. The others carry on as long as any of them can.":
        "Qui a une carte possible doit en poser une. Sinon, on dit go : on est hors jeu jusqu’à "
        "ce que le compte revienne à 0. Les autres continuent tant que l’un d’eux peut.",
    "Into your own crib: fives, pairs, and neighbours that add up to five or fifteen. Into "
    "another's: cards that lie far apart, high ones rather, and never a five.":
        "Dans votre crib : des cinq, des paires, et des voisines qui font cinq ou quinze. Dans "
        "celui d’un autre : des cartes éloignées, plutôt hautes, et jamais un cinq.",
    "Nobody can lay another card: for the seat that laid the last one.":
        "Personne ne peut plus poser : pour celui qui a posé la dernière carte.",
    "One deal, card by card": "Une donne, carte par carte",
    "Options": "Options",
    "Other points": "Autres points",
    "Partners sit opposite each other and share one score: whatever either of them pegs, and the "
    "crib when one of them deals, is their side's.":
        "Les partenaires sont face à face et partagent un score : ce que marque l’un ou l’autre, "
        "et le crib quand l’un d’eux donne, est à leur camp.",
    "Pegging": "Marquer",
    "Points that a person entered: by the buttons, or as a claim.":
        "Des points saisis par quelqu’un : avec les boutons, ou comme annonce.",
    "Pone cuts the starter. A jack is his heels: the dealer pegs {points} before anything else "
    "happens.":
        "Le premier en main coupe la retourne. Si c’est un valet, le donneur marque {points} "
        "avant toute autre chose.",
    "Pone is dealt {pones} and lays away {away}. The dealer has {dealers} and lays away {other}.":
        "Le premier en main reçoit {pones} et écarte {away}. Le donneur a {dealers} et écarte "
        "{other}.",
    "Pone leads. Clockwise, each seat lays one card and says the count: the sum of all cards in "
    "the pile. It can be {full}, but never more.":
        "Le premier en main entame. Dans le sens horaire, chacun pose une carte et dit le compte "
        ": la somme de la pile. Il peut être {full}, jamais plus.",
    "Runs with pairs in them": "Les suites avec des paires",
    "Seats go clockwise. Pone is the seat on the dealer's left.":
        "Les places vont dans le sens horaire. Le premier en main est à gauche du donneur.",
    "The best hand there is makes {highest}. No hand makes nineteen: players say nineteen for a "
    "hand worth nothing.":
        "La meilleure main fait {highest}. Aucune ne fait dix-neuf : les joueurs disent dix-neuf "
        "pour une main qui ne vaut rien.",
    "The card that makes the count 15.": "La carte qui porte le compte à 15.",
    "The card that makes the count 31. There is no go beside it.":
        "La carte qui porte le compte à 31. Il n’y a pas de go en plus.",
    "The course of a deal": "Le cours d’une donne",
    "The dealer pegs so many before each deal: a house rule, mostly 3.":
        "Le donneur marque autant avant chaque donne : une règle maison, 3 le plus souvent.",
    "The dealer shuffles and deals {dealt}.": "Le donneur mêle et distribue {dealt}.",
    "The first side to reach the last hole wins at that moment, even in mid-play or before others"
    " have counted; what they hold is worth nothing any more. One may score more than the holes "
    "that are left.":
        "Le premier camp au dernier trou gagne à l’instant, même en plein jeu ou avant que "
        "d’autres aient compté ; ce qu’ils tiennent ne vaut plus rien. On peut faire plus que les"
        " trous qui restent.",
    "The fourth of a rank, one right after the other.":
        "La quatrième d’une valeur, l’une juste après l’autre.",
    "The hole that wins; 61 is a short game.": "Le trou qui gagne ; 61 est une partie courte.",
    "The jack of the starter's suit, in the hand or in the crib. A jack turned up is heels "
    "instead.":
        "Le valet de la couleur de la retourne, dans la main ou le crib. Un valet retourné compte"
        " autrement.",
    "The last card of the whole deal, unless it makes 31.":
        "La dernière carte de toute la donne, sauf si elle fait 31.",
    "The play": "Le jeu",
    "The play: cards are laid in turn and the count goes up; see below. The starter stays where "
    "it is.":
        "Le jeu : on pose à tour de rôle et le compte monte ; voir plus bas. La retourne reste en"
        " place.",
    "The ranks in order: {ranks}. The ace is low only: it is never next to a king.":
        "Les valeurs dans l’ordre : {ranks}. L’as est toujours bas : il ne suit jamais un roi.",
    "The seat on the dealer's left deals next.": "La place à gauche du donneur donne ensuite.",
    "The show": "Le décompte",
    "The show: everybody takes the cards back and counts them with the starter as a fifth. Pone "
    "is first, the others follow clockwise, the dealer is last and then counts the crib.":
        "Le décompte : chacun reprend ses cartes et les compte, la retourne étant la cinquième. "
        "Le premier en main commence, les autres suivent dans le sens horaire, le donneur est le "
        "dernier et compte ensuite le crib.",
    "The side that lost deals first in the next game.":
        "Le camp qui a perdu donne le premier à la partie suivante.",
    "The side with the lowest score deals first in the next game.":
        "Le camp au score le plus bas donne le premier à la partie suivante.",
    "The starter is of that suit too. In the crib only this counts.":
        "La retourne est aussi de cette couleur. Dans le crib, cela seul compte.",
    "The suits matter for flush and nobs alone.":
        "Les couleurs ne comptent que pour la couleur et le valet assorti.",
    "The third of a rank, one right after the other.":
        "La troisième d’une valeur, l’une juste après l’autre.",
    "Three of one rank, which are three different pairs.":
        "Trois d’une valeur, soit trois paires différentes.",
    "Three or more cards on top of the pile whose ranks are in a row, in whatever order they "
    "fell: one point a card. The longest run only.":
        "Trois cartes ou plus au sommet de la pile dont les valeurs se suivent, dans n’importe "
        "quel ordre : un point par carte. La plus longue suite seulement.",
    "Three or more ranks in a row: one point a card. The longest only, but each different set of "
    "cards that makes it.":
        "Trois valeurs ou plus qui se suivent : un point par carte. La plus longue seulement, "
        "mais chaque combinaison différente qui la fait.",
    "Two cards of one rank in succession.": "Deux cartes d’une valeur à la suite.",
    "Two cards of one rank.": "Deux cartes d’une même valeur.",
    "What a card counts": "Ce que compte une carte",
    "What a crib makes on average with two cards in it, when the rest is left to chance:":
        "Ce que fait un crib en moyenne avec deux cartes données, le reste étant au hasard :",
    "What a side missed in its own hand, for the opponent that calls it.":
        "Ce qu’un camp a oublié dans sa main, pour l’adversaire qui le réclame.",
    "What to lay away": "Que faut-il écarter",
    "Where each seat starts; 0 is the usual hole.":
        "D’où part chaque place ; 0 est le trou habituel.",
    "Which table says how many games a result wins. D is for two sides only.":
        "Quelle table dit combien de parties vaut un résultat. D est pour deux camps seulement.",
    "Who gets what": "Qui reçoit quoi",
    "Who loses with this or less is double-skunked; 0 for never.":
        "Qui perd avec ce score ou moins subit un double skunk ; 0 pour jamais.",
    "Who loses with this or less is skunked; 0 for never.":
        "Qui perd avec ce score ou moins subit un skunk ; 0 pour jamais.",
    "Winning": "Gagner",
    "Words": "Les mots",
    "a jack as the starter, for the dealer; not the same as nobs":
        "un valet comme retourne, pour le donneur ; à ne pas confondre avec le valet assorti",
    "a score": "un score",
    "a score a seat": "un score par place",
    "a win by so much that the loser is not past the double skunk line":
        "une victoire où le perdant n’a pas passé la ligne du double skunk",
    "a win with the loser short of the skunk line":
        "une victoire où le perdant n’a pas passé la ligne du skunk",
    "as many cards as the table above says": "autant de cartes que dit le tableau ci-dessus",
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
    "each seat lays away": "chacun écarte",
    "example": "exemple",
    "flush of five": "couleur de cinq",
    "for": "pour",
    "four cards laid away, which the dealer scores":
        "quatre cartes écartées, que le donneur compte",
    "game to": "partie en",
    "hand": "main",
    "heels": "valet retourné",
    "lay away": "écarter",
    "left in each hand": "restent en main",
    "lift part of the pack; the card found there is shown":
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
    "one player, or two partners: whoever shares a score":
        "un joueur, ou deux partenaires : ceux qui partagent un score",
    "option": "option",
    "peg": "marquer",
    "peg out": "sortir",
    "pile": "pile",
    "plain": "simple",
    "plain win, loser at": "victoire simple, perdant à",
    "points": "points",
    "pone": "premier en main",
    "put cards of your hand face down into the crib":
        "mettre des cartes de sa main, face cachée, dans le crib",
    "rank": "valeur",
    "reach the last hole, and win": "atteindre le dernier trou, et gagner",
    "result": "résultat",
    "runs": "suites",
    "safest in another's": "les plus sûres chez un autre",
    "said": "dit",
    "said by a seat that holds cards and can lay none of them":
        "dit par qui a des cartes et ne peut en poser aucune",
    "scores, a track each": "scores, une piste chacun",
    "side": "camp",
    "skunk": "skunk",
    "starter": "retourne",
    "street": "rue",
    "the card turned up after laying away; the fifth card of every hand":
        "la carte retournée après l’écart ; la cinquième de chaque main",
    "the cards laid since the count was last at 0":
        "les cartes posées depuis que le compte était à 0",
    "the jack that has the starter's suit": "le valet qui a la couleur de la retourne",
    "the seat on the dealer's left: it cuts, leads, and counts first":
        "la place à gauche du donneur : elle coupe, entame et compte la première",
    "thirty holes of a track": "trente trous d’une piste",
    "triple run": "triple suite",
    "usually": "d’habitude",
    "values": "valeurs",
    "what a skunk is called in a game to 61": "nom d’un skunk dans une partie en 61",
    "what it changes": "ce que cela change",
    "what it is": "ce que c’est",
    "what it says": "ce qu’elle dit",
    "what the cards of the pile add up to": "la somme des cartes de la pile",
    "what was agreed": "ce qui a été convenu",
    "what was chosen": "ce qui a été choisi",
    "what was entered": "ce qui a été saisi",
    "what was missed": "ce qui a été oublié",
    "who deals, and owns the crib": "qui donne, et à qui est le crib",
    "word": "mot",
    "yes": "oui",
    "yes, no": "oui, non",
    "{cards} cards to each seat": "{cards} cartes à chacun",
    "{dealt}, and {cards} straight to the crib": "{dealt}, et {cards} directement au crib",
    "{laid_away}. These cards are the crib; nobody looks at it until the show. It will be scored "
    "by the dealer, so help your own crib and starve the others'.":
        "{laid_away}. Ces cartes sont le crib ; personne ne le regarde avant le décompte. Le "
        "donneur le comptera : nourrissez le vôtre, affamez celui des autres.",
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
