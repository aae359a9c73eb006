"""Français : la partie revue, ses choix, ses graphiques."""

from collections.abc import Mapping

# fmt: off
REVIEW: Mapping[str, str | Mapping[str, str]] = {
    # --- a choice
    "played {card}": "a joué {card}",
    "discarded {cards}": "a écarté {cards}",
    "{n:.1f} points": {"one": "{n:.1f} point", "other": "{n:.1f} points"},
    "{n:.1f} % winning chances": "{n:.1f} % de chances de gain",
    "{n:.1f} ± {doubt:.1f} points": {
        "one": "{n:.1f} ± {doubt:.1f} point",
        "other": "{n:.1f} ± {doubt:.1f} points",
    },
    "{n:.1f} ± {doubt:.1f} % winning chances": "{n:.1f} ± {doubt:.1f} % de chances de gain",
    # --- what could not be judged
    "{one} and {other}": "{one} et {other}",
    "Deal {last}: {what}.": "Donne {last} : {what}.",
    "Deals {first} and {last}: {what}.": "Donnes {first} et {last} : {what}.",
    "No cards are known: only points were pegged":
        "Aucune carte n’est connue : les points ont seulement été marqués",
    "nothing can be judged: {why}": "rien ne peut être jugé : {why}",
    "the discards are not known, so they cannot be judged; they count as luck of the deal":
        "on ne sait pas ce qui a été écarté : les écarts ne peuvent être jugés et font partie de "
        "la chance de la donne",
    "the crib was not seen; it is assumed to be worth {points}":
        "personne n’a vu le crib ; on l’estime à {points}",
    "With four individual players, winning chances are not known: everything is in points":
        "À quatre, chacun pour soi, les chances de gagner ne sont pas connues : tout est en points",
    "With more than two sides, the deal and the others' choices count as luck":
        "À plus de deux camps, qui donne et ce que les autres choisissent font partie de la chance",
    "the cards seen contradict each other": "ce qu’on en a vu se contredit",
    "the play does not fit the hands: {why}": "le jeu ne va pas avec les mains : {why}",
    # --- the charts
    "The course of the game: {scores}.": "La partie au fil des donnes : {scores}.",
    "{who:of} chance of winning was between {low:.0f}% and {high:.0f}%.":
        "La chance de gagner {who:of} est restée entre {low:.0f} % et {high:.0f} %.",
    "Scores, deal by deal": "Le score, donne par donne",
    "Chance of winning": "Chance de gagner",
    "Chance of winning: up is good for {who}": "Chance de gagner : en haut, {who}",
    "{percent}%": "{percent} %",
    "{worth:+.1f}%": "{worth:+.1f} %",
    "{who}: decisions": "{who} : choix",
    "{who:of} decisions": "Choix {who:of}",
    "The deals": "Les donnes",
    "The starters": "Les retournes",
    "Cards in play": "Les cartes au jeu",
    "Not judged": "Non jugé",
    "What decisions cost": "Ce que les choix ont coûté",
    "What decisions cost, in points": "Ce que les choix ont coûté, en points",
    "Luck and skill: right for {one}, left for {other}":
        "Chance et adresse : à droite {one}, à gauche {other}",
    "Luck and skill, in points: right for {one}, left for {other}":
        "Chance et adresse (points) : droite {one}, gauche {other}",
    # --- the charts of the history
    "Dealer": "Donneur",
    "Pone": "Pone",
    "Hand": "main",
    "Crib": "crib",
    "Play": "jeu",
    "Other": "autre",
    "All": "tout",
    "{n:.1f}": "{n:.1f}",
    "Computer ({level})": "Ordinateur ({level})",
    "Beginner": "Débutant",
    "Novice": "Apprenti",
    "Club player": "Joueur de club",
    "Expert": "Expert",
    # --- why there is none
    "the review failed; the log says why":
        "l’examen de la partie a échoué ; le journal dit pourquoi",
    "no such game": "cette partie n’existe pas",
    "this game cannot be replayed": "cette partie ne peut être rejouée",
    "a review is for a finished game": "on ne revoit qu’une partie achevée",
    "no card of this game is known, so nothing can be judged":
        "aucune carte de cette partie n’est connue : rien ne peut être jugé",
    "there is nothing to review until a deal has ended":
        "il n’y a rien à revoir avant la fin d’une donne",
    "hints are for games against the computer":
        "les conseils sont pour les parties contre l’ordinateur",
    "you have no decision to make now": "vous n’avez rien à décider maintenant",
    "nobody of that name has played here": "personne de ce nom n’a joué ici",
    "Adaptive":
        "Adaptatif",
    "between {weaker} and {stronger}":
        "entre {weaker} et {stronger}",
    "The computer's level: {strength}.":
        "Niveau de l’ordinateur : {strength}.",
    "{who} won {won} of the last {n} games. The computer's level: {strength}.":
        "{who} a gagné {won} des {n} dernières parties. Niveau de l’ordinateur : {strength}.",
}
