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
    "UNDO and OK were held, but the board is in safe mode already.":
        "ANNULER et OK étaient tenus, mais la planche est déjà en mode sûr.",
    "UNDO and OK were held: starting in safe mode.":
        "ANNULER et OK étaient tenus : démarrage en mode sûr.",
    "What was there before lies as {file}.": "Ce qui s’y trouvait est gardé sous le nom {file}.",
    "at least {n} entries are lost": {
        "one": "au moins {n} entrée est perdue",
        "other": "au moins {n} entrées sont perdues",
    },
    "{got}, in {games} too": "{got}, dont {games}",
    "{got}; nothing is known to be lost.": "{got} ; rien n’est perdu que l’on sache.",
    "{n} newer entries could still be read": {
        "one": "{n} entrée plus récente a encore pu être lue",
        "other": "{n} entrées plus récentes ont encore pu être lues",
    },
    "{n} newer games": {
        "one": "{n} partie plus récente",
        "other": "{n} parties plus récentes",
    },
    "There is no camera: name one in the configuration, under [camera].":
        "Il n’y a pas de caméra : nommez-en une dans la configuration, sous [camera].",
    "The camera is counting a hand; this goes on when it is done.":
        "La caméra compte une main ; cela continue quand elle a fini.",
    "Another page is setting up the camera just now.":
        "Une autre page règle la caméra en ce moment.",
}
