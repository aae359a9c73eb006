"""Deutsch: die Kamera einrichten, ihre Maße und was zu tun ist."""

from collections.abc import Mapping

# fmt: off
CAMERA: Mapping[str, str | Mapping[str, str]] = {
    "smallest index": "kleinster Index",
    "card width": "Breite einer Karte",
    "card cut off": "Karte abgeschnitten",
    "camera tilt": "Neigung",
    "blur of an index": "Unschärfe, je Index",
    "brightness": "Helligkeit",
    "overexposed": "überstrahlt",
    "print contrast": "Druck auf Papier",
    "evenness": "Gleichmaß",
    "grain": "Korn",
    "colour cast": "Farbstich",
    "movement": "Bewegung",
    "camera shake": "Wackeln",
    "cards read": "gelesene Karten",
    "unknown": "unbekannt",
    "{value:.0f} px": "{value:.0f} px",
    "at least {value}": "mindestens {value}",
    "at most {value}": "höchstens {value}",
    "no card was found to measure": "keine Karte, an der es zu messen wäre",
    "Move the camera closer, or use a higher resolution.":
        "Bring die Kamera näher heran, oder lass sie größere Bilder machen.",
    "Move the camera away: five cards side by side must fit in the picture.":
        "Rück die Kamera weiter weg: Fünf Karten nebeneinander müssen ins Bild passen.",
    "A card is partly outside the picture: move the cards towards the middle.":
        "Eine Karte ragt aus dem Bild: Leg die Karten näher zur Mitte.",
    "Point the camera more directly down at the table.":
        "Richte die Kamera steiler nach unten auf den Tisch.",
    "Focus the camera on the cards: turn its lens, clean it, or move it until the bar is "
    "longest.":
        "Stell die Karten scharf: Dreh am Objektiv, putz es, oder rück die Kamera, bis der "
        "Balken am längsten ist.",
    "It is too dark: turn on a lamp, or increase the camera's exposure.":
        "Es ist zu dunkel: Mach eine Lampe an, oder lass die Kamera länger belichten.",
    "A lamp reflects off a card, or it is too bright: move the lamp aside, or dim it.":
        "Eine Lampe spiegelt sich in einer Karte, oder es ist zu hell: Rück die Lampe zur Seite, "
        "oder dreh sie herunter.",
    "The print looks washed out: clean the lens, and keep windows and lamps from shining into "
    "it.":
        "Der Druck wirkt ausgewaschen: Putz das Objektiv, und lass weder Fenster noch Lampe "
        "hineinscheinen.",
    "The light is uneven: remove whatever casts a shadow, or add a second lamp on the other side.":
        "Das Licht ist ungleich: Nimm weg, was Schatten wirft, oder stell eine zweite Lampe auf "
        "die andere Seite.",
    "The picture is grainy: add light, and lower the camera's gain.":
        "Das Bild ist körnig: Gib mehr Licht, und senk die Verstärkung der Kamera.",
    "White cards look coloured, and red is hard to tell from black: use white light.":
        "Weiße Karten wirken farbig, und Rot ist kaum von Schwarz zu unterscheiden: Nimm weißes "
        "Licht.",
    "Something is moving: take your hands away and wait a moment.":
        "Etwas bewegt sich: Nimm die Hände weg und warte einen Augenblick.",
    "The camera itself is moving: fix it in place, and keep the table from shaking.":
        "Die Kamera selbst bewegt sich: Mach sie fest, und lass den Tisch nicht wackeln.",
    "The picture is black: take off the lens cap, and turn on a light.":
        "Das Bild ist schwarz: Nimm den Deckel vom Objektiv, und mach Licht.",
    "Lay five cards flat on the table, face up and apart, where hands will be laid.":
        "Leg fünf Karten flach auf den Tisch, offen und auseinander, dorthin, wo die Blätter "
        "liegen werden.",
    "Not one pixel of the picture ever changes: the camera has frozen. Unplug it and plug it in "
    "again.":
        "Das Bild ändert sich nie, in keinem einzigen Pixel: Die Kamera hängt. Zieh sie ab und "
        "steck sie wieder an.",
    "This deck’s court cards cannot be read; its numbers can.":
        "Die Bilder dieses Blatts lassen sich nicht lesen, seine Zahlen schon.",
    "The cards have other letters than those of the setting camera.deck: choose their country, "
    "or “auto”.":
        "Die Karten haben andere Buchstaben als die der Einstellung camera.deck: Wähl ihr Land, "
        "oder „auto“.",
    "Is this a {pack}: {letters}? OK for yes, UNDO for no.":
        "Ist das ein {pack}: {letters}? OK für ja, ZURÜCK für nein.",
    "English pack": "englisches Blatt",
    "French pack": "französisches Blatt",
    "German pack": "deutsches Blatt",
    "Dutch pack": "niederländisches Blatt",
    "Scandinavian pack": "skandinavisches Blatt",
    "Polish pack": "polnisches Blatt",
    "This source shows still pictures: one picture was read, not ten from a live camera.":
        "Diese Quelle zeigt stehende Bilder: Eines wurde gelesen, nicht zehn einer laufenden "
        "Kamera.",
    "Move the camera closer and give it more light.":
        "Bring die Kamera näher heran und gib ihr mehr Licht.",
    "No picture yet.": "Noch kein Bild.",
    "{done} of {of} readings.": "{done} von {of} Mal gelesen.",
    "A reading takes {seconds:.1f} s.": "Einmal lesen dauert {seconds:.1f} s.",
    "This camera is simulated: these are sample pictures, not your table.":
        "Diese Kamera ist simuliert: Das sind Beispielbilder, nicht dein Tisch.",
    "Not passed: no card was read.": "Nicht bestanden: Es wurde keine Karte gelesen.",
    "Not passed: {n} cards were read, not {hand}.": {
        "one": "Nicht bestanden: Es wurde {n} Karte gelesen, nicht {hand}.",
        "other": "Nicht bestanden: Es wurden {n} Karten gelesen, nicht {hand}.",
    },
    "Passed: {alike} of {of} readings alike": "Bestanden: {alike} von {of} Mal gleich gelesen",
    "Not passed: {alike} of {of} readings alike":
        "Nicht bestanden: {alike} von {of} Mal gleich gelesen",
    "{said}: {why}.": "{said}: {why}.",
    "{said}; but check: {bad}.": "{said}; aber sieh nach: {bad}.",
    "the {card} was read as {other} {times}": "{card} wurde {times} als {other} gelesen",
    "{one} or {other}": "{one} oder {other}",
    "the {card} was not seen every time": "{card} kam und ging",
    "the {card} was missed {times}": "{card} fehlte {times}",
    "{n} times": {
        "one": "einmal",
        "other": "{n}-mal",
    },
    "Did {who} deal? OK if so.": "Hat {who} gegeben? Wenn ja: OK.",
    "Did {who} deal? It was {due}'s turn.":
        "Hat {who} gegeben? An der Reihe war {due}.",
    "A deal has begun on the table. Did {who} deal it?":
        "Auf dem Tisch läuft schon eine Runde. Hat {who} gegeben?",
    "The camera seems to be turned: does {who} sit {where}?":
        "Die Kamera steht anscheinend gedreht: Sitzt {who} {where}?",
    "on the left of the picture": "links im Bild",
    "on the right of the picture": "rechts im Bild",
    "on the other side": "auf der anderen Seite",
    "No, {who} sits there": "Nein, dort sitzt {who}",
    "Yes": "Ja",
    "No": "Nein",
    "Is the starter the {card}? OK if so, or touch the card.":
        "Ist {card} der Starter? Wenn ja: OK. Sonst die Karte antippen.",
    "Did {who} play the {card}? OK if so, or touch the card.":
        "Hat {who} {card} gespielt? Wenn ja: OK. Sonst die Karte antippen.",
    "Was the crib read right? OK if so, or take it back.":
        "Ist die Crib richtig gelesen? Wenn ja: OK. Sonst zurücknehmen.",
    "The crib wasn't seen. COUNT it, enter it, or OK to skip it.":
        "Die Crib war nicht zu sehen. Zählt sie, gebt sie ein, oder weiter mit OK.",
    "The camera saw {seen}, but {why}. Touch the wrong card.":
        "Die Kamera sah {seen}, aber: {why}. Tippe auf die falsche Karte.",
    "The camera saw {seen}, but {why}. OK if it is right.":
        "Die Kamera sah {seen}, aber: {why}. Stimmt es doch: OK.",
    "The camera still sees {seen}. OK if that is right.":
        "Die Kamera sieht noch {seen}. Stimmt das doch: OK.",
    "The last deal isn't fully counted. OK to continue.":
        "Die letzte Runde ist nicht zu Ende gezählt. Weiter mit OK.",
    "The camera was blocked. Check the score, then OK.":
        "Die Kamera war verdeckt. Prüft den Stand, dann OK.",
    "the {card} from {who}": "{card} von {who}",
    "the {card} as the starter": "{card} als Starter",
    "a deal by {who}": "{who} geben",
    "the crib": "die Crib",
    "that question is no longer asked": "diese Frage wird nicht mehr gestellt",
    "the sample pictures show hands, not whole deals":
        "die Beispielbilder zeigen Blätter, keine ganzen Runden",
    "the camera has pegged {points} for {name} already":
        "die Kamera hat {points} für {name} schon gesteckt",
    "enter them again if they are to count twice":
        "gib sie noch einmal ein, wenn sie doppelt zählen sollen",
}
