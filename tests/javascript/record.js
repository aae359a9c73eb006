// A second reader and writer of game records, written from pegboard/cribbage/NOTATION.md alone.
// `node record.js` reads records from standard input, each terminated by NUL, and prints one line of
// JSON for each: what it read and how it writes it, or why it is not a record.

import process from "node:process";

const CARD = /^(10|[a23456789tjqk])([cdhs♣♦♥♠♧♢♡♤])\ufe0f?/i;
const NUMBER = /^-?[0-9]{1,6}$/;
const USUAL = { 121: [90, 60], 61: [30, 0] };
const SUITS = { "♣": "C", "♦": "D", "♥": "H", "♠": "S", "♧": "C", "♢": "D", "♡": "H", "♤": "S" };

/** Operands of each action: s seat, n number, c card, + cards. */
const ACTIONS = {
  discard: "s+", cut: "c", play: "sc", go: "s", hand: "s+", crib: "+", claim: "sn", muggins: "sn",
  peg: "sn", correct: "sn", penalty: "sn", undo: "",
};

const fail = (why) => {
  throw new SyntaxError(why);
};

const number = (word) => (NUMBER.test(word) ? Number(word) + 0 || 0 : fail(`no number: ${word}`));

function cards(word) {
  const found = [];
  for (let rest = word; rest;) {
    const match = CARD.exec(rest) ?? fail(`no card: ${rest}`);
    const rank = match[1] === "10" ? "T" : match[1].toUpperCase();
    const card = rank + (SUITS[match[2]] ?? match[2].toUpperCase());
    if (found.includes(card)) fail(`twice: ${card}`);
    found.push(card);
    rest = rest.slice(match[0].length);
  }
  return found.length ? found : fail("no cards");
}

function card(word) {
  const found = cards(word);
  return found.length === 1 ? found[0] : fail(`not one card: ${word}`);
}

function action(words) {
  const [verb, ...rest] = words;
  if (verb === "deal") {
    if (!rest.length) fail("who deals?");
    const plus = rest.indexOf("+");
    if (plus >= 0 && (plus !== rest.length - 2 || plus < 2)) fail("one card after +");
    const hands = rest.slice(1, plus < 0 ? undefined : plus).map(cards);
    return { verb, seat: number(rest[0]), ...(hands.length && { hands }), ...(plus >= 0 && { card: card(rest.at(-1)) }) };
  }
  const form = ACTIONS[verb] ?? fail(`no action: ${verb}`);
  if (rest.length !== form.length) fail(`${verb} has ${form.length} words after it`);
  const found = { verb };
  for (const [n, kind] of [...form].entries()) {
    if (kind === "s") found.seat = number(rest[n]);
    if (kind === "n") found.points = number(rest[n]);
    if (kind === "c") found.card = card(rest[n]);
    if (kind === "+") found.cards = cards(rest[n]);
  }
  return found;
}

function setting(game, words, line) {
  let [word, ...values] = words;
  if (word === "name") {
    const named = /^\s*name\s+(\S+)\s+(.*\S)\s*$/u.exec(line) ?? fail("name SEAT NAME");
    const seat = number(named[1]);
    if (seat in game.names) fail(`twice: name ${seat}`);
    game.names[seat] = named[2];
    return;
  }
  if (word === "rule") [word, ...values] = values;
  const once = (value) => {
    if (word in game) fail(`twice: ${word}`);
    game[word] = value;
  };
  const [first] = values;
  if (["partners", "muggins", "manual-count"].includes(word)) return values.length ? fail(`${word} has no value`) : once(true);
  if (word === "handicap") return once(values.map(number));
  if (word === "dealer-bonus" && !values.length) return once(3);
  if (values.length !== 1) fail(`${word} has one value`);
  if (word === "match" || word === "wrong-call") return once(first);
  if (["players", "target", "dealer", "dealer-bonus", "skunk", "double-skunk"].includes(word)) return once(number(first));
  fail(`no setting: ${word}`);
}

/** Parses a record. */
export function read(text) {
  const game = { names: {}, actions: [] };
  for (const whole of text.replace(/^\ufeff/, "").split("\n")) {
    const line = whole.split("#", 1)[0];
    const words = line.trim().split(/\s+/);
    if (!words[0]) continue;
    if (["players", "partners", "target", "dealer", "rule", "name"].includes(words[0])) {
      if (game.actions.length) fail(`after an action: ${line}`);
      setting(game, words, line);
    } else {
      if (!("players" in game)) fail("players come first");
      game.actions.push(action(words));
    }
  }
  return "players" in game ? game : fail("players are needed");
}

const written = ({ verb, seat, points, card: one, cards: many, hands }) =>
  [verb, seat, points, many?.join(""), ...(hands ?? []).map((hand) => hand.join("")), ...(verb === "deal" && one ? ["+"] : []), one]
    .filter((word) => word !== undefined).join(" ");

/** Formats a game in its canonical form. */
export function write(game) {
  const target = game.target ?? 121;
  const [skunk, double] = USUAL[target] ?? fail(`no target: ${target}`);
  const skunked = game.skunk ?? skunk;
  const twice = game["double-skunk"] ?? Math.min(double, skunked);
  const lines = [`players ${game.players}`];
  if (game.partners) lines.push("partners");
  lines.push(`target ${target}`, `dealer ${game.dealer ?? 0}`);
  for (const flag of ["muggins", "manual-count"]) if (game[flag]) lines.push(`rule ${flag}`);
  if (game["dealer-bonus"]) lines.push(`rule dealer-bonus ${game["dealer-bonus"]}`);
  if ((game.match ?? "A") !== "A") lines.push(`rule match ${game.match}`);
  if (game.handicap?.some((start) => start)) lines.push(`rule handicap ${game.handicap.join(" ")}`);
  if (skunked !== skunk) lines.push(`rule skunk ${skunked}`);
  if (twice !== double) lines.push(`rule double-skunk ${twice}`);
  if ((game["wrong-call"] ?? "none") !== "none") lines.push(`rule wrong-call ${game["wrong-call"]}`);
  for (const [seat, name] of Object.entries(game.names)) lines.push(`name ${seat} ${name}`);
  return [...lines, "", ...game.actions.map(written)].join("\n") + "\n";
}

if (process.argv[1]?.endsWith("record.js")) {
  let text = "";
  process.stdin.setEncoding("utf8");
  process.stdin.on("data", (part) => {
    const whole = (text + part).split("\0");
    text = whole.pop();
    for (const each of whole) {
      let answer;
      try {
        const game = read(each);
        answer = { game, text: write(game) };
      } catch (error) {
        answer = { error: error.message };
      }
      process.stdout.write(JSON.stringify(answer) + "\n");
    }
  });
}
