// A bot in Node.js 18 or later, nothing installed: it is asked on stdin and answers on stdout.
//
//     showdown arena "cmd:node stdio_bot.mjs" caller --hands 1000 --seed 1
//     showdown bot "cmd:node stdio_bot.mjs" --table main
//
// It was written from docs/bots-stdio.md alone. It keeps what is paired, bets a pair now and then, and
// stays in if that is cheap; make it cleverer.

import { createInterface } from "node:readline";

const rank = (card) => "23456789TJQKA".indexOf(card[0]); // -1 is a joker, which it always keeps

function worthKeeping(cards) {
  const alike = (card) => cards.filter((other) => rank(other) === rank(card)).length;
  return cards.filter((card) => rank(card) < 0 || alike(card) > 1);
}

// Mulberry32: small, and the same numbers from the same seed on any machine.
function chanceFrom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function choose({ kind, cards, legal, to_call: price, pot }, chance) {
  const kept = worthKeeping(cards);
  if (kind === "draw") {
    const thrown = cards.filter((card) => !kept.includes(card)).sort((a, b) => rank(a) - rank(b));
    return { type: "draw", cards: thrown.slice(0, Math.min(legal.draw, 3)) };
  }
  if (legal.bet && legal.qualified !== false && kept.length && chance() < 0.5) {
    return { type: "bet", to: legal.bet.min };
  }
  if (legal.check) return { type: "check" };
  const stays = legal.call !== undefined && (kept.length || price * 3 <= pot);
  return { type: stays ? "call" : "fold" };
}

const say = (line) => process.stdout.write(`${JSON.stringify(line)}\n`);
let chance = Math.random;

const reads = {
  hello: () => say({ type: "ready" }),
  hand: ({ seed }) => { chance = chanceFrom(seed % 2 ** 32); },
  request: ({ id, request }) => say({ type: "act", id, action: choose(request, chance) }),
};

createInterface({ input: process.stdin }).on("line", (line) => {
  const message = JSON.parse(line);
  reads[message.type]?.(message); // what we do not know needs no answer
});
