"""Français : régler la caméra, ses mesures et ce qu’il faut faire."""

from collections.abc import Mapping

# fmt: off
CAMERA: Mapping[str, str | Mapping[str, str]] = {
    "smallest index": "le plus petit index",
    "card width": "largeur d’une carte",
    "card cut off": "carte coupée",
    "camera tilt": "inclinaison",
    "blur of an index": "flou, par index",
    "brightness": "luminosité",
    "overexposed": "brûlé par la lumière",
    "print contrast": "encre sur papier",
    "evenness": "régularité",
    "grain": "grain",
    "colour cast": "dominante",
    "movement": "mouvement",
    "camera shake": "tremblement",
    "cards read": "cartes lues",
    "unknown": "inconnu",
    "{value:.0f} px": "{value:.0f} px",
    "at least {value}": "au moins {value}",
    "at most {value}": "au plus {value}",
    "no card was found to measure": "aucune carte où le mesurer",
    "Move the camera closer, or use a higher resolution.":
        "Rapprochez la caméra, ou faites-lui prendre de plus grandes images.",
    "Move the camera away: five cards side by side must fit in the picture.":
        "Éloignez la caméra : cinq cartes côte à côte doivent tenir dans l’image.",
    "A card is partly outside the picture: move the cards towards the middle.":
        "Une carte sort de l’image : posez les cartes plus près du milieu.",
    "Point the camera more directly down at the table.":
        "Dirigez la caméra plus droit vers la table.",
    "Focus the camera on the cards: turn its lens, clean it, or move it until the bar is "
    "longest.":
        "Mettez les cartes au point : tournez l’objectif, nettoyez-le, ou déplacez la caméra "
        "jusqu’à ce que la barre soit la plus longue.",
    "It is too dark: turn on a lamp, or increase the camera's exposure.":
        "Il fait trop sombre : allumez une lampe, ou laissez la caméra poser plus longtemps.",
    "A lamp reflects off a card, or it is too bright: move the lamp aside, or dim it.":
        "Une lampe se reflète sur une carte, ou il y a trop de lumière : écartez la lampe, ou "
        "baissez-la.",
    "The print looks washed out: clean the lens, and keep windows and lamps from shining into "
    "it.":
        "L’impression paraît délavée : nettoyez l’objectif, et que ni fenêtre ni lampe n’y "
        "brille.",
    "The light is uneven: remove whatever casts a shadow, or add a second lamp on the other side.":
        "La lumière est inégale : ôtez ce qui fait de l’ombre, ou mettez une seconde lampe de "
        "l’autre côté.",
    "The picture is grainy: add light, and lower the camera's gain.":
        "L’image a du grain : donnez plus de lumière, et baissez le gain de la caméra.",
    "White cards look coloured, and red is hard to tell from black: use white light.":
        "Les cartes blanches paraissent colorées, et le rouge se distingue mal du noir : prenez "
        "une lumière blanche.",
    "Something is moving: take your hands away and wait a moment.":
        "Quelque chose bouge : retirez les mains et attendez un instant.",
    "The camera itself is moving: fix it in place, and keep the table from shaking.":
        "La caméra elle-même bouge : fixez-la, et que la table ne tremble pas.",
    "The picture is black: take off the lens cap, and turn on a light.":
        "L’image est noire : ôtez le bouchon de l’objectif, et faites de la lumière.",
    "Lay five cards flat on the table, face up and apart, where hands will be laid.":
        "Posez cinq cartes à plat sur la table, face visible et séparées, là où seront les mains.",
    "Not one pixel of the picture ever changes: the camera has frozen. Unplug it and plug it in "
    "again.":
        "L’image ne change jamais, pas d’un seul pixel : la caméra est bloquée. Débranchez-la et "
        "rebranchez-la.",
    "This deck’s court cards cannot be read; its numbers can.":
        "Les figures de ce jeu ne peuvent pas être lues ; ses nombres le peuvent.",
    "The cards have other letters than those of the setting camera.deck: choose their country, "
    "or “auto”.":
        "Les cartes ont d’autres lettres que celles du réglage camera.deck : choisissez leur pays, "
        "ou « auto ».",
    "Is this a {pack}: {letters}? OK for yes, UNDO for no.":
        "Est-ce un {pack} : {letters} ? OK pour oui, ANNULER pour non.",
    "English pack": "jeu anglais",
    "French pack": "jeu français",
    "German pack": "jeu allemand",
    "Dutch pack": "jeu néerlandais",
    "Scandinavian pack": "jeu scandinave",
    "Polish pack": "jeu polonais",
    "This source shows still pictures: one picture was read, not ten from a live camera.":
        "Cette source montre des images fixes : une image a été lue, et non dix d’une caméra en "
        "direct.",
    "Move the camera closer and give it more light.":
        "Rapprochez la caméra et donnez-lui plus de lumière.",
    "No picture yet.": "Pas encore d’image.",
    "{done} of {of} readings.": "{done} lectures sur {of}.",
    "A reading takes {seconds:.1f} s.": "Une lecture prend {seconds:.1f} s.",
    "This camera is simulated: these are sample pictures, not your table.":
        "Cette caméra est simulée : ce sont des images d’exemple, pas votre table.",
    "Not passed: no card was read.": "Échec : aucune carte n’a été lue.",
    "Not passed: {n} cards were read, not {hand}.": {
        "one": "Échec : {n} carte a été lue, et non {hand}.",
        "other": "Échec : {n} cartes ont été lues, et non {hand}.",
    },
    "Passed: {alike} of {of} readings alike": "Réussi : {alike} lectures sur {of} sont pareilles",
    "Not passed: {alike} of {of} readings alike":
        "Échec : {alike} lectures sur {of} sont pareilles",
    "{said}: {why}.": "{said} : {why}.",
    "{said}; but check: {bad}.": "{said} ; mais voyez : {bad}.",
    "the {card} was read as {other} {times}": "{card} a été lu comme {other} {times}",
    "{one} or {other}": "{one} ou {other}",
    "the {card} was not seen every time": "{card} allait et venait",
    "the {card} was missed {times}": "{card} manquait {times}",
    "{n} times": {
        "one": "une fois",
        "other": "{n} fois",
    },
    "Did {who} deal? OK if so.": "Est-ce {who} qui a donné ? OK si oui.",
    "Did {who} deal? It was {due}'s turn.":
        "Est-ce {who} qui a donné ? C’était à {due} de donner.",
    "A deal has begun on the table. Did {who} deal it?":
        "Une donne est déjà en cours sur la table. Est-ce {who} qui a donné ?",
    "The camera seems to be turned: does {who} sit {where}?":
        "La caméra semble tournée : la place de {who} est-elle {where} ?",
    "on the left of the picture": "à gauche de l’image",
    "on the right of the picture": "à droite de l’image",
    "on the other side": "de l’autre côté",
    "No, {who} sits there": "Non, c’est la place de {who}",
    "Yes": "Oui",
    "No": "Non",
    "Is the starter the {card}? OK if so, or touch the card.":
        "La retourne : {card} ? OK si oui, sinon touchez la carte.",
    "Did {who} play the {card}? OK if so, or touch the card.":
        "{who} a joué : {card} ? OK si oui, sinon touchez la carte.",
    "Was the crib read right? OK if so, or take it back.":
        "Le crib est-il bien lu ? OK si oui, sinon annulez.",
    "The crib wasn't seen. COUNT it, enter it, or OK to skip it.":
        "Le crib n’a pas été vu. Comptez-le, saisissez-le, ou OK pour le sauter.",
    "The camera saw {seen}, but {why}. Touch the wrong card.":
        "La caméra a vu {seen}, mais : {why}. Touchez la carte fausse.",
    "The camera saw {seen}, but {why}. OK if it is right.":
        "La caméra a vu {seen}, mais : {why}. OK si c’est juste.",
    "The camera still sees {seen}. OK if that is right.":
        "La caméra voit encore {seen}. OK si c’est juste.",
    "The last deal isn't fully counted. OK to continue.":
        "La dernière donne n’est pas comptée jusqu’au bout. OK pour continuer.",
    "The camera was blocked. Check the score, then OK.":
        "La caméra était masquée. Vérifiez le score, puis OK.",
    "the {card} from {who}": "{card}, par {who}",
    "the {card} as the starter": "{card} en retourne",
    "a deal by {who}": "une donne par {who}",
    "the crib": "le crib",
    "that question is no longer asked": "cette question n’est plus posée",
    "the sample pictures show hands, not whole deals":
        "les images d’exemple montrent des mains, pas des donnes entières",
    "the camera has pegged {points} for {name} already":
        "la caméra a déjà marqué {points} pour {name}",
    "enter them again if they are to count twice":
        "entrez-les encore s’ils doivent compter deux fois",
}
