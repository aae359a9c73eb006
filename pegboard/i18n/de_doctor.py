"""Deutsch: was die Prüfung des Bretts findet, und was zu tun ist."""

from collections.abc import Mapping

# fmt: off
DOCTOR: Mapping[str, str | Mapping[str, str]] = {
    "/dev/{chip} can be opened.": "/dev/{chip} darf geöffnet werden.",
    "no permission to open /dev/{chip}": "/dev/{chip} darf nicht geöffnet werden",
    "no permission to open /{port}": "/{port} darf nicht geöffnet werden",
    "A frame fits in one transfer.": "Ein Bild passt in eine Übertragung.",
    "A reset of network and pairing was requested at the board (UNDO and COUNT)":
        "Am Brett wurde verlangt, Netz und verbundene Geräte zurückzusetzen (ZURÜCK und ZÄHLEN)",
    "A running pegboard answers at {where}": "Ein laufendes pegboard antwortet unter {where}",
    "A running pegboard is using it, and checked it at start-up.":
        "Ein laufendes pegboard hat ihn; es hat ihn beim Start geprüft.",
    "A running pegboard is using the board; see its page.":
        "Ein laufendes pegboard hat die Platine; die Seite sagt mehr.",
    "Analogue sound is off, so PWM is available.":
        "Der analoge Ton ist aus, und PWM darf benutzt werden.",
    "Another program is using port {port}: pegboard takes the next free one":
        "Ein anderes Programm hat Port {port}: pegboard nimmt den nächsten freien",
    "Close other programs (`ps aux --sort -rss | head`), or do without the kiosk":
        "Schließe andere Programme (`ps aux --sort -rss | head`), oder verzichte auf den Kiosk",
    "Connect the network, or run `sudo date -s '2026-12-31 18:00'`; a clock module keeps the time":
        "Schließe das Netz an, oder `sudo date -s '2026-12-31 18:00'`; ein Uhrenmodul behält die "
        "Zeit",
    "Correct it, then run `pegboard config check {file}`":
        "Berichtige sie; `pegboard config check {file}`",
    "Firmware {version}, protocol {protocol}": "Firmware {version}, Protokoll {protocol}",
    "GPIO": "GPIO",
    "GPIOZERO_PIN_FACTORY is {factory}: gpiozero would not use lgpio":
        "GPIOZERO_PIN_FACTORY ist {factory}: gpiozero nähme nicht lgpio",
    "Give it air": "Gib ihm Luft",
    "Give it air or a heat sink, and a supply that keeps its voltage":
        "Gib ihm Luft oder einen Kühlkörper, und ein Netzteil, das seine Spannung hält",
    "Install gpiozero {version} or newer: `pip install --upgrade gpiozero`":
        "Installiere gpiozero {version} oder neuer: `pip install --upgrade gpiozero`",
    "Reinstall pegboard; if this comes back, the card is failing":
        "Installiere pegboard neu; kommt es wieder, geht die Speicherkarte kaputt",
    "Install the 64-bit Raspberry Pi OS: OpenCV and others are not available for 32 bits":
        "Installiere das Raspberry Pi OS mit 64 Bit: OpenCV und andere gibt es nicht für 32 Bit",
    "It could not be read just now.": "Er ließ sich gerade nicht ansehen.",
    "It does not change under load.": "Er ändert sich nicht mit der Last.",
    "It is at /{port}.": "Sie ist an /{port}.",
    "It is turned off ([camera] source).": "Sie ist abgeschaltet ([camera] source).",
    "It is the system's own.": "Es ist das des Systems.",
    "It is retried automatically": "Es wird von selbst wieder versucht",
    "It is running.": "Er läuft.",
    "It works": "Es geht",
    "Its {n} files are intact.": "Ihre {n} Dateien sind unversehrt.",
    "LEDs": "LEDs",
    "Log out and back in, or `sudo systemctl restart pegboard`":
        "Melde dich ab und wieder an, oder `sudo systemctl restart pegboard`",
    "Check [state] and its owner": "Sieh dir [state] und seinen Besitzer an",
    "Look for a loose wire": "Such nach einem losen Draht",
    "Make a backup and plan to replace the card":
        "Leg eine Sicherung an und plane, die Karte zu ersetzen",
    "Make a backup now and replace the card": "Leg jetzt eine Sicherung an und ersetze die Karte",
    "Make a backup now, then `sudo touch /forcefsck` and restart; if the errors come back, "
    "replace the card":
        "Leg jetzt eine Sicherung an, dann `sudo touch /forcefsck` und starte neu; ersetze die "
        "Karte, wenn sie wiederkommen",
    "Make the virtual environment with one of those":
        "Leg die virtuelle Umgebung mit einem von diesen an",
    "Fix whatever else is named here, then start normally: with the button on the page, or `sudo "
    "systemctl restart pegboard`":
        "Behebe, was hier sonst noch steht, dann starte normal: mit dem Knopf auf der Seite, oder "
        "`sudo systemctl restart pegboard`",
    "Restart the board, which repairs it; or restore a backup: `pegboard restore FILE`":
        "Starte das Brett neu, das behebt es; oder spiel eine Sicherung zurück: "
        "`pegboard restore FILE`",
    "Not a Raspberry Pi ({processor}): LEDs and buttons need USB.":
        "Kein Raspberry Pi ({processor}): LEDs und Tasten brauchen USB.",
    "avahi is not running: phones cannot find {host}.local and need the address":
        "avahi läuft nicht: Handys finden {host}.local nicht und brauchen die Adresse",
    "No pegboard is connected by USB.": "Keine Platine mit unserer Firmware ist angesteckt.",
    "No card here reports its wear.": "Keine Karte hier sagt, wie abgenutzt sie ist.",
    "No pegboard is running; its page will be at {where}":
        "Hier läuft jetzt kein pegboard; seine Seite wird unter {where} sein",
    "No pegboard is running; a running one reports on them.":
        "Hier läuft kein pegboard; ein laufendes sagt, wie es ihnen geht.",
    "No screen uses it.": "Kein Bildschirm hat ihn.",
    "None was requested.": "Es wurde keines verlangt.",
    "None was given: the defaults apply.": "Keine wurde angegeben: alles ist wie üblich.",
    "Nothing, if the network set it once; the times of earlier games may be wrong":
        "Nichts, wenn das Netz sie einmal gestellt hat; Zeiten früherer Spiele können falsch sein",
    "PWM and sound": "PWM und Ton",
    "Another device is called {usual}: phones find this one at http://{name}:{port}/":
        "Ein anderes Gerät heißt {usual}: Handys finden dieses unter http://{name}:{port}/",
    "Name this one differently: `sudo hostnamectl set-hostname NAME`, then restart it":
        "Gib diesem einen anderen Namen: `sudo hostnamectl set-hostname NAME`, dann neu starten",
    "sound device": "Tonausgabe",
    "This machine has no sound device": "Dieses Gerät hat keine Tonausgabe",
    "This machine has no sound device.": "Dieses Gerät hat keine Tonausgabe.",
    'Plug in a USB speaker, or set speaker = "none" under [voice]':
        'Einen USB-Lautsprecher anstecken, oder unter [voice] speaker = "none" setzen',
    "{name} ({address})": "{name} ({address})",
    "Choose another under “Menu, Settings”, or as device under [voice]":
        "Eine andere unter „Menü, Einstellungen“ wählen, oder als device unter [voice]",
    "{device} is not there; there are: {cards}": "{device} ist nicht da; da sind: {cards}",
    "{device} may be another one when a card is plugged in":
        "{device} kann eine andere sein, sobald eine Karte angesteckt wird",
    'Write device = "{address}" under [voice]': 'Unter [voice] device = "{address}" eintragen',
    "The board speaks through {name}, which is a screen; there are: {cards}":
        "Das Brett spricht über {name}, einen Bildschirm; da sind: {cards}",
    "The board speaks through {device}; there are: {cards}.":
        "Das Brett spricht über {device}; da sind: {cards}.",
    "The board could speak through: {cards}.": "Das Brett könnte sprechen über: {cards}.",
    "Phones can find it at http://{host}.local:{port}/":
        "Handys finden es unter http://{host}.local:{port}/",
    "Please report it with the record; the other games are not affected":
        "Bitte mit der Aufzeichnung melden; die anderen Spiele sind nicht betroffen",
    "Please report it: this is a bug in pegboard": "Bitte melden: das ist ein Fehler in pegboard",
    "Plug it in": "Steck sie an",
    "SPI frame": "SPI-Bild",
    "A frame is {size} bytes.": "Ein Bild hat {size} Byte.",
    "A frame is {size} bytes; on a Raspberry Pi 5 nobody has proven more than {most}, and others "
    "report that longer ones time out":
        "Ein Bild hat {size} Byte; auf einem Raspberry Pi 5 sind mehr als {most} nicht erprobt, "
        "und andere berichten, dass längere hängen bleiben",
    "Drive boards of three and four tracks from a Pico (serial:)":
        "Bretter mit drei und vier Bahnen an einem Pico (serial:) betreiben",
    "Plug the camera in": "Steck die Kamera an",
    "Plug the camera in, or set [camera] source to {others}":
        "Steck die Kamera an, oder setze source unter [camera] auf {others}",
    "{address}; {lasting} stays the same when it is plugged in elsewhere.":
        "{address}; {lasting} bleibt gleich, wenn sie woanders eingesteckt wird.",
    "Put [state] on its own disk, or turn off the overlay file system (`sudo raspi-config nonint "
    "disable_overlayfs`)":
        "Leg [state] auf einen eigenen Datenträger, oder schalte das Overlay-Dateisystem ab "
        "(`sudo raspi-config nonint disable_overlayfs`)",
    "Python": "Python",
    "Python {found} is a 32-bit program": "Python {found} ist ein 32-Bit-Programm",
    "pegboard is tested with Python 3.11 to 3.13, not {found}":
        "Python {found} ist keines, mit dem pegboard geprüft wird (3.11 bis 3.13)",
    "Restart the board to carry it out, or cancel it":
        "Starte das Brett neu, damit es geschieht, oder vergiss den Wunsch",
    "Run the installer again, or `pip install -r requirements.lock`":
        "Starte das Installationsprogramm noch einmal, oder `pip install -r requirements.lock`",
    "SPI": "SPI",
    "SPI buffer": "SPI-Puffer",
    "SPI bus": "SPI-Bus",
    "SQLite": "SQLite",
    "SQLite {version} is older than {oldest}": "SQLite {version} ist älter als {oldest}",
    "Stop that program (`sudo ss -ltnp sport = :{port}` names it), or set another port under [web]":
        "Beende dieses Programm (`sudo ss -ltnp sport = :{port}` nennt es), oder schreib einen "
        "anderen Port unter [web]",
    "Remove its dtoverlay line from {config_txt} and restart, or drive the LEDs from the USB "
    "board (serial:)":
        "Nimm seine dtoverlay-Zeile aus {config_txt} und starte neu, oder steuere die LEDs über "
        "die USB-Platine an (serial:)",
    "The LEDs are not on SPI.": "Die LEDs sind nicht an SPI.",
    "The LEDs do not use PWM, so sound can.":
        "Die LEDs brauchen kein PWM, also darf der Ton es haben.",
    "The board is in safe mode, with simulated devices: {why}":
        "Das Brett läuft im sicheren Modus, mit simulierten Geräten: {why}",
    "The board is starting normally.": "Das Brett startet jetzt normal.",
    "The board starts normally.": "Das Brett startet normal.",
    "The buttons are not on GPIO pins.": "Die Tasten sind nicht an Pins.",
    "The camera is not on the ribbon cable.": "Die Kamera hängt nicht am Flachkabel.",
    "The clock has jumped by {minutes:+.0f} minutes since the service started":
        "Die Uhr ist um {minutes:+.0f} Minuten gesprungen, seit der Dienst läuft",
    "The clock says {told}": "Die Uhr sagt {told}",
    "The clock says {told}, {ahead:.1f} hours before the latest entry":
        "Die Uhr sagt {told}, {ahead:.1f} Stunden vor dem letzten Eintrag",
    "The games have been copied.": "Die Spiele sind kopiert.",
    "The journal is damaged: {why}": "Der Spielspeicher ist beschädigt: {why}",
    "The journal is in memory ({kind} at {where}): games are lost when the power goes off":
        "Der Spielspeicher liegt im Arbeitsspeicher ({kind} auf {where}): ohne Strom sind die "
        "Spiele weg",
    "The latest games replay to the scores on record.":
        "Die letzten Spiele lassen sich bis zu ihrem Stand nachspielen.",
    "The newest copy matches the journal: there was nothing to do.":
        "Die neueste Kopie gleicht dem Spielspeicher: es gab nichts zu tun.",
    "The newest of {n} copies of the journal is {days:.1f} days old":
        "Die neueste von {n} Kopien der Spiele ist {days:.1f} Tage alt",
    "The page answers": "Die Seite antwortet",
    "The page is available on this machine only.": "Die Seite ist nur für diesen Rechner.",
    "The processor is at {celsius:.0f} °C": "Der Prozessor hat {celsius:.0f} °C",
    "The processor is slowed down: {how}": "Der Prozessor ist gebremst: {how}",
    "The processor has not been slowed down since the start.":
        "Der Prozessor wurde seit dem Start nie gebremst.",
    "The processor has been slowed down since the start: {how}":
        "Der Prozessor wurde seit dem Start gebremst: {how}",
    "The recogniser's files are damaged: {files}":
        "Die Dateien der Kartenerkennung sind beschädigt: {files}",
    "The service had to be restarted {restarts} times":
        "Der Dienst musste {restarts} Mal neu gestartet werden",
    "The service has failed ({why})": "Der Dienst ist gescheitert ({why})",
    "The service is {state}": "Der Dienst ist „{state}“",
    "The supply voltage is too low right now": "Die Spannung des Netzteils ist gerade zu niedrig",
    "The supply voltage has been too low since the start":
        "Die Spannung des Netzteils war seit dem Start zu niedrig",
    "The voltage has not been too low since the start.":
        "Die Spannung war seit dem Start nie zu niedrig.",
    "The reset was cancelled.": "Der Wunsch zurückzusetzen ist vergessen.",
    "There are none to check.": "Es gibt keine anzusehen.",
    "/dev/gpiochip* does not exist": "Es gibt kein /dev/gpiochip*",
    "There is no USB board to ask.": "Es gibt keine USB-Platine zu fragen.",
    "Your games are not backed up yet":
        "Deine Spiele sind noch nicht gesichert",
    "There is none yet in {state}.": "In {state} gibt es noch keinen.",
    "There is no camera: COUNT reads sample pictures.":
        "Es gibt keine: ZÄHLEN liest Beispielbilder.",
    "There is nothing to back up yet.": "Es gibt noch nichts zu behalten.",
    "They are driven by {strip}": "Sie werden über {strip} angesteuert",
    "They are simulated, as configured ({strip})":
        "Sie sind simuliert, wie eingestellt ({strip})",
    "They are simulated, as configured.": "Sie sind simuliert, wie eingestellt.",
    "No source of updates is configured.":
        "Diesem Brett wurde nicht gesagt, woher neue Versionen kommen.",
    "This could not be checked ({kind}: {error})": "Das ließ sich nicht prüfen ({kind}: {error})",
    "This is a Raspberry Pi, but the LEDs are only simulated":
        "Das ist ein Raspberry Pi, und seine LEDs sind nur simuliert",
    "This machine does not report its memory.": "Dieser Rechner sagt nichts über seinen Speicher.",
    "This machine does not report its temperature.":
        "Dieser Rechner sagt nichts über seine Temperatur.",
    "This machine does not report its power supply.":
        "Dieser Rechner sagt nichts über sein Netzteil.",
    "This machine does not report throttling.": "Dieser Rechner sagt nicht, ob er gebremst wird.",
    "This machine has no GPIO pins.": "Dieser Rechner hat keine Pins.",
    "Update the system's SQLite": "Aktualisiere das SQLite des Systems",
    "Update the system: `sudo apt full-upgrade`":
        "Aktualisiere das System: `sudo apt full-upgrade`",
    "Use the USB board (strip serial:) or SPI (spi:), and update pegboard":
        "Nimm die USB-Platine (strip serial:) oder SPI (spi:), und aktualisiere pegboard",
    "Use the power supply made for this Pi with a short, thick cable, and power the LEDs from "
    "their own supply, with its ground joined to the Pi's; a smaller [board] max_mA helps at once":
        "Nimm das Netzteil für diesen Pi und ein kurzes dickes Kabel, und versorge die LEDs aus "
        "einem eigenen Netzteil, dessen Masse mit der des Pi verbunden ist; ein kleineres [board] "
        "max_mA hilft sofort",
    "Set another one under [board]; `pegboard layout list` names them":
        "Schreib einen anderen unter [board]: `pegboard layout list` nennt sie",
    "Set strip = \"auto\" under [board] to use real ones":
        "Schreib strip = \"auto\" unter [board] für echte",
    "`pegboard backup FILE`": "`pegboard backup FILE`",
    "`pegboard backup FILE`; a running board makes a copy every night":
        "`pegboard backup FILE`; nachts macht ein laufendes Brett selbst eine Kopie",
    "`pegboard firmware restart --update`, and copy pegboard-firmware-{version}.uf2 onto the drive":
        "`pegboard firmware restart --update`, und kopiere pegboard-firmware-{version}.uf2 auf das "
        "Laufwerk",
    "`pegboard firmware restart`": "`pegboard firmware restart`",
    "`pip uninstall picamera2`, `sudo apt install python3-picamera2`, and make the environment "
    "with --system-site-packages":
        "`pip uninstall picamera2`, `sudo apt install python3-picamera2`, und eine Umgebung mit "
        "--system-site-packages",
    "`sudo apt clean`, `sudo journalctl --vacuum-size=50M`; or delete saved pictures":
        "`sudo apt clean`, `sudo journalctl --vacuum-size=50M`; oder lösche gespeicherte Bilder",
    "`sudo apt install avahi-daemon`": "`sudo apt install avahi-daemon`",
    "`sudo apt install python3-lgpio`, and make the environment with `python3 -m venv "
    "--system-site-packages`":
        "`sudo apt install python3-lgpio`, und leg die Umgebung mit `python3 -m venv "
        "--system-site-packages` an",
    "`sudo apt install python3-picamera2`, and make the environment with `python3 -m venv "
    "--system-site-packages`":
        "`sudo apt install python3-picamera2`, und leg die Umgebung mit `python3 -m venv "
        "--system-site-packages` an",
    "{file} in {state} belongs to another user: the board cannot write it":
        "{file} in {state} gehört einem anderen Benutzer: das Brett kann es nicht beschreiben",
    "`sudo chown -R --reference={state} {state}`, then restart the board":
        "`sudo chown -R --reference={state} {state}`, dann starte das Brett neu",
    "`sudo chown -R {user} {state}`": "`sudo chown -R {user} {state}`",
    "`sudo mount -o remount,rw {where}`; if it turns read-only again the card is failing (`dmesg "
    "| grep -i error`): make a backup and replace it":
        "`sudo mount -o remount,rw {where}`; ist es wieder schreibgeschützt, geht die Karte "
        "kaputt (`dmesg | grep -i error`): leg eine Sicherung an und ersetze sie",
    "`sudo systemctl start {unit}`": "`sudo systemctl start {unit}`",
    "`sudo timedatectl set-ntp true`": "`sudo timedatectl set-ntp true`",
    "`sudo usermod -aG dialout {user}`, then log in again or restart the service":
        "`sudo usermod -aG dialout {user}`, dann neu anmelden oder den Dienst neu starten",
    "`sudo usermod -aG gpio {user}`, then log in again or restart the service":
        "`sudo usermod -aG gpio {user}`, dann neu anmelden oder den Dienst neu starten",
    "`sudo usermod -aG {groups} {user}`, then log in again or restart the service":
        "`sudo usermod -aG {groups} {user}`, dann neu anmelden oder den Dienst neu starten",
    "`unset GPIOZERO_PIN_FACTORY`, or remove it from the service's environment":
        "`unset GPIOZERO_PIN_FACTORY`, oder nimm es aus der Umgebung des Dienstes",
    "backup": "Sicherung",
    "USB board": "USB-Platine",
    "camera": "Kamera",
    "card wear": "Abnutzung der Karte",
    "clock": "Uhr",
    "computer": "Rechner",
    "configuration": "Konfiguration",
    "core clock": "Kerntakt",
    "devices": "Geräte",
    "disk": "Datenträger",
    "disk space": "freier Platz",
    "firmware": "Firmware",
    "games": "Spiele",
    "gpiozero {found} cannot open the pins of a Pi 5 with newer kernels":
        "gpiozero {found} kann die Pins eines Pi 5 mit neueren Kerneln nicht öffnen",
    "groups": "Gruppen",
    "it is at its soft temperature limit": "er ist an seiner ersten Wärmegrenze",
    "it is throttled": "er ist gedrosselt",
    "it was at its soft temperature limit": "er war an seiner ersten Wärmegrenze",
    "it was throttled": "er war gedrosselt",
    "its clock is capped": "sein Takt ist begrenzt",
    "its clock was capped": "sein Takt war begrenzt",
    "journal": "Spielspeicher",
    "The LEDs are simulated, or their layout cannot be read.":
        "Die LEDs sind simuliert, oder ihre Anordnung ist nicht lesbar.",
    "Unknown: `sudo pegboard light test` asks where the strip ends.":
        "Unbekannt: `sudo pegboard light test` fragt, wo der Streifen endet.",
    "The strip ends with the last of {length} LEDs.":
        "Der Streifen endet mit der letzten von {length} LEDs.",
    "Choose the layout of this board, or mend its strip, with `sudo pegboard light test`":
        "Wähle mit `sudo pegboard light test` die Anordnung dieses Bretts, oder repariere den "
        "Streifen",
    "The strip has {leds} LEDs or more, the layout {name} only {length}":
        "Der Streifen hat {leds} LEDs oder mehr, die Anordnung {name} nur {length}",
    "Only {leds} LEDs of the strip light up, the layout {name} has {length}":
        "Nur {leds} LEDs des Streifens leuchten, die Anordnung {name} hat {length}",
    "strip length":
        "Länge des Streifens",
    "layout": "Anordnung",
    "lgpio": "lgpio",
    "lgpio is not in this virtual environment: the pins cannot be used":
        "lgpio ist nicht in dieser virtuellen Umgebung: die Pins lassen sich nicht benutzen",
    "gpiod": "gpiod",
    "gpiod {found} is installed.": "gpiod {found} ist da.",
    "lgpio is installed; gpiozero {found}.": "lgpio ist da; gpiozero {found}.",
    "memory": "Speicher",
    "no permission; `sudo usermod -aG video $USER`, then log in again":
        "keine Erlaubnis; `sudo usermod -aG video $USER`, dann neu anmelden",
    "no reason given": "kein Grund genannt",
    "packages": "Pakete",
    "page": "Seite",
    "pegboard is not installed as a service on this machine.":
        "pegboard ist auf diesem Rechner nicht als Dienst installiert.",
    "pegboard {version} has everything it needs.":
        "pegboard {version} hat alles, was es braucht.",
    "picamera2": "picamera2",
    "picamera2 is not in this virtual environment":
        "picamera2 ist nicht in dieser virtuellen Umgebung",
    "picamera2 is not installed: `sudo apt install python3-picamera2`, and make the virtual "
    "environment with --system-site-packages":
        "picamera2 ist nicht installiert: `sudo apt install python3-picamera2`, und leg die "
        "virtuelle Umgebung mit --system-site-packages an",
    "picamera2 is installed but libcamera is not: it came from pip":
        "picamera2 ist da, aber libcamera nicht: es kam von pip",
    "power supply": "Netzteil",
    "recogniser": "Kartenerkennung",
    "reset": "Zurücksetzen",
    "root can open every device.": "root darf jedes Gerät öffnen.",
    "safe mode": "sicherer Modus",
    "service": "Dienst",
    "simulated (memory:), drawn on the page; to use real ones on {model}: {why}.":
        "simuliert (memory:), auf der Seite gezeichnet; für echte an {model}: {why}.",
    "simulated (memory:), drawn on the page; no pegboard is connected by USB and this is not a "
    "Raspberry Pi.":
        "simuliert (memory:), auf der Seite gezeichnet; an USB ist keine Platine mit unserer "
        "Firmware, und das ist kein Raspberry Pi.",
    "speed": "Geschwindigkeit",
    "temperature": "Temperatur",
    "update": "Aktualisierung",
    "everybody on this machine can read the camera's password in {file}":
        "jeder auf diesem Rechner kann in {file} das Passwort der Kamera lesen",
    "camera's user": "Benutzer der Kamera",
    "The camera has no unit of its own.": "Die Kamera hat keine eigene Unit.",
    "{user} can read the board's games": "{user} kann die Spiele des Bretts lesen",
    "{user} can open cameras, and nothing of the games.":
        "{user} kann Kameras öffnen und nichts von den Spielen.",
    "Run the installer again: `sudo systemd/install.sh`":
        "Starte das Installationsprogramm noch einmal: `sudo systemd/install.sh`",
    "{address} cannot be used": "{address} lässt sich nicht benutzen",
    "{address}; `pegboard camera check` measures focus and light.":
        "{address}; `pegboard camera check` misst Schärfe und Licht.",
    "{camera} cannot be used": "{camera} lässt sich nicht benutzen",
    "{card} has used about {percent} % of its life":
        "{card} hat etwa {percent} % ihrer Lebensdauer verbraucht",
    "{card} has used about {percent} % of its life.":
        "{card} hat etwa {percent} % ihrer Lebensdauer verbraucht.",
    "{card} is worn out": "{card} ist verbraucht",
    "{config_file} can be read.": "{config_file} lässt sich lesen.",
    "{device} has had {errors} errors": "{device} hatte {errors} Fehler",
    "{device} does not exist": "{device} ist nicht da",
    "{drivers} has the SPI port: a screen or its touch panel":
        "{drivers} hat den SPI-Anschluss: ein Bildschirm oder sein Touchfeld",
    "{found}, 64-bit, on {processor}.": "{found}, 64 Bit, auf {processor}.",
    "{free} of {total} MiB are free": "{free} von {total} MiB sind frei",
    "{free} of {total} MiB are free for the journal":
        "{free} von {total} MiB sind frei, wo die Spiele liegen",
    "{games} cannot be replayed: {game}": "{games} lassen sich nicht nachspielen: {game}",
    "{games}; SQLite's check found no errors.": "{games}; die Prüfung von SQLite fand nichts.",
    "see {log} for the reason": "{log} sagt, warum",
    "see {log} for the reason; `sudo systemctl restart {unit}` tries again":
        "{log} sagt, warum; `sudo systemctl restart {unit}` versucht es wieder",
    "{model} is newer than this pegboard: what it reports about the pins may be wrong":
        "{model} ist neuer als dieses pegboard: was von seinen Pins gesagt wird, kann falsch sein",
    "{name} now": "{name} gerade",
    "{name}: {length} LEDs, {tracks} tracks.": "{name}: {length} LEDs, {tracks} Bahnen.",
    "{package} is missing": "{package} fehlt",
    "{package} must be {version}, got {found}": "{package} ist {found}, gebraucht wird {version}",
    "{port} exists and can be opened.": "{port} ist da und darf geöffnet werden.",
    "{says}, on this machine only (“Menu, Settings” lets phones in)":
        "{says}, nur für diesen Rechner („Menü, Einstellungen“ lässt Handys ein)",
    "{says}. A copy elsewhere is safer: `pegboard backup FILE`.":
        "{says}. Eine anderswo ist sicherer: `pegboard backup FILE`.",
    "{says}; it slows down from {limit:.0f} °C": "{says}; ab {limit:.0f} °C bremst er",
    "{says}; inputs that chatter and are ignored: {inputs}":
        "{says}; Eingänge, die flattern und übergangen werden: {inputs}",
    "{says}; it lets the LEDs draw {limit} mA at most, and [board] max_mA is {wanted}":
        "{says}; sie lässt die LEDs höchstens {limit} mA ziehen, und [board] max_mA ist {wanted}",
    "Lower max_mA; or, where supply and fuse are made for it, build the firmware with `make -C "
    "firmware image LIMIT_MA={wanted}`":
        "Setz max_mA herab; oder bau die Firmware mit `make -C firmware image LIMIT_MA={wanted}`, "
        "wenn Netzteil und Sicherung dafür gebaut sind",
    "{says}; this pegboard speaks protocol {ours}":
        "{says}; dieses pegboard spricht Protokoll {ours}",
    "{state} is writable and has had no errors.":
        "{state} lässt sich schreiben und hatte keine Fehler.",
    "{user} has no permission to write to {state}": "{user} darf {state} nicht schreiben",
    "{told}, not set by the network": "{told}, nicht vom Netz gestellt",
    "{told}, set by the network.": "{told}, vom Netz gestellt.",
    "{told}; this machine cannot tell if that is right.":
        "{told}; niemand hier weiß, ob das stimmt.",
    "{user} is in every group it needs.": "{user} ist in jeder Gruppe, die nötig ist.",
    "{user} is not in {groups}": "{user} ist nicht in {groups}",
    "{user} was added to {groups} after logging in":
        "{user} kam erst nach der Anmeldung in {groups}",
    "{version} is running; no newer one is known (`pegboard update --check` asks).":
        "{version} läuft; keine neuere ist bekannt (`pegboard update --check` fragt nach).",
    "{version} is running; {found} is available: `sudo pegboard update`.":
        "{version} läuft; {found} ist da: `sudo pegboard update`.",
    "{version}: its WAL-reset bug needs two connections, and pegboard opens one. Do not open the "
    "journal with other programs while the board is running.":
        "{version}: sein WAL-Reset-Fehler braucht zwei Verbindungen, und pegboard öffnet eine. "
        "Öffne den Spielspeicher nicht mit anderen Programmen, während das Brett läuft.",
    "{where} is read-only: no game can be saved":
        "{where} ist schreibgeschützt: kein Spiel kann aufgehoben werden",
    "{n} games": {
        "one": "{n} Spiel",
        "other": "{n} Spiele",
    },
}
