"""Français.

The words are those of the players of Québec, who play it most in French: le crib, la planche, go.
Pairs, brelans, carrés, suites and the retourne are what French card games call them. (Terms only,
from the rules of cribbage at qcsalon.net, zpag.net, Board Game Arena and the French Wikipedia.)
Counts are said as they are counted: "quinze deux, quinze quatre, et une paire, ça fait six".
"""

import re

from pegboard.i18n.catalogue import SEAT_NAMES, Catalogue
from pegboard.i18n.fr_camera import CAMERA
from pegboard.i18n.fr_devices import DEVICES
from pegboard.i18n.fr_doctor import DOCTOR
from pegboard.i18n.fr_errors import ERRORS
from pegboard.i18n.fr_keeping import KEEPING
from pegboard.i18n.fr_review import REVIEW
from pegboard.i18n.fr_rules import RULES

_ONES = (
    *("zéro", "un", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf"),
    *("dix", "onze", "douze", "treize", "quatorze", "quinze", "seize"),
    *("dix-sept", "dix-huit", "dix-neuf"),
)
_TENS = {20: "vingt", 30: "trente", 40: "quarante", 50: "cinquante", 60: "soixante"}


def number(n: int) -> str:
    """Returns a number from 0 to 999.

    ``vingt et un``, ``quatre-vingt-onze``, ``cent vingt et un``.
    """
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
    """Returns the possessive of a name: ``de Ben``, ``d’Ann``."""
    return f"d’{name}" if re.match("[aeiouyhàâéèêëîïôùû]", name, re.IGNORECASE) else f"de {name}"


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
        "fifteen {total:aloud}": "quinze {total:aloud}",
        "{thing} is {total:aloud}": "{thing}, ça fait {total:aloud}",
        "{thing} for {points:aloud}": "{thing} pour {points:aloud}",
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
        "{who} +{points}": "{who} +{points}",
        "{who} +{points} {items}": "{who} +{points} {items}",
        "{who} +{points}: {items}": "{who} +{points} : {items}",
        "{who} {points} in the crib: {items}": "{who} {points} dans le crib : {items}",
        "{who:of} hand: nothing": "Main {who:of} : rien",
        "{who:of} crib: nothing": "Crib {who:of} : rien",
        "{who} deals": "{who} donne",
        "{who} cuts {card}": "{who} coupe {card}",
        "{cuts}. {who} deals first.": "{cuts}. {who} donne en premier.",
        "The starter is {card}": "La retourne est {card}",
        "{who} plays {card}: {count}": "{who} joue {card} : {count}",
        "{who} says go": "{who} dit go",
        "{who} claims {points}": "{who} annonce {points}",
        "{who}: peg moved to {score}": "{who} : fiche mise à {score}",
        "{who}: {points} taken back": "{who} : {points} repris",
        # --- the same in the seat's own place
        "deals": "donne",
        "{card} – count {count}": "{card} – compte {count}",
        "says go": "dit go",
        "claims {points}": "annonce {points}",
        "wins!": "gagne !",
        "wins, a skunk!": "gagne, un skunk !",
        "wins, a double skunk!": "gagne, un double skunk !",
        "peg moved to {score}": "fiche mise à {score}",
        "{points} taken back": "{points} repris",
        "hand: nothing": "main : rien",
        "crib: nothing": "crib : rien",
        "+{points}": "+{points}",
        "+{points} {items}": "+{points} {items}",
        "+{points}: {items}": "+{points} : {items}",
        "Crib {points}: {items}": "Crib {points} : {items}",
        "{who} wins!": "{who} gagne !",
        "{who} wins, a skunk!": "{who} gagne, un skunk !",
        "{who} wins, a double skunk!": "{who} gagne, un double skunk !",
        "Check again: {text}": "À vérifier : {text}",
        # --- what is to be done
        "Check the cards: {problem}.": "Regardez les cartes : {problem}.",
        "Is this {card}? Press OK for yes.": "Est-ce {card} ? OK dit oui.",
        "What does {who} claim?":
            "Qu’annonce {who} ?",
        "What does {who} claim? Enter the points, then OK.":
            "Qu’annonce {who} ? Entrez les points, puis OK.",
        "{who} claimed {n}; it is {worth}. OK continues.":
            "{who} a annoncé {n} ; il y a {worth}. OK pour continuer.",
        "{who} claimed {n}. Anything missed? OK lets it go.":
            "{who} a annoncé {n}. Un oubli ? OK laisse passer.",
        "Peg {points} for {who}? OK pegs, UNDO cancels.":
            "Marquer {points} pour {who} ? OK marque, ANNULER renonce.",
        "Both sign: each holds its own +1 for two seconds.":
            "Signez tous deux : chacun tient son +1 deux secondes.",
        "{who} signs: hold +1 for two seconds.": "{who} signe : tenir +1 deux secondes.",
        "The hall did not take these cards. Tell the director.":
            "La salle refuse ces feuilles. Prévenez la direction.",
        "Both have signed. Press OK for the next game.":
            "C’est signé. OK commence la partie suivante.",
        "{who} has won. Press OK for the next game.":
            "{who} a gagné. OK commence la partie suivante.",
        "That was the sample deal. OK begins a game of your own.":
            "C’était la donne d’exemple. OK commence une partie à vous.",
        "OK to deal": "OK pour donner",
        "OK for the next deal": "OK pour la donne suivante",
        "{who} deals.": "{who} donne.",
        "{who} is discarding": "{who} écarte",
        "{who} and {other} are discarding": "{who} et {other} écartent",
        "{these} are discarding": "{these} écartent",
        "{who}: discard {n:aloud} cards.": {
            "one": "{who} : écartez une carte.",
            "other": "{who} : écartez {n:aloud} cartes.",
        },
        "{who} cuts.": "{who} coupe.",
        "Computer’s turn": "Au tour de l’ordinateur",
        "{who:of} turn": "Au tour {who:of}",
        "{who}: say go.": "{who} : dites go.",
        "{who}: play a card.": "{who} : jouez une carte.",
        "Counting the hands.": "On compte les mains.",
        "{who}: count the hand.": "{who} : comptez la main.",
        "{who}: count the crib.": "{who} : comptez le crib.",
        "{n} for {who}": "{n} pour {who}",
        "Nothing for {who}": "Rien pour {who}",
        "Anything missed?": "Un oubli ?",
        "Peg, or COUNT a hand": "Marquez, ou COMPTER",
        "{who:of} hand": "Main {who:of}",
        "{who:of} crib": "Crib {who:of}",
        "{who:of} hand next": "À suivre : main {who:of}",
        "{who:of} crib next": "À suivre : crib {who:of}",
        "Throw {n} to your crib": "{n} pour votre crib",
        "Throw {n} to the computer’s crib": "{n} pour le crib de l’ordinateur",
        "Throw {n} to {who:of} crib": "{n} pour le crib {who:of}",
        "Lay {who:of} hand": "Posez la main {who:of}",
        "Now the dealer: lay {who:of} hand": "Au donneur : posez la main {who:of}",
        "Now the crib: lay {who:of} crib": "Au tour du crib : posez le crib {who:of}",
        # --- hints
        "{card} is the only card that can be played.": "{card} est la seule carte possible.",
        "No card can be played: say go.": "Aucune carte possible : dites go.",
        "as good as {than}": "aussi bien que {than}",
        "wins {games:.1f} % more often than {than}":
            "gagne {games:.1f} % plus souvent que {than}",
        "wins {games:.1f} ± {doubt:.1f} % more often than {than}":
            "gagne {games:.1f} ± {doubt:.1f} % plus souvent que {than}",
        "{points:.1f} points more than {than}": "{points:.1f} points de plus que {than}",
        "{points:.1f} ± {doubt:.1f} points more than {than}":
            "{points:.1f} ± {doubt:.1f} points de plus que {than}",
        "this": "ceci",
        "the {card}": "{card}",
        "Throw {cards}: hand {hand:.1f} + crib {crib:.1f}; {next}.":
            "Écartez {cards} : main {hand:.1f} + crib {crib:.1f} ; {next}.",
        "Throw {cards}: hand {hand:.1f} − crib {crib:.1f}; {next}.":
            "Écartez {cards} : main {hand:.1f} − crib {crib:.1f} ; {next}.",
        "the next best is as good":
            "le choix suivant est aussi bon",
        "next best −{games:.1f} % winning chances":
            "la suivante −{games:.1f} % de chances de gain",
        "next best −{games:.1f} ± {doubt:.1f} % winning chances":
            "la suivante −{games:.1f} ± {doubt:.1f} % de chances de gain",
        "next best −{points:.1f} points":
            "le suivant −{points:.1f} points",
        "next best −{points:.1f} ± {doubt:.1f} points":
            "le suivant −{points:.1f} ± {doubt:.1f} points",
        "Keep {ranks}: {hand:.1f} on average, {gain}; {crib}.":
            "Gardez {ranks} : {hand:.1f} en moyenne, {gain} ; {crib}.",
        "Keep {ranks}: {hand:.1f} on average, {gain} in all; {crib}.":
            "Gardez {ranks} : {hand:.1f} en moyenne, {gain} en tout ; {crib}.",
        "your crib is then worth {crib:.1f}": "votre crib vaut alors {crib:.1f}",
        "the crib you give costs {crib:.1f}": "le crib que vous donnez coûte {crib:.1f}",
        "{text}, {points:.1f} more": "{text}, {points:.1f} de plus",
        "{text}, {points:.1f} less": "{text}, {points:.1f} de moins",
        "Play {card}: the others are the same.": "Jouez {card} : les autres se valent.",
        "Lead {card}: the others are the same.": "Entamez {card} : les autres se valent.",
        "Play {card}: {gain}": "Jouez {card} : {gain}",
        "Lead {card}: {gain}": "Entamez {card} : {gain}",
        "it makes {items}": "cela fait {items}",
        "{items} with the {card} isn't worth it":
            "{items} avec {card} n’en vaut pas la peine",
        "no reply to it scores at once": "rien de posé dessus ne marque aussitôt",
        "{rank} on the {card} would make {items}": "sur {card}, {rank} ferait {items}",
        "an ace": "un as",
        "a two": "un deux",
        "a three": "un trois",
        "a four": "un quatre",
        "a five": "un cinq",
        "a six": "un six",
        "a seven": "un sept",
        "an eight": "un huit",
        "a nine": "un neuf",
        "a ten": "un dix",
        "a jack": "un valet",
        "a queen": "une dame",
        "a king": "un roi",
        # --- what could not be done
        "There is no camera: enter the hand manually.":
            "Il n’y a pas de caméra : saisissez la main manuellement.",
        "The camera timed out: {why}.": "La caméra n’attend plus : {why}.",
        "The camera could not count: {why}": "La caméra n’a pas pu compter : {why}",
        "The camera could not count: an internal error occurred; see the log.":
            "La caméra n’a pas pu compter : quelque chose a échoué ; c’est dans le journal.",
        "Not saved: {why}": "Pas enregistré : {why}",
        # --- who may
        "This board can be seen only by paired devices. Pair this one first.":
            "Cette planche ne se montre qu’aux appareils associés. Associez d’abord celui-ci.",
        "Only the board's own page may do that.": "Seule la page de la planche peut le faire.",
        "That can be answered only at the board itself.": (
            "On ne peut y répondre qu’à la planche elle-même."
        ),
        "Nobody at the board said yes.": "Personne à la planche n’a dit oui.",
        # --- what is connected
        "USB camera": "Une caméra USB",
        "Network camera": "Une caméra sur le réseau",
        "Raspberry Pi camera": "La caméra du Raspberry Pi",
        "USB camera ready": "Caméra USB prête",
        "Network camera ready": "Caméra du réseau prête",
        "Raspberry Pi camera ready": "Caméra du Raspberry Pi prête",
        "Pictures of a folder to count": "Les images d’un dossier à compter",
        "Sample pictures to count": "Des images d’exemple à compter",
        "Buttons on a keyboard": "Des boutons sur un clavier",
        "Buttons on the USB board": "Des boutons sur la carte USB",
        "Buttons on this Raspberry Pi": "Des boutons sur ce Raspberry Pi",
        "Buttons on this page": "Des boutons sur cette page",
        "Strip with {leds} LEDs, on the USB board": "Ruban de {leds} LED, sur la carte USB",
        "Strip with {leds} LEDs, on this Raspberry Pi": "Ruban de {leds} LED, sur ce Raspberry Pi",
        "The board is drawn on this page": "La planche est dessinée sur cette page",
        # --- the home screen and the guided deal
        "{what}: {address}": "{what} : {address}",
        "The aim": "Le but",
        "Two players race their pegs round the board. First to hole 121 wins.":
            "Deux joueurs font courir leurs fiches sur la planche. Le premier au trou 121 gagne.",
        "Points come from the cards: as they are played, and when hands are counted.":
            "Les points viennent des cartes : quand on les pose, et quand on compte les mains.",
        "You are the dealer this time. Let's play one deal together.":
            "Cette fois, vous donnez. Jouons une donne ensemble.",
        "Throw two cards to the crib": "Écartez deux cartes",
        "You have six cards. Keep the four that score best together.":
            "Vous avez six cartes et en gardez quatre qui marquent ensemble.",
        "Look for cards that add up to fifteen, pairs, and runs of three or more.":
            "Cherchez des cartes qui font quinze, des paires, et trois cartes ou plus qui se "
            "suivent.",
        "Your two cards and your opponent's two make the crib. It scores for the dealer: this "
        "time, you.":
            "Deux de vos cartes et deux de l’adversaire font le crib. Il compte pour qui donne : "
            "maintenant, c’est vous.",
        "The starter": "La retourne",
        "Your opponent cuts the pack, and one card is turned up: the starter.":
            "L’adversaire coupe, et une carte est retournée : la retourne.",
        "In the show it counts as a fifth card of every hand.":
            "Quand on compte les mains, elle fait partie de chacune, comme cinquième carte.",
        "The play": "Le jeu",
        "Opponent's hand": "La main de l’adversaire",
        "Now the show: each hand is counted with the starter. The non-dealer, called pone, counts "
        "first.":
            "Maintenant on compte les mains, chacune avec la retourne. Celui qui n’a pas donné, "
            "le pone, compte d’abord.",
        "Say: {count}.": "On compte : {count}.",
        "Your hand": "Votre main",
        "Each fifteen scores two, a pair two, a run one per card.":
            "Chaque quinze vaut deux, une paire deux, une suite un par carte.",
        "A card can count in several combinations. What is your hand worth?":
            "Une carte peut servir plusieurs fois. Combien vaut votre main ?",
        "Your crib": "Votre crib",
        "Last comes the crib, which scores for the dealer.":
            "Le crib vient en dernier, pour le donneur.",
        "You've played a deal!":
            "Vous avez joué une donne !",
        "You have {mine} points, your opponent {others}.":
            "Vous avez {mine} points, l’adversaire {others}.",
        "Then your opponent deals, and so on until someone reaches hole 121.":
            "Puis l’adversaire donne, et ainsi de suite jusqu’au trou 121.",
        "That's all you need. Tap Hint whenever you're stuck.":
            "C’est tout ce qu’il faut. Touchez Conseil si vous hésitez.",
        "The count is {count}: any of your cards would take it past 31.":
            "Le compte est à {count} : chacune de vos cartes ferait plus de 31.",
        "So you say go. Whoever plays the last card short of 31 pegs one point.":
            "Vous dites donc « go ». Qui pose la dernière carte avant 31 marque un point.",
        "Players take turns to play a card and add up the count: an ace is one, face cards are "
        "ten.":
            "On pose les cartes à tour de rôle et on les additionne : l’as vaut un, les figures "
            "dix.",
        "Fifteen scores two, 31 two, a pair two, a run one per card. Never go past 31!":
            "Quinze vaut deux, 31 deux, une paire deux, une suite un par carte. Jamais plus de 31 "
            "!",
        "The count is {count}. Which card do you play?":
            "Le compte est à {count}. Quelle carte posez-vous ?",
        "The count starts again at 0.": "Le compte repart de 0.",
        "Which card do you play?": "Quelle carte posez-vous ?",
        "Keep {cards}: {points} points already, and more with the right starter.":
            "Gardez {cards} : déjà {points} points, et plus avec une bonne retourne.",
        "Choose two cards from your hand, please.": "Deux cartes de votre main, s’il vous plaît.",
        "Well done: {cards} already make {points} points.":
            "Bien joué : {cards} font déjà {points} points.",
        "You can, but that keeps only {points}. Keeping {cards} gives {most}: two fifteens and a "
        "run of four.":
            "C’est permis, mais ne garde que {points}. Garder {cards} donne {most} : deux quinze "
            "et une suite de quatre.",
        "{card} makes {count} and scores {points}.": "{card} fait {count} et marque {points}.",
        "{card} makes {count}, which is hard to score on.":
            "{card} fait {count}, et laisse peu de réponses.",
        "That is allowed, but {card} makes {count} and scores {points}.":
            "C’est permis. Mais voyez : {card} fait {count} et marque {points}.",
        "Well spotted: {what}!": "Bien vu : {what} !",
        "{card} would make {sum}, past 31. Choose a lower card, please.":
            "{card} ferait {sum} : plus de 31. Une carte plus basse, s’il vous plaît.",
        "{card} would make {sum}, past 31, and so would every card you hold: say go.":
            "{card} ferait {sum} : plus de 31, comme toutes vos cartes. Dites « go ».",
        "Choose a card from your hand, please.": "Une carte de votre main, s’il vous plaît.",
        "You have no card that stays within 31: say go.":
            "Aucune de vos cartes ne passe sous 31 : dites « go ».",
        "Say go only when you have no card to play. At {count} you have one.":
            "« Go » est pour qui n’a aucune carte qui passe. À {count}, vous en avez une.",
        "Right! Say: {count}.": "Juste ! On compte : {count}.",
        "Let's count: {count}. How many is that?":
            "Comptons : {count}. Combien cela fait-il ?",
        # --- pairing, and who plays where
        "UNDO and COUNT were held: all paired devices were removed.":
            "ANNULER et COMPTER étaient tenus : tous les appareils associés ont été retirés.",
        "Press OK on the board.":
            "Appuyez sur OK à la planche.",
        "Wait half a minute: if no other device asks, this one is let in.":
            "Attendez une demi-minute : si aucun autre appareil ne demande, celui-ci est admis.",
        "Nobody answered in time. Ask again.": "Personne n’a dit oui à temps. Redemandez.",
        "The board said no.":
            "La planche a dit non.",
        "an internal error occurred; see the log":
            "quelque chose a mal tourné ; c’est dans le journal",
        "something was taken back":
            "quelque chose a été repris",
        "the board's own page":
            "la page de la planche",
        "{other} can play now.": "{other} peut jouer maintenant.",
        # --- a game told to somebody who does not look
        "ace": "as",
        "two": "deux",
        "three": "trois",
        "four": "quatre",
        "five": "cinq",
        "six": "six",
        "seven": "sept",
        "eight": "huit",
        "nine": "neuf",
        "ten": "dix",
        "jack": "valet",
        "queen": "dame",
        "king": "roi",
        "clubs": "trèfle",
        "diamonds": "carreau",
        "hearts": "cœur",
        "spades": "pique",
        "{rank} of {suit}": "{rank} de {suit}",
        "A game against {others}, to {n:aloud}.": "Une partie contre {others}, jusqu’à {n:aloud}.",
        "Taken back.": "Repris.",
        "{who} {n:aloud}": "{who} {n:aloud}",
        "The match is over: {wins}.": "Le match est fini : {wins}.",
        "The match: {wins}.": "Le match : {wins}.",
        "The starter is the {card}.": "La retourne : {card}.",
        "Played: {cards}. The count is {n:aloud}.": "Jouées : {cards}. Le compte est {n:aloud}.",
        "OK begins the next game.": "OK commence la partie suivante.",
        "OK continues.": "OK pour continuer.",
        "Throw one card to {who:of} crib.": "Écartez une carte dans le crib {who:of}.",
        "Throw two cards to {who:of} crib.": "Écartez deux cartes dans le crib {who:of}.",
        "Your turn, {n:aloud} cards left.": {
            "one": "À vous, encore une carte.",
            "other": "À vous, encore {n:aloud} cartes.",
        },
        "You cannot play. OK says go.": "Vous ne pouvez pas jouer. OK dit go.",
        "Count your crib.": "Comptez votre crib.",
        "Count your hand.": "Comptez votre main.",
        "Anything missed? Plus one and five count it, OK continues.":
            "Un oubli ? Plus un et plus cinq le comptent, OK pour continuer.",
        "Your hand: {cards}.": "Votre main : {cards}.",
        "The score: {scores}.": "Le score : {scores}.",
        "Thrown: {cards}.": "Écarté : {cards}.",
        "{who} throws to the crib.": "{who} écarte dans le crib.",
        "{who} plays the {card}: {count:aloud}.": "{who} joue {card} : {count:aloud}.",
        "{who:of} hand: {cards}. {count}.": "Main {who:of} : {cards}. {count}.",
        "{who:of} crib: {cards}. {count}.": "Crib {who:of} : {cards}. {count}.",
        "{who}: {items}.": "{who} : {items}.",
        "{n:aloud}": "{n:aloud}",
        "{card}, chosen": "{card}, choisi",
        "{card}, not chosen": "{card}, pas choisi",
        "Chosen: {cards}. OK throws.": "Choisi : {cards}. OK écarte.",
        "Chosen: {cards}. One more.": "Choisi : {cards}. Encore une.",
        "Plus one and minus one name your cards, plus five chooses.":
            "Plus un et moins un nomment vos cartes, plus cinq choisit.",
        "Plus one and minus one name your cards, OK plays the one named last.":
            "Plus un et moins un nomment vos cartes, OK joue la dernière nommée.",
        "The {card} would make {n:aloud}; the count never passes {most:aloud}.":
            "{card} ferait {n:aloud} ; le compte ne dépasse jamais {most:aloud}.",
    },
    you={
        "{action} is not possible now: {seat} is to deal":
            "{action} n’est pas possible maintenant : c’est à vous de donner",
        "{action} is not possible now: {seat} is to cut the starter":
            "{action} n’est pas possible maintenant : c’est à vous de couper",
        "{action} is not possible now: {seat} is to play":
            "{action} n’est pas possible maintenant : c’est à vous de jouer",
        "{action} is not possible now: the hand of {seat} is to be counted":
            "{action} n’est pas possible maintenant : on compte votre main",
        "it is not {seat:of} turn, but {turn:of}": "ce n’est pas à vous de jouer, mais à {turn}",
        "the cut is decided: {seat} deals": "on ne coupe plus : vous donnez",
        "{seat} cannot deal: it is {dealer:of} deal": "vous ne pouvez donner : c’est à {dealer}",
        "{seat} must be dealt {wanted} cards, got {n}": "vous recevez {wanted} cartes, pas {n}",
        "{seat} has already discarded": "vous avez déjà écarté",
        "{seat} does not hold {card}": "vous n’avez pas {card}",
        "{seat} can play, and so must": "vous pouvez jouer, et le devez",
        "{seat:of} hand is counted first": "on compte d’abord votre main",
        "{seat:of} hand was already claimed; use correct to fix a peg":
            "votre main a déjà été annoncée ; une fiche se corrige",
        "{seat:of} hand is counted before the crib": "on compte votre main avant le crib",
        "{owner} counts the hand now, not {seat}": "c’est vous qui comptez la main, pas {seat}",
        "{owner} counts the crib now, not {seat}": "c’est vous qui comptez le crib, pas {seat}",
        "{seat} cannot call points of their own side":
            "vous ne pouvez réclamer les points de votre camp",
        "{seat} claims {points}; it is worth {worth}":
            "vous annoncez {points} ; la main vaut {worth}",
        "{seat} called {points}, but nothing was missed":
            "vous avez réclamé {points}, mais rien n’a été oublié",
        "{seat} called {points}, but only {worth} was missed":
            "vous avez réclamé {points}, mais {worth} seulement ont été oubliés",
        "{seat} played {card}, which is not in the hand shown":
            "vous avez posé {card}, qui n’est pas dans la main montrée",
        "{seat} said go and could have played {card}": "vous avez dit go et auriez pu jouer {card}",
        "line {line}: {seat} is to deal": "ligne {line} : c’est à vous de donner",
        "{seat} does not play at the board": "vous ne jouez pas à la planche",
        "{who} plays the {card}: {count:aloud}.": "Vous jouez {card} : {count:aloud}.",
        "{who:of} hand: {cards}. {count}.": "Votre main : {cards}. {count}.",
        "{who:of} crib: {cards}. {count}.": "Votre crib : {cards}. {count}.",
        "Throw one card to {who:of} crib.": "Écartez une carte dans votre crib.",
        "Throw two cards to {who:of} crib.": "Écartez deux cartes dans votre crib.",
        "played {card}": "avez joué {card}",
        "discarded {cards}": "avez écarté {cards}",
        "{who:of} decisions": "Vos choix",
        "{who:of} chance of winning was between {low:.0f}% and {high:.0f}%.":
            "Votre chance de gagner est restée entre {low:.0f} % et {high:.0f} %.",
        "{who:of} hand: nothing": "Votre main : rien",
        "{who:of} crib: nothing": "Votre crib : rien",
        "{who} deals": "Vous donnez",
        "{who} deals.": "Vous donnez.",
        "{who} cuts.": "Vous coupez.",
        "{who} has won. Press OK for the next game.":
            "Vous avez gagné. OK commence la partie suivante.",
        "Peg {points} for {who}? OK pegs, UNDO cancels.":
            "Marquer {points} pour vous ? OK marque, ANNULER renonce.",
        "Throw {n} to {who:of} crib": "{n} pour votre crib",
        "{who} is discarding": "Vous écartez",
        "{who} and {other} are discarding": "Vous et {other} écartez",
        "{who:of} turn": "À vous de jouer",
        "{who}: play a card.": "À vous de jouer",
        "{who}: say go.": "Dites go",
        "{who}: count the hand.": "Comptez votre main",
        "{who}: count the crib.": "Comptez votre crib",
        "{who:of} hand": "Votre main",
        "{who:of} crib": "Votre crib",
        "{who:of} hand next": "À suivre : votre main",
        "{who:of} crib next": "À suivre : votre crib",
        "Lay {who:of} hand": "Posez votre main",
        "Now the dealer: lay {who:of} hand": "Au donneur : posez votre main",
        "Now the crib: lay {who:of} crib": "Au tour du crib : posez votre crib",
        "{who} plays {card}: {count}": "Vous jouez {card} : {count}",
        "{who} says go": "Vous dites go",
        "{who} claims {points}": "Vous annoncez {points}",
        "{who} wins!": "Vous gagnez !",
        "{who} wins, a skunk!": "Vous gagnez, un skunk !",
        "{who} wins, a double skunk!": "Vous gagnez, un double skunk !",
        "deals": "donnez",
        "says go": "dites go",
        "claims {points}": "annoncez {points}",
        "wins!": "gagnez !",
        "wins, a skunk!": "gagnez, un skunk !",
        "wins, a double skunk!": "gagnez, un double skunk !",
    },
    names=SEAT_NAMES["fr"],
    number=number,
    of=of,
    decimal=",",
    plural=lambda n: "one" if n < 2 else "other",
    # A space stands before some signs, and no line may end there.
    typeset=lambda text: re.sub(" (?=[:;!?»])", "\u00a0", text),
)  # fmt: skip
