"""Français : garder les parties, restaurer, et ce que la planche refuse."""

from collections.abc import Mapping

# fmt: off
KEEPING: Mapping[str, str | Mapping[str, str]] = {
    "But not the settings: {why}.": "Mais pas les réglages : {why}.",
    "Games are not saved while the board runs in safe mode: {why}":
        "Les parties ne sont pas gardées tant que la planche est en mode sûr : {why}",
    "The old one is kept as {file}, beside the new one.":
        "Elle est gardée sous le nom {file} à côté de la nouvelle.",
    "Its configuration differs from the present one; it is kept in {file}.":
        "Sa configuration n’est pas celle d’à présent ; elle est dans {file}.",
    "Nothing in it could be read: anything newer is lost.":
        "Rien n’a pu y être lu : ce qui était plus récent est perdu.",
    "Restored {games} with {entries} entries, made on {made} UTC, and verified.":
        "{games} avec {entries} entrées, du {made} UTC, restaurées et comparées.",
    "The configuration was restored to {file}; restart pegboard to use it.":
        "La configuration est revenue dans {file} ; redémarrez pegboard pour vous en servir.",
    "The copy of {date} was restored.": "La copie du {date} a été restaurée.",
    "The journal is damaged. Restart the board to repair it.":
        "La mémoire des parties est abîmée. Redémarrez la planche : cela la répare.",
    "The journal was damaged.": "La mémoire des parties était abîmée.",
    "The journal was missing its newest entries.":
        "Il manquait à la mémoire des parties ses dernières entrées.",
    "The header of {game} is damaged; check its names and rules.":
        "L’en-tête de {game} est abîmé ; vérifiez les noms et les règles.",
    "The header of {game} was damaged and is repaired.":
        "L’en-tête de {game} était abîmé ; il est réparé.",
    "Line {n} of {game} was damaged and is repaired.":
        "La ligne {n} de {game} était abîmée ; elle est réparée.",
    "Line {n} of {game} is damaged and now reads “{text}”; correct it if that is wrong.":
        "La ligne {n} de {game} est abîmée et se lit maintenant « {text} » ; corrigez-la si c’est "
        "faux.",
    "game {id}": "la partie {id}",
    "the game of {date}": "la partie du {date}",
    "the game of {date} ({names})": "la partie du {date} ({names})",
    "Not everything could be used: {why}.": "Tout n’a pas pu servir : {why}.",
    "The journal was missing.": "La mémoire des parties avait disparu.",
    "The last game cannot be resumed ({why}). It is still in the journal.":
        "La dernière partie ne peut être continuée ({why}). Elle est encore dans la mémoire des "
        "parties.",
    "There was no copy.": "Il n’y en avait pas de copie.",
    "UNDO and OK were held, but the board is already in safe mode.":
        "ANNULER et OK étaient tenus, mais la planche est déjà en mode sûr.",
    "UNDO and OK were held: starting in safe mode.":
        "ANNULER et OK étaient tenus : démarrage en mode sûr.",
    "The earlier games are kept as {file}.": "Ce qui s’y trouvait est gardé sous le nom {file}.",
    "at least {n} entries are lost": {
        "one": "au moins {n} entrée est perdue",
        "other": "au moins {n} entrées sont perdues",
    },
    "{got}, including {games}": "{got}, dont {games}",
    "{got}; as far as is known, nothing is lost.": "{got} ; rien n’est perdu que l’on sache.",
    "{n} newer entries could be recovered": {
        "one": "{n} entrée plus récente a encore pu être lue",
        "other": "{n} entrées plus récentes ont encore pu être lues",
    },
    "{n} newer games": {
        "one": "{n} partie plus récente",
        "other": "{n} parties plus récentes",
    },
    "There is no camera: choose one in the settings.":
        "Il n’y a pas de caméra : choisissez-en une dans les réglages.",
    "The camera is counting a hand; set-up continues when it is done.":
        "La caméra compte une main ; cela continue quand elle a fini.",
    "Another page is setting up the camera at the moment.":
        "Une autre page règle la caméra en ce moment.",
    "a backup must be at most {most} MB": "une sauvegarde doit faire {most} Mo au plus",
    "it is not a pegboard backup, or it is damaged":
        "ce n’est pas une sauvegarde de pegboard : le fichier est abîmé",
    "it is not a pegboard backup ({why})": "ce n’est pas une sauvegarde de pegboard ({why})",
    "it is not a pegboard backup: it has no manifest, or a file twice":
        "ce n’est pas une sauvegarde de pegboard : il y manque la liste, ou quelque chose y est "
        "deux fois",
    "it is incomplete: its manifest and its files do not match":
        "elle n’est pas entière : sa liste nomme d’autres fichiers que les siens",
    "it has a file that does not belong in a backup: {file}":
        "elle contient un fichier qu’aucune sauvegarde n’a : {file}",
    "its journal would take {size} MB, which is too large":
        "ses parties prendraient {size} Mo : c’est plus que jamais",
    "{wanted} MB are needed on the disk, and {free} MB are free; free some space":
        "{free} Mo sont libres sur le disque et il en faut {wanted} ; faites de la place",
    "it is damaged: {file} is longer than its manifest says":
        "elle n’est pas entière : {file} est plus long que ne le dit sa liste",
    "it is not a pegboard backup: {file} is longer than {most} bytes":
        "ce n’est pas une sauvegarde de pegboard : {file} dépasse {most} octets",
    "it was made by a newer pegboard (backup version {version}, this one knows {known}); update "
    "pegboard first":
        "elle vient d’un pegboard plus récent (version de sauvegarde {version}, celui-ci connaît "
        "{known}) ; mettez d’abord pegboard à jour",
    "it is not a pegboard backup: its manifest cannot be read":
        "ce n’est pas une sauvegarde de pegboard : sa liste est illisible",
    "it is damaged: {file} does not match its manifest":
        "elle n’est pas entière : {file} n’est pas ce que dit sa liste",
    "it is damaged: its games do not match its manifest":
        "elle n’est pas entière : ses parties ne sont pas celles que compte sa liste",
    "no copy was made: {wanted} MB are needed, and {free} MB are free; free some space":
        "aucune copie n’a été faite : {free} Mo sont libres sur le disque et il en faut {wanted} "
        "; faites de la place",
    "no copy was made: {why}": "aucune copie n’a été faite : {why}",
    "a game is in progress; finish it first, or restore anyway":
        "une partie est en cours ; finissez-la d’abord, ou restaurez quand même",
    "there is no journal in {folder}: nothing to back up":
        "il n’y a pas de journal dans {folder} : rien à sauvegarder",
    "backup: {why}": "sauvegarde : {why}",
    "restore: {why}": "restauration : {why}",
    "restore: {file}: {why}": "restauration : {file} : {why}",
    "the disk did not return what was written to it": "le disque ne rend pas ce qui y a été écrit",
    "the restored games do not match the backup; the old games are back in place":
        "ce qui a été restauré n’est pas ce qu’il y a dans la sauvegarde ; les anciennes parties "
        "sont revenues",
    "no pegboard runs in {folder}": "aucun pegboard ne tourne dans {folder}",
    "the running pegboard is not responding": "le pegboard en marche ne répond pas",
    "the running pegboard stopped in the middle of the backup":
        "le pegboard en marche s’est arrêté au milieu de la sauvegarde",
    "the service does not know this request": "le service ne connaît pas cette question",
    "the control socket: {why}": "le socket de commande : {why}",
    "{what}: {why}: another pegboard has it open": "{what} : {why} : un autre pegboard l’a ouvert",
    "stop that one or choose another file": "arrêtez celui-là ou choisissez un autre fichier",
    "{what}: {why}: the disk is full": "{what} : {why} : le disque est plein",
    "free some space and press again": "libérez de la place et pressez encore",
    "{what}: {why}: cannot write to the disk": "{what} : {why} : le disque ne se laisse pas écrire",
    "check its free space and its health": "regardez sa place et sa santé",
    "{what}: {why}: it is not writable": "{what} : {why} : il ne se laisse pas écrire",
    "check the file's owner and the disk": "regardez à qui est le fichier, et le disque",
    "{what}: {why}: it is not a journal, or it is damaged":
        "{what} : {why} : ce n’est pas un journal, ou il est abîmé",
    "move it away": "écartez-le",
    "{what}: {why}: it is damaged": "{what} : {why} : il est abîmé",
    "move it away or restore a backup": "écartez-le ou restaurez une sauvegarde",
    "{what}: {why}: it cannot be opened": "{what} : {why} : il ne s’ouvre pas",
    "check the disk, the folder and its owner": "regardez le disque, le dossier et à qui il est",
    "{what}: written by a newer pegboard (journal version {version}, this one knows {known})":
        "{what} : écrit par un pegboard plus récent (version {version} du journal, celui-ci "
        "connaît {known})",
    "update pegboard or choose another file":
        "mettez pegboard à jour ou choisissez un autre fichier",
    "{what}: closed": "{what} : fermé",
    "{what}: it is damaged, and repairing it failed: {why}; nothing was removed":
        "{what} : il est abîmé, et la réparation a échoué : {why} ; rien n’a été enlevé",
    "name must name a player": "il manque le nom d’un joueur",
    "there is no game {game}": "il n’y a pas de partie {game}",
    "{name} must be joined with another name": "{name} doit être réuni avec un autre nom",
    "this game is on the table: correct its names on the board's own page":
        "cette partie est sur la table : corrigez les noms sur la page de la planche",
    "{name} and {into} have played each other, so they cannot be one person":
        "{name} et {into} ont joué l’un contre l’autre : ce ne sont pas la même personne",
    "{name} is at the table: start a game without this name first":
        "{name} est à la table : commencez d’abord une partie sans ce nom",
    "the disk is too full for it; free some space":
        "il n’y a pas de place pour elle sur le disque ; faites de la place",
    "the backup did not arrive complete": "la sauvegarde n’est pas arrivée entière",
    "the journal is damaged; it will be repaired when pegboard restarts":
        "la mémoire des parties est abîmée ; elle est réparée quand pegboard redémarre",
    "entry {n} is missing": "l’entrée {n} manque",
    "entry {n}: its time is missing": "entrée {n} : elle n’a pas d’heure",
    "game {id}: {why}": "partie {id} : {why}",
    "its time is missing": "elle n’a pas d’heure",
    "{what}: {line} is not what was written":
        "{what} : {line} n’est pas ce qui a été écrit",
    "a game must have at most {most} entries; begin a new one":
        "une partie a au plus {most} entrées ; commencez-en une nouvelle",
    "this backup is encrypted: it needs its passphrase":
        "cette sauvegarde est chiffrée : il lui faut sa phrase secrète",
    "the passphrase must be the one of this backup, or the file is damaged":
        "ce n’est pas la phrase secrète de cette sauvegarde, ou le fichier est abîmé",
    "both passphrases must be the same": "les deux phrases secrètes ne sont pas les mêmes",
    "a passphrase must have at least {least} characters":
        "une phrase secrète a au moins {least} caractères",
    "it is a database, but not a pegboard journal":
        "c’est une base de données, mais pas un journal de pegboard",
    "it was written by a newer pegboard (journal version {version}, this one knows {known}); "
    "update pegboard first":
        "un pegboard plus récent l’a écrit (version {version}, celui-ci connaît {known}) ; mettez "
        "d’abord pegboard à jour",
    "its header must not contain actions": "son en-tête contient des coups",
    "its mode must be a word": "son mode n’est pas un mot",
    "the journal in it is damaged: {why}": "le journal qu’elle contient est abîmé : {why}",
    "a game must have at most {most} entries, got {n}":
        "{n} entrées ; aucune partie n’en a plus de {most}",
    "{what} must be a text of 1 to {most} characters":
        "{what} n’est pas un texte de 1 à {most} caractères",
    "Simulated: the machine would restart now.":
        "Simulation : la machine redémarrerait maintenant.",
    "Simulated: the machine would switch off now.":
        "Simulation : la machine s’éteindrait maintenant.",
    "The board restarts. This page reconnects by itself.":
        "La planche redémarre. Cette page se reconnecte d’elle-même.",
    "The board is switching off. Wait until its lights are out, then unplug it.":
        "La planche s’éteint. Attendez que ses lumières soient éteintes, puis débranchez-la.",
    "This board was not set up by its installer: switch it off at the machine itself":
        "Cette planche n’a pas été installée par son programme : éteignez la machine elle-même",
    "the command that started the board": "la commande qui a démarré la planche",
    "{key}: not a setting of the page; must be one of: {known}":
        "{key} : ce n’est pas un réglage de la page ; il faut : {known}",
    "{layout} has {tracks} tracks, and the game on the table needs {sides}; finish it first":
        "{layout} a {tracks} pistes, et la partie en cours en demande {sides} : finissez-la "
        "d’abord",
    "{key} is fixed in the configuration file {file}":
        "{key} est fixé dans la configuration {file}",
    "{key}: must be one of {known}, got {value}": "{key} : {value} n’est pas parmi {known}",
    "{key}: must be at most {most} different names of 1 to {longest} characters":
        "{key} : il faut {most} noms différents au plus, de 1 à {longest} caractères",
    # --- a hall
    "Correct it, then run this again": "Corrigez-la, puis recommencez",
    "It starts with the machine.": "Elle démarre avec la machine.",
    "No broker is configured.": "Aucun broker n’est réglé.",
    "Restore a backup into a new folder: `pegboard hall restore FILE --folder FOLDER`":
        "Restaurez une sauvegarde dans un nouveau dossier : `pegboard hall restore FILE "
        "--folder FOLDER`",
    "The hall does not start with the machine": "La salle ne démarre pas avec la machine",
    "The last backup is {days:.1f} days old, and things have changed":
        "La dernière sauvegarde a {days:.1f} jours, et des choses ont changé depuis",
    "The last backup is {days:.1f} days old.":
        "La dernière sauvegarde a {days:.1f} jours.",
    "The store cannot be trusted: {why}":
        "On ne peut pas se fier aux données de la salle : {why}",
    "There is no backup of this hall": "Cette salle n’a aucune sauvegarde",
    "There is none yet in {folder}.": "Il n’y en a pas encore dans {folder}.",
    "`chmod 600 {file}`": "`chmod 600 {file}`",
    "`pegboard hall backup FILE --folder {folder}`":
        "`pegboard hall backup FILE --folder {folder}`",
    "`sudo systemctl enable {unit}`": "`sudo systemctl enable {unit}`",
    "MQTT broker": "broker MQTT",
    "key of the hall": "clé de la salle",
    "start of the hall": "démarrage de la salle",
    "store": "données de la salle",
    "{boards} boards, {entries} entries, {events} events: every chain and signature holds.":
        "{boards} planches, {entries} entrées, {events} rencontres : chaque chaîne et "
        "chaque signature est juste.",
    "{broker} is connected.": "{broker} est connecté.",
    "{broker} is not connected": "{broker} n’est pas connecté",
    "{broker}; only a hall that runs with `metrics` tells more":
        "{broker} ; seule une salle qui tourne avec `metrics` en dit plus",
    "{digits}; only its owner can read it.":
        "{digits} ; seul son propriétaire peut la lire.",
    "{file} can be read by others: whoever has it can be this hall":
        "d’autres peuvent lire {file} : qui l’a peut être cette salle",
    "{file} is no key: {why}": "{file} n’est pas une clé : {why}",
}
