"""Deutsch: Spiele aufheben, zurückspielen, ablehnen."""

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
    "This board was not installed by its installer: update it the way it came (systemd/README.md)":
        "Dieses Brett kam nicht mit seinem Installationsprogramm: aktualisiere es so, wie es kam "
        "(systemd/README.md)",
    "UNDO and OK were held down at the start": "ZURÜCK und OK wurden beim Start gehalten",
    "UNDO and OK were held, but the board is in safe mode already.":
        "ZURÜCK und OK wurden gehalten, aber das Brett ist schon im sicheren Modus.",
    "UNDO and OK were held: starting in safe mode.":
        "ZURÜCK und OK wurden gehalten: Start im sicheren Modus.",
    "What was there before lies as {file}.": "Was vorher da war, liegt als {file} daneben.",
    "a demo game is playing; start a game of your own first":
        "eine Vorführung läuft; beginne zuerst ein eigenes Spiel",
    "a game is open; finish it first, or restore all the same":
        "ein Spiel läuft; beende es zuerst, oder spiel trotzdem zurück",
    "against the computer, only a move of one's own is taken back":
        "gegen den Computer nimmt man nur einen eigenen Zug zurück",
    "at least {n} entries are lost": {
        "one": "mindestens {n} Eintrag ist verloren",
        "other": "mindestens {n} Einträge sind verloren",
    },
    "it has a file that no backup has: {file}":
        "sie hat eine Datei, die keine Sicherung hat: {file}",
    "it is larger than {most} MB: no backup is":
        "sie ist größer als {most} MB: das ist keine Sicherung",
    "it is not a backup of pegboard ({why})": "das ist keine Sicherung von pegboard ({why})",
    "it is not a backup of pegboard: it has no manifest, or two of something":
        "das ist keine Sicherung von pegboard: das Verzeichnis fehlt, oder etwas ist zweimal "
        "darin",
    "it is not a backup of pegboard: it is damaged":
        "das ist keine Sicherung von pegboard: die Datei ist beschädigt",
    "it is not a backup of pegboard: its manifest cannot be read":
        "das ist keine Sicherung von pegboard: ihr Verzeichnis ist nicht lesbar",
    "it is not a backup of pegboard: {file} is longer than {most} bytes":
        "das ist keine Sicherung von pegboard: {file} ist länger als {most} Bytes",
    "it is not whole: its games are not those its manifest counts":
        "sie ist nicht ganz: ihre Spiele sind nicht die, die ihr Verzeichnis zählt",
    "it is not whole: its manifest names other files than are in it":
        "sie ist nicht ganz: ihr Verzeichnis nennt andere Dateien, als darin sind",
    "it is not whole: {file} is longer than its manifest says":
        "sie ist nicht ganz: {file} ist länger, als ihr Verzeichnis sagt",
    "it is not whole: {file} is not what its manifest says":
        "sie ist nicht ganz: {file} ist nicht, was ihr Verzeichnis sagt",
    "it was asked for (--safe)": "es wurde verlangt (--safe)",
    "it was made by a newer pegboard (backup version {version}, this one knows {known}); update "
    "pegboard first":
        "sie kommt von einem neueren pegboard (Sicherungsversion {version}, dieses kennt "
        "{known}); aktualisiere zuerst pegboard",
    "its journal would take {size} MB: none is so large":
        "ihre Spiele brauchten {size} MB: so groß sind sie nie",
    "no backup is larger than {most} MB": "keine Sicherung ist größer als {most} MB",
    "no copy was made: {free} MB are free on the disk and {wanted} MB are wanted; free some space":
        "es wurde keine Kopie gemacht: {free} MB sind auf dem Datenträger frei, gebraucht werden "
        "{wanted} MB; schaff Platz",
    "no copy was made: {why}": "es wurde keine Kopie gemacht: {why}",
    "no game waits to go on; begin a new one":
        "kein Spiel wartet darauf, weiterzugehen; beginne ein neues",
    "seat {seat} is not played at the board": "Platz {seat} wird nicht am Brett gespielt",
    "simulated devices only, because {why}": "nur simulierte Geräte: {why}",
    "the backup did not arrive whole": "die Sicherung kam nicht ganz an",
    "the board counts a game against the computer by itself":
        "gegen den Computer zählt das Brett selbst",
    "the disk does not give back what was written to it":
        "der Datenträger gibt nicht zurück, was darauf geschrieben wurde",
    "the game has moved on": "das Spiel ist weitergegangen",
    "the game has moved on meanwhile: look again":
        "das Spiel ist inzwischen weitergegangen: sieh noch einmal hin",
    "the journal is damaged; it is mended when pegboard starts again":
        "der Spielspeicher ist beschädigt; er wird behoben, wenn pegboard neu startet",
    "the last two starts failed": "die letzten zwei Starts sind gescheitert",
    "there is no room for it on the disk; free some space":
        "auf dem Datenträger ist kein Platz dafür; schaff Platz",
    "there is nothing to take back": "es gibt nichts zurückzunehmen",
    "undo: a demo game is playing; start a game of your own first":
        "zurücknehmen: eine Vorführung läuft; beginne zuerst ein eigenes Spiel",
    "undo: you have not moved yet": "zurücknehmen: du hast noch nicht gespielt",
    "what was restored is not what is in the backup; the old games are back":
        "was zurückgespielt wurde, ist nicht, was in der Sicherung ist; die alten Spiele sind "
        "wieder da",
    "{free} MB are free on the disk and {wanted} MB are wanted; free some space":
        "{free} MB sind auf dem Datenträger frei, gebraucht werden {wanted} MB; schaff Platz",
    "{got}, in {games} too": "{got}, auch in {games}",
    "{got}; nothing is known to be lost.": "{got}; soweit bekannt, ist nichts verloren.",
    "{line}: not now, in a game against the computer":
        "{line}: nicht jetzt, in einem Spiel gegen den Computer",
    "{line}: seat {seat} is played by {name}, not from here":
        "{line}: Platz {seat} spielt {name}, nicht von hier",
    "{line}: the computer plays seat {seat} itself":
        "{line}: Platz {seat} spielt der Computer selbst",
    "{n} newer entries could still be read": {
        "one": "{n} neuerer Eintrag ließ sich noch lesen",
        "other": "{n} neuere Einträge ließen sich noch lesen",
    },
    "{n} newer games": {
        "one": "{n} neueren Spiel",
        "other": "{n} neueren Spielen",
    },
    "there is nothing to undo": "es gibt nichts zurückzunehmen",
}
