"""Français : les erreurs, par la phrase de leur code (voir `pegboard.errors.Code`)."""

from collections.abc import Mapping

# fmt: off
ERRORS: Mapping[str, str | Mapping[str, str]] = {
    "the game is over: only undo is accepted": "la partie est finie : on ne peut qu’annuler",
    "seat must be 0 to {most}, got {got}": "une place va de 0 à {most}, pas {got}",
    "there is nothing to undo": "il n’y a rien à annuler",
    "undo is replay without the undone action, not an action of the game":
        "annuler n’est pas un coup : la partie est rejouée sans l’action annulée",
    "{action} is not possible now: {seat} is to deal":
        "{action} n’est pas possible maintenant : c’est à {seat} de donner",
    "{action} is not possible now: the seats are to discard":
        "{action} n’est pas possible maintenant : on écarte",
    "{action} is not possible now: {seat} is to cut the starter":
        "{action} n’est pas possible maintenant : c’est à {seat} de couper",
    "{action} is not possible now: {seat} is to play":
        "{action} n’est pas possible maintenant : c’est à {seat} de jouer",
    "{action} is not possible now: the hand of {seat} is to be counted":
        "{action} n’est pas possible maintenant : on compte la main {seat:of}",
    "{action} is not possible now: the crib is to be counted":
        "{action} n’est pas possible maintenant : on compte le crib",
    "it is not {seat:of} turn, but {turn:of}": "ce n’est pas à {seat} de jouer, mais à {turn}",
    "the cut is decided: {seat} deals": "on ne coupe plus : {seat} donne",
    "{seats} seats must cut one card each, got {n}":
        "{seats} places coupent chacune une carte, pas {n}",
    "{card} is cut twice": "{card} est coupée deux fois",
    "{seat} cannot deal: it is {dealer:of} deal": "{seat} ne peut donner : c’est à {dealer}",
    "a table deal takes no crib card": "une donne à la table ne connaît pas de carte du crib",
    "{n} hands dealt to {seats} seats": "{n} mains données à {seats} places",
    "{seat} must be dealt {wanted} cards, got {n}": "{seat} reçoit {wanted} cartes, pas {n}",
    "with three players one card goes straight to the crib: + CARD":
        "à trois, une carte va tout de suite au crib : + CARTE",
    "a card straight to the crib is for three players only":
        "une carte ne va tout de suite au crib qu’à trois",
    "{card} is dealt twice": "{card} est donnée deux fois",
    "{seat} has already discarded": "{seat} a déjà écarté",
    "a seat must discard {wanted}, got {n}": "on écarte {wanted}, pas {n}",
    "{seat} does not hold {card}": "{seat} n’a pas {card}",
    "{card} cannot be cut: it was dealt": "{card} ne peut être retournée : elle a été donnée",
    "no go at {count}: every card can be played":
        "pas de « go » à {count} : toutes les cartes passent",
    "{seat} can play, and so must": "{seat} peut jouer, et le doit",
    "{card} would bring the count to {count}; it never passes {most}":
        "{card} mettrait le compte à {count} ; il ne dépasse jamais {most}",
    "{action}: the program counts an open deal": "{action} : le programme compte une donne ouverte",
    "{seat:of} hand is counted first": "on compte d’abord la main {seat:of}",
    "{seat:of} hand was already claimed; use correct to fix a peg":
        "la main {seat:of} a déjà été annoncée ; une fiche se corrige",
    "{seat:of} hand is counted before the crib": "on compte la main {seat:of} avant le crib",
    "a hand must be four different cards, got {n}":
        "une main compte quatre cartes différentes, pas {n}",
    "the crib must be four different cards, got {n}":
        "le crib compte quatre cartes différentes, pas {n}",
    "{owner} counts the hand now, not {seat}": "c’est {owner} qui compte la main, pas {seat}",
    "{owner} counts the crib now, not {seat}": "c’est {owner} qui compte le crib, pas {seat}",
    "a hand must be worth 0 to {most} points, got {points}":
        "{points} points : une main vaut de 0 à {most}",
    "muggins is not played in this game": "cette partie se joue sans muggins",
    "a muggins call must be at least 1 point, got {points}":
        "{points} points : réclamez-en au moins 1",
    "there is no claim to call muggins on": "il n’y a pas d’annonce à relever",
    "{seat} cannot call points of their own side": "{seat} ne peut réclamer les points de son camp",
    "score must be 0 to {most}, got {score}": "score {score} : les trous vont de 0 à {most}",
    "points must be 1 to {most}, got {points}": "{points} points : c’est de 1 à {most}",
    "{seat} claims {points}; it is worth {worth}": "{seat} annonce {points} ; la main vaut {worth}",
    "{seat} called {points}, but nothing was missed":
        "{seat} a réclamé {points}, mais rien n’a été oublié",
    "{seat} called {points}, but only {worth} was missed":
        "{seat} a réclamé {points}, mais {worth} seulement ont été oubliés",
    "the play was not followed to the end": "le jeu n’a pas été suivi jusqu’au bout",
    "the previous deal was not fully counted": "la donne d’avant n’a pas été comptée jusqu’au bout",
    "{seat} played {card}, which is not in the hand shown":
        "{seat} a posé {card}, qui n’est pas dans la main montrée",
    "{card} was already seen in this deal": "{card} a déjà été vue dans cette donne",
    "{card} was not played: the go before it ended the game":
        "{card} n’est pas posée : le go d’avant a fini la partie",
    "{seat} said go and could have played {card}": "{seat} a dit go et aurait pu jouer {card}",
    "This board does not accept devices.": "Cette planche n’admet aucun appareil.",
    "{n} devices are already paired; remove one first.":
        "{n} appareils sont déjà associés ; retirez-en un d’abord.",
    "Get a code on the board's own page: Menu, then Phones.":
        "Demandez un code sur la page de la planche : Menu, puis Téléphones.",
    "Hold OK on the board for three seconds, then ask within half a minute.":
        "Maintenez OK trois secondes sur la planche, puis demandez dans la demi-minute.",
    "More than one device asked, so none was let in. Hold OK again.":
        "Plus d’un appareil a demandé, aucun n’a donc été admis. Maintenez OK de nouveau.",
    "That code is no longer valid. Get a new one at the board.":
        "Ce code n’est plus valable. Demandez-en un nouveau à la planche.",
    "That is not the code shown on the board. Tries left: {n}.":
        "Ce n’est pas le code que montre la planche. Essais restants : {n}.",
    "Too many wrong PINs. Wait {n} seconds.": {
        "one": "Trop de codes PIN faux. Attendez {n} seconde.",
        "other": "Trop de codes PIN faux. Attendez {n} secondes.",
    },
    "That device is no longer paired.": "Cet appareil n’est plus associé.",
    "Nobody of that name is waiting now.": "Personne de ce nom n’attend plus.",
    "this id was used for another command; choose a new one":
        "cet id a déjà servi à une autre commande ; choisissez-en un nouveau",
    "This device can only watch. Pair it first.":
        "Cet appareil ne peut que regarder. Associez-le d’abord.",
    "button {name}: no such seat: {got}":
        "bouton {name} : {got} n’est pas une place de cette partie",
    "a demo game is running; start your own game first":
        "une démonstration est en cours ; commencez d’abord une partie à vous",
    "in a game against the computer the board keeps the count":
        "contre l’ordinateur, la planche compte elle-même",
    "the computer plays that seat": "l’ordinateur joue lui-même cette place",
    "only {name} can do that": "seul {name} peut le faire",
    "not possible now in a game against the computer": "pas maintenant, contre l’ordinateur",
    "{other} is entering a score for {name}; wait until it is pegged":
        "{other} est en train de marquer pour {name} ; attendez que ce soit marqué",
    "another game has started in the meantime": "une autre partie a commencé entre-temps",
    "Someone else acted first: {came}. Check and try again":
        "Quelqu’un a agi avant vous : {came}. Vérifiez et réessayez",
    "the game has moved on": "la partie a continué",
    "there is no game to continue; start a new one":
        "aucune partie n’attend d’être continuée ; commencez-en une",
    "the game has moved on in the meantime: check again":
        "la partie a continué entre-temps : regardez de nouveau",
    "there is nothing for you to sign now": "vous n’avez rien à signer maintenant",
    "the score cards first: each player holds their own +1 for two seconds":
        "d’abord les feuilles : chacun tient son +1 deux secondes",
    "there is nothing to take back": "il n’y a rien à annuler",
    "undo: you have not moved yet": "annuler : vous n’avez pas encore joué",
    "against the computer you can take back only your own moves":
        "contre l’ordinateur, on n’annule qu’un coup à soi",
    "{name} has played since; undo it at the board":
        "{name} a joué depuis ; à la planche, c’est possible",
    "{seat} does not play at the board": "{seat} ne joue pas à la planche",
    "the board's own page plays every seat that no phone has":
        "la page de la planche a toutes les places qu’aucun téléphone n’a",
    "{other} has that seat; it can be reassigned on the board's own page":
        "{other} y est assis ; la page de la planche peut donner la place",
    "the cards are dealt: wait, or have the seat assigned on the board's own page":
        "les cartes sont données : attendez, ou faites donner la place sur la planche",
    "only the board's own page can assign seats": "seule la page de la planche donne les places",
    "that hand is no longer on offer": "cette main n’est plus proposée",
    "there is no counted hand to peg": "il n’y a pas de main comptée à marquer",
    "enter the points that {name} says, then OK":
        "entrez les points que dit {name}, puis OK",
    "for no points press OK again": "pour zéro point, appuyez encore sur OK",
    "there is no hand whose points are to be claimed":
        "aucune main dont les points soient à annoncer",
    "nothing was missed that this seat may call":
        "rien n’a été oublié que cette place puisse réclamer",
    "six different cards are needed, got {n}": "il faut six cartes différentes, il y en a {n}",
    "there is nothing to do again": "il n’y a rien à refaire",
    "a line can be changed only in a game with your own cards":
        "une ligne ne peut être changée que dans une partie avec vos propres cartes",
    "a line can be changed only to the same action of its seat":
        "une ligne ne peut être changée qu’en la même action de sa place",
    "there is no picture to save": "il n’y a pas d’image à garder",
    "the same card appears twice": "la même carte y est deux fois",
    "{card} is the starter of this deal, so it cannot be in the hand":
        "{card} est la retourne de cette donne et ne peut pas être dans la main",
    "no card was recognised": "aucune carte n’a été reconnue",
    "{n} of 5 cards found: tap + to add what is missing":
        "{n} cartes trouvées sur 5 : touchez + pour ajouter ce qui manque",
    "{n} cards found, and 5 are needed: remove one":
        "{n} cartes trouvées, il en faut 5 : enlevez-en une",
    "{n} of 4 cards besides {card} found: tap + to add what is missing":
        "{n} cartes trouvées sur 4, sans {card} : touchez + pour ajouter ce qui manque",
    "{n} cards besides {card} found, and 4 are needed: remove one":
        "{n} cartes trouvées sans {card}, il en faut 4 : enlevez-en une",
    "the starter of this deal was {was}, and here it is {now}":
        "la retourne de cette donne était {was}, et ici c’est {now}",
    "tap the right one, or press OK for {was}": "touchez la bonne, ou OK pour {was}",
    "{card} is already in the hand of {who}":
        "{card} est déjà dans une autre main : {who}",
    "{card} was in the crib, so it cannot be in this hand":
        "{card} était dans le crib, donc pas dans cette main",
    "tap the one that is the starter": "touchez la retourne",
    "{card} was played by {who} in this deal, so it cannot be in this hand":
        "{card} a été jouée par {who} dans cette donne et ne peut pas être dans cette main",
    "{path} is missing: SPI is off": "il n’y a pas de {path}, SPI est désactivé",
    "run `sudo raspi-config nonint do_spi 0` (or add the line dtparam=spi=on to {config}) and "
    "restart":
        "lancez `sudo raspi-config nonint do_spi 0` (ou ajoutez la ligne dtparam=spi=on à "
        "{config}) et redémarrez",
    "{path} is missing, and this is not a known Raspberry Pi":
        "il n’y a pas de {path}, et ce n’est pas un Raspberry Pi connu",
    "use the USB board (serial:), or spi:mock to simulate it":
        "prenez la carte USB (serial:), ou spi:mock pour la simuler",
    "{path} is missing": "il n’y a pas de {path}",
    "there is {ports}": "il y a {ports}",
    "{path} is the EEPROM that a Raspberry Pi 5 starts from, not a port for LEDs":
        "{path} est l’EEPROM d’où démarre un Raspberry Pi 5, pas un port pour des LED",
    "use spi: (data on GPIO 10)": "prenez spi: (données sur GPIO 10)",
    "the spidev library is missing": "la bibliothèque spidev manque",
    "`pip install spidev`, or `sudo apt install python3-spidev` with a virtual environment made "
    "with --system-site-packages":
        "`pip install spidev`, ou `sudo apt install python3-spidev` et un environnement virtuel "
        "fait avec --system-site-packages",
    "no permission to open {path}": "{path} ne peut être ouvert",
    "add your user to the group spi (`sudo usermod -aG spi $USER`) and log in again":
        "ajoutez votre utilisateur au groupe spi (`sudo usermod -aG spi $USER`) et "
        "reconnectez-vous",
    "a frame is {size} bytes and the driver's buffer only {bufsiz}: it would be sent in pieces, "
    "with gaps":
        "une image fait {size} octets et le tampon du pilote {bufsiz} : en morceaux, elle aurait "
        "des trous",
    "add spidev.bufsiz={bufsiz_wanted} to the end of the one line in {cmdline} and restart":
        "ajoutez spidev.bufsiz={bufsiz_wanted} à la fin de l’unique ligne de {cmdline} et "
        "redémarrez",
    "this Pi's core clock, and the SPI clock with it, changes under load: the LEDs would flash "
    "white":
        "l’horloge du cœur de ce Pi change avec sa charge, et celle du SPI avec elle : les LED "
        "clignoteraient en blanc",
    "add the line {core_line} to {config}, below [all], and restart":
        "ajoutez la ligne {core_line} à {config}, sous [all], et redémarrez",
    "rpi_ws281x does not support the Raspberry Pi 5": "rpi_ws281x ne connaît pas le Raspberry Pi 5",
    "use spi: (data on GPIO 10) or the USB board (serial:)":
        "prenez spi: (données sur GPIO 10) ou la carte USB (serial:)",
    "rpi_ws281x does not support this machine":
        "ce n’est pas un Raspberry Pi que rpi_ws281x connaît",
    "use the USB board (serial:), or ws281x:mock to simulate it":
        "prenez la carte USB (serial:), ou ws281x:mock pour la simuler",
    "GPIO 10 belongs to the SPI port": "GPIO 10 est au port SPI",
    "use spi:, which does not need root": "prenez spi:, qui se passe de root",
    "GPIO {pin} has no PWM or PCM": "GPIO {pin} n’a ni PWM ni PCM",
    "connect the LEDs to GPIO 18, 12, 13, 19 or 21": "les LED vont sur GPIO 18, 12, 13, 19 ou 21",
    "the rpi_ws281x library is missing": "la bibliothèque rpi_ws281x manque",
    "`pip install rpi-ws281x` (compiling it needs gcc and python3-dev)":
        "`pip install rpi-ws281x` (la compilation demande gcc et python3-dev)",
    "no permission to open /dev/mem: only root can drive LEDs by PWM":
        "/dev/mem ne peut être ouvert, seul root peut piloter des LED par PWM",
    "use spi: (data on GPIO 10) or the USB board (serial:), which do not need root; an installed "
    "board's service never has it":
        "prenez spi: (données sur GPIO 10) ou la carte USB (serial:), qui se passent de root ; le "
        "service d’une planche installée ne l’a jamais",
    "analogue sound is on, and it uses the same PWM as GPIO {pin}":
        "le son analogique est actif et se sert du même PWM que GPIO {pin}",
    "write dtparam=audio=off in {config} and restart, or use ws281x:21 or spi:":
        "écrivez dtparam=audio=off dans {config} et redémarrez, ou prenez ws281x:21 ou spi:",
    "no pegboard is connected by USB": "aucune carte avec notre micrologiciel n’est branchée",
    "if one is, name its port, such as serial:/dev/ttyACM0. For a new Raspberry Pi Pico: hold its "
    "BOOTSEL button while plugging it in, then copy pegboard-firmware-….uf2 (from the release, or "
    "by `make firmware`) onto the drive that appears":
        "si elle l’est, nommez son port comme serial:/dev/ttyACM0. Un Raspberry Pi Pico neuf : "
        "tenez son bouton BOOTSEL en le branchant, et copiez pegboard-firmware-….uf2 (de la "
        "version publiée, ou par `make firmware`) sur le disque qui apparaît",
    "{n} boards are connected": "il y a {n} cartes",
    "choose {names}": "choisissez {names}",
    "{port} does not exist": "il n’y a pas de {port}",
    "is the board plugged in? (`serial:` alone finds our board)":
        "la carte est-elle branchée ? (`serial:` seul trouve la nôtre)",
    "found: {others} (`serial:` alone finds our board)":
        "il y a {others} (`serial:` seul trouve notre carte)",
    "no permission to open {port}": "{port} ne peut pas être ouvert",
    "add your user to the group dialout (`sudo usermod -aG dialout $USER`) and log in again":
        "ajoutez votre utilisateur au groupe dialout (`sudo usermod -aG dialout $USER`) et "
        "reconnectez-vous",
    "{port} is in use by another program (another pegboard, a serial monitor?)":
        "{port} est utilisé par un autre programme (un autre pegboard, un moniteur série ?)",
    "close it; `sudo fuser -v {port}` shows which": "fermez-le ; `sudo fuser -v {port}` dit lequel",
    "Phones cannot be let in: another program has port {port} on this network":
        "Impossible d’autoriser les téléphones : un autre programme occupe le port {port} sur ce "
        "réseau",
    "end that program, or set another port under [web] in the configuration file":
        "arrêtez ce programme, ou mettez un autre port sous [web] dans le fichier de configuration",
    "{port} is not a serial port ({why})": "{port} n’est pas un port série ({why})",
    "{name}: the board was unplugged or lost power":
        "{name} : la carte a été débranchée, ou n’a plus de courant",
    "it resumes by itself when it is back": "cela reprend de soi-même quand elle revient",
    "{name}: no answer": "{name} : pas de réponse",
    "{name}: the frame was not accepted within {seconds:g} s":
        "{name} : l’image n’a pas été prise en {seconds:g} s",
    "{name}: it did not accept the command to restart":
        "{name} : elle n’a pas pris l’ordre de redémarrer",
    "{name}: {why}: is our firmware on it?": "{name} : {why} : notre micrologiciel y est-il ?",
    "if not: hold its BOOTSEL button while plugging it in, then copy pegboard-firmware-….uf2 "
    "(from the release, or by `make firmware`) onto the drive that appears":
        "sinon : tenez son bouton BOOTSEL en la branchant, et copiez pegboard-firmware-….uf2 (de "
        "la version publiée, ou par `make firmware`) sur le disque qui apparaît",
    "install this version's firmware on it. Run `pegboard firmware restart --update` (or hold its "
    "BOOTSEL button while plugging it in), then copy pegboard-firmware-….uf2 onto the drive that "
    "appears":
        "mettez-y le micrologiciel de cette version : `pegboard firmware restart --update` (ou "
        "tenez son bouton BOOTSEL en la branchant), puis copiez pegboard-firmware-….uf2 sur le "
        "disque qui apparaît",
    "button {button} chatters (over {most} changes a second) and is ignored":
        "le bouton {button} grésille (plus de {most} changements par seconde) et est ignoré",
    "look for a loose wire or an unconnected pin": "cherchez un fil lâche, ou une broche en l’air",
    "button {button} (input {input}) chatters and is ignored":
        "le bouton {button} (entrée {input}) grésille et est ignoré",
    "look for a loose wire": "cherchez un fil lâche",
    "button {button} has been held down for over {seconds:.0f} s":
        "le bouton {button} est enfoncé depuis plus de {seconds:.0f} s",
    "is it stuck, or is its wire shorted to ground?":
        "est-il coincé, ou son fil touche-t-il la masse ?",
    "button {button} has been held down since the start":
        "le bouton {button} est enfoncé depuis le démarrage",
    "button {button} has not been pressed once in {presses} presses":
        "le bouton {button} n’a jamais été pressé en {presses} pressions",
    "is it connected?": "est-il branché ?",
    "the dial of {seat} skips": "la molette {seat:of} saute",
    "look for a loose wire at A, B or their ground; a worn encoder does it too (10 nF from A and "
    "from B to ground help)":
        "cherchez un fil lâche en A, en B ou à leur masse ; un encodeur usé le fait aussi (10 nF "
        "entre A et la masse, et entre B et la masse, aident)",
    "the camera process ended ({why}); restarting it":
        "le processus de la caméra s’est arrêté ({why}) ; il redémarre",
    "the camera did not answer within {seconds:g} s; restarted":
        "la caméra n’a pas répondu en {seconds:g} s ; redémarrée",
    "the camera has been restarted since": "la caméra a été redémarrée depuis",
    "camera {camera}: no picture in {seconds:g} s":
        "caméra {camera} : pas d’image en {seconds:g} s",
    "camera {camera}: {why}": "caméra {camera} : {why}",
    "camera {camera}: no pictures at that address": "caméra {camera} : pas d’images là",
    "camera {camera}: must begin with http:// or https://, because {protocol} is not read":
        "caméra {camera} : doit commencer par http:// ou https://, car {protocol} n’est pas lu",
    "give the address of the camera's motion-JPEG stream, or that of one picture, such as "
    "files:http://10.0.0.5/snapshot.jpg":
        "donnez l’adresse du flux motion-JPEG de la caméra, ou celle d’une seule image, comme "
        "files:http://10.0.0.5/snapshot.jpg",
    "camera {camera}: its focus cannot be set from here":
        "caméra {camera} : sa mise au point ne peut pas être réglée d’ici",
    "turn the ring of its lens, or fix the focus in the camera's own settings; focus_m = 0 under "
    "[camera] leaves it alone":
        "tournez la bague de son objectif, ou fixez la mise au point dans les réglages de la "
        "caméra ; focus_m = 0 sous [camera] n’y touche pas",
    "camera {camera}: must begin with files:": "caméra {camera} : doit commencer par files:",
    "camera {camera}: must be http://HOST/PATH or http://HOST:PORT/PATH":
        "caméra {camera} : doit être http://HÔTE/CHEMIN ou http://HÔTE:PORT/CHEMIN",
    "does a browser on this machine show the stream?":
        "un navigateur de cette machine montre-t-il le flux ?",
    "camera {camera}: no such device (found: {there})":
        "caméra {camera} : cet appareil n’existe pas (il y a : {there})",
    "plug it in, and run `v4l2-ctl --list-devices` to see its name":
        "branchez-la ; `v4l2-ctl --list-devices` dit laquelle c’est",
    "camera {camera}: no permission": "caméra {camera} : pas de permission",
    "`sudo usermod -aG video $USER`, then log in again":
        "`sudo usermod -aG video $USER`, puis reconnectez-vous",
    "camera {camera}: cannot be opened": "caméra {camera} : elle ne s’ouvre pas",
    "another program is using it, or it is not a capture device (`v4l2-ctl --list-devices` shows "
    "which are)":
        "un autre programme s’en sert, ou elle ne prend pas d’images (`v4l2-ctl --list-devices` "
        "montre lesquelles en prennent)",
    "This board was not set up by its installer: update it the way it was installed "
    "(systemd/README.md)":
        "Cette planche n’a pas été installée par son installeur : mettez-la à jour comme elle est "
        "venue (systemd/README.md)",
    "name the card that is meant": "de quelle carte s’agit-il ?",
    "{card} is not among these cards": "{card} n’est pas parmi ces cartes",
    "{card} is already there": "{card} y est déjà",
    "UNDO and OK were held down at start-up": "ANNULER et OK étaient tenus au démarrage",
    "requested with --safe": "cela a été demandé (--safe)",
    "simulated devices only: {why}": "appareils simulés seulement : {why}",
    "the last two starts failed": "les deux derniers démarrages ont échoué",
    "the configuration cannot be used: {why}": "la configuration est inutilisable : {why}",
    "{wrong}; {cure}": "{wrong} ; {cure}",
    "colors must differ for every side": "colors : chaque camp a la sienne",
    "colors must be from {known}, got {value}": "colors : {value} ; il y a {known}",
    "dealer must be 0 to {most}, got {got}": "donneur {got} : cela va de 0 à {most}",
    "level must be one of {known}, got {value}": "niveau {value} : un de {known}",
    "rules: {why}": "règles : {why}",
    "only a seat that a person plays can be assigned, not {seat}":
        "seule la place d’une personne peut être donnée, pas {seat}",
    "no such seat: {got}": "{got} n’est pas une place de cette partie",
    "{seat} must be one of {known}, got {value}": "{seat} : {value} ; c’est un de {known}",
    "seats: in a demo the computer must have every seat":
        "seats : dans une démonstration l’ordinateur tient toutes les places",
    "seats: at least one must be a person; without people it is a demo":
        "seats : une personne au moins ; sans personne c’est une démonstration",
    "seats: people alone play with their own cards; mode must be computer for dealt cards":
        "seats : sans ordinateur on joue avec ses propres cartes ; le mode computer donne",
    "target must be 121 or 61, got {value}": "but {value} : une partie va à 121 ou à 61",
    "colors must be {sides}, one per side, got {n}": "{n} couleurs pour {sides} camps",
    "scores must be {sides}, one per side, got {n}":
        "il faut {sides} scores, un par camp, et non {n}",
    "scores must be below {target}, got {value}":
        "{value}, c’est trop : la partie se joue en {target}",
    "names must be {seats}, one per seat, got {n}": "{n} noms pour {seats} places",
    "seats must name {seats} players, got {n}": "{n} places sont données pour {seats} joueurs",
    "{sides} sides need {sides} tracks; this board has {tracks} ({layout}). Suitable layouts: "
    "{known}":
        "{sides} camps demandent {sides} pistes ; cette planche en a {tracks} ({layout}). "
        "Conviendraient : {known}",
    "{command}: there is no such program": "{command} : ce programme n’existe pas",
    "{command} ended, asked: {asked}": "{command} s’est arrêté, question : {asked}",
    "{command} did not answer in {most_s} s, asked: {asked}":
        "{command} n’a pas répondu en {most_s} s, question : {asked}",
    "{command} answered more than {most} bytes, asked: {asked}":
        "{command} a répondu plus de {most} octets, question : {asked}",
    "{command} must answer 'name' and a name first, not {said}":
        "{command} doit d’abord répondre « name » et un nom, pas {said}",
    "{name} answers {said}, asked: {asked}": "{name} répond {said}, question : {asked}",
    "{folder} is no checkout of the project with its history: nothing to compare with":
        "{folder} n’est pas une copie du projet avec son historique : il n’y a rien à comparer",
    "{reference} is no commit of {folder}":
        "{reference} n’est pas un commit de {folder}",
    "{commit} cannot be set up: {why}":
        "{commit} ne peut pas être installé : {why}",
    "a ladder needs two players at least, each once; got {names}":
        "un classement demande au moins deux joueurs, chacun une fois ; reçu {names}",
    "{file}: begun with {key} {was}, not {now}; choose another file":
        "{file} : commencé avec {key} {was}, pas {now} ; prenez un autre fichier",
    "{file}: line {line} is not one of a ladder":
        "{file} : la ligne {line} n’est pas d’un classement",
    "not a notation that is known; must be one of {known}":
        "cette notation n’est pas connue ; on connaît {known}",
    "line {line}: the deal is not possible: {why}":
        "ligne {line} : la donne n’est pas possible : {why}",
    "line {line}: {seat} is to deal": "ligne {line} : c’est à {seat} de donner",
    "line {line}: {card} was played after the game had ended":
        "ligne {line} : {card} est joué après la fin de la partie",
    "line {line}: {why}":
        "ligne {line} : {why}",
    "line {line}: {word} must have {wanted} cards, got {n}":
        "ligne {line} : {word} doit avoir {wanted} cartes, il y en a {n}",
    "line {line}: {card} is in nobody's hand":
        "ligne {line} : {card} n’est dans la main de personne",
    "line {line}: {text} does not say which hand it is about":
        "ligne {line} : {text} ne dit pas de quelle main il s’agit",
    "write the game without it, and enter the points as `peg` or `correct`":
        "écrivez la partie sans cela, et les points par `peg` ou `correct`",
    "line {line}: {word} {said} is written, the cards are worth {points}":
        "ligne {line} : il est écrit {word} {said}, les cartes valent {points}",
    "the result {said} is written; the game is not won like that":
        "le résultat {said} est écrit ; la partie n’est pas gagnée ainsi",
    "there is no deal in it":
        "il n’y a aucune donne",
}
