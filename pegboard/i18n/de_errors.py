"""Deutsch: Fehler, nach dem Satz ihres Codes (siehe `pegboard.errors.Code`)."""

from collections.abc import Mapping

# fmt: off
ERRORS: Mapping[str, str | Mapping[str, str]] = {
    "the game is over: only undo is accepted": "das Spiel ist aus: nur Zurücknehmen geht noch",
    "seat must be 0 to {most}, got {got}": "ein Platz ist 0 bis {most}, nicht {got}",
    "there is nothing to undo": "es gibt nichts zurückzunehmen",
    "undo is replay without the undone action, not an action of the game":
        "Zurücknehmen ist kein Zug des Spiels: es wird ohne den zurückgenommenen noch einmal "
        "abgespielt",
    "{action} is not possible now: {seat} is to deal": "{action} geht jetzt nicht: {seat} gibt",
    "{action} is not possible now: the seats are to discard":
        "{action} geht jetzt nicht: es wird abgelegt",
    "{action} is not possible now: {seat} is to cut the starter":
        "{action} geht jetzt nicht: {seat} hebt ab",
    "{action} is not possible now: {seat} is to play": "{action} geht jetzt nicht: {seat} spielt",
    "{action} is not possible now: the hand of {seat} is to be counted":
        "{action} geht jetzt nicht: {seat:of} Blatt wird gezählt",
    "{action} is not possible now: the crib is to be counted":
        "{action} geht jetzt nicht: die Crib wird gezählt",
    "it is not {seat:of} turn, but {turn:of}": "nicht {seat} ist dran, sondern {turn}",
    "the cut is decided: {seat} deals": "es wird nicht mehr abgehoben: {seat} gibt",
    "{seats} seats must cut one card each, got {n}":
        "{seats} Plätze heben je eine Karte ab, nicht {n}",
    "{card} is cut twice": "{card} ist zweimal abgehoben",
    "{seat} cannot deal: it is {dealer:of} deal": "{seat} kann nicht geben: jetzt gibt {dealer}",
    "a table deal takes no crib card": "eine am Tisch gegebene Runde kennt keine Karte der Crib",
    "{n} hands dealt to {seats} seats": "{n} Blätter an {seats} Plätze gegeben",
    "{seat} must be dealt {wanted} cards, got {n}": "{seat} bekommt {wanted} Karten, nicht {n}",
    "with three players one card goes straight to the crib: + CARD":
        "zu dritt kommt eine Karte gleich in die Crib: + KARTE",
    "a card straight to the crib is for three players only":
        "eine Karte kommt nur zu dritt gleich in die Crib",
    "{card} is dealt twice": "{card} ist zweimal gegeben",
    "{seat} has already discarded": "{seat} hat schon abgelegt",
    "a seat must discard {wanted}, got {n}": "abgelegt werden {wanted}, nicht {n}",
    "{seat} does not hold {card}": "{seat} hat {card} nicht",
    "{card} cannot be cut: it was dealt": "{card} kann nicht aufgedeckt werden: sie wurde gegeben",
    "no go at {count}: every card can be played": "kein Go bei {count}: jede Karte passt",
    "{seat} can play, and so must": "{seat} kann spielen, und muss",
    "{card} would bring the count to {count}; it never passes {most}":
        "{card} brächte die Zahl auf {count}; sie geht nie über {most}",
    "{action}: the program counts an open deal": "{action}: eine offene Runde zählt das Programm",
    "{seat:of} hand is counted first": "zuerst wird {seat:of} Blatt gezählt",
    "{seat:of} hand was already claimed; use correct to fix a peg":
        "{seat:of} Blatt wurde schon angesagt; ein Stift lässt sich berichtigen",
    "{seat:of} hand is counted before the crib": "{seat:of} Blatt wird vor der Crib gezählt",
    "a hand must be four different cards, got {n}":
        "ein Blatt muss aus vier verschiedenen Karten bestehen, nicht {n}",
    "the crib must be four different cards, got {n}":
        "die Crib muss aus vier verschiedenen Karten bestehen, nicht {n}",
    "{owner} counts the hand now, not {seat}": "jetzt zählt {owner} das Blatt, nicht {seat}",
    "{owner} counts the crib now, not {seat}": "jetzt zählt {owner} die Crib, nicht {seat}",
    "a hand must be worth 0 to {most} points, got {points}":
        "ein Blatt ist 0 bis {most} Punkte wert, nicht {points}",
    "muggins is not played in this game": "dieses Spiel geht ohne Muggins",
    "a muggins call must be at least 1 point, got {points}":
        "{points} Punkte: fordere mindestens 1",
    "there is no claim to call muggins on": "es gibt keine Ansage, bei der etwas fehlen kann",
    "{seat} cannot call points of their own side":
        "{seat} kann Punkte der eigenen Partei nicht fordern",
    "score must be 0 to {most}, got {score}": "Stand {score}: es gibt die Löcher 0 bis {most}",
    "points must be 1 to {most}, got {points}": "{points} Punkte: es sind 1 bis {most}",
    "{seat} claims {points}; it is worth {worth}": "{seat} sagt {points} an; richtig sind {worth}",
    "{seat} called {points}, but nothing was missed":
        "{seat} rief {points}, aber es wurde nichts übersehen",
    "{seat} called {points}, but only {worth} was missed":
        "{seat} rief {points}, aber nur {worth} wurden übersehen",
    "the play was not followed to the end": "das Ausspielen wurde nicht bis zum Ende verfolgt",
    "the previous deal was not fully counted": "die Runde davor wurde nicht zu Ende gezählt",
    "{seat} played {card}, which is not in the hand shown":
        "{seat} hat {card} gespielt, was nicht im gezeigten Blatt ist",
    "{card} was already seen in this deal": "{card} war in dieser Runde schon zu sehen",
    "{card} was not played: the go before it ended the game":
        "{card} wird nicht gelegt: das Go davor hat das Spiel beendet",
    "{seat} said go and could have played {card}":
        "{seat} hat Go gesagt und hätte {card} spielen können",
    "This board does not accept devices.": "Dieses Brett lässt keine Geräte ein.",
    "{n} devices are already paired; remove one first.":
        "{n} Geräte sind schon verbunden; entfern zuerst eines.",
    "Get a code on the board's own page: Menu, then Phones.":
        "Lass dir auf der Seite des Bretts einen Code zeigen: Menü, dann Handys.",
    "Hold OK on the board for three seconds, then ask within half a minute.":
        "Halte OK am Brett drei Sekunden gedrückt und frag dann innerhalb einer halben Minute.",
    "More than one device asked, so none was let in. Hold OK again.":
        "Mehr als ein Gerät hat gefragt, darum kam keines herein. Halte OK noch einmal.",
    "That code is no longer valid. Get a new one at the board.":
        "Dieser Code gilt nicht mehr. Lass dir am Brett einen neuen zeigen.",
    "That is not the code shown on the board. Tries left: {n}.":
        "Das ist nicht der Code, den das Brett zeigt. Versuche übrig: {n}.",
    "Too many wrong PINs. Wait {n} seconds.": {
        "one": "Zu viele falsche PINs. Warte {n} Sekunde.",
        "other": "Zu viele falsche PINs. Warte {n} Sekunden.",
    },
    "That device is no longer paired.": "Dieses Gerät ist nicht mehr verbunden.",
    "Nobody of that name is waiting now.": "Niemand mit diesem Namen wartet noch.",
    "this id was used for another command; choose a new one":
        "diese id steht schon für einen anderen Befehl; wähle eine neue",
    "This device can only watch. Pair it first.":
        "Dieses Gerät darf nur zusehen. Verbinde es zuerst.",
    "button {name}: no such seat: {got}": "Taste {name}: {got} ist kein Platz dieses Spiels",
    "a demo game is running; start your own game first":
        "eine Vorführung läuft; beginne zuerst ein eigenes Spiel",
    "in a game against the computer the board keeps the count":
        "gegen den Computer zählt das Brett selbst",
    "the computer plays that seat": "diesen Platz spielt der Computer selbst",
    "only {name} can do that": "das kann nur {name}",
    "not possible now in a game against the computer":
        "das geht jetzt nicht in einem Spiel gegen den Computer",
    "{other} is entering a score for {name}; wait until it is pegged":
        "{other} trägt gerade Punkte für {name} ein; warte, bis sie gesteckt sind",
    "another game has started in the meantime": "inzwischen hat ein anderes Spiel begonnen",
    "Someone else acted first: {came}. Check and try again":
        "Jemand war schneller: {came}. Prüf es und versuch es noch einmal",
    "the game has moved on": "das Spiel ist weitergegangen",
    "there is no game to continue; start a new one":
        "es gibt kein Spiel fortzusetzen; beginne ein neues",
    "the game has moved on in the meantime: check again":
        "das Spiel ist inzwischen weitergegangen: sieh noch einmal hin",
    "there is nothing for you to sign now": "für dich ist jetzt nichts abzuzeichnen",
    "the score cards first: each player holds their own +1 for two seconds":
        "erst die Wertungskarten: jeder hält sein eigenes +1 zwei Sekunden",
    "there is nothing to take back": "es gibt nichts zurückzunehmen",
    "undo: you have not moved yet": "zurücknehmen: du hast noch nicht gespielt",
    "against the computer you can take back only your own moves":
        "gegen den Computer nimmt man nur einen eigenen Zug zurück",
    "{name} has played since; undo it at the board":
        "{name} hat seither gespielt; am Brett geht es noch",
    "{seat} does not play at the board": "{seat} spielt nicht am Brett",
    "the board's own page plays every seat that no phone has":
        "die Seite des Bretts hat alle Plätze, die kein Handy hat",
    "{other} has that seat; it can be reassigned on the board's own page":
        "dort sitzt {other}; die Seite des Bretts kann den Platz vergeben",
    "the cards are dealt: wait, or have the seat assigned on the board's own page":
        "die Karten sind gegeben: warte, oder lass dir den Platz am Brett geben",
    "only the board's own page can assign seats": "nur die Seite des Bretts vergibt Plätze",
    "that hand is no longer on offer": "dieses Blatt wird nicht mehr angeboten",
    "there is no counted hand to peg": "es gibt kein gezähltes Blatt zu stecken",
    "enter the points that {name} says, then OK":
        "gib die Punkte ein, die {name} sagt, dann OK",
    "for no points press OK again": "für keine Punkte drücke noch einmal OK",
    "there is no hand whose points are to be claimed":
        "es gibt kein Blatt, dessen Punkte anzusagen sind",
    "nothing was missed that this seat may call":
        "es fehlt nichts, was dieser Platz rufen darf",
    "six different cards are needed, got {n}": "sechs verschiedene Karten sind nötig, es sind {n}",
    "there is nothing to do again": "es gibt nichts zu wiederholen",
    "a line can be changed only in a game with your own cards":
        "eine Zeile lässt sich nur in einem Spiel mit eigenen Karten ändern",
    "a line can be changed only to the same action of its seat":
        "eine Zeile lässt sich nur in dieselbe Aktion ihres Platzes ändern",
    "there is no picture to save": "es gibt kein Bild zu speichern",
    "the same card appears twice": "dieselbe Karte ist zweimal da",
    "{card} is the starter of this deal, so it cannot be in the hand":
        "{card} ist der Starter dieser Runde und kann nicht im Blatt sein",
    "no card was recognised": "keine Karte wurde erkannt",
    "{n} of 5 cards found: tap + to add what is missing":
        "{n} von 5 Karten gefunden: Tippe auf + und füg hinzu, was fehlt",
    "{n} cards found, and 5 are needed: remove one":
        "{n} Karten gefunden, nötig sind 5: Nimm eine weg",
    "{n} of 4 cards besides {card} found: tap + to add what is missing":
        "{n} von 4 Karten außer {card} gefunden: Tippe auf + und füg hinzu, was fehlt",
    "{n} cards besides {card} found, and 4 are needed: remove one":
        "{n} Karten außer {card} gefunden, nötig sind 4: Nimm eine weg",
    "the starter of this deal was {was}, and here it is {now}":
        "der Starter dieser Runde war {was}, und hier ist es {now}",
    "tap the right one, or press OK for {was}": "tipp auf die richtige Karte, oder OK für {was}",
    "{card} is already in the hand of {who}":
        "{card} ist schon in einem anderen Blatt: {who}",
    "{card} was in the crib, so it cannot be in this hand":
        "{card} lag in der Crib, kann also nicht in diesem Blatt sein",
    "tap the one that is the starter": "tipp auf den Starter",
    "{card} was played by {who} in this deal, so it cannot be in this hand":
        "{card} wurde in dieser Runde von {who} gespielt und kann nicht in diesem Blatt sein",
    "{path} is missing: SPI is off": "es gibt kein {path}, SPI ist aus",
    "run `sudo raspi-config nonint do_spi 0` (or add the line dtparam=spi=on to {config}) and "
    "restart":
        "führe `sudo raspi-config nonint do_spi 0` aus (oder füge die Zeile dtparam=spi=on in "
        "{config} ein) und starte neu",
    "{path} is missing, and this is not a known Raspberry Pi":
        "es gibt kein {path}, und das ist kein Raspberry Pi, den wir kennen",
    "use the USB board (serial:), or spi:mock to simulate it":
        "nimm die USB-Platine (serial:), oder spi:mock, um sie zu simulieren",
    "{path} is missing": "es gibt kein {path}",
    "there is {ports}": "es gibt {ports}",
    "{path} is the EEPROM that a Raspberry Pi 5 starts from, not a port for LEDs":
        "{path} ist das EEPROM, von dem ein Raspberry Pi 5 startet, kein Anschluss für LEDs",
    "use spi: (data on GPIO 10)": "nimm spi: (Daten an GPIO 10)",
    "the spidev library is missing": "die Bibliothek spidev fehlt",
    "`pip install spidev`, or `sudo apt install python3-spidev` with a virtual environment made "
    "with --system-site-packages":
        "`pip install spidev`, oder `sudo apt install python3-spidev` und eine virtuelle Umgebung "
        "mit --system-site-packages",
    "no permission to open {path}": "{path} darf nicht geöffnet werden",
    "add your user to the group spi (`sudo usermod -aG spi $USER`) and log in again":
        "nimm deinen Benutzer in die Gruppe spi auf (`sudo usermod -aG spi $USER`) und melde dich "
        "neu an",
    "a frame is {size} bytes and the driver's buffer only {bufsiz}: it would be sent in pieces, "
    "with gaps":
        "ein Bild hat {size} Bytes und der Puffer des Treibers {bufsiz}: in Stücken gesendet "
        "hätte es Lücken",
    "add spidev.bufsiz={bufsiz_wanted} to the end of the one line in {cmdline} and restart":
        "hänge spidev.bufsiz={bufsiz_wanted} an die eine Zeile in {cmdline} an und starte neu",
    "this Pi's core clock, and the SPI clock with it, changes under load: the LEDs would flash "
    "white":
        "der Kerntakt dieses Pi ändert sich mit der Last, und der SPI-Takt mit ihm: die LEDs "
        "würden weiß blitzen",
    "add the line {core_line} to {config}, below [all], and restart":
        "füge die Zeile {core_line} in {config} ein, unter [all], und starte neu",
    "rpi_ws281x does not support the Raspberry Pi 5": "rpi_ws281x kennt den Raspberry Pi 5 nicht",
    "use spi: (data on GPIO 10) or the USB board (serial:)":
        "nimm spi: (Daten an GPIO 10) oder die USB-Platine (serial:)",
    "rpi_ws281x does not support this machine": "das ist kein Raspberry Pi, den rpi_ws281x kennt",
    "use the USB board (serial:), or ws281x:mock to simulate it":
        "nimm die USB-Platine (serial:), oder ws281x:mock, um sie zu simulieren",
    "GPIO 10 belongs to the SPI port": "GPIO 10 gehört dem SPI-Anschluss",
    "use spi:, which does not need root": "nimm spi:, das braucht kein root",
    "GPIO {pin} has no PWM or PCM": "GPIO {pin} hat weder PWM noch PCM",
    "connect the LEDs to GPIO 18, 12, 13, 19 or 21": "LEDs gehören an GPIO 18, 12, 13, 19 oder 21",
    "the rpi_ws281x library is missing": "die Bibliothek rpi_ws281x fehlt",
    "`pip install rpi-ws281x` (compiling it needs gcc and python3-dev)":
        "`pip install rpi-ws281x` (es wird übersetzt, das braucht gcc und python3-dev)",
    "no permission to open /dev/mem: only root can drive LEDs by PWM":
        "/dev/mem darf nicht geöffnet werden, nur root kann LEDs über PWM ansteuern",
    "use spi: (data on GPIO 10) or the USB board (serial:), which do not need root; an installed "
    "board's service never has it":
        "nimm spi: (Daten an GPIO 10) oder die USB-Platine (serial:), die kein root brauchen; der "
        "Dienst eines installierten Bretts hat es nie",
    "analogue sound is on, and it uses the same PWM as GPIO {pin}":
        "der analoge Ton ist an und benutzt dasselbe PWM wie GPIO {pin}",
    "write dtparam=audio=off in {config} and restart, or use ws281x:21 or spi:":
        "schreib dtparam=audio=off in {config} und starte neu, oder nimm ws281x:21 oder spi:",
    "no pegboard is connected by USB": "keine Platine mit unserer Firmware ist angesteckt",
    "if one is, name its port, such as serial:/dev/ttyACM0. For a new Raspberry Pi Pico: hold its "
    "BOOTSEL button while plugging it in, then copy pegboard-firmware-….uf2 (from the release, or "
    "by `make firmware`) onto the drive that appears":
        "ist sie es doch, nenne ihren Anschluss wie serial:/dev/ttyACM0. Ein neuer Raspberry Pi "
        "Pico: halte beim Anstecken seine Taste BOOTSEL, und kopiere pegboard-firmware-….uf2 (aus "
        "der Veröffentlichung, oder von `make firmware`) auf das Laufwerk, das erscheint",
    "{n} boards are connected": "es gibt {n} Platinen",
    "choose {names}": "wähle {names}",
    "{port} does not exist": "es gibt kein {port}",
    "is the board plugged in? (`serial:` alone finds our board)":
        "ist die Platine angesteckt? (`serial:` allein findet unsere)",
    "found: {others} (`serial:` alone finds our board)":
        "es gibt {others} (`serial:` allein findet unsere Platine)",
    "no permission to open {port}": "{port} darf nicht geöffnet werden",
    "add your user to the group dialout (`sudo usermod -aG dialout $USER`) and log in again":
        "nimm deinen Benutzer in die Gruppe dialout auf (`sudo usermod -aG dialout $USER`) und "
        "melde dich neu an",
    "{port} is in use by another program (another pegboard, a serial monitor?)":
        "{port} wird von einem anderen Programm benutzt (einem anderen pegboard, einem seriellen "
        "Monitor?)",
    "close it; `sudo fuser -v {port}` shows which":
        "beende es; `sudo fuser -v {port}` sagt, welches",
    "Phones cannot be let in: another program has port {port} on this network":
        "Handys können nicht zugelassen werden: Ein anderes Programm hat in diesem Netz Port "
        "{port}",
    "end that program, or set another port under [web] in the configuration file":
        "beende dieses Programm, oder setze unter [web] in der Konfigurationsdatei einen anderen "
        "Port",
    "{port} is not a serial port ({why})": "{port} ist kein serieller Anschluss ({why})",
    "{name}: the board was unplugged or lost power":
        "{name}: die Platine wurde abgezogen oder hat keinen Strom",
    "it resumes by itself when it is back": "es geht von selbst weiter, wenn sie wieder da ist",
    "{name}: no answer": "{name}: keine Antwort",
    "{name}: the frame was not accepted within {seconds:g} s":
        "{name}: das Bild wurde in {seconds:g} s nicht angenommen",
    "{name}: it did not accept the command to restart":
        "{name}: sie nahm den Befehl zum Neustart nicht an",
    "{name}: {why}: is our firmware on it?": "{name}: {why}: ist unsere Firmware darauf?",
    "if not: hold its BOOTSEL button while plugging it in, then copy pegboard-firmware-….uf2 "
    "(from the release, or by `make firmware`) onto the drive that appears":
        "wenn nicht: halte beim Anstecken ihre Taste BOOTSEL, und kopiere pegboard-firmware-….uf2 "
        "(aus der Veröffentlichung, oder von `make firmware`) auf das Laufwerk, das erscheint",
    "install this version's firmware on it. Run `pegboard firmware restart --update` (or hold its "
    "BOOTSEL button while plugging it in), then copy pegboard-firmware-….uf2 onto the drive that "
    "appears":
        "spiele die Firmware dieser Version auf: `pegboard firmware restart --update` (oder halte "
        "beim Anstecken ihre Taste BOOTSEL), dann kopiere pegboard-firmware-….uf2 auf das "
        "Laufwerk, das erscheint",
    "button {button} chatters (over {most} changes a second) and is ignored":
        "Taste {button} flattert (über {most} Wechsel in der Sekunde) und wird übergangen",
    "look for a loose wire or an unconnected pin":
        "such nach einem losen Draht oder einem Pin, der in der Luft hängt",
    "button {button} (input {input}) chatters and is ignored":
        "Taste {button} (Eingang {input}) flattert und wird übergangen",
    "look for a loose wire": "such nach einem losen Draht",
    "button {button} has been held down for over {seconds:.0f} s":
        "Taste {button} ist seit über {seconds:.0f} s gedrückt",
    "is it stuck, or is its wire shorted to ground?": "klemmt sie, oder berührt ihr Draht Masse?",
    "button {button} has been held down since the start":
        "Taste {button} ist seit dem Start gedrückt",
    "button {button} has not been pressed once in {presses} presses":
        "Taste {button} wurde bei {presses} Drücken nie gedrückt",
    "is it connected?": "ist sie angeschlossen?",
    "the dial of {seat} skips": "der Drehknopf von {seat} springt",
    "look for a loose wire at A, B or their ground; a worn encoder does it too (10 nF from A and "
    "from B to ground help)":
        "such nach einem losen Draht an A, B oder ihrer Masse; auch ein verschlissener Encoder "
        "tut das (10 nF von A und von B nach Masse helfen)",
    "the camera process ended ({why}); restarting it":
        "der Prozess der Kamera endete ({why}); er startet neu",
    "the camera did not answer within {seconds:g} s; restarted":
        "die Kamera gab in {seconds:g} s keine Antwort; neu gestartet",
    "the camera has been restarted since": "die Kamera wurde inzwischen neu gestartet",
    "camera {camera}: no picture in {seconds:g} s":
        "Kamera {camera}: in {seconds:g} s kam kein Bild",
    "camera {camera}: {why}": "Kamera {camera}: {why}",
    "camera {camera}: no pictures at that address": "Kamera {camera}: dort sind keine Bilder",
    "camera {camera}: must begin with http:// or https://, because {protocol} is not read":
        "Kamera {camera}: muss mit http:// oder https:// beginnen, denn {protocol} wird nicht "
        "gelesen",
    "give the address of the camera's motion-JPEG stream, or that of one picture, such as "
    "files:http://10.0.0.5/snapshot.jpg":
        "nimm die Adresse des Motion-JPEG-Stroms der Kamera, oder die eines einzelnen Bildes, etwa "
        "files:http://10.0.0.5/snapshot.jpg",
    "camera {camera}: its focus cannot be set from here":
        "Kamera {camera}: ihre Schärfe kann von hier aus nicht eingestellt werden",
    "turn the ring of its lens, or fix the focus in the camera's own settings; focus_m = 0 under "
    "[camera] leaves it alone":
        "dreh am Ring ihres Objektivs, oder stell die Schärfe in der Kamera selbst fest; "
        "focus_m = 0 unter [camera] lässt sie in Ruhe",
    "camera {camera}: must begin with files:": "Kamera {camera}: muss mit files: beginnen",
    "camera {camera}: must be http://HOST/PATH or http://HOST:PORT/PATH":
        "Kamera {camera}: muss http://HOST/PFAD oder http://HOST:PORT/PFAD sein",
    "does a browser on this machine show the stream?":
        "zeigt ein Browser auf diesem Rechner den Strom?",
    "camera {camera}: no such device (found: {there})":
        "Kamera {camera}: dieses Gerät gibt es nicht (es gibt: {there})",
    "plug it in, and run `v4l2-ctl --list-devices` to see its name":
        "steck sie an; `v4l2-ctl --list-devices` sagt, welche es ist",
    "camera {camera}: no permission": "Kamera {camera}: keine Berechtigung",
    "`sudo usermod -aG video $USER`, then log in again":
        "`sudo usermod -aG video $USER`, dann neu anmelden",
    "camera {camera}: cannot be opened": "Kamera {camera}: sie lässt sich nicht öffnen",
    "another program is using it, or it is not a capture device (`v4l2-ctl --list-devices` shows "
    "which are)":
        "ein anderes Programm benutzt sie, oder sie macht keine Bilder (`v4l2-ctl --list-devices` "
        "zeigt, welche es tun)",
    "This board was not set up by its installer: update it the way it was installed "
    "(systemd/README.md)":
        "Dieses Brett kam nicht mit seinem Installationsprogramm: aktualisiere es so, wie es kam "
        "(systemd/README.md)",
    "name the card that is meant": "welche Karte ist gemeint?",
    "{card} is not among these cards": "{card} ist nicht unter diesen Karten",
    "{card} is already there": "{card} ist schon da",
    "UNDO and OK were held down at start-up": "ZURÜCK und OK wurden beim Start gehalten",
    "requested with --safe": "es wurde verlangt (--safe)",
    "simulated devices only: {why}": "nur simulierte Geräte: {why}",
    "the last two starts failed": "die letzten zwei Starts sind gescheitert",
    "the configuration cannot be used: {why}": "die Konfiguration ist nicht zu gebrauchen: {why}",
    "{wrong}; {cure}": "{wrong}; {cure}",
    "colors must differ for every side": "colors: jede Seite hat eine eigene",
    "colors must be from {known}, got {value}": "colors: {value}; es gibt {known}",
    "dealer must be 0 to {most}, got {got}": "Geber {got}: es geht von 0 bis {most}",
    "level must be one of {known}, got {value}": "Stufe {value}: eine von {known}",
    "rules: {why}": "Regeln: {why}",
    "only a seat that a person plays can be assigned, not {seat}":
        "nur der Platz eines Menschen lässt sich vergeben, nicht {seat}",
    "no such seat: {got}": "{got} ist kein Platz dieses Spiels",
    "{seat} must be one of {known}, got {value}": "{seat}: {value}; möglich sind {known}",
    "seats: in a demo the computer must have every seat":
        "seats: in einer Vorführung hat der Computer jeden Platz",
    "seats: at least one must be a person; without people it is a demo":
        "seats: einer ist ein Mensch; ohne Menschen ist es eine Vorführung",
    "seats: people alone play with their own cards; mode must be computer for dealt cards":
        "seats: Menschen unter sich spielen mit eigenen Karten; gegeben wird im Modus computer",
    "target must be 121 or 61, got {value}": "Ziel {value}: ein Spiel geht bis 121 oder bis 61",
    "colors must be {sides}, one per side, got {n}": "{n} Farben für {sides} Seiten",
    "scores must be {sides}, one per side, got {n}":
        "Es müssen {sides} Stände sein, einer je Partei, nicht {n}",
    "scores must be below {target}, got {value}": "{value} ist zu viel: gespielt wird bis {target}",
    "names must be {seats}, one per seat, got {n}": "{n} Namen für {seats} Plätze",
    "seats must name {seats} players, got {n}": "{n} Plätze sind genannt für {seats} Spieler",
    "{sides} sides need {sides} tracks; this board has {tracks} ({layout}). Suitable layouts: "
    "{known}":
        "{sides} Seiten brauchen {sides} Bahnen; dieses Brett hat {tracks} ({layout}). Geeignet "
        "wären: {known}",
    "{command}: there is no such program": "{command}: Dieses Programm gibt es nicht",
    "{command} ended, asked: {asked}": "{command} hat sich beendet, gefragt: {asked}",
    "{command} did not answer in {most_s} s, asked: {asked}":
        "{command} hat in {most_s} s nicht geantwortet, gefragt: {asked}",
    "{command} answered more than {most} bytes, asked: {asked}":
        "{command} hat mehr als {most} Bytes geantwortet, gefragt: {asked}",
    "{command} must answer 'name' and a name first, not {said}":
        "{command} muss zuerst mit 'name' und einem Namen antworten, nicht mit {said}",
    "{name} answers {said}, asked: {asked}": "{name} antwortet {said}, gefragt: {asked}",
    "{folder} is no checkout of the project with its history: nothing to compare with":
        "{folder} ist keine Kopie des Projekts mit seinem Verlauf: Es gibt nichts zum Vergleichen",
    "{reference} is no commit of {folder}":
        "{reference} ist kein Commit in {folder}",
    "{commit} cannot be set up: {why}":
        "{commit} lässt sich nicht einrichten: {why}",
    "a ladder needs two players at least, each once; got {names}":
        "Eine Rangliste braucht mindestens zwei Spieler, jeden nur einmal; genannt sind {names}",
    "{file}: begun with {key} {was}, not {now}; choose another file":
        "{file}: mit {key} {was} begonnen, nicht {now}; nehmen Sie eine andere Datei",
    "{file}: line {line} is not one of a ladder": "{file}: Zeile {line} gehört zu keiner Rangliste",
    "not a notation that is known; must be one of {known}":
        "Diese Schreibweise ist nicht bekannt; bekannt sind {known}",
    "line {line}: the deal is not possible: {why}":
        "Zeile {line}: So kann nicht gespielt werden: {why}",
    "line {line}: {seat} is to deal": "Zeile {line}: {seat} muss geben",
    "line {line}: {card} was played after the game had ended":
        "Zeile {line}: {card} wurde nach dem Ende des Spiels gelegt",
    "line {line}: {why}":
        "Zeile {line}: {why}",
    "line {line}: {word} must have {wanted} cards, got {n}":
        "Zeile {line}: {word} muss {wanted} Karten haben, es sind {n}",
    "line {line}: {card} is in nobody's hand":
        "Zeile {line}: {card} hat niemand auf der Hand",
    "line {line}: {text} does not say which hand it is about":
        "Zeile {line}: {text} sagt nicht, um welches Blatt es geht",
    "write the game without it, and enter the points as `peg` or `correct`":
        "das Spiel ohne das schreiben und die Punkte als `peg` oder `correct` eintragen",
    "line {line}: {word} {said} is written, the cards are worth {points}":
        "Zeile {line}: geschrieben steht {word} {said}, die Karten zählen {points}",
    "the result {said} is written; the game is not won like that":
        "Geschrieben steht das Ergebnis {said}; so ist das Spiel nicht gewonnen",
    "there is no deal in it":
        "Darin ist nichts gegeben worden",
}
