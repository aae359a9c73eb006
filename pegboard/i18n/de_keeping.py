"""Deutsch: Spiele aufheben, zurückspielen, und was das Brett ablehnt."""

from collections.abc import Mapping

# fmt: off
KEEPING: Mapping[str, str | Mapping[str, str]] = {
    "But not the settings: {why}.": "Aber nicht die Einstellungen: {why}.",
    "Games are not kept while the board runs in safe mode: {why}":
        "Spiele werden nicht aufgehoben, solange das Brett im sicheren Modus läuft: {why}",
    "It lies as {file} beside the new one.": "Er liegt als {file} neben dem neuen.",
    "Its configuration differs from the present one; it lies in {file}.":
        "Ihre Konfiguration ist nicht die jetzige; sie liegt in {file}.",
    "Nothing in it could be read: what was newer is lost.":
        "Nichts darin ließ sich lesen: was neuer war, ist verloren.",
    "Restored {games} with {entries} entries, as of {made} UTC; compared.":
        "{games} mit {entries} Einträgen vom {made} UTC zurückgespielt und verglichen.",
    "The configuration is back in {file}; restart pegboard to use it.":
        "Die Konfiguration ist wieder in {file}; starte pegboard neu, um sie zu benutzen.",
    "The copy of {date} was restored.": "Die Kopie vom {date} wurde zurückgespielt.",
    "The journal is damaged. Restart the board: that mends it.":
        "Der Spielspeicher ist beschädigt. Starte das Brett neu: das behebt es.",
    "The journal was damaged.": "Der Spielspeicher war beschädigt.",
    "The journal was gone.": "Der Spielspeicher war weg.",
    "The last game cannot be gone on with ({why}). It is still in the journal.":
        "Das letzte Spiel lässt sich nicht fortsetzen ({why}). Es ist noch im Spielspeicher.",
    "There was no copy of it.": "Es gab keine Kopie davon.",
    "UNDO and OK were held, but the board is in safe mode already.":
        "ZURÜCK und OK wurden gehalten, aber das Brett ist schon im sicheren Modus.",
    "UNDO and OK were held: starting in safe mode.":
        "ZURÜCK und OK wurden gehalten: Start im sicheren Modus.",
    "What was there before lies as {file}.": "Was vorher da war, liegt als {file} daneben.",
    "at least {n} entries are lost": {
        "one": "mindestens {n} Eintrag ist verloren",
        "other": "mindestens {n} Einträge sind verloren",
    },
    "{got}, in {games} too": "{got}, auch in {games}",
    "{got}; nothing is known to be lost.": "{got}; soweit bekannt, ist nichts verloren.",
    "{n} newer entries could still be read": {
        "one": "{n} neuerer Eintrag ließ sich noch lesen",
        "other": "{n} neuere Einträge ließen sich noch lesen",
    },
    "{n} newer games": {
        "one": "{n} neueren Spiel",
        "other": "{n} neueren Spielen",
    },
    "There is no camera: name one in the configuration, under [camera].":
        "Es gibt keine Kamera: nenne eine in der Konfiguration, unter [camera].",
    "The camera is counting a hand; this goes on when it is done.":
        "Die Kamera zählt gerade eine Hand; danach geht es weiter.",
    "Another page is setting up the camera just now.":
        "Eine andere Seite richtet die Kamera gerade ein.",
    "it is larger than {most} MB: no backup is":
        "sie ist größer als {most} MB: das ist keine Sicherung",
    "it is not a backup of pegboard: it is damaged":
        "das ist keine Sicherung von pegboard: die Datei ist beschädigt",
    "it is not a backup of pegboard ({why})": "das ist keine Sicherung von pegboard ({why})",
    "it is not a backup of pegboard: it has no manifest, or two of something":
        "das ist keine Sicherung von pegboard: das Verzeichnis fehlt, oder etwas ist zweimal "
        "darin",
    "it is not whole: its manifest names other files than are in it":
        "sie ist nicht ganz: ihr Verzeichnis nennt andere Dateien, als darin sind",
    "it has a file that no backup has: {file}":
        "sie hat eine Datei, die keine Sicherung hat: {file}",
    "its journal would take {size} MB: none is so large":
        "ihre Spiele brauchten {size} MB: so groß sind sie nie",
    "{free} MB are free on the disk and {wanted} MB are wanted; free some space":
        "{free} MB sind auf dem Datenträger frei, gebraucht werden {wanted} MB; schaff Platz",
    "it is not whole: {file} is longer than its manifest says":
        "sie ist nicht ganz: {file} ist länger, als ihr Verzeichnis sagt",
    "it is not a backup of pegboard: {file} is longer than {most} bytes":
        "das ist keine Sicherung von pegboard: {file} ist länger als {most} Bytes",
    "it was made by a newer pegboard (backup version {version}, this one knows {known}); update "
    "pegboard first":
        "sie kommt von einem neueren pegboard (Sicherungsversion {version}, dieses kennt "
        "{known}); aktualisiere zuerst pegboard",
    "it is not a backup of pegboard: its manifest cannot be read":
        "das ist keine Sicherung von pegboard: ihr Verzeichnis ist nicht lesbar",
    "it is not whole: {file} is not what its manifest says":
        "sie ist nicht ganz: {file} ist nicht, was ihr Verzeichnis sagt",
    "it is not whole: its games are not those its manifest counts":
        "sie ist nicht ganz: ihre Spiele sind nicht die, die ihr Verzeichnis zählt",
    "no copy was made: {free} MB are free on the disk and {wanted} MB are wanted; free some space":
        "es wurde keine Kopie gemacht: {free} MB sind auf dem Datenträger frei, gebraucht werden "
        "{wanted} MB; schaff Platz",
    "no copy was made: {why}": "es wurde keine Kopie gemacht: {why}",
    "a game is open; finish it first, or restore all the same":
        "ein Spiel läuft; beende es zuerst, oder spiel trotzdem zurück",
    "there is no journal in {folder}: nothing to back up":
        "in {folder} ist kein Journal: es gibt nichts zu sichern",
    "backup: {why}": "Sicherung: {why}",
    "restore: {why}": "Zurückspielen: {why}",
    "restore: {file}: {why}": "Zurückspielen: {file}: {why}",
    "the disk does not give back what was written to it":
        "der Datenträger gibt nicht zurück, was darauf geschrieben wurde",
    "what was restored is not what is in the backup; the old games are back":
        "was zurückgespielt wurde, ist nicht, was in der Sicherung ist; die alten Spiele sind "
        "wieder da",
    "no pegboard runs in {folder}": "in {folder} läuft kein pegboard",
    "the running pegboard does not answer": "das laufende pegboard antwortet nicht",
    "the running pegboard stopped in the middle of the backup":
        "das laufende pegboard hörte mitten in der Sicherung auf",
    "the service does not know this question": "der Dienst kennt diese Frage nicht",
    "the hatch: {why}": "die Luke: {why}",
    "{what}: {why}: another pegboard has it open":
        "{what}: {why}: ein anderes pegboard hat es offen",
    "stop that one or choose another file": "beende jenes oder wähl eine andere Datei",
    "{what}: {why}: the disk is full": "{what}: {why}: der Speicher ist voll",
    "free some space and press again": "schaff Platz und drück noch einmal",
    "{what}: {why}: the disk cannot be written":
        "{what}: {why}: der Speicher lässt sich nicht beschreiben",
    "look at its space and its health": "sieh nach, ob er Platz hat und gesund ist",
    "{what}: {why}: it cannot be written": "{what}: {why}: es lässt sich nicht beschreiben",
    "look at the file's owner and the disk":
        "sieh nach, wem die Datei gehört und wie es dem Speicher geht",
    "{what}: {why}: it is not a journal or it is damaged":
        "{what}: {why}: es ist kein Journal oder beschädigt",
    "move it away": "räum es weg",
    "{what}: {why}: it is damaged": "{what}: {why}: es ist beschädigt",
    "move it away or restore a backup": "räum es weg oder spiel eine Sicherung zurück",
    "{what}: {why}: it cannot be opened": "{what}: {why}: es lässt sich nicht öffnen",
    "look at the disk, the folder and its owner":
        "sieh nach dem Speicher, dem Ordner und wem er gehört",
    "{what}: written by a newer pegboard (journal version {version}, this one knows {known})":
        "{what}: von einem neueren pegboard geschrieben (Journal Version {version}, dieses kennt "
        "{known})",
    "update pegboard or choose another file": "aktualisiere pegboard oder wähl eine andere Datei",
    "{what}: closed": "{what}: geschlossen",
    "{what}: it is no database": "{what}: es ist keine Datenbank",
    "{what}: it is damaged, and mending it failed: {why}; nothing was removed":
        "{what}: es ist beschädigt und ließ sich nicht heilen: {why}; nichts wurde entfernt",
    "forget: name a player": "vergessen: ein Name fehlt",
    "{name} is at the table: start a game without this name first":
        "{name} sitzt am Tisch: beginne zuerst ein Spiel ohne diesen Namen",
    "no backup is larger than {most} MB": "keine Sicherung ist größer als {most} MB",
    "there is no room for it on the disk; free some space":
        "auf dem Datenträger ist kein Platz dafür; schaff Platz",
    "the backup did not arrive whole": "die Sicherung kam nicht ganz an",
    "the journal is damaged; it is mended when pegboard starts again":
        "der Spielspeicher ist beschädigt; er wird behoben, wenn pegboard neu startet",
    "entry {n} is missing": "Eintrag {n} fehlt",
    "entry {n}: it has no time": "Eintrag {n}: er hat keine Zeit",
    "game {id}: {why}": "Spiel {id}: {why}",
    "it has no time": "es hat keine Zeit",
    "it is a database, but not a journal of pegboard":
        "es ist eine Datenbank, aber kein Spielspeicher von pegboard",
    "it was written by a newer pegboard (journal version {version}, this one knows {known}); "
    "update pegboard first":
        "ein neueres pegboard hat ihn geschrieben (Fassung {version}, dieses kennt {known}); "
        "aktualisiere zuerst pegboard",
    "its header has actions in it": "in seinem Kopf stehen Züge",
    "its mode is not a word": "sein Modus ist kein Wort",
    "the journal in it is damaged: {why}": "der Spielspeicher darin ist beschädigt: {why}",
    "{n} entries; no game has more than {most}": "{n} Einträge; kein Spiel hat mehr als {most}",
    "{what} is not a text of 1 to {most} characters":
        "{what} ist kein Text von 1 bis {most} Zeichen",
}
