// A player for a showdown server, in Node.js 22 or later and with nothing installed:
//
//     node player.mjs [--url ws://127.0.0.1:8765] [--table main] [--name Nora] [--hands 1]
//
// It was written from docs/protocol.md alone. It sits down, plays so many hands, says on stdout what
// happens, and leaves. It stays in for whatever that costs and bets a pair; make it cleverer.

import { parseArgs } from "node:util";

const { values: options } = parseArgs({
  options: {
    url: { type: "string", default: "ws://127.0.0.1:8765" },
    table: { type: "string", default: "main" },
    name: { type: "string", default: "Nora" },
    hands: { type: "string", default: "1" },
  },
});

const socket = new WebSocket(options.url, "showdown.v1");
const answers = new Map(); // what to do with the answer to each request, by its id
const names = new Map(); // who sits where
let ids = 0;
let me; // my seat
let last = 0; // the last event of the table that I have
let resuming = false;
let hand;
let dealtIn = false; // who has just come may have to wait for the big blind
let played = 0;
let leaving = false;

const table = options.table;

function ask(type, fields = {}) {
  const id = `n${++ids}`;
  socket.send(JSON.stringify({ type, id, ...fields }));
  return new Promise((resolve) => answers.set(id, resolve));
}

function end(code, sentence) {
  if (sentence) console.error(sentence);
  process.exitCode = code;
  socket.close(1000);
}

// What I do.

const rank = (card) => "23456789TJQKA".indexOf(card[0]); // -1 is a joker, which I always keep

function worthKeeping(cards) {
  const alike = (card) => cards.filter((other) => rank(other) === rank(card)).length;
  return cards.filter((card) => rank(card) < 0 || alike(card) > 1);
}

function choose({ kind, cards, legal }) {
  const kept = worthKeeping(cards);
  if (kind === "draw") {
    const thrown = cards.filter((card) => !kept.includes(card)).sort((a, b) => rank(a) - rank(b));
    return { type: "draw", cards: thrown.slice(0, Math.min(legal.draw, 3)) };
  }
  if (legal.bet && legal.qualified !== false && kept.length) return { type: "bet", to: legal.bet.min };
  if (legal.check) return { type: "check" };
  return legal.call === undefined ? { type: "fold" } : { type: "call" };
}

async function decide(request, answer = undefined) {
  const action = answer ?? choose(request);
  const { ok, error } = await ask("act", { table, hand, turn: request.turn, action });
  if (ok || error.code === "stale_turn") return;
  console.error(`${error.code}: ${error.message}`);
  if (error.code === "unavailable") setTimeout(() => decide(request, action), 1000);
  else if (!answer) await decide(request, request.kind === "draw" ? { type: "draw" } : { type: "fold" });
}

// What I am told.

const who = (seat) => (seat === me ? "I" : (names.get(seat) ?? `Seat ${seat}`));
const shown = (cards) => (cards ? ` ${cards.join(" ")}` : "");

const says = {
  hand_started: (e) => `Hand ${e.hand}: ${e.players.map((p) => `${p.name} ${p.stack}`).join(", ")}`,
  blind_posted: (e) => `${who(e.seat)}: ${e.kind} blind ${e.amount}`,
  ante_posted: (e) => `${who(e.seat)}: ante ${e.amount}`,
  cards_dealt: (e) => `My cards:${shown(e.hands.find((dealt) => dealt.seat === me)?.cards)}`,
  acted: (e) => `${who(e.seat)}: ${e.move}${e.to ? ` to ${e.to}` : ""}${e.all_in ? ", all in" : ""}`,
  discarded: (e) => `${who(e.seat)}: ${e.count ? `throws ${e.count}${shown(e.cards)}` : "stands pat"}`,
  cards_drawn: (e) => `${who(e.seat)}: draws ${e.count}${shown(e.cards)}`,
  hand_shown: (e) => `${who(e.seat)}: shows${shown(e.cards)}, ${e.name}`,
  hand_mucked: (e) => `${who(e.seat)}: mucks`,
  pot_awarded: (e) => `${who(e.seat)}: wins ${e.amount}`,
  hand_ended: (e) => `Stacks: ${e.stacks.map((s) => `${who(s.seat)} ${s.stack}`).join(", ")}`,
  hand_aborted: (e) => `The hand was given up: ${e.reason}`,
};

async function happened(event) {
  if (event.type === "seated") names.set(event.seat, event.name);
  if (event.type === "hand_started") {
    hand = event.hand;
    dealtIn = event.players.some((player) => player.seat === me);
  }
  const sentence = says[event.type]?.(event); // {} and types that I do not know say nothing
  if (sentence) console.log(sentence);
  if (event.type === "hand_ended" && dealtIn && ++played >= Number(options.hands) && !leaving) {
    leaving = true;
    await ask("leave", { table });
  }
  if (event.type === "left" && event.seat === me) end(0);
}

async function updated(frame) {
  if (frame.seq > last + 1) {
    if (!resuming) {
      resuming = true;
      await ask("resume", { table, last_seq: last });
      resuming = false;
    }
    return;
  }
  frame.events.slice(last + 1 - frame.seq).forEach((event) => {
    last += 1;
    happened(event);
  });
  if (frame.request && !leaving) decide(frame.request);
}

const reads = {
  snapshot(frame) {
    last = frame.seq;
    me = frame.view.you;
    hand = frame.view.hand;
    for (const seat of frame.view.seats) names.set(seat.seat, seat.name);
    if (frame.request) decide(frame.request);
  },
  update: updated,
  notice: (frame) => console.error(frame.message),
};

socket.onmessage = ({ data }) => {
  const frame = JSON.parse(data);
  const reply = frame.type === "reply" ? frame : frame.reply;
  if (reply) answers.get(reply.id)?.(reply);
  reads[frame.type]?.(frame);
};
socket.onclose = ({ code }) => code === 1000 || end(1, `The connection ended with ${code}.`);
socket.onopen = async () => {
  for (const [type, fields] of [["hello", { name: options.name }], ["sit", { table }]]) {
    const { ok, error } = await ask(type, fields);
    if (!ok) return end(1, `${error.code}: ${error.message}`);
  }
};
