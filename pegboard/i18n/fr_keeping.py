"""Français : garder les parties, restaurer, et ce que la planche refuse."""

from collections.abc import Mapping

# fmt: off
KEEPING: Mapping[str, str | Mapping[str, str]] = {
    "But not the settings: {why}.": "Mais pas les réglages : {why}.",
    "Games are not kept while the board runs in safe mode: {why}":
        "Les parties ne sont pas gardées tant que la planche est en mode sûr : {why}",
    "It lies as {file} beside the new one.":
        "Elle est gardée sous le nom {file} à côté de la nouvelle.",
    "Its configuration differs from the present one; it lies in {file}.":
        "Sa configuration n’est pas celle d’à présent ; elle est dans {file}.",
    "Nothing in it could be read: what was newer is lost.":
        "Rien n’a pu y être lu : ce qui était plus récent est perdu.",
    "Restored {games} with {entries} entries, as of {made} UTC; compared.":
        "{games} avec {entries} entrées, du {made} UTC, restaurées et comparées.",
    "The configuration is back in {file}; restart pegboard to use it.":
        "La configuration est revenue dans {file} ; redémarrez pegboard pour vous en servir.",
    "The copy of {date} was restored.": "La copie du {date} a été restaurée.",
    "The journal is damaged. Restart the board: that mends it.":
        "La mémoire des parties est abîmée. Redémarrez la planche : cela la répare.",
    "The journal was damaged.": "La mémoire des parties était abîmée.",
    "The journal was gone.": "La mémoire des parties avait disparu.",
    "The last game cannot be gone on with ({why}). It is still in the journal.":
        "La dernière partie ne peut être continuée ({why}). Elle est encore dans la mémoire des "
        "parties.",
    "There was no copy of it.": "Il n’y en avait pas de copie.",
    "This board was not installed by its installer: update it the way it came (systemd/README.md)":
        "Cette planche n’a pas été installée par son installeur : mettez-la à jour comme elle "
        "est venue (systemd/README.md)",
    "UNDO and OK were held down at the start": "ANNULER et OK étaient tenus au démarrage",
    "UNDO and OK were held, but the board is in safe mode already.":
        "ANNULER et OK étaient tenus, mais la planche est déjà en mode sûr.",
    "UNDO and OK were held: starting in safe mode.":
        "ANNULER et OK étaient tenus : démarrage en mode sûr.",
    "What was there before lies as {file}.": "Ce qui s’y trouvait est gardé sous le nom {file}.",
    "a demo game is playing; start a game of your own first":
        "une démonstration est en cours ; commencez d’abord une partie à vous",
    "a game is open; finish it first, or restore all the same":
        "une partie est en cours ; finissez-la d’abord, ou restaurez quand même",
    "against the computer, only a move of one's own is taken back":
        "contre l’ordinateur, on n’annule qu’un coup à soi",
    "at least {n} entries are lost": {
        "one": "au moins {n} entrée est perdue",
        "other": "au moins {n} entrées sont perdues",
    },
    "it has a file that no backup has: {file}":
        "elle contient un fichier qu’aucune sauvegarde n’a : {file}",
    "it is larger than {most} MB: no backup is":
        "elle dépasse {most} Mo : aucune sauvegarde n’est si grande",
    "it is not a backup of pegboard ({why})": "ce n’est pas une sauvegarde de pegboard ({why})",
    "it is not a backup of pegboard: it has no manifest, or two of something":
        "ce n’est pas une sauvegarde de pegboard : il y manque la liste, ou quelque chose y est "
        "deux fois",
    "it is not a backup of pegboard: it is damaged":
        "ce n’est pas une sauvegarde de pegboard : le fichier est abîmé",
    "it is not a backup of pegboard: its manifest cannot be read":
        "ce n’est pas une sauvegarde de pegboard : sa liste est illisible",
    "it is not a backup of pegboard: {file} is longer than {most} bytes":
        "ce n’est pas une sauvegarde de pegboard : {file} dépasse {most} octets",
    "it is not whole: its games are not those its manifest counts":
        "elle n’est pas entière : ses parties ne sont pas celles que compte sa liste",
    "it is not whole: its manifest names other files than are in it":
        "elle n’est pas entière : sa liste nomme d’autres fichiers que les siens",
    "it is not whole: {file} is longer than its manifest says":
        "elle n’est pas entière : {file} est plus long que ne le dit sa liste",
    "it is not whole: {file} is not what its manifest says":
        "elle n’est pas entière : {file} n’est pas ce que dit sa liste",
    "it was asked for (--safe)": "cela a été demandé (--safe)",
    "it was made by a newer pegboard (backup version {version}, this one knows {known}); update "
    "pegboard first":
        "elle vient d’un pegboard plus récent (version de sauvegarde {version}, celui-ci connaît "
        "{known}) ; mettez d’abord pegboard à jour",
    "its journal would take {size} MB: none is so large":
        "ses parties prendraient {size} Mo : c’est plus que jamais",
    "no backup is larger than {most} MB": "aucune sauvegarde ne dépasse {most} Mo",
    "no copy was made: {free} MB are free on the disk and {wanted} MB are wanted; free some space":
        "aucune copie n’a été faite : {free} Mo sont libres sur le disque et il en faut {wanted} "
        "; faites de la place",
    "no copy was made: {why}": "aucune copie n’a été faite : {why}",
    "no game waits to go on; begin a new one":
        "aucune partie n’attend d’être continuée ; commencez-en une",
    "seat {seat} is not played at the board": "la place {seat} ne se joue pas à la planche",
    "simulated devices only, because {why}": "appareils simulés seulement : {why}",
    "the backup did not arrive whole": "la sauvegarde n’est pas arrivée entière",
    "the board counts a game against the computer by itself":
        "contre l’ordinateur, la planche compte elle-même",
    "the disk does not give back what was written to it":
        "le disque ne rend pas ce qui y a été écrit",
    "the game has moved on": "la partie a continué",
    "the game has moved on meanwhile: look again":
        "la partie a continué entre-temps : regardez de nouveau",
    "the journal is damaged; it is mended when pegboard starts again":
        "la mémoire des parties est abîmée ; elle est réparée quand pegboard redémarre",
    "the last two starts failed": "les deux derniers démarrages ont échoué",
    "there is no room for it on the disk; free some space":
        "il n’y a pas de place pour elle sur le disque ; faites de la place",
    "there is nothing to take back": "il n’y a rien à annuler",
    "undo: a demo game is playing; start a game of your own first":
        "annuler : une démonstration est en cours ; commencez d’abord une partie à vous",
    "undo: you have not moved yet": "annuler : vous n’avez pas encore joué",
    "what was restored is not what is in the backup; the old games are back":
        "ce qui a été restauré n’est pas ce qu’il y a dans la sauvegarde ; les anciennes parties "
        "sont revenues",
    "{free} MB are free on the disk and {wanted} MB are wanted; free some space":
        "{free} Mo sont libres sur le disque et il en faut {wanted} ; faites de la place",
    "{got}, in {games} too": "{got}, dont {games}",
    "{got}; nothing is known to be lost.": "{got} ; rien n’est perdu que l’on sache.",
    "{line}: not now, in a game against the computer":
        "{line} : pas maintenant, contre l’ordinateur",
    "{line}: seat {seat} is played by {name}, not from here":
        "{line} : la place {seat} est jouée par {name}, pas d’ici",
    "{line}: the computer plays seat {seat} itself":
        "{line} : l’ordinateur joue lui-même la place {seat}",
    "{n} newer entries could still be read": {
        "one": "{n} entrée plus récente a encore pu être lue",
        "other": "{n} entrées plus récentes ont encore pu être lues",
    },
    "{n} newer games": {
        "one": "{n} partie plus récente",
        "other": "{n} parties plus récentes",
    },
    "there is nothing to undo": "il n’y a rien à annuler",
    "the game is over: only undo is accepted": "la partie est finie : on ne peut qu’annuler",
    "seat {seat}: the seats are 0 to {most}": "place {seat} : les places vont de 0 à {most}",
    "{deed} is not possible now: seat {seat} is to deal":
        "{deed} n’est pas possible maintenant : la place {seat} doit donner",
    "{deed} is not possible now: seats are to lay away":
        "{deed} n’est pas possible maintenant : on écarte",
    "{deed} is not possible now: seat {seat} is to cut the starter":
        "{deed} n’est pas possible maintenant : la place {seat} doit couper",
    "{deed} is not possible now: seat {seat} is to play":
        "{deed} n’est pas possible maintenant : la place {seat} doit jouer",
    "{deed} is not possible now: the hand of seat {seat} is to be counted":
        "{deed} n’est pas possible maintenant : on compte la main de la place {seat}",
    "{deed} is not possible now: the crib is to be counted":
        "{deed} n’est pas possible maintenant : on compte le crib",
    "{deed}: the program counts an open deal": "{deed} : le programme compte une donne ouverte",
    "muggins is not played in this game": "cette partie se joue sans muggins",
    "seat {seat} cannot deal: it is seat {other}'s deal":
        "la place {seat} ne peut donner : c’est à la place {other}",
    "seat {seat} has laid away already": "la place {seat} a déjà écarté",
    "a seat lays away {n}, not {count}": "on écarte {n}, pas {count}",
    "seat {seat} does not hold {card}": "la place {seat} n’a pas {card}",
    "{card} cannot be cut: it was dealt": "{card} ne peut être retournée : elle a été donnée",
    "it is not seat {seat}'s turn, but seat {other}'s":
        "ce n’est pas à la place {seat}, mais à la place {other}",
    "no go at {count}: every card can be played":
        "pas de « go » à {count} : toutes les cartes passent",
    "seat {seat} can play, and must": "la place {seat} peut jouer, et le doit",
    "{card} would bring the count to {count}; it never passes {most}":
        "{card} mettrait le compte à {count} ; il ne dépasse jamais {most}",
    "seat {seat}'s hand is counted first": "on compte d’abord la main de la place {seat}",
    "seat {seat}'s hand was claimed already; correct puts a peg right":
        "la main de la place {seat} a déjà été annoncée ; une fiche se corrige",
    "seat {seat}'s hand is counted before the crib":
        "on compte la main de la place {seat} avant le crib",
    "{points} points: a hand is worth 0 to {most}":
        "{points} points : une main vaut de 0 à {most}",
    "{points} points: call at least 1": "{points} points : réclamez-en au moins 1",
    "there is no claim to be called": "il n’y a pas d’annonce à relever",
    "seat {seat} cannot call its own side's points":
        "la place {seat} ne peut réclamer les points de son camp",
    "score {points}: the holes are 0 to {most}": "score {points} : les trous vont de 0 à {most}",
    "{points} points: it is 1 to {most}": "{points} points : c’est de 1 à {most}",
    "seat {seat} claims {points}; it is worth {worth}":
        "la place {seat} annonce {points} ; elle vaut {worth}",
    "seat {seat} calls {points}; nothing was missed":
        "la place {seat} réclame {points} ; rien n’a été oublié",
    "seat {seat} calls {points}; {worth} was missed":
        "la place {seat} réclame {points} ; {worth} ont été oubliés",
    "the deal before was not counted to its end":
        "la donne d’avant n’a pas été comptée jusqu’au bout",
    "seat {seat} laid {card}, which is not in the hand it shows":
        "la place {seat} a posé {card}, qui n’est pas dans la main qu’elle montre",
    "{card} was seen before in this deal": "{card} a déjà été vue dans cette donne",
    "{card} is not laid: the go before it ended the game":
        "{card} n’est pas posée : le go d’avant a fini la partie",
    "seat {seat} said go and could have played {card}":
        "la place {seat} a dit go et aurait pu jouer {card}",
    "There is no camera: name one in the configuration, under [camera].":
        "Il n’y a pas de caméra : nommez-en une dans la configuration, sous [camera].",
    "The camera is counting a hand; this goes on when it is done.":
        "La caméra compte une main ; cela continue quand elle a fini.",
    "Another page is setting up the camera just now.":
        "Une autre page règle la caméra en ce moment.",
}
