"""Français : ce que la vérification de la planche trouve, et ce qu’il faut faire."""

from collections.abc import Mapping

# fmt: off
DOCTOR: Mapping[str, str | Mapping[str, str]] = {
    "/dev/{chip} can be opened.": "/dev/{chip} peut être ouvert.",
    "no permission to open /dev/{chip}": "/dev/{chip} ne peut être ouvert",
    "no permission to open /{port}": "/{port} ne peut être ouvert",
    "A frame fits in one transfer.": "Une image tient dans un seul transfert.",
    "A reset of network and pairing was requested at the board (UNDO and COUNT)":
        "Une remise à zéro du réseau et des appareils associés a été demandée à la planche "
        "(ANNULER et COMPTER)",
    "A running pegboard answers at {where}": "Un pegboard en service répond à {where}",
    "A running pegboard is using it, and checked it at start-up.":
        "Un pegboard en service l’a ouverte ; il l’a vérifiée au démarrage.",
    "A running pegboard is using the board; see its page.":
        "Un pegboard en service tient la carte ; la page en dit plus.",
    "Analogue sound is off, so PWM is available.":
        "Le son analogique est coupé, et le PWM peut servir.",
    "Another program is using port {port}: pegboard takes the next free one":
        "Un autre programme tient le port {port} : pegboard prend le prochain libre",
    "Close other programs (`ps aux --sort -rss | head`), or do without the kiosk":
        "Fermez d’autres programmes (`ps aux --sort -rss | head`), ou passez-vous du kiosque",
    "Connect the network, or run `sudo date -s '2026-12-31 18:00'`; a clock module keeps the time":
        "Branchez le réseau, ou `sudo date -s '2026-12-31 18:00'` ; un module d’horloge garde "
        "l’heure",
    "Correct it, then run `pegboard config check {file}`":
        "Corrigez-la ; `pegboard config check {file}`",
    "Firmware {version}, protocol {protocol}": "Micrologiciel {version}, protocole {protocol}",
    "GPIO": "GPIO",
    "GPIOZERO_PIN_FACTORY is {factory}: gpiozero would not use lgpio":
        "GPIOZERO_PIN_FACTORY vaut {factory} : gpiozero ne prendrait pas lgpio",
    "Give it air": "Donnez-lui de l’air",
    "Give it air or a heat sink, and a supply that keeps its voltage":
        "Donnez-lui de l’air ou un dissipateur, et une alimentation qui tient sa tension",
    "Install gpiozero {version} or newer: `pip install --upgrade gpiozero`":
        "Installez gpiozero {version} ou plus récent : `pip install --upgrade gpiozero`",
    "Reinstall pegboard; if this comes back, the card is failing":
        "Réinstallez pegboard ; si cela revient, la carte mémoire est en train de lâcher",
    "Install the 64-bit Raspberry Pi OS: OpenCV and others are not available for 32 bits":
        "Installez Raspberry Pi OS en 64 bits : OpenCV et d’autres n’existent pas en 32 bits",
    "It could not be read just now.": "Elle n’a pas pu être consultée à l’instant.",
    "It does not change under load.": "Elle ne change pas avec la charge.",
    "It is at /{port}.": "Elle est à /{port}.",
    "It is turned off ([camera] source).": "Elle est désactivée ([camera] source).",
    "It is the system's own.": "C’est celle du système.",
    "It is retried automatically": "Un nouvel essai se fait tout seul",
    "It is running.": "Il est en service.",
    "It works": "Tout fonctionne",
    "Its {n} files are intact.": "Ses {n} fichiers sont intacts.",
    "LEDs": "LED",
    "Log out and back in, or `sudo systemctl restart pegboard`":
        "Déconnectez-vous et revenez, ou `sudo systemctl restart pegboard`",
    "Check [state] and its owner": "Regardez [state] et son propriétaire",
    "Look for a loose wire": "Cherchez un fil mal serré",
    "Make a backup and plan to replace the card":
        "Faites une sauvegarde et prévoyez de remplacer la carte",
    "Make a backup now and replace the card":
        "Faites une sauvegarde maintenant et remplacez la carte",
    "Make a backup now, then `sudo touch /forcefsck` and restart; if the errors come back, "
    "replace the card":
        "Faites une sauvegarde maintenant, puis `sudo touch /forcefsck` et redémarrez ; remplacez "
        "la carte si elles reviennent",
    "Make the virtual environment with one of those":
        "Faites l’environnement virtuel avec l’un de ceux-là",
    "Fix whatever else is named here, then start normally: with the button on the page, or `sudo "
    "systemctl restart pegboard`":
        "Réparez ce qui est encore nommé ici, puis démarrez normalement : par le bouton de la "
        "page, ou `sudo systemctl restart pegboard`",
    "Restart the board, which repairs it; or restore a backup: `pegboard restore FILE`":
        "Redémarrez la planche, qui la répare ; ou restaurez une sauvegarde : "
        "`pegboard restore FILE`",
    "Not a Raspberry Pi ({processor}): LEDs and buttons need USB.":
        "Pas un Raspberry Pi ({processor}) : LED et boutons passent par l’USB.",
    "avahi is not running: phones cannot find {host}.local and need the address":
        "avahi n’est pas en service : les téléphones ne trouvent pas {host}.local et ont besoin "
        "de l’adresse",
    "No pegboard is connected by USB.": "Aucune carte avec notre micrologiciel n’est branchée.",
    "No card here reports its wear.": "Aucune carte ici ne dit son usure.",
    "No pegboard is running; its page will be at {where}":
        "Aucun pegboard n’est en service ici ; sa page sera à {where}",
    "No pegboard is running; a running one reports on them.":
        "Aucun pegboard n’est en service ici ; un pegboard en service dit comment ils vont.",
    "No screen uses it.": "Aucun écran ne le tient.",
    "None was requested.": "Aucune n’a été demandée.",
    "None was given: the defaults apply.": "Aucune n’a été donnée : tout est comme d’ordinaire.",
    "Nothing, if the network set it once; the times of earlier games may be wrong":
        "Rien, si c’est le réseau qui l’a réglée ; les heures des parties d’avant peuvent être "
        "fausses",
    "PWM and sound": "PWM et son",
    "Another device is called {usual}: phones find this one at http://{name}:{port}/":
        "Un autre appareil s’appelle {usual} : les téléphones trouvent celui-ci à "
        "http://{name}:{port}/",
    "Name this one differently: `sudo hostnamectl set-hostname NAME`, then restart it":
        "Donnez un autre nom à celui-ci : `sudo hostnamectl set-hostname NOM`, puis redémarrez-le",
    "sound device": "sortie son",
    "This machine has no sound device": "Cette machine n’a pas de sortie son",
    "This machine has no sound device.": "Cette machine n’a pas de sortie son.",
    'Plug in a USB speaker, or set speaker = "none" under [voice]':
        'Brancher un haut-parleur USB, ou mettre speaker = "none" sous [voice]',
    "{name} ({address})": "{name} ({address})",
    "Choose another under “Menu, Settings”, or as device under [voice]":
        "En choisir une autre sous « Menu, Réglages », ou comme device sous [voice]",
    "{device} is not there; there are: {cards}": "{device} n’est pas là ; il y a : {cards}",
    "{device} may be another one when a card is plugged in":
        "{device} peut en être une autre dès qu’une carte est branchée",
    'Write device = "{address}" under [voice]': 'Écrire device = "{address}" sous [voice]',
    "The board speaks through {name}, which is a screen; there are: {cards}":
        "La planche parle par {name}, un écran ; il y a : {cards}",
    "The board speaks through {device}; there are: {cards}.":
        "La planche parle par {device} ; il y a : {cards}.",
    "The board could speak through: {cards}.": "La planche pourrait parler par : {cards}.",
    "Phones can find it at http://{host}.local:{port}/":
        "Les téléphones la trouvent à http://{host}.local:{port}/",
    "Please report it with the record; the other games are not affected":
        "Signalez-le avec la partie en fichier ; les autres parties ne sont pas touchées",
    "Please report it: this is a bug in pegboard": "Signalez-le : c’est une erreur de pegboard",
    "Plug it in": "Branchez-la",
    "SPI frame": "image SPI",
    "A frame is {size} bytes.": "Une image fait {size} octets.",
    "A frame is {size} bytes; on a Raspberry Pi 5 nobody has proven more than {most}, and others "
    "report that longer ones time out":
        "Une image fait {size} octets ; sur un Raspberry Pi 5, rien n’est éprouvé au-delà de "
        "{most}, et d’autres signalent que les images plus longues n’arrivent pas à temps",
    "Drive boards of three and four tracks from a Pico (serial:)":
        "Piloter les planches à trois et quatre pistes depuis un Pico (serial:)",
    "Plug the camera in": "Branchez la caméra",
    "Plug the camera in, or set [camera] source to {others}":
        "Branchez la caméra, ou réglez source sous [camera] sur {others}",
    "{address}; {lasting} stays the same when it is plugged in elsewhere.":
        "{address} ; {lasting} reste la même si on la branche ailleurs.",
    "Put [state] on its own disk, or turn off the overlay file system (`sudo raspi-config nonint "
    "disable_overlayfs`)":
        "Mettez [state] sur un disque à lui, ou coupez le système de fichiers en surcouche (`sudo "
        "raspi-config nonint disable_overlayfs`)",
    "Python": "Python",
    "Python {found} is a 32-bit program": "Python {found} est un programme en 32 bits",
    "pegboard is tested with Python 3.11 to 3.13, not {found}":
        "Python {found} n’est pas de ceux avec lesquels pegboard est essayé (3.11 à 3.13)",
    "Restart the board to carry it out, or cancel it":
        "Redémarrez la planche pour que cela se fasse, ou oubliez la demande",
    "Run the installer again, or `pip install -r requirements.lock`":
        "Relancez l’installeur, ou `pip install -r requirements.lock`",
    "SPI": "SPI",
    "SPI buffer": "tampon SPI",
    "SPI bus": "bus SPI",
    "SQLite": "SQLite",
    "SQLite {version} is older than {oldest}": "SQLite {version} est plus ancien que {oldest}",
    "Stop that program (`sudo ss -ltnp sport = :{port}` names it), or set another port under [web]":
        "Arrêtez ce programme (`sudo ss -ltnp sport = :{port}` le nomme), ou écrivez un autre "
        "port sous [web]",
    "Remove its dtoverlay line from {config_txt} and restart, or drive the LEDs from the USB "
    "board (serial:)":
        "Enlevez sa ligne dtoverlay de {config_txt} et redémarrez, ou pilotez les LED par la "
        "carte USB (serial:)",
    "The LEDs are not on SPI.": "Les LED ne sont pas sur SPI.",
    "The LEDs do not use PWM, so sound can.":
        "Les LED ne se servent pas du PWM, le son peut donc le faire.",
    "The board is in safe mode, with simulated devices: {why}":
        "La planche est en mode sûr, avec des appareils simulés : {why}",
    "The board is starting normally.": "La planche démarre maintenant normalement.",
    "The board starts normally.": "La planche démarre normalement.",
    "The buttons are not on GPIO pins.": "Les boutons ne sont pas sur des broches.",
    "The camera is not on the ribbon cable.": "La caméra n’est pas sur la nappe.",
    "The clock has jumped by {minutes:+.0f} minutes since the service started":
        "L’horloge a sauté de {minutes:+.0f} minutes depuis le début du service",
    "The clock says {told}": "L’horloge indique {told}",
    "The clock says {told}, {ahead:.1f} hours before the latest entry":
        "L’horloge indique {told}, {ahead:.1f} heures avant la dernière entrée",
    "The games have been copied.": "Les parties sont copiées.",
    "The journal is damaged: {why}": "La mémoire des parties est abîmée : {why}",
    "The journal is in memory ({kind} at {where}): games are lost when the power goes off":
        "Les parties sont en mémoire vive ({kind} sur {where}) : elles s’en vont avec le courant",
    "The latest games replay to the scores on record.":
        "Les dernières parties se rejouent jusqu’où elles en étaient.",
    "The newest copy matches the journal: there was nothing to do.":
        "La copie la plus récente est pareille à la mémoire des parties : il n’y avait rien à "
        "faire.",
    "The newest of {n} copies of the journal is {days:.1f} days old":
        "La plus récente des {n} copies des parties a {days:.1f} jours",
    "The page answers": "La page répond",
    "The page is available on this machine only.": "La page est pour cette machine seule.",
    "The processor is at {celsius:.0f} °C": "Le processeur est à {celsius:.0f} °C",
    "The processor is slowed down: {how}": "Le processeur est ralenti : {how}",
    "The processor has not been slowed down since the start.":
        "Le processeur n’a jamais été ralenti depuis le démarrage.",
    "The processor has been slowed down since the start: {how}":
        "Le processeur a été ralenti depuis le démarrage : {how}",
    "The recogniser's files are damaged: {files}":
        "Les fichiers de la reconnaissance des cartes sont abîmés : {files}",
    "The service had to be restarted {restarts} times":
        "Le service a dû être redémarré {restarts} fois",
    "The service has failed ({why})": "Le service a échoué ({why})",
    "The service is {state}": "Le service est « {state} »",
    "The supply voltage is too low right now":
        "La tension de l’alimentation est trop basse en ce moment",
    "The supply voltage has been too low since the start":
        "La tension de l’alimentation a été trop basse depuis le démarrage",
    "The voltage has not been too low since the start.":
        "La tension n’a jamais été trop basse depuis le démarrage.",
    "The reset was cancelled.": "La demande de remise à zéro est oubliée.",
    "There are none to check.": "Il n’y en a pas à regarder.",
    "/dev/gpiochip* does not exist": "Il n’y a pas de /dev/gpiochip*",
    "There is no USB board to ask.": "Il n’y a pas de carte USB à interroger.",
    "Your games are not backed up yet":
        "Vos parties ne sont pas encore sauvegardées",
    "There is none yet in {state}.": "Il n’y en a pas encore dans {state}.",
    "There is no camera: COUNT reads sample pictures.":
        "Il n’y en a pas : COMPTER lit des images d’exemple.",
    "There is nothing to back up yet.": "Il n’y a encore rien à garder.",
    "They are driven by {strip}": "Elles sont pilotées par {strip}",
    "They are simulated, as configured ({strip})":
        "Elles sont simulées, comme configuré ({strip})",
    "They are simulated, as configured.": "Elles sont simulées, comme configuré.",
    "No source of updates is configured.":
        "On n’a pas dit à cette planche d’où viennent les nouvelles versions.",
    "This could not be checked ({kind}: {error})":
        "Cela n’a pas pu être vérifié ({kind} : {error})",
    "This is a Raspberry Pi, but the LEDs are only simulated":
        "C’est un Raspberry Pi et ses LED ne sont que simulées",
    "This machine does not report its memory.": "Cette machine ne dit pas sa mémoire.",
    "This machine does not report its temperature.": "Cette machine ne dit pas sa température.",
    "This machine does not report its power supply.":
        "Cette machine ne dit rien de son alimentation.",
    "This machine does not report throttling.": "Cette machine ne dit pas si elle est ralentie.",
    "This machine has no GPIO pins.": "Cette machine n’a pas de broches.",
    "Update the system's SQLite": "Mettez à jour le SQLite du système",
    "Update the system: `sudo apt full-upgrade`":
        "Mettez le système à jour : `sudo apt full-upgrade`",
    "Use the USB board (strip serial:) or SPI (spi:), and update pegboard":
        "Prenez la carte USB (strip serial:) ou SPI (spi:), et mettez pegboard à jour",
    "Use the power supply made for this Pi with a short, thick cable, and power the LEDs from "
    "their own supply, with its ground joined to the Pi's; a smaller [board] max_mA helps at once":
        "Prenez l’alimentation faite pour ce Pi et un câble court et épais, et nourrissez les LED "
        "par une alimentation à elles dont la masse est reliée à celle du Pi ; un [board] max_mA "
        "plus petit aide aussitôt",
    "Set another one under [board]; `pegboard layout list` names them":
        "Écrivez-en un autre sous [board] : `pegboard layout list` les nomme",
    "Set strip = \"auto\" under [board] to use real ones":
        "Écrivez strip = \"auto\" sous [board] pour de vraies LED",
    "`pegboard backup FILE`": "`pegboard backup FILE`",
    "`pegboard backup FILE`; a running board makes a copy every night":
        "`pegboard backup FILE` ; la nuit, une planche en service fait elle-même une copie",
    "`pegboard firmware restart --update`, and copy pegboard-firmware-{version}.uf2 onto the drive":
        "`pegboard firmware restart --update`, et copiez pegboard-firmware-{version}.uf2 sur le "
        "disque",
    "`pegboard firmware restart`": "`pegboard firmware restart`",
    "`pip uninstall picamera2`, `sudo apt install python3-picamera2`, and make the environment "
    "with --system-site-packages":
        "`pip uninstall picamera2`, `sudo apt install python3-picamera2`, et un environnement "
        "fait avec --system-site-packages",
    "`sudo apt clean`, `sudo journalctl --vacuum-size=50M`; or delete saved pictures":
        "`sudo apt clean`, `sudo journalctl --vacuum-size=50M` ; ou effacez des images gardées",
    "`sudo apt install avahi-daemon`": "`sudo apt install avahi-daemon`",
    "`sudo apt install python3-lgpio`, and make the environment with `python3 -m venv "
    "--system-site-packages`":
        "`sudo apt install python3-lgpio`, et faites l’environnement avec `python3 -m venv "
        "--system-site-packages`",
    "`sudo apt install python3-picamera2`, and make the environment with `python3 -m venv "
    "--system-site-packages`":
        "`sudo apt install python3-picamera2`, et faites l’environnement avec `python3 -m venv "
        "--system-site-packages`",
    "{file} in {state} belongs to another user: the board cannot write it":
        "{file} dans {state} appartient à un autre utilisateur : la planche ne peut y écrire",
    "`sudo chown -R --reference={state} {state}`, then restart the board":
        "`sudo chown -R --reference={state} {state}`, puis redémarrez la planche",
    "`sudo chown -R {user} {state}`": "`sudo chown -R {user} {state}`",
    "`sudo mount -o remount,rw {where}`; if it turns read-only again the card is failing (`dmesg "
    "| grep -i error`): make a backup and replace it":
        "`sudo mount -o remount,rw {where}` ; si elle repasse en lecture seule, la carte lâche "
        "(`dmesg | grep -i error`) : faites une sauvegarde et remplacez-la",
    "`sudo systemctl start {unit}`": "`sudo systemctl start {unit}`",
    "`sudo timedatectl set-ntp true`": "`sudo timedatectl set-ntp true`",
    "`sudo usermod -aG dialout {user}`, then log in again or restart the service":
        "`sudo usermod -aG dialout {user}`, puis reconnectez-vous ou redémarrez le service",
    "`sudo usermod -aG gpio {user}`, then log in again or restart the service":
        "`sudo usermod -aG gpio {user}`, puis reconnectez-vous ou redémarrez le service",
    "`sudo usermod -aG {groups} {user}`, then log in again or restart the service":
        "`sudo usermod -aG {groups} {user}`, puis reconnectez-vous ou redémarrez le service",
    "`unset GPIOZERO_PIN_FACTORY`, or remove it from the service's environment":
        "`unset GPIOZERO_PIN_FACTORY`, ou enlevez-la de l’environnement du service",
    "backup": "sauvegarde",
    "USB board": "carte USB",
    "camera": "caméra",
    "card wear": "usure de la carte",
    "clock": "horloge",
    "computer": "ordinateur",
    "configuration": "configuration",
    "core clock": "horloge du cœur",
    "devices": "appareils",
    "disk": "disque",
    "disk space": "place sur le disque",
    "firmware": "micrologiciel",
    "games": "parties",
    "gpiozero {found} cannot open the pins of a Pi 5 with newer kernels":
        "gpiozero {found} ne peut ouvrir les broches d’un Pi 5 avec les noyaux récents",
    "groups": "groupes",
    "it is at its soft temperature limit": "il est à sa première limite de chaleur",
    "it is throttled": "il est freiné",
    "it was at its soft temperature limit": "il était à sa première limite de chaleur",
    "it was throttled": "il était freiné",
    "its clock is capped": "sa fréquence est plafonnée",
    "its clock was capped": "sa fréquence était plafonnée",
    "journal": "mémoire des parties",
    "The LEDs are simulated, or their layout cannot be read.":
        "Les LED sont simulées, ou leur disposition est illisible.",
    "Unknown: `sudo pegboard light test` asks where the strip ends.":
        "Inconnue : `sudo pegboard light test` demande où le ruban se termine.",
    "The strip ends with the last of {length} LEDs.":
        "Le ruban se termine avec la dernière de {length} LED.",
    "Choose the layout of this board, or mend its strip, with `sudo pegboard light test`":
        "Choisissez la disposition de cette planche, ou réparez son ruban, avec "
        "`sudo pegboard light test`",
    "The strip has {leds} LEDs or more, the layout {name} only {length}":
        "Le ruban a {leds} LED ou plus, la disposition {name} seulement {length}",
    "Only {leds} LEDs of the strip light up, the layout {name} has {length}":
        "Seules {leds} LED du ruban s’allument, la disposition {name} en a {length}",
    "strip length":
        "longueur du ruban",
    "layout": "disposition",
    "lgpio": "lgpio",
    "lgpio is not in this virtual environment: the pins cannot be used":
        "lgpio n’est pas dans cet environnement virtuel : les broches ne peuvent servir",
    "gpiod": "gpiod",
    "gpiod {found} is installed.": "gpiod {found} est là.",
    "lgpio is installed; gpiozero {found}.": "lgpio est là ; gpiozero {found}.",
    "memory": "mémoire",
    "no permission; `sudo usermod -aG video $USER`, then log in again":
        "pas de permission ; `sudo usermod -aG video $USER`, puis reconnectez-vous",
    "no reason given": "sans raison donnée",
    "packages": "paquets",
    "page": "page",
    "pegboard is not installed as a service on this machine.":
        "pegboard n’est pas installé comme service sur cette machine.",
    "pegboard {version} has everything it needs.": "pegboard {version} a tout ce qu’il lui faut.",
    "picamera2": "picamera2",
    "picamera2 is not in this virtual environment":
        "picamera2 n’est pas dans cet environnement virtuel",
    "picamera2 is not installed: `sudo apt install python3-picamera2`, and make the virtual "
    "environment with --system-site-packages":
        "picamera2 n’est pas installé : `sudo apt install python3-picamera2`, et faites "
        "l’environnement virtuel avec --system-site-packages",
    "picamera2 is installed but libcamera is not: it came from pip":
        "picamera2 est là mais pas libcamera : il vient de pip",
    "power supply": "alimentation",
    "recogniser": "reconnaissance des cartes",
    "reset": "remise à zéro",
    "root can open every device.": "root peut ouvrir tous les appareils.",
    "safe mode": "mode sûr",
    "service": "service",
    "simulated (memory:), drawn on the page; to use real ones on {model}: {why}.":
        "simulées (memory:), dessinées sur la page ; pour de vraies LED sur {model} : {why}.",
    "simulated (memory:), drawn on the page; no pegboard is connected by USB and this is not a "
    "Raspberry Pi.":
        "simulées (memory:), dessinées sur la page ; aucune carte avec notre micrologiciel n’est "
        "sur USB et ce n’est pas un Raspberry Pi.",
    "speed": "vitesse",
    "temperature": "température",
    "update": "mise à jour",
    "everybody on this machine can read the camera's password in {file}":
        "tous les comptes de cette machine peuvent lire le mot de passe de la caméra dans {file}",
    "camera's user": "utilisateur de la caméra",
    "The camera has no unit of its own.": "La caméra n’a pas d’unité à elle.",
    "{user} can read the board's games": "{user} peut lire les parties de la planche",
    "{user} can open cameras, and nothing of the games.":
        "{user} peut ouvrir les caméras, et rien des parties.",
    "Run the installer again: `sudo systemd/install.sh`":
        "Relancez l’installateur : `sudo systemd/install.sh`",
    "{address} cannot be used": "{address} ne peut servir",
    "{address}; `pegboard camera check` measures focus and light.":
        "{address} ; `pegboard camera check` mesure netteté et lumière.",
    "{camera} cannot be used": "{camera} ne peut servir",
    "{card} has used about {percent} % of its life": "{card} a usé environ {percent} % de sa vie",
    "{card} has used about {percent} % of its life.":
        "{card} a usé environ {percent} % de sa vie.",
    "{card} is worn out": "{card} est usée",
    "{config_file} can be read.": "{config_file} peut être lue.",
    "{device} has had {errors} errors": "{device} a eu {errors} erreurs",
    "{device} does not exist": "{device} n’est pas là",
    "{drivers} has the SPI port: a screen or its touch panel":
        "{drivers} tient le port SPI : un écran ou sa dalle tactile",
    "{found}, 64-bit, on {processor}.": "{found}, 64 bits, sur {processor}.",
    "{free} of {total} MiB are free": "{free} Mio sur {total} sont libres",
    "{free} of {total} MiB are free for the journal":
        "{free} Mio sur {total} sont libres là où sont les parties",
    "{games} cannot be replayed: {game}": "{games} qu’on ne peut rejouer : {game}",
    "{games}; SQLite's check found no errors.":
        "{games} ; la vérification de SQLite n’a rien trouvé.",
    "see {log} for the reason": "{log} dit pourquoi",
    "see {log} for the reason; `sudo systemctl restart {unit}` tries again":
        "{log} dit pourquoi ; `sudo systemctl restart {unit}` essaie de nouveau",
    "{model} is newer than this pegboard: what it reports about the pins may be wrong":
        "{model} est plus récent que ce pegboard : ce qui est dit de ses broches peut être faux",
    "{name} now": "{name} en ce moment",
    "{name}: {length} LEDs, {tracks} tracks.": "{name} : {length} LED, {tracks} pistes.",
    "{package} is missing": "{package} manque",
    "{package} must be {version}, got {found}": "{package} est en {found}, il faut {version}",
    "{port} exists and can be opened.": "{port} est là et peut être ouvert.",
    "{says}, on this machine only (“Menu, Settings” lets phones in)":
        "{says}, pour cette machine seule (« Menu, Réglages » laisse entrer les téléphones)",
    "{says}. A copy elsewhere is safer: `pegboard backup FILE`.":
        "{says}. Une ailleurs est plus sûre : `pegboard backup FILE`.",
    "{says}; it slows down from {limit:.0f} °C": "{says} ; à partir de {limit:.0f} °C il ralentit",
    "{says}; inputs that chatter and are ignored: {inputs}":
        "{says} ; entrées qui tremblent et sont ignorées : {inputs}",
    "{says}; it lets the LEDs draw {limit} mA at most, and [board] max_mA is {wanted}":
        "{says} ; il ne laisse aux LED que {limit} mA au plus, et [board] max_mA vaut {wanted}",
    "Lower max_mA; or, where supply and fuse are made for it, build the firmware with `make -C "
    "firmware image LIMIT_MA={wanted}`":
        "Baissez max_mA ; ou compilez le micrologiciel avec `make -C firmware image "
        "LIMIT_MA={wanted}`, si l’alimentation et le fusible sont faits pour cela",
    "{says}; this pegboard speaks protocol {ours}":
        "{says} ; ce pegboard parle le protocole {ours}",
    "{state} is writable and has had no errors.": "{state} peut être écrit et n’a pas eu d’erreur.",
    "{user} has no permission to write to {state}": "{user} ne peut écrire dans {state}",
    "{told}, not set by the network": "{told}, non réglée par le réseau",
    "{told}, set by the network.": "{told}, réglée par le réseau.",
    "{told}; this machine cannot tell if that is right.":
        "{told} ; personne ici ne sait si c’est juste.",
    "{user} is in every group it needs.": "{user} est dans tous les groupes qu’il lui faut.",
    "{user} is not in {groups}": "{user} n’est pas dans {groups}",
    "{user} was added to {groups} after logging in":
        "{user} a été mis dans {groups} après sa connexion",
    "{version} is running; no newer one is known (`pegboard update --check` asks).":
        "{version} est en service ; aucune plus récente n’est connue (`pegboard update --check` "
        "demande).",
    "{version} is running; {found} is available: `sudo pegboard update`.":
        "{version} est en service ; {found} est là : `sudo pegboard update`.",
    "{version}: its WAL-reset bug needs two connections, and pegboard opens one. Do not open the "
    "journal with other programs while the board is running.":
        "{version} : son défaut de remise à zéro du WAL demande deux connexions, et pegboard n’en "
        "ouvre qu’une. N’ouvrez pas la mémoire des parties avec d’autres programmes pendant que "
        "la planche est en service.",
    "{where} is read-only: no game can be saved":
        "{where} est en lecture seule : aucune partie ne peut être gardée",
    "{n} games": {
        "one": "{n} partie",
        "other": "{n} parties",
    },
}
