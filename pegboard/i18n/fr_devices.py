"""Français : ce qui ne va pas avec les appareils et leur configuration, par la phrase du code."""

from collections.abc import Mapping

# fmt: off
DEVICES: Mapping[str, str | Mapping[str, str]] = {
    "the picture was not saved: {why}": "l’image n’a pas été gardée : {why}",
    "{where}: {key} is missing; it must be {wanted}":
        "{where} : il manque {key} ; il faut {wanted}",
    "{where}: {key} must be {wanted}, got {value}":
        "{where} : {key} doit être {wanted}, pas {value}",
    "{where}: {key} must be between 0 and 10000 millimetres, got {value:g}":
        "{where} : {key} doit être entre 0 et 10000 millimètres, pas {value:g}",
    "{where}: {key} must be a list of [[{key}]] tables":
        "{where} : {key} doit être une liste de tables [[{key}]]",
    "{where}: unknown key {keys}": "{where} : clé inconnue {keys}",
    "unknown layout {layout}: must be one of {known}, or the path of a .toml file":
        "pas de disposition {layout} : il y a {known}, ou donnez le chemin d’un fichier .toml",
    "{where}: cannot be read: {why}": "{where} : ne se lit pas : {why}",
    "{where}: not TOML: {why}": "{where} : pas du TOML : {why}",
    "{where}: hole {hole} of track {track} has no pixel":
        "{where} : le trou {hole} de la piste {track} n’a pas de pixel",
    "{where}: lamp {lamp} of {extra} has no pixel":
        "{where} : la lampe {lamp} de {extra} n’a pas de pixel",
    "{where}: pixels must be at least {least}, got {pixels}: the rows use that many":
        "{where} : pixels doit être au moins {least}, pas {pixels} : les rangées en prennent "
        "autant",
    "{where}: {what} at {point} is off the board, {width:g} x {height:g}":
        "{where} : {what} en {point} est hors de la planche, {width:g} x {height:g}",
    "{where}: {what} already has a pixel": "{where} : {what} a déjà un pixel",
    "{where}: pixel {pixel} is already {what}": "{where} : le pixel {pixel} est déjà {what}",
    "{where}: {n} LEDs from {first} to {last} take {length:.1f} mm; on a strip with {leds_per_m} "
    "LEDs per metre they take {wanted:.1f} mm":
        "{where} : {n} LED de {first} à {last} prennent {length:.1f} mm ; sur un ruban de "
        "{leds_per_m} au mètre, c’est {wanted:.1f} mm",
    "{file}: must be a UTF-8 text file: {why}":
        "{file} : pas un fichier texte (UTF-8 attendu) : {why}",
    "{file}: not TOML: {why}": "{file} : pas du TOML : {why}",
    "brackets are nested too deeply": "des crochets dans des crochets sans fin",
    "a number has too many digits": "un nombre a trop de chiffres",
    "it is {encoding}": "il est en {encoding}",
    "save it as UTF-8": "l’enregistrer en UTF-8",
    "line {row}: the byte {byte} is not UTF-8, but {character} in Windows-1252":
        "ligne {row} : l’octet {byte} n’est pas de l’UTF-8, mais {character} en Windows-1252",
    "save the file as UTF-8": "enregistrer le fichier en UTF-8",
    "line {row}: the byte {byte} is not UTF-8": "ligne {row} : l’octet {byte} n’est pas de l’UTF-8",
    "line {row}, column {column}: {character} is a typographic quote":
        "ligne {row}, colonne {column} : {character} est un guillemet typographique",
    "use straight ones: \" or '": "mettre des guillemets droits : \" ou '",
    "line {row}, column {column}: there is an invisible character, {character}":
        "ligne {row}, colonne {column} : il y a un caractère invisible, {character}",
    "delete it, or write a space": "l’effacer, ou écrire une espace",
    "line {row}, column {column}: {character} only looks right":
        "ligne {row}, colonne {column} : {character} n’est juste qu’en apparence",
    "write {plain}": "écrire {plain}",
    "line {row}, column {column}: {character} can only stand between quotes or in a comment":
        "ligne {row}, colonne {column} : {character} ne peut être qu’entre guillemets ou dans un "
        "commentaire",
    "{file}: {key}: unknown key; must be one of: {known}":
        "{file} : {key} : clé inconnue ; il y a : {known}",
    "{file}: {key}: must be {kind}, got {value}": "{file} : {key} : doit être {kind}, pas {value}",
    "{key}: must be {kind}, got {value}":
        "{key} : doit être {kind}, pas {value}",
    "{file}: {key}: must be two, three or four names, got {n}":
        "{file} : {key} : doit être deux, trois ou quatre noms, pas {n}",
    "camera {camera}: must be a playable video (AVI, MP4 or MKV)":
        "caméra {camera} : pas une vidéo lisible ; AVI, MP4 et MKV le sont",
    "camera {camera}: the file no longer exists": "caméra {camera} : le fichier a disparu",
    "camera {camera}: the video breaks off after {n} of {frames:.0f} frames":
        "caméra {camera} : la vidéo s’interrompt après {n} images sur {frames:.0f}",
    "camera {camera}: no frame can be read": "caméra {camera} : aucune image ne se lit",
    "camera {camera}: must be a folder of pictures, not one picture":
        "caméra {camera} : une seule image ; nommez le dossier où elle est",
    "camera {camera}: no such folder or video":
        "caméra {camera} : il n’y a ni dossier ni vidéo de ce nom",
    "camera {camera}: no pictures in this folder": "caméra {camera} : pas d’image dans ce dossier",
    "camera {camera}: must be a path such as /dev/video0, or nothing, after the colon":
        "caméra {camera} : après le deux-points, un chemin comme /dev/video0, ou rien",
    "camera {camera}: must be a number, or nothing, after the colon":
        "caméra {camera} : écrivez un nombre, ou rien après les deux-points",
    "`sudo apt install python3-picamera2`, and make the virtual environment with `python3 -m venv "
    "--system-site-packages`":
        "`sudo apt install python3-picamera2`, et créez l’environnement virtuel avec `python3 -m "
        "venv --system-site-packages`",
    "camera {camera}: {n} found": "caméra {camera} : {n} trouvée(s)",
    "check the ribbon cable, and the output of `rpicam-hello --list-cameras`":
        "regardez la nappe, et ce que dit `rpicam-hello --list-cameras`",
    "is another program using it?": "un autre programme s’en sert-il ?",
    "{width} x {height} pixels; the limit is {most} million":
        "{width} x {height} pixels ; {most} millions au plus sont lus",
    "{size:.0f} MiB; the limit is {most}": "{size:.0f} Mio ; {most} au plus sont lus",
    "the picture is damaged, or in a format OpenCV cannot read":
        "l’image est abîmée, ou d’un genre qu’OpenCV ne lit pas",
    "not a file": "pas un fichier",
    "the file is empty": "le fichier est vide",
    "no such file": "ce fichier n’existe pas",
    "no pins at {address}: must be gpio: or gpio:mock":
        "pas de broches à {address} : écrivez gpio: ou gpio:mock",
    "install it with `sudo apt install python3-lgpio` and make the virtual environment with "
    "--system-site-packages, or `pip install gpiod`":
        "installez-le par `sudo apt install python3-lgpio` et créez l’environnement virtuel avec "
        "--system-site-packages, ou `pip install gpiod`",
    "this machine has no /dev/gpiochip0; use gpio:mock to simulate the buttons":
        "cette machine n’a pas de /dev/gpiochip0 ; gpio:mock simule les boutons",
    "add your user to the group gpio (`sudo usermod -aG gpio $USER`) and log in again":
        "ajoutez votre utilisateur au groupe gpio (`sudo usermod -aG gpio $USER`) et "
        "reconnectez-vous",
    "{name}: GPIO {pin}: {why}: is another program using it?":
        "{name} : GPIO {pin} : {why} : un autre programme s’en sert-il ?",
    "this board has no button {button}": "cette planche n’a pas de bouton {button}",
    "this board has no dial for {seat}": "cette planche n’a pas de molette pour {seat}",
    "keyboard: standard input is not a terminal":
        "clavier : l’entrée standard n’est pas un terminal",
    "keyboard: this program runs in the background (`fg` brings it up)":
        "clavier : ce programme tourne en arrière-plan (`fg` le ramène)",
    "script {file}: {why}": "script {file} : {why}",
    "script {file}: not a text file in UTF-8: {why}":
        "script {file} : pas un fichier texte en UTF-8 : {why}",
    "{file}:{line}: {seconds} must not be earlier than the line above":
        "{file}:{line} : {seconds} est avant la ligne du dessus",
    "{text}: must be seconds and a button, such as `0.5 0+5`":
        "{text} : écrivez des secondes et un bouton, comme `0.5 0+5`",
    "seconds must be a number, got {text}": "{text} n’est pas un nombre de secondes",
    "{key}: {name} = {pin}: must be GPIO {first} to {last} (BCM numbers)":
        "{key} : {name} = {pin} : cette broche n’existe pas ; un bouton va sur GPIO {first} à "
        "{last} (numéros BCM)",
    "{key}: {name} = {number}: must be an input from 0 to {most}":
        "{key} : {name} = {number} : cette entrée n’existe pas ; il y a 0 à {most}",
    "{key}: {why}; 0a and 0b are the contacts of a dial":
        "{key} : {why} ; 0a et 0b sont les contacts d’une molette",
    "{key}: GPIO {pin} is used by both {first} and {second}: every button needs its own pin":
        "{key} : GPIO {pin} est donné à {first} et à {second} : chaque bouton a besoin de sa "
        "broche",
    "{key}: input {number} is used by both {first} and {second}: every button needs its own input":
        "{key} : l’entrée {number} est donnée à {first} et à {second} : chaque bouton a besoin de "
        "son entrée",
    "evdev: no USB keypad is plugged in":
        "evdev : aucun pavé numérique USB n’est branché",
    "plug one in; a keyboard with letters must be named: evdev:/dev/input/by-id/…-event-kbd":
        "branchez-en un ; un clavier avec des lettres doit être nommé : "
        "evdev:/dev/input/by-id/…-event-kbd",
    "evdev: there are several keypads":
        "evdev : il y a plusieurs pavés numériques",
    "name one of them: {found}":
        "nommez-en un : {found}",
    "evdev: {path}: {why}":
        "evdev : {path} : {why}",
    "`ls /dev/input/by-id` names the keyboards; theirs end in -event-kbd":
        "`ls /dev/input/by-id` nomme les claviers ; leurs noms finissent par -event-kbd",
    "evdev: {path}: permission denied":
        "evdev : {path} : accès refusé",
    "add your user to the group input (`sudo usermod -aG input $USER`) and log in again":
        "ajoutez votre utilisateur au groupe input (`sudo usermod -aG input $USER`) et "
        "reconnectez-vous",
    "evdev: {path}: another program has taken it":
        "evdev : {path} : un autre programme s’en sert déjà",
    "evdev: {path} was unplugged":
        "evdev : {path} a été débranché",
    "{key}: {name} = {code}: must be a key code from 1 to {most}":
        "{key} : {name} = {code} : il faut un code de touche de 1 à {most}",
    "{key}: the key {code} is used by both {first} and {second}: every button needs its own key":
        "{key} : la touche {code} est donnée à {first} et à {second} : chaque bouton "
        "a besoin de sa touche",
    "{path} is in use by another pegboard":
        "{path} est utilisé par un autre pegboard",
    "end it first: `sudo systemctl stop pegboard` where it was installed, and "
    "`sudo systemctl start pegboard` afterwards":
        "arrêtez-le d’abord : `sudo systemctl stop pegboard` s’il est installé, puis "
        "`sudo systemctl start pegboard`",
    "--leds tests a bare strip: it goes with neither --rows nor --layout":
        "--leds teste un ruban seul : il ne va ni avec --rows ni avec --layout",
    "--rows {rows}: the layout {layout} has 1 to {most} rows":
        "--rows {rows} : la disposition {layout} a de 1 à {most} rangées",
    "{key}: {missing} is missing: a dial has two contacts":
        "{key} : il manque {missing} : une molette a deux contacts",
    "{key}: {dial}a = {a} and {dial}b = {b} are not a pair: a dial needs an even input and the "
    "odd one after it, such as {even} and {odd}":
        "{key} : {dial}a = {a} et {dial}b = {b} ne font pas la paire : une molette va sur une "
        "entrée paire et l’impaire qui suit, comme {even} et {odd}",
    "unknown button {text}: must be ok, undo, count, or a seat (0-3) with +1, +5, -1 or push, "
    "such as 0+5":
        "aucun bouton ne s’appelle {text} : écrivez ok, undo, count, ou une place (0-3) et +1, "
        "+5, -1 ou push comme 0+5",
    "unknown strip {address}: must be one of {known}": "pas de ruban {address} : il y a {known}",
    "unknown speaker {address}: must be one of {known}":
        "pas de haut-parleur {address} : il y a {known}",
    "unknown buttons {address}: must be one of {known}":
        "pas de boutons à {address} : écrivez l’un de {known}",
    "unknown camera {address}: must be one of {known}":
        "caméra {address} : écrivez l’un de {known}",
    "{address}: unknown option {option}; must be one of {known}":
        "{address} : option inconnue {option} ; il y a {known}",
    "{address}: {option} must be one of {known}, got {value}":
        "{address} : {option} doit être l’un de {known}, pas {value}",
    "{address}: {option} must be an integer, got {value}":
        "{address} : {option} doit être un entier, pas {value}",
    "{scheme}:missing: simulating a missing {device}":
        "{scheme}:missing : pas de {device}, comme demandé",
    "{address}: unknown fault {fault}; must be fail-after=N, slow-ms=N or missing":
        "{address} : défaut inconnu {fault} ; il y a fail-after=N, slow-ms=N et missing",
    "{device} is unplugged": "{device} est débranché",
    "espeak: espeak-ng is not installed": "espeak : pas d’espeak-ng ici",
    "install it with `sudo apt install espeak-ng`": "installez-le par `sudo apt install espeak-ng`",
    "espeak: espeak-ng does not start: {why}": "espeak : espeak-ng ne démarre pas : {why}",
    "espeak: espeak-ng does not finish; is the speaker in use?":
        "espeak : espeak-ng ne finit pas ; le haut-parleur est-il pris ?",
    "{address}: pixels must be 1 to {most}": "{address} : la carte pilote 1 à {most} pixels",
    "spi: {port}: {why}": "SPI : {port} : {why}",
    "spi: {port}: a frame of {size} bytes timed out":
        "SPI : {port} : une image de {size} octets n’a pas été envoyée à temps",
    "restart; if it happens again, drive the LEDs from a Pico (serial:), which is what boards of "
    "three and four tracks need on a Raspberry Pi 5":
        "redémarrez ; si cela se reproduit, pilotez les LED depuis un Pico (serial:), nécessaire "
        "aux planches à trois et quatre pistes sur un Raspberry Pi 5",
    "{address}: core must be the core clock in MHz, not 0":
        "{address} : core est l’horloge du cœur en MHz, pas 0",
    "spi: a clock of {hz} Hz was requested: {why}":
        "SPI : une horloge de {hz} Hz était demandée : {why}",
    "the strip does not answer": "le ruban ne répond pas",
    "spi:mock: simulating a missing strip": "spi:mock : pas de ruban, comme demandé",
    "spi:mock: a frame is {size} bytes and the buffer {bufsiz}: use bufsiz={wanted}":
        "spi:mock : une image fait {size} octets et le tampon {bufsiz} : écrivez bufsiz={wanted}",
    "terminal: cannot write: {why}": "terminal : ne se laisse pas écrire : {why}",
    "terminal:{layout}: that layout has {pixels} pixels, not {length}":
        "terminal:{layout} : cette disposition a {pixels} pixels, pas {length}",
    "{address}: must name a pin (BCM number), such as ws281x:18":
        "{address} : il faut une broche (numéro BCM), comme ws281x:18",
    "{address}: DMA channel {channel} belongs to {owner}; use 10":
        "{address} : le canal DMA {channel} est à {owner} ; prenez 10",
    "{key}: must be mqtt://HOST:PORT or mqtts://HOST:PORT, got {value}":
        "{key} : doit être mqtt://HOST:PORT ou mqtts://HOST:PORT, pas {value}",
    "{key}: put the user in mqtt.user, not in the address":
        "{key} : l’utilisateur va dans mqtt.user, pas dans l’adresse",
    "{key}: not a topic: {value}": "{key} : pas un topic : {value}",
    "simulated: sample pictures, not your table":
        "simulée : images d’exemple, pas votre table",
    "not connected yet": "pas encore connecté",
    "{device} is no sound device; must be default, or a card such as plughw:CARD=Device,DEV=0":
        "{device} n’est pas une sortie son ; il faut default, ou une carte comme "
        "plughw:CARD=Device,DEV=0",
    "{device} must be the path of a .wav file":
        "{device} doit être le chemin d’un fichier .wav",
    "a sound device is written as device under [voice]":
        "une sortie son s’écrit comme device sous [voice]",
    "espeak: sound device {device}: {why}": "espeak : sortie son {device} : {why}",
    "choose another under “Menu, Settings”; `pegboard doctor` lists them":
        "en choisir une autre sous « Menu, Réglages » ; `pegboard doctor` les nomme",
    "The board speaks here": "C’est la planche qui parle",
    "{broker}: is the broker running there?": "{broker} : le broker y tourne-t-il ?",
    "{broker}: the broker refused this user":
        "{broker} : le broker ne laisse pas entrer cet utilisateur",
    "check mqtt.user and the password": "regardez mqtt.user et le mot de passe",
    "{broker}: the broker refused this user and password":
        "{broker} : le broker ne connaît pas cet utilisateur et ce mot de passe",
    "check mqtt.user and the file named by mqtt.password_file":
        "regardez mqtt.user et le fichier dans mqtt.password_file",
    "{broker}: its certificate is not trusted": "{broker} : son certificat n’est pas reconnu",
    "name its CA in mqtt.ca_file": "nommez sa CA dans mqtt.ca_file",
    "{broker}: that port does not speak TLS": "{broker} : ce port ne parle pas TLS",
    "use mqtt://, or name the TLS port": "écrivez mqtt:// ou le port TLS",
    "{broker}: another board has the same identity (was its card copied?)":
        "{broker} : une autre planche a la même identité (sa carte a-t-elle été copiée ?)",
    "run `pegboard identity --new` on one of them, and restart it":
        "lancer `pegboard identity --new` sur l’une d’elles, et la redémarrer",
    "{broker}: no such host": "{broker} : cette machine n’existe pas",
    "{broker}: nothing answers there": "{broker} : personne n’y répond",
    "check the address and the firewall": "regardez l’adresse et le pare-feu",
    "{hall} does not answer; entries to send: {n}":
        "{hall} ne répond pas ; à envoyer : {n}",
    "play on: they will be sent when the network is back":
        "continuez à jouer : l’envoi se fera au retour du réseau",
    "{hall} does not know this board; entries to send: {n}":
        "{hall} ne connaît pas cette planche ; à envoyer : {n}",
    "join with the code that the director's page shows":
        "inscrivez-le avec le code de la page de l’arbitre",
    "{hall}: that is not the code that the director's page shows":
        "{hall} : ce n’est pas le code de la page de l’arbitre",
    "join with a new code": "inscrivez-le avec un nouveau code",
    "that code is not one of a hall's":
        "ce code n’est pas celui d’une salle",
    "scan the code on the director's page, or the one on the sign of a table":
        "scannez le code de la page de l’arbitre, ou celui du panneau d’une table",
    "{hall}: nobody plays at that table now":
        "{hall} : personne ne joue à cette table en ce moment",
    "this board has no camera to scan with":
        "cette planche n’a pas de caméra pour scanner",
    "{hall} does not accept this board any more": "{hall} n’accepte plus cette planche",
    "{hall} is another hall than the one that was joined":
        "{hall} n’est pas la salle où cette planche s’est inscrite",
    "if it is meant to be, join it with a code":
        "si c’est voulu, inscrivez-le avec un code",
    "{key}: must be http://HOST:PORT or https://HOST:PORT, got {value}":
        "{key} : il faut http://HOST:PORT ou https://HOST:PORT, et non {value}",
    "{hall} refuses what this board sends ({why}); entries to send: {n}":
        "{hall} refuse ce que cette planche envoie ({why}) ; à envoyer : {n}",
    "{file}: no such file": "{file} : ce fichier n’existe pas",
    "{device} is closed": "{device} est fermé",
    "a payload of {n} bytes; the limit is {most}": "une charge de {n} octets ; {most} est le plus",
    "{kind} of {n} bytes": "{kind} de {n} octets",
    "Pixels without flags, or with unknown ones": "Pixels sans drapeaux, ou avec d’inconnus",
    "Pixels with half a run": "Pixels avec une demi-série",
    "no message has the type 0x{type:02X}": "aucun message n’a le type 0x{type:02X}",
    "no answer in {seconds:.1f} s": "pas de réponse en {seconds:.1f} s",
    "it does not know {message} (status {status}): is its firmware older than this program?":
        "elle ne connaît pas {message} (état {status}) : ce micrologiciel est-il plus ancien que "
        "ce programme ?",
    "it refused {message} (status {status})": "elle refuse {message} (état {status})",
    "its firmware {version} speaks protocol {protocol}; this program speaks {ours}":
        "son micrologiciel {version} parle le protocole {protocol}, ce programme parle {ours}",
    "it drives at most {most} pixels, not {n}": "elle pilote {most} pixels au plus, pas {n}",
    "gpio: {why}": "GPIO : {why}",
    "ws281x: {says}": "WS281x : {says}",
    "espeak: {why}": "voix : {why}",
    "Both boards shuffle.":
        "Les deux planches mélangent.",
    "Press OK to deal.":
        "OK pour donner.",
    "The game has ended: {why}.":
        "La partie est finie : {why}.",
    "a game with another board is open: finish it, or leave it first":
        "une partie avec une autre planche est ouverte : finissez-la, ou quittez-la d’abord",
    "a letter is not signed by the board that it names":
        "une lettre n’est pas signée par la planche qu’elle nomme",
    "a call of muggins stands: what was missed has been told":
        "un appel de muggins ne se reprend pas : l’oubli est maintenant connu",
    "all play these deals: a move cannot be taken back once another card was seen":
        "on ne reprend pas un coup après avoir vu une autre carte : tous jouent ces donnes",
    "deal {deal}: the other board did not shuffle as it must":
        "donne {deal} : l’autre planche n’a pas mélangé comme il faut",
    "deal {deal}: the other board said go with {card} in its hand":
        "donne {deal} : l’autre planche a dit go avec {card} en main",
    "in a game with another board nothing can be taken back: the other board has seen it":
        "dans une partie avec une autre planche rien ne se reprend : l’autre planche l’a vu",
    "in a game with another board the names stand: the other board has written them down":
        "dans une partie avec une autre planche les noms restent : l’autre planche les a notés",
    "the names of this game come from the event: the director corrects them":
        "les noms de cette partie viennent du tournoi : la direction les corrige",
    "{name} is played by the computer and gives its name to nobody":
        "{name} est joué par l’ordinateur : ce nom reste",
    "nobody has invited this board":
        "personne n’a invité cette planche",
    "that board is not there now":
        "cette planche n’est pas là en ce moment",
    "the other board broke the rules of cribbage ({code})":
        "l’autre planche a enfreint les règles du cribbage ({code})",
    "the other board changed its mind about who deals first":
        "l’autre planche est revenue sur qui donne en premier",
    "the other board did not send a pack of 52 different cards":
        "l’autre planche n’a pas envoyé 52 cartes différentes",
    "the other board played a card that it does not hold":
        "l’autre planche a joué une carte qu’elle n’a pas",
    "the other board sent a key that opens no card":
        "l’autre planche a envoyé une clé qui n’ouvre aucune carte",
    "the other board sent a letter that cannot be read: {why}":
        "l’autre planche a envoyé une lettre illisible : {why}",
    "the other board sent a message of type {kind} out of turn":
        "l’autre planche a envoyé un message de type {kind} hors de son tour",
    "there is no game with another board":
        "il n’y a pas de partie avec une autre planche",
    "not possible now in a game with another board":
        "pas possible maintenant dans une partie avec une autre planche",
    "{who:of} board is away. The game continues when it is back.":
        "La planche de {who} est absente. La partie reprendra à son retour.",
    "{who} has left the game.":
        "{who} a quitté la partie.",
    "{who} has won. OK asks for another game.":
        "{who} a gagné. OK propose une autre partie.",
}
