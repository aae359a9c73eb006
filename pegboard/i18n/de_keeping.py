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
    "the game is over: only undo is accepted": "das Spiel ist aus: nur Zurücknehmen geht noch",
    "seat {seat}: the seats are 0 to {most}": "Platz {seat}: es gibt die Plätze 0 bis {most}",
    "{deed} is not possible now: seat {seat} is to deal":
        "{deed} geht jetzt nicht: Platz {seat} gibt",
    "{deed} is not possible now: seats are to lay away":
        "{deed} geht jetzt nicht: es wird abgelegt",
    "{deed} is not possible now: seat {seat} is to cut the starter":
        "{deed} geht jetzt nicht: Platz {seat} hebt ab",
    "{deed} is not possible now: seat {seat} is to play":
        "{deed} geht jetzt nicht: Platz {seat} spielt",
    "{deed} is not possible now: the hand of seat {seat} is to be counted":
        "{deed} geht jetzt nicht: die Hand von Platz {seat} wird gezählt",
    "{deed} is not possible now: the crib is to be counted":
        "{deed} geht jetzt nicht: die Crib wird gezählt",
    "{deed}: the program counts an open deal": "{deed}: eine offene Runde zählt das Programm",
    "muggins is not played in this game": "dieses Spiel geht ohne Muggins",
    "seat {seat} cannot deal: it is seat {other}'s deal":
        "Platz {seat} kann nicht geben: Platz {other} ist dran",
    "seat {seat} has laid away already": "Platz {seat} hat schon abgelegt",
    "a seat lays away {n}, not {count}": "abgelegt werden {n}, nicht {count}",
    "seat {seat} does not hold {card}": "Platz {seat} hat {card} nicht",
    "{card} cannot be cut: it was dealt":
        "{card} kann nicht aufgedeckt werden: sie wurde gegeben",
    "it is not seat {seat}'s turn, but seat {other}'s":
        "nicht Platz {seat} ist dran, sondern Platz {other}",
    "no go at {count}: every card can be played": "kein Go bei {count}: jede Karte passt",
    "seat {seat} can play, and must": "Platz {seat} kann spielen, und muss",
    "{card} would bring the count to {count}; it never passes {most}":
        "{card} brächte den Stand auf {count}; er geht nie über {most}",
    "seat {seat}'s hand is counted first": "zuerst wird die Hand von Platz {seat} gezählt",
    "seat {seat}'s hand was claimed already; correct puts a peg right":
        "die Hand von Platz {seat} wurde schon angesagt; ein Stift lässt sich berichtigen",
    "seat {seat}'s hand is counted before the crib":
        "die Hand von Platz {seat} wird vor der Crib gezählt",
    "{points} points: a hand is worth 0 to {most}":
        "{points} Punkte: eine Hand ist 0 bis {most} wert",
    "{points} points: call at least 1": "{points} Punkte: fordere mindestens 1",
    "there is no claim to be called": "es gibt keine Ansage, bei der etwas fehlen kann",
    "seat {seat} cannot call its own side's points":
        "Platz {seat} kann Punkte der eigenen Seite nicht fordern",
    "score {points}: the holes are 0 to {most}":
        "Stand {points}: es gibt die Löcher 0 bis {most}",
    "{points} points: it is 1 to {most}": "{points} Punkte: es sind 1 bis {most}",
    "seat {seat} claims {points}; it is worth {worth}":
        "Platz {seat} sagt {points} an; sie ist {worth} wert",
    "seat {seat} calls {points}; nothing was missed":
        "Platz {seat} fordert {points}; nichts wurde übersehen",
    "seat {seat} calls {points}; {worth} was missed":
        "Platz {seat} fordert {points}; übersehen wurden {worth}",
    "the deal before was not counted to its end": "die Runde davor wurde nicht zu Ende gezählt",
    "seat {seat} laid {card}, which is not in the hand it shows":
        "Platz {seat} hat {card} gelegt, was nicht in der gezeigten Hand ist",
    "{card} was seen before in this deal": "{card} war in dieser Runde schon zu sehen",
    "{card} is not laid: the go before it ended the game":
        "{card} wird nicht gelegt: das Go davor hat das Spiel beendet",
    "seat {seat} said go and could have played {card}":
        "Platz {seat} hat Go gesagt und hätte {card} spielen können",
    "There is no camera: name one in the configuration, under [camera].":
        "Es gibt keine Kamera: nenne eine in der Konfiguration, unter [camera].",
    "The camera is counting a hand; this goes on when it is done.":
        "Die Kamera zählt gerade eine Hand; danach geht es weiter.",
    "Another page is setting up the camera just now.":
        "Eine andere Seite richtet die Kamera gerade ein.",
}
