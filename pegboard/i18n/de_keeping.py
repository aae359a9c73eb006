"""Deutsch: Spiele aufheben, zurückspielen, und was das Brett ablehnt."""

from collections.abc import Mapping

# fmt: off
KEEPING: Mapping[str, str | Mapping[str, str]] = {
    "But not the settings: {why}.": "Aber nicht die Einstellungen: {why}.",
    "Games are not saved while the board runs in safe mode: {why}":
        "Spiele werden nicht aufgehoben, solange das Brett im sicheren Modus läuft: {why}",
    "The old one is kept as {file}, beside the new one.": "Er liegt als {file} neben dem neuen.",
    "Its configuration differs from the present one; it is kept in {file}.":
        "Ihre Konfiguration ist nicht die jetzige; sie liegt in {file}.",
    "Nothing in it could be read: anything newer is lost.":
        "Nichts darin ließ sich lesen: was neuer war, ist verloren.",
    "Restored {games} with {entries} entries, made on {made} UTC, and verified.":
        "{games} mit {entries} Einträgen vom {made} UTC zurückgespielt und verglichen.",
    "The configuration was restored to {file}; restart pegboard to use it.":
        "Die Konfiguration ist wieder in {file}; starte pegboard neu, um sie zu benutzen.",
    "The copy of {date} was restored.": "Die Kopie vom {date} wurde zurückgespielt.",
    "The journal is damaged. Restart the board to repair it.":
        "Der Spielspeicher ist beschädigt. Starte das Brett neu: das behebt es.",
    "The journal was damaged.": "Der Spielspeicher war beschädigt.",
    "The journal was missing its newest entries.":
        "Dem Spielspeicher fehlten die neuesten Einträge.",
    "The header of {game} is damaged; check its names and rules.":
        "Der Kopf von {game} ist beschädigt; prüfe Namen und Regeln.",
    "The header of {game} was damaged and is repaired.":
        "Der Kopf von {game} war beschädigt und ist wiederhergestellt.",
    "Line {n} of {game} was damaged and is repaired.":
        "Zeile {n} von {game} war beschädigt und ist wiederhergestellt.",
    "Line {n} of {game} is damaged and now reads “{text}”; correct it if that is wrong.":
        "Zeile {n} von {game} ist beschädigt und lautet jetzt „{text}“; berichtige sie, wenn das "
        "falsch ist.",
    "game {id}": "Spiel {id}",
    "the game of {date}": "dem Spiel vom {date}",
    "the game of {date} ({names})": "dem Spiel vom {date} ({names})",
    "Not everything could be used: {why}.": "Nicht alles war brauchbar: {why}.",
    "The journal was missing.": "Der Spielspeicher war weg.",
    "The last game cannot be resumed ({why}). It is still in the journal.":
        "Das letzte Spiel lässt sich nicht fortsetzen ({why}). Es ist noch im Spielspeicher.",
    "There was no copy.": "Es gab keine Kopie davon.",
    "UNDO and OK were held, but the board is already in safe mode.":
        "ZURÜCK und OK wurden gehalten, aber das Brett ist schon im sicheren Modus.",
    "UNDO and OK were held: starting in safe mode.":
        "ZURÜCK und OK wurden gehalten: Start im sicheren Modus.",
    "The earlier games are kept as {file}.": "Was vorher da war, liegt als {file} daneben.",
    "at least {n} entries are lost": {
        "one": "mindestens {n} Eintrag ist verloren",
        "other": "mindestens {n} Einträge sind verloren",
    },
    "{got}, including {games}": "{got}, auch in {games}",
    "{got}; as far as is known, nothing is lost.": "{got}; soweit bekannt, ist nichts verloren.",
    "{n} newer entries could be recovered": {
        "one": "{n} neuerer Eintrag ließ sich noch lesen",
        "other": "{n} neuere Einträge ließen sich noch lesen",
    },
    "{n} newer games": {
        "one": "{n} neueren Spiel",
        "other": "{n} neueren Spielen",
    },
    "There is no camera: choose one in the settings.":
        "Es gibt keine Kamera: Wähl eine in den Einstellungen.",
    "The camera is counting a hand; set-up continues when it is done.":
        "Die Kamera zählt gerade ein Blatt; danach geht es weiter.",
    "Another page is setting up the camera at the moment.":
        "Eine andere Seite richtet die Kamera gerade ein.",
    "a backup must be at most {most} MB": "eine Sicherung darf höchstens {most} MB groß sein",
    "it is not a pegboard backup, or it is damaged":
        "das ist keine Sicherung von pegboard: die Datei ist beschädigt",
    "it is not a pegboard backup ({why})": "das ist keine Sicherung von pegboard ({why})",
    "it is not a pegboard backup: it has no manifest, or a file twice":
        "das ist keine Sicherung von pegboard: das Verzeichnis fehlt, oder etwas ist zweimal darin",
    "it is incomplete: its manifest and its files do not match":
        "sie ist nicht ganz: ihr Verzeichnis nennt andere Dateien, als darin sind",
    "it has a file that does not belong in a backup: {file}":
        "sie hat eine Datei, die keine Sicherung hat: {file}",
    "its journal would take {size} MB, which is too large":
        "ihre Spiele brauchten {size} MB: so groß sind sie nie",
    "{wanted} MB are needed on the disk, and {free} MB are free; free some space":
        "{free} MB sind auf dem Datenträger frei, gebraucht werden {wanted} MB; schaff Platz",
    "it is damaged: {file} is longer than its manifest says":
        "sie ist nicht ganz: {file} ist länger, als ihr Verzeichnis sagt",
    "it is not a pegboard backup: {file} is longer than {most} bytes":
        "das ist keine Sicherung von pegboard: {file} ist länger als {most} Bytes",
    "it was made by a newer pegboard (backup version {version}, this one knows {known}); update "
    "pegboard first":
        "sie kommt von einem neueren pegboard (Sicherungsversion {version}, dieses kennt "
        "{known}); aktualisiere zuerst pegboard",
    "it is not a pegboard backup: its manifest cannot be read":
        "das ist keine Sicherung von pegboard: ihr Verzeichnis ist nicht lesbar",
    "it is damaged: {file} does not match its manifest":
        "sie ist nicht ganz: {file} ist nicht, was ihr Verzeichnis sagt",
    "it is damaged: its games do not match its manifest":
        "sie ist nicht ganz: ihre Spiele sind nicht die, die ihr Verzeichnis zählt",
    "no copy was made: {wanted} MB are needed, and {free} MB are free; free some space":
        "es wurde keine Kopie gemacht: {free} MB sind auf dem Datenträger frei, gebraucht werden "
        "{wanted} MB; schaff Platz",
    "no copy was made: {why}": "es wurde keine Kopie gemacht: {why}",
    "a game is in progress; finish it first, or restore anyway":
        "ein Spiel läuft; beende es zuerst, oder spiel trotzdem zurück",
    "there is no journal in {folder}: nothing to back up":
        "in {folder} ist kein Spielspeicher: es gibt nichts zu sichern",
    "backup: {why}": "Sicherung: {why}",
    "restore: {why}": "Zurückspielen: {why}",
    "restore: {file}: {why}": "Zurückspielen: {file}: {why}",
    "the disk did not return what was written to it":
        "der Datenträger gibt nicht zurück, was darauf geschrieben wurde",
    "the restored games do not match the backup; the old games are back in place":
        "was zurückgespielt wurde, ist nicht, was in der Sicherung ist; die alten Spiele sind "
        "wieder da",
    "no pegboard runs in {folder}": "in {folder} läuft kein pegboard",
    "the running pegboard is not responding": "das laufende pegboard antwortet nicht",
    "the running pegboard stopped in the middle of the backup":
        "das laufende pegboard hörte mitten in der Sicherung auf",
    "the service does not know this request": "der Dienst kennt diese Frage nicht",
    "the control socket: {why}": "der Steuer-Socket: {why}",
    "{what}: {why}: another pegboard has it open":
        "{what}: {why}: ein anderes pegboard hat es offen",
    "stop that one or choose another file": "beende jenes oder wähl eine andere Datei",
    "{what}: {why}: the disk is full": "{what}: {why}: der Speicher ist voll",
    "free some space and press again": "schaff Platz und drück noch einmal",
    "{what}: {why}: cannot write to the disk":
        "{what}: {why}: der Speicher lässt sich nicht beschreiben",
    "check its free space and its health": "sieh nach, ob er Platz hat und gesund ist",
    "{what}: {why}: it is not writable": "{what}: {why}: es lässt sich nicht beschreiben",
    "check the file's owner and the disk":
        "sieh nach, wem die Datei gehört und wie es dem Speicher geht",
    "{what}: {why}: it is not a journal, or it is damaged":
        "{what}: {why}: es ist kein Spielspeicher oder beschädigt",
    "move it away": "räum es weg",
    "{what}: {why}: it is damaged": "{what}: {why}: es ist beschädigt",
    "move it away or restore a backup": "räum es weg oder spiel eine Sicherung zurück",
    "{what}: {why}: it cannot be opened": "{what}: {why}: es lässt sich nicht öffnen",
    "check the disk, the folder and its owner":
        "sieh nach dem Speicher, dem Ordner und wem er gehört",
    "{what}: written by a newer pegboard (journal version {version}, this one knows {known})":
        "{what}: von einem neueren pegboard geschrieben (Spielspeicher Version {version}, "
        "dieses kennt {known})",
    "update pegboard or choose another file": "aktualisiere pegboard oder wähl eine andere Datei",
    "{what}: closed": "{what}: geschlossen",
    "{what}: it is damaged, and repairing it failed: {why}; nothing was removed":
        "{what}: es ist beschädigt und ließ sich nicht heilen: {why}; nichts wurde entfernt",
    "name must name a player": "Es fehlt der Name eines Spielers",
    "there is no game {game}": "Ein Spiel {game} gibt es nicht",
    "{name} must be joined with another name": "{name} braucht einen anderen Namen",
    "this game is on the table: correct its names on the board's own page":
        "Dieses Spiel liegt auf dem Tisch: Die Namen auf der Seite des Bretts berichtigen",
    "{name} and {into} have played each other, so they cannot be one person":
        "{name} und {into} haben gegeneinander gespielt: Sie sind nicht dieselbe Person",
    "{name} is at the table: start a game without this name first":
        "{name} sitzt am Tisch: beginne zuerst ein Spiel ohne diesen Namen",
    "the disk is too full for it; free some space":
        "auf dem Datenträger ist kein Platz dafür; schaff Platz",
    "the backup did not arrive complete": "die Sicherung kam nicht ganz an",
    "the journal is damaged; it will be repaired when pegboard restarts":
        "der Spielspeicher ist beschädigt; er wird behoben, wenn pegboard neu startet",
    "entry {n} is missing": "Eintrag {n} fehlt",
    "entry {n}: its time is missing": "Eintrag {n}: er hat keine Zeit",
    "game {id}: {why}": "Spiel {id}: {why}",
    "its time is missing": "es hat keine Zeit",
    "{what}: {line} is not what was written":
        "{what}: {line} ist nicht, was geschrieben wurde",
    "a game must have at most {most} entries; begin a new one":
        "ein Spiel kann höchstens {most} Einträge haben; fang ein neues an",
    "this backup is encrypted: it needs its passphrase":
        "diese Sicherung ist verschlüsselt: sie braucht ihre Passphrase",
    "the passphrase must be the one of this backup, or the file is damaged":
        "das ist nicht die Passphrase dieser Sicherung, oder die Datei ist beschädigt",
    "both passphrases must be the same": "die beiden Passphrasen sind nicht gleich",
    "a passphrase must have at least {least} characters":
        "eine Passphrase braucht mindestens {least} Zeichen",
    "it is a database, but not a pegboard journal":
        "es ist eine Datenbank, aber kein Spielspeicher von pegboard",
    "it was written by a newer pegboard (journal version {version}, this one knows {known}); "
    "update pegboard first":
        "ein neueres pegboard hat ihn geschrieben (Fassung {version}, dieses kennt {known}); "
        "aktualisiere zuerst pegboard",
    "its header must not contain actions": "in seinem Kopf stehen Züge",
    "its mode must be a word": "sein Modus ist kein Wort",
    "the journal in it is damaged: {why}": "der Spielspeicher darin ist beschädigt: {why}",
    "a game must have at most {most} entries, got {n}":
        "{n} Einträge; kein Spiel hat mehr als {most}",
    "{what} must be a text of 1 to {most} characters":
        "{what} ist kein Text von 1 bis {most} Zeichen",
    "Simulated: the machine would restart now.": "Simuliert: der Rechner würde jetzt neu starten.",
    "Simulated: the machine would switch off now.": "Simuliert: der Rechner ginge jetzt aus.",
    "The board restarts. This page reconnects by itself.":
        "Das Brett startet neu. Diese Seite verbindet sich von selbst wieder.",
    "The board is switching off. Wait until its lights are out, then unplug it.":
        "Das Brett geht aus. Warte, bis seine Lichter aus sind, dann zieh den Stecker.",
    "This board was not set up by its installer: switch it off at the machine itself":
        "Dieses Brett wurde von Hand eingerichtet: schalte es am Rechner selbst aus",
    "the command that started the board": "dem Befehl, der das Brett gestartet hat,",
    "{key}: not a setting of the page; must be one of: {known}":
        "{key}: keine Einstellung der Seite; möglich sind: {known}",
    "{layout} has {tracks} tracks, and the game on the table needs {sides}; finish it first":
        "{layout} hat {tracks} Bahnen, und die Partie am Tisch braucht {sides}; spiele sie erst "
        "zu Ende",
    "{key} is fixed in the configuration file {file}":
        "{key} steht fest in der Konfiguration {file}",
    "{key}: must be one of {known}, got {value}": "{key}: {value} ist keines von {known}",
    "{key}: must be at most {most} different names of 1 to {longest} characters":
        "{key}: höchstens {most} verschiedene Namen mit 1 bis {longest} Zeichen",
    # --- a hall
    "Correct it, then run this again": "Berichtige sie und versuche es dann noch einmal",
    "It starts with the machine.": "Sie startet mit dem Rechner.",
    "No broker is configured.": "Kein Broker ist eingestellt.",
    "Restore a backup into a new folder: `pegboard hall restore FILE --folder FOLDER`":
        "Stelle eine Sicherung in einem neuen Ordner wieder her: `pegboard hall restore "
        "FILE --folder FOLDER`",
    "The hall does not start with the machine": "Die Halle startet nicht mit dem Rechner",
    "The last backup is {days:.1f} days old, and things have changed":
        "Die letzte Sicherung ist {days:.1f} Tage alt, und seither hat sich etwas geändert",
    "The last backup is {days:.1f} days old.":
        "Die letzte Sicherung ist {days:.1f} Tage alt.",
    "The store cannot be trusted: {why}": "Auf den Speicher ist kein Verlass: {why}",
    "There is no backup of this hall": "Von dieser Halle gibt es keine Sicherung",
    "There is none yet in {folder}.": "In {folder} gibt es noch keinen.",
    "`chmod 600 {file}`": "`chmod 600 {file}`",
    "`pegboard hall backup FILE --folder {folder}`":
        "`pegboard hall backup FILE --folder {folder}`",
    "`sudo systemctl enable {unit}`": "`sudo systemctl enable {unit}`",
    "MQTT broker": "MQTT-Broker",
    "key of the hall": "Schlüssel der Halle",
    "start of the hall": "Start der Halle",
    "store": "Speicher",
    "{boards} boards, {entries} entries, {events} events: every chain and signature holds.":
        "{boards} Bretter, {entries} Einträge, {events} Veranstaltungen: jede Kette und "
        "jede Unterschrift stimmt.",
    "{broker} is connected.": "{broker} ist verbunden.",
    "{broker} is not connected": "{broker} ist nicht verbunden",
    "{broker}; only a hall that runs with `metrics` tells more":
        "{broker}; mehr sagt nur eine Halle, die mit `metrics` läuft",
    "{digits}; only its owner can read it.": "{digits}; nur sein Besitzer kann ihn lesen.",
    "{file} can be read by others: whoever has it can be this hall":
        "{file} können auch andere lesen: wer ihn hat, kann diese Halle sein",
    "{file} is no key: {why}": "{file} ist kein Schlüssel: {why}",
}
