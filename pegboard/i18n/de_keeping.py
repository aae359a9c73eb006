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
}
