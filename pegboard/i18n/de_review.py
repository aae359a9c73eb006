"""Deutsch: das Spiel noch einmal, seine Entscheidungen, seine Schaubilder."""

from collections.abc import Mapping

# fmt: off
REVIEW: Mapping[str, str | Mapping[str, str]] = {
    # --- a choice
    "played {card}": "hat {card} gespielt",
    "discarded {cards}": "hat {cards} abgelegt",
    "{n:.1f} points": "{n:.1f} Punkte",
    "{n:.1f} % winning chances":
        "{n:.1f} % Gewinnchance",
    "{n:.1f} ± {doubt:.1f} points": "{n:.1f} ± {doubt:.1f} Punkte",
    "{n:.1f} ± {doubt:.1f} % winning chances":
        "{n:.1f} ± {doubt:.1f} % Gewinnchance",
    # --- what could not be judged
    "{one} and {other}": "{one} und {other}",
    "Deal {last}: {what}.": "Runde {last}: {what}.",
    "Deals {first} and {last}: {what}.": "Runden {first} und {last}: {what}.",
    "No cards are known: only points were pegged":
        "Keine Karten sind bekannt: Punkte wurden nur gesteckt",
    "nothing can be judged: {why}": "nichts lässt sich beurteilen: {why}",
    "the discards are not known, so they cannot be judged; they count as luck of the deal":
        "was abgelegt wurde, ist nicht bekannt, also lässt sich das Ablegen nicht beurteilen; es "
        "gehört zum Glück der Runde",
    "the crib was not seen; it is assumed to be worth {points}":
        "niemand hat die Crib gesehen; sie wird mit {points} angesetzt",
    "With four individual players, winning chances are not known: everything is in points":
        "Zu viert, jeder für sich, sind die Gewinnchancen nicht bekannt: alles ist in Punkten",
    "With more than two sides, the deal and the others' choices count as luck":
        "Bei mehr als zwei Parteien gehört zum Glück, wer gibt und was die anderen wählen",
    "the cards seen contradict each other": "was davon zu sehen war, widerspricht sich",
    "the play does not fit the hands: {why}": "das Ausspielen passt nicht zu den Blättern: {why}",
    # --- the charts
    "The course of the game: {scores}.": "Der Verlauf des Spiels: {scores}.",
    "{who:of} chance of winning was between {low:.0f}% and {high:.0f}%.":
        "{who:of} Gewinnchance lag zwischen {low:.0f} % und {high:.0f} %.",
    "Scores, deal by deal": "Der Stand, Runde für Runde",
    "Chance of winning": "Gewinnchance",
    "Chance of winning: up is good for {who}": "Gewinnchance: oben {who}",
    "{percent}%": "{percent} %",
    "{worth:+.1f}%": "{worth:+.1f} %",
    "{who}: decisions": "{who}: Entscheidungen",
    "{who:of} decisions": "{who:of} Entscheidungen",
    "The deals": "Gegebene Karten",
    "The starters": "Starter",
    "Cards in play": "Beim Ausspielen",
    "Not judged": "Nicht beurteilt",
    "What decisions cost": "Was die Entscheidungen kosteten",
    "What decisions cost, in points": "Was die Entscheidungen kosteten, in Punkten",
    "Luck and skill: right for {one}, left for {other}":
        "Glück und Können: rechts {one}, links {other}",
    "Luck and skill, in points: right for {one}, left for {other}":
        "Glück und Können (Punkte): rechts {one}, links {other}",
    # --- the charts of the history
    "Dealer": "Geber",
    "Pone": "Vorhand",
    "Hand": "Blatt",
    "Crib": "Crib",
    "Play": "Spiel",
    "Other": "Übriges",
    "All": "alles",
    "{n:.1f}": "{n:.1f}",
    "Computer ({level})": "Computer ({level})",
    "Beginner": "Anfänger",
    "Novice": "Neuling",
    "Club player": "Vereinsspieler",
    "Expert": "Meister",
    # --- why there is none
    "the review failed; the log says why":
        "die Auswertung ist gescheitert; im Protokoll steht, warum",
    "no such game": "dieses Spiel gibt es nicht",
    "this game cannot be replayed": "dieses Spiel lässt sich nicht nachspielen",
    "a review is for a finished game": "nur ein beendetes Spiel lässt sich durchgehen",
    "no card of this game is known, so nothing can be judged":
        "keine Karte dieses Spiels ist bekannt, also lässt sich nichts beurteilen",
    "there is nothing to review until a deal has ended":
        "bis eine Runde vorbei ist, gibt es nichts durchzugehen",
    "hints are for games against the computer": "Tipps gibt es in Spielen gegen den Computer",
    "you have no decision to make now": "du hast jetzt nichts zu entscheiden",
    "nobody of that name has played here": "niemand mit diesem Namen hat hier gespielt",
    "Adaptive":
        "Angepasst",
    "between {weaker} and {stronger}":
        "zwischen {weaker} und {stronger}",
    "The computer's level: {strength}.":
        "Stärke des Computers: {strength}.",
    "{who} won {won} of the last {n} games. The computer's level: {strength}.":
        "{who} gewann {won} der letzten {n} Spiele. Stärke des Computers: {strength}.",
}
