"""Deutsch: was mit Geräten und ihrer Konfiguration nicht stimmt, nach dem Satz des Codes."""

from collections.abc import Mapping

# fmt: off
DEVICES: Mapping[str, str | Mapping[str, str]] = {
    "the picture was not saved: {why}": "das Bild wurde nicht aufgehoben: {why}",
    "{where}: {key} is missing; it must be {wanted}":
        "{where}: {key} fehlt; es muss sein: {wanted}",
    "{where}: {key} must be {wanted}, got {value}":
        "{where}: {key} muss sein: {wanted}, nicht {value}",
    "{where}: {key} must be between 0 and 10000 millimetres, got {value:g}":
        "{where}: {key} muss zwischen 0 und 10000 Millimeter liegen, nicht {value:g}",
    "{where}: {key} must be a list of [[{key}]] tables":
        "{where}: {key} muss eine Liste von Tabellen [[{key}]] sein",
    "{where}: unknown key {keys}": "{where}: unbekannter Schlüssel {keys}",
    "unknown layout {layout}: must be one of {known}, or the path of a .toml file":
        "kein Layout {layout}: es gibt {known}, oder gib den Pfad einer .toml-Datei an",
    "{where}: cannot be read: {why}": "{where}: lässt sich nicht lesen: {why}",
    "{where}: not TOML: {why}": "{where}: kein TOML: {why}",
    "{where}: hole {hole} of track {track} has no pixel":
        "{where}: Loch {hole} der Bahn {track} hat kein Pixel",
    "{where}: lamp {lamp} of {extra} has no pixel":
        "{where}: Lampe {lamp} von {extra} hat kein Pixel",
    "{where}: pixels must be at least {least}, got {pixels}: the rows use that many":
        "{where}: pixels muss mindestens {least} sein, nicht {pixels}: so viele brauchen die "
        "Reihen",
    "{where}: {what} at {point} is off the board, {width:g} x {height:g}":
        "{where}: {what} bei {point} liegt neben dem Brett, {width:g} x {height:g}",
    "{where}: {what} already has a pixel": "{where}: {what} hat schon ein Pixel",
    "{where}: pixel {pixel} is already {what}": "{where}: Pixel {pixel} ist schon {what}",
    "{where}: {n} LEDs from {first} to {last} take {length:.1f} mm; on a strip with {leds_per_m} "
    "LEDs per metre they take {wanted:.1f} mm":
        "{where}: {n} LEDs von {first} bis {last} brauchen {length:.1f} mm; auf einem Streifen "
        "mit {leds_per_m} je Meter sind es {wanted:.1f} mm",
    "{file}: must be a UTF-8 text file: {why}":
        "{file}: keine Textdatei (UTF-8 wird erwartet): {why}",
    "{file}: not TOML: {why}": "{file}: kein TOML: {why}",
    "brackets are nested too deeply": "Klammern in Klammern ohne Ende",
    "a number has too many digits": "eine Zahl hat zu viele Ziffern",
    "it is {encoding}": "sie ist in {encoding}",
    "save it as UTF-8": "als UTF-8 speichern",
    "line {row}: the byte {byte} is not UTF-8, but {character} in Windows-1252":
        "Zeile {row}: das Byte {byte} ist kein UTF-8, sondern {character} in Windows-1252",
    "save the file as UTF-8": "die Datei als UTF-8 speichern",
    "line {row}: the byte {byte} is not UTF-8": "Zeile {row}: das Byte {byte} ist kein UTF-8",
    "line {row}, column {column}: {character} is a typographic quote":
        "Zeile {row}, Spalte {column}: {character} ist ein typografisches Anführungszeichen",
    "use straight ones: \" or '": "nimm gerade: \" oder '",
    "line {row}, column {column}: there is an invisible character, {character}":
        "Zeile {row}, Spalte {column}: da ist ein unsichtbares Zeichen, {character}",
    "delete it, or write a space": "lösche es, oder schreibe ein Leerzeichen",
    "line {row}, column {column}: {character} only looks right":
        "Zeile {row}, Spalte {column}: {character} sieht nur richtig aus",
    "write {plain}": "schreibe {plain}",
    "line {row}, column {column}: {character} can only stand between quotes or in a comment":
        "Zeile {row}, Spalte {column}: {character} kann nur zwischen Anführungszeichen oder in "
        "einem Kommentar stehen",
    "{file}: {key}: unknown key; must be one of: {known}":
        "{file}: {key}: unbekannter Schlüssel; es gibt: {known}",
    "{file}: {key}: must be {kind}, got {value}": "{file}: {key}: muss sein: {kind}, nicht {value}",
    "{key}: must be {kind}, got {value}":
        "{key}: muss sein: {kind}, nicht {value}",
    "{file}: {key}: must be two, three or four names, got {n}":
        "{file}: {key}: müssen zwei, drei oder vier Namen sein, nicht {n}",
    "camera {camera}: must be a playable video (AVI, MP4 or MKV)":
        "Kamera {camera}: kein Video, das sich abspielen lässt; AVI, MP4 und MKV gehen",
    "camera {camera}: the file no longer exists": "Kamera {camera}: die Datei ist weg",
    "camera {camera}: the video breaks off after {n} of {frames:.0f} frames":
        "Kamera {camera}: das Video bricht nach {n} von {frames:.0f} Bildern ab",
    "camera {camera}: no frame can be read": "Kamera {camera}: kein Bild lässt sich lesen",
    "camera {camera}: must be a folder of pictures, not one picture":
        "Kamera {camera}: ein einzelnes Bild; nenne den Ordner, in dem es liegt",
    "camera {camera}: no such folder or video":
        "Kamera {camera}: es gibt weder so einen Ordner noch so ein Video",
    "camera {camera}: no pictures in this folder":
        "Kamera {camera}: in diesem Ordner ist kein Bild",
    "camera {camera}: must be a path such as /dev/video0, or nothing, after the colon":
        "Kamera {camera}: nach dem Doppelpunkt muss ein Pfad wie /dev/video0 stehen, oder nichts",
    "camera {camera}: must be a number, or nothing, after the colon":
        "Kamera {camera}: schreib eine Zahl oder nichts hinter den Doppelpunkt",
    "`sudo apt install python3-picamera2`, and make the virtual environment with `python3 -m venv "
    "--system-site-packages`":
        "`sudo apt install python3-picamera2`, und leg die virtuelle Umgebung mit `python3 -m "
        "venv --system-site-packages` an",
    "camera {camera}: {n} found": "Kamera {camera}: {n} gefunden",
    "check the ribbon cable, and the output of `rpicam-hello --list-cameras`":
        "sieh nach dem Flachbandkabel und nach dem, was `rpicam-hello --list-cameras` sagt",
    "is another program using it?": "benutzt sie ein anderes Programm?",
    "{width} x {height} pixels; the limit is {most} million":
        "{width} x {height} Pixel; höchstens {most} Millionen werden gelesen",
    "{size:.0f} MiB; the limit is {most}": "{size:.0f} MiB; höchstens {most} werden gelesen",
    "the picture is damaged, or in a format OpenCV cannot read":
        "das Bild ist beschädigt oder von einer Art, die OpenCV nicht liest",
    "not a file": "keine Datei",
    "the file is empty": "die Datei ist leer",
    "no such file": "diese Datei gibt es nicht",
    "no pins at {address}: must be gpio: or gpio:mock":
        "keine Pins bei {address}: schreib gpio: oder gpio:mock",
    "install it with `sudo apt install python3-lgpio` and make the virtual environment with "
    "--system-site-packages, or `pip install gpiod`":
        "installiere es mit `sudo apt install python3-lgpio` und leg die virtuelle Umgebung mit "
        "--system-site-packages an, oder `pip install gpiod`",
    "this machine has no /dev/gpiochip0; use gpio:mock to simulate the buttons":
        "dieser Rechner hat kein /dev/gpiochip0; gpio:mock simuliert die Tasten",
    "add your user to the group gpio (`sudo usermod -aG gpio $USER`) and log in again":
        "nimm deinen Benutzer in die Gruppe gpio auf (`sudo usermod -aG gpio $USER`) und melde "
        "dich neu an",
    "{name}: GPIO {pin}: {why}: is another program using it?":
        "{name}: GPIO {pin}: {why}: benutzt ihn ein anderes Programm?",
    "this board has no button {button}": "dieses Brett hat keine Taste {button}",
    "this board has no dial for {seat}": "dieses Brett hat keinen Drehknopf für {seat}",
    "keyboard: standard input is not a terminal": "Tastatur: die Standardeingabe ist kein Terminal",
    "keyboard: this program runs in the background (`fg` brings it up)":
        "Tastatur: dieses Programm läuft im Hintergrund (`fg` holt es hervor)",
    "script {file}: {why}": "Skript {file}: {why}",
    "script {file}: not a text file in UTF-8: {why}":
        "Skript {file}: keine Textdatei in UTF-8: {why}",
    "{file}:{line}: {seconds} must not be earlier than the line above":
        "{file}:{line}: {seconds} liegt vor der Zeile darüber",
    "{text}: must be seconds and a button, such as `0.5 0+5`":
        "{text}: schreib Sekunden und eine Taste, wie `0.5 0+5`",
    "seconds must be a number, got {text}": "{text} ist keine Zahl von Sekunden",
    "{key}: {name} = {pin}: must be GPIO {first} to {last} (BCM numbers)":
        "{key}: {name} = {pin}: diesen Pin gibt es nicht; eine Taste kommt an GPIO {first} bis "
        "{last} (BCM-Nummern)",
    "{key}: {name} = {number}: must be an input from 0 to {most}":
        "{key}: {name} = {number}: diesen Eingang gibt es nicht; es gibt 0 bis {most}",
    "{key}: {why}; 0a and 0b are the contacts of a dial":
        "{key}: {why}; 0a und 0b sind die Kontakte eines Drehknopfs",
    "{key}: GPIO {pin} is used by both {first} and {second}: every button needs its own pin":
        "{key}: GPIO {pin} ist für {first} und für {second} vergeben: jede Taste braucht einen "
        "eigenen Pin",
    "{key}: input {number} is used by both {first} and {second}: every button needs its own input":
        "{key}: Eingang {number} ist für {first} und für {second} vergeben: jede Taste braucht "
        "einen eigenen Eingang",
    "evdev: no USB keypad is plugged in":
        "evdev: kein USB-Ziffernblock ist eingesteckt",
    "plug one in; a keyboard with letters must be named: evdev:/dev/input/by-id/…-event-kbd":
        "stecke einen ein; eine Tastatur mit Buchstaben muss genannt werden: "
        "evdev:/dev/input/by-id/…-event-kbd",
    "evdev: there are several keypads":
        "evdev: es gibt mehrere Ziffernblöcke",
    "name one of them: {found}":
        "nenne einen davon: {found}",
    "evdev: {path}: {why}":
        "evdev: {path}: {why}",
    "`ls /dev/input/by-id` names the keyboards; theirs end in -event-kbd":
        "`ls /dev/input/by-id` nennt die Tastaturen; ihre Namen enden auf -event-kbd",
    "evdev: {path}: permission denied":
        "evdev: {path}: Zugriff verweigert",
    "add your user to the group input (`sudo usermod -aG input $USER`) and log in again":
        "nimm deinen Benutzer in die Gruppe input auf (`sudo usermod -aG input $USER`) und melde "
        "dich neu an",
    "evdev: {path}: another program has taken it":
        "evdev: {path}: ein anderes Programm hat ihn belegt",
    "evdev: {path} was unplugged":
        "evdev: {path} wurde ausgesteckt",
    "{key}: {name} = {code}: must be a key code from 1 to {most}":
        "{key}: {name} = {code}: es muss ein Tastencode von 1 bis {most} sein",
    "{key}: the key {code} is used by both {first} and {second}: every button needs its own key":
        "{key}: Die Taste {code} ist für {first} und für {second} vergeben: jeder Knopf "
        "braucht eine eigene Taste",
    "{path} is in use by another pegboard":
        "{path} wird von einem anderen pegboard benutzt",
    "end it first: `sudo systemctl stop pegboard` where it was installed, and "
    "`sudo systemctl start pegboard` afterwards":
        "beende es zuerst: `sudo systemctl stop pegboard`, wo es installiert ist, und danach "
        "`sudo systemctl start pegboard`",
    "--leds tests a bare strip: it goes with neither --rows nor --layout":
        "--leds prüft einen losen Streifen: es geht weder mit --rows noch mit --layout",
    "--rows {rows}: the layout {layout} has 1 to {most} rows":
        "--rows {rows}: Das Layout {layout} hat 1 bis {most} Reihen",
    "{key}: {missing} is missing: a dial has two contacts":
        "{key}: {missing} fehlt: ein Drehknopf hat zwei Kontakte",
    "{key}: {dial}a = {a} and {dial}b = {b} are not a pair: a dial needs an even input and the "
    "odd one after it, such as {even} and {odd}":
        "{key}: {dial}a = {a} und {dial}b = {b} sind kein Paar: ein Drehknopf kommt an einen "
        "geraden Eingang und den ungeraden danach, wie {even} und {odd}",
    "unknown button {text}: must be ok, undo, count, or a seat (0-3) with +1, +5, -1 or push, "
    "such as 0+5":
        "keine Taste heißt {text}: schreib ok, undo, count, oder einen Platz (0-3) und +1, +5, -1 "
        "oder push wie in 0+5",
    "unknown strip {address}: must be one of {known}": "kein Streifen {address}: es gibt {known}",
    "unknown speaker {address}: must be one of {known}":
        "kein Lautsprecher {address}: es gibt {known}",
    "unknown buttons {address}: must be one of {known}":
        "keine Tasten bei {address}: schreib eines von {known}",
    "unknown camera {address}: must be one of {known}":
        "Kamera {address}: schreib eines von {known}",
    "{address}: unknown option {option}; must be one of {known}":
        "{address}: unbekannte Option {option}; es gibt {known}",
    "{address}: {option} must be one of {known}, got {value}":
        "{address}: {option} muss eines von {known} sein, nicht {value}",
    "{address}: {option} must be an integer, got {value}":
        "{address}: {option} muss eine ganze Zahl sein, nicht {value}",
    "{scheme}:missing: simulating a missing {device}":
        "{scheme}:missing: hier fehlt {device}, wie gewünscht",
    "{address}: unknown fault {fault}; must be fail-after=N, slow-ms=N or missing":
        "{address}: unbekannter Fehler {fault}; es gibt fail-after=N, slow-ms=N und missing",
    "{device} is unplugged": "{device} ist abgezogen",
    "espeak: espeak-ng is not installed": "espeak: hier ist kein espeak-ng",
    "install it with `sudo apt install espeak-ng`":
        "installiere es mit `sudo apt install espeak-ng`",
    "espeak: espeak-ng does not start: {why}": "espeak: espeak-ng startet nicht: {why}",
    "espeak: espeak-ng does not finish; is the speaker in use?":
        "espeak: espeak-ng endet nicht; ist der Lautsprecher belegt?",
    "{address}: pixels must be 1 to {most}": "{address}: die Platine treibt 1 bis {most} Pixel",
    "spi: {port}: {why}": "SPI: {port}: {why}",
    "spi: {port}: a frame of {size} bytes timed out":
        "SPI: {port}: ein Bild von {size} Byte wurde nicht rechtzeitig gesendet",
    "restart; if it happens again, drive the LEDs from a Pico (serial:), which is what boards of "
    "three and four tracks need on a Raspberry Pi 5":
        "starte neu; geschieht es wieder, betreib die LEDs an einem Pico (serial:): Bretter mit "
        "drei und vier Bahnen brauchen ihn am Raspberry Pi 5",
    "{address}: core must be the core clock in MHz, not 0":
        "{address}: core ist der Kerntakt in MHz, nicht 0",
    "spi: a clock of {hz} Hz was requested: {why}": "SPI: ein Takt von {hz} Hz war verlangt: {why}",
    "the strip does not answer": "der Streifen antwortet nicht",
    "spi:mock: simulating a missing strip": "spi:mock: hier ist kein Streifen, wie gewünscht",
    "spi:mock: a frame is {size} bytes and the buffer {bufsiz}: use bufsiz={wanted}":
        "spi:mock: ein Bild sind {size} Bytes und der Puffer {bufsiz}: schreib bufsiz={wanted}",
    "terminal: cannot write: {why}": "Terminal: lässt sich nicht beschreiben: {why}",
    "terminal:{layout}: that layout has {pixels} pixels, not {length}":
        "terminal:{layout}: jenes Layout hat {pixels} Pixel, nicht {length}",
    "{address}: must name a pin (BCM number), such as ws281x:18":
        "{address}: ein Pin gehört hierher (BCM-Nummer), wie ws281x:18",
    "{address}: DMA channel {channel} belongs to {owner}; use 10":
        "{address}: der DMA-Kanal {channel} gehört {owner}; nimm 10",
    "{key}: must be mqtt://HOST:PORT or mqtts://HOST:PORT, got {value}":
        "{key}: muss mqtt://HOST:PORT oder mqtts://HOST:PORT sein, nicht {value}",
    "{key}: put the user in mqtt.user, not in the address":
        "{key}: der Benutzer gehört in mqtt.user, nicht in die Adresse",
    "{key}: not a topic: {value}": "{key}: kein Topic: {value}",
    "simulated: sample pictures, not your table":
        "simuliert: Beispielbilder, nicht dein Tisch",
    "not connected yet": "noch nicht verbunden",
    "{device} is no sound device; must be default, or a card such as plughw:CARD=Device,DEV=0":
        "{device} ist keine Tonausgabe; es muss default sein oder eine Karte, wie "
        "plughw:CARD=Device,DEV=0",
    "{device} must be the path of a .wav file":
        "{device} muss der Pfad einer .wav-Datei sein",
    "a sound device is written as device under [voice]":
        "eine Tonausgabe steht als device unter [voice]",
    "espeak: sound device {device}: {why}": "espeak: Tonausgabe {device}: {why}",
    "choose another under “Menu, Settings”; `pegboard doctor` lists them":
        "eine andere unter „Menü, Einstellungen“ wählen; `pegboard doctor` nennt sie",
    "The board speaks here": "Hier spricht das Brett",
    "{broker}: is the broker running there?": "{broker}: läuft der Broker dort?",
    "{broker}: the broker refused this user":
        "{broker}: der Broker lässt diesen Benutzer nicht ein",
    "check mqtt.user and the password": "sieh nach mqtt.user und dem Passwort",
    "{broker}: the broker refused this user and password":
        "{broker}: der Broker kennt diesen Benutzer mit diesem Passwort nicht",
    "check mqtt.user and the file named by mqtt.password_file":
        "sieh nach mqtt.user und der Datei in mqtt.password_file",
    "{broker}: its certificate is not trusted": "{broker}: seinem Zertifikat wird nicht vertraut",
    "name its CA in mqtt.ca_file": "nenne seine CA in mqtt.ca_file",
    "{broker}: that port does not speak TLS": "{broker}: dieser Port spricht kein TLS",
    "use mqtt://, or name the TLS port": "schreib mqtt:// oder den TLS-Port",
    "{broker}: another board has the same identity (was its card copied?)":
        "{broker}: ein anderes Brett hat dieselbe Kennung (wurde seine Karte kopiert?)",
    "run `pegboard identity --new` on one of them, and restart it":
        "auf einem von beiden `pegboard identity --new` aufrufen und es neu starten",
    "{broker}: no such host": "{broker}: diesen Rechner gibt es nicht",
    "{broker}: nothing answers there": "{broker}: dort antwortet niemand",
    "check the address and the firewall": "sieh nach der Adresse und der Firewall",
    "{hall} does not answer; entries to send: {n}":
        "{hall} antwortet nicht; noch zu senden: {n}",
    "play on: they will be sent when the network is back":
        "spielt weiter: es wird gesendet, sobald das Netz wieder da ist",
    "{hall} does not know this board; entries to send: {n}":
        "{hall} kennt dieses Brett nicht; noch zu senden: {n}",
    "join with the code that the director's page shows":
        "melde es mit dem Code auf der Seite der Turnierleitung an",
    "{hall}: that is not the code that the director's page shows":
        "{hall}: das ist nicht der Code auf der Seite der Turnierleitung",
    "join with a new code": "melde es mit einem neuen Code an",
    "that code is not one of a hall's":
        "Dieser Code ist keiner einer Halle",
    "scan the code on the director's page, or the one on the sign of a table":
        "scanne den Code auf der Seite der Turnierleitung oder den auf dem Schild eines Tisches",
    "{hall}: nobody plays at that table now":
        "{hall}: an diesem Tisch spielt zurzeit niemand",
    "this board has no camera to scan with":
        "Dieses Brett hat keine Kamera zum Scannen",
    "{hall} does not accept this board any more": "{hall} nimmt dieses Brett nicht mehr an",
    "{hall} is another hall than the one that was joined":
        "{hall} ist nicht die Halle, bei der dieses Brett angemeldet ist",
    "if it is meant to be, join it with a code":
        "wenn das so sein soll, melde es dort mit einem Code an",
    "{key}: must be http://HOST:PORT or https://HOST:PORT, got {value}":
        "{key}: hier steht http://HOST:PORT oder https://HOST:PORT, nicht {value}",
    "{hall} refuses what this board sends ({why}); entries to send: {n}":
        "{hall} weist ab, was dieses Brett sendet ({why}); noch zu senden: {n}",
    "{file}: no such file": "{file}: diese Datei gibt es nicht",
    "{device} is closed": "{device} ist geschlossen",
    "a payload of {n} bytes; the limit is {most}":
        "eine Nutzlast von {n} Bytes; {most} ist das Höchste",
    "{kind} of {n} bytes": "{kind} mit {n} Bytes",
    "Pixels without flags, or with unknown ones": "Pixels ohne Flags oder mit unbekannten",
    "Pixels with half a run": "Pixels mit einem halben Lauf",
    "no message has the type 0x{type:02X}": "keine Nachricht hat den Typ 0x{type:02X}",
    "no answer in {seconds:.1f} s": "keine Antwort in {seconds:.1f} s",
    "it does not know {message} (status {status}): is its firmware older than this program?":
        "sie kennt {message} nicht (Status {status}): ist diese Firmware älter als dieses "
        "Programm?",
    "it refused {message} (status {status})": "sie lehnt {message} ab (Status {status})",
    "its firmware {version} speaks protocol {protocol}; this program speaks {ours}":
        "ihre Firmware {version} spricht Protokoll {protocol}, dieses Programm spricht {ours}",
    "it drives at most {most} pixels, not {n}": "sie treibt höchstens {most} Pixel, nicht {n}",
    "gpio: {why}": "GPIO: {why}",
    "ws281x: {says}": "WS281x: {says}",
    "espeak: {why}": "Stimme: {why}",
    "Both boards shuffle.":
        "Beide Bretter mischen.",
    "Press OK to deal.":
        "OK drücken, um zu geben.",
    "The game has ended: {why}.":
        "Das Spiel ist zu Ende: {why}.",
    "a game with another board is open: finish it, or leave it first":
        "Ein Spiel mit einem anderen Brett ist offen: erst beenden oder verlassen",
    "a letter is not signed by the board that it names":
        "Ein Brief ist nicht von dem Brett unterschrieben, das er nennt",
    "a call of muggins stands: what was missed has been told":
        "ein Muggins-Ruf gilt: was übersehen wurde, ist jetzt bekannt",
    "all play these deals: a move cannot be taken back once another card was seen":
        "Diese Runden spielen alle: Ein Zug, nach dem eine Karte zu sehen war, bleibt",
    "deal {deal}: the other board did not shuffle as it must":
        "{deal}. Geben: Das andere Brett hat nicht gemischt, wie es muss",
    "deal {deal}: the other board said go with {card} in its hand":
        "{deal}. Geben: Das andere Brett sagte Go mit {card} auf der Hand",
    "in a game with another board nothing can be taken back: the other board has seen it":
        "Mit einem anderen Brett lässt sich nichts zurücknehmen: Es hat den Zug gesehen",
    "in a game with another board the names stand: the other board has written them down":
        "Mit einem anderen Brett bleiben die Namen: Es hat sie aufgeschrieben",
    "the names of this game come from the event: the director corrects them":
        "Die Namen dieses Spiels kommen vom Turnier: Die Turnierleitung berichtigt sie",
    "{name} is played by the computer and gives its name to nobody":
        "{name} spielt der Computer: Dieser Name bleibt",
    "nobody has invited this board":
        "Niemand hat dieses Brett eingeladen",
    "that board is not there now":
        "Dieses Brett ist zurzeit nicht da",
    "the other board broke the rules of cribbage ({code})":
        "Das andere Brett hat gegen die Regeln gespielt ({code})",
    "the other board changed its mind about who deals first":
        "Das andere Brett hat sich anders besonnen, wer zuerst gibt",
    "the other board did not send a pack of 52 different cards":
        "Das andere Brett hat keine 52 verschiedenen Karten geschickt",
    "the other board played a card that it does not hold":
        "Das andere Brett hat eine Karte gespielt, die es nicht hat",
    "the other board sent a key that opens no card":
        "Das andere Brett hat einen Schlüssel geschickt, der keine Karte öffnet",
    "the other board sent a letter that cannot be read: {why}":
        "Das andere Brett hat einen Brief geschickt, der nicht zu lesen ist: {why}",
    "the other board sent a message of type {kind} out of turn":
        "Das andere Brett hat zur Unzeit eine Nachricht der Art {kind} geschickt",
    "there is no game with another board":
        "Es gibt kein Spiel mit einem anderen Brett",
    "not possible now in a game with another board":
        "das geht jetzt nicht in einem Spiel mit einem anderen Brett",
    "{who:of} board is away. The game continues when it is back.":
        "Das Brett von {who} ist weg. Das Spiel geht weiter, wenn es zurück ist.",
    "{who} has left the game.":
        "{who} hat das Spiel verlassen.",
    "{who} has won. OK asks for another game.":
        "{who} hat gewonnen. OK bittet um noch ein Spiel.",
}
