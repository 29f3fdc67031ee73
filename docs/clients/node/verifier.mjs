// Checks proofs of hands, written from docs/fairness.md alone: Node.js 20 or newer, its standard library.
// node verifier.mjs FILE...   each line of a file is a proof as JSON, or an object that has one in `proof`.
// Prints a line a proof and exits with 1 if one does not hold.

import { createHash, createHmac } from "node:crypto";
import { readFileSync } from "node:fs";

const RANKS = "23456789TJQKA", SUITS = "cdhs";
const u8 = (n) => Buffer.from([n]);
const H = (...parts) => createHash("sha256").update(Buffer.concat(parts)).digest();
const tag = (s) => Buffer.concat([Buffer.from(`showdown/1 ${s}`), u8(0)]);
const bytes = (text, size) => {
  const found = Buffer.from(text, "base64url");
  if (found.length !== size || found.toString("base64url") !== text) fail(`${text} is not ${size} bytes`);
  return found;
};
const b32 = (text) => bytes(text, 32), b16 = (text) => bytes(text, 16);
const number = (card) => (card[0] === "X" ? 51 + Number(card[1]) : RANKS.indexOf(card[0]) * 4 + SUITS.indexOf(card[1]));
const commitment = (opening) => H(tag("chain"), opening);
const node = (left, right) => H(u8(1), left, right);

class Failed extends Error {}
const fail = (why) => { throw new Failed(why); };

function* stream(key, s, q) {
  for (let n = 0; ; n++) {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(n);
    yield createHmac("sha256", key).update(Buffer.concat([tag(s), u8(q), count])).digest();
  }
}

function pieces(count, key, s, q) {
  const text = [];
  for (const block of stream(key, s, q)) {
    text.push(block.subarray(0, 16), block.subarray(16));
    if (text.length >= count) return text.slice(0, count);
  }
}

function shuffle(n, key, s, q) {
  const a = [...Array(n).keys()], blocks = stream(key, s, q);
  let block = Buffer.alloc(0), at = 0;
  const word = () => {
    if (at >= block.length) [block, at] = [blocks.next().value, 0];
    at += 2;
    return block.readUInt16BE(at - 2);
  };
  for (let i = n - 1; i > 0; i--) {
    const b = i + 1, limit = 65536 - (65536 % b);
    let w = word();
    while (w >= limit) w = word();
    [a[i], a[w % b]] = [a[w % b], a[i]];
  }
  return a;
}

const split = (n) => 2 ** Math.floor(Math.log2(n - 1));

function root(leaves) {
  if (leaves.length === 1) return leaves[0];
  const k = split(leaves.length);
  return node(root(leaves.slice(0, k)), root(leaves.slice(k)));
}

function rootByPath(size, opened, digests) {
  const left = [...digests];
  const walk = (first, end) => {
    let any = false;
    for (const leaf of opened.keys()) any ||= first <= leaf && leaf < end;
    if (!any) return left.shift() ?? fail("digests are missing");
    if (end - first === 1) return opened.get(first);
    const middle = first + split(end - first);
    return node(walk(first, middle), walk(middle, end));
  };
  const found = walk(0, size);
  if (left.length) fail("digests are left over");
  return found;
}

const listed = (contributors) => Buffer.concat([
  u8(contributors.length), ...contributors.flatMap(([seat, committed]) => [u8(seat), b32(committed)]),
]);

function entropy(seal, contributors) {
  const said = contributors.flatMap(([seat, committed, opening]) => {
    if (!opening) return [u8(seat), u8(0)];
    if (!commitment(b32(opening)).equals(b32(committed))) fail(`seat ${seat}: opening does not match its commitment`);
    return [u8(seat), u8(1), b32(opening)];
  });
  return H(tag("combine"), seal, ...said);
}

export function check(proof) {
  if (proof.version !== 1) fail(`version ${proof.version} is not 1`);
  const D = proof.deck_size, lineup = proof.lineup, folded = proof.folded ?? [], draws = proof.draws ?? [];
  const view = proof.view, mine = view.seat ?? 0, shown = view.cards ?? [], discards = view.discards ?? [];
  const name = Buffer.from(proof.table), hand = Buffer.from(proof.hand);
  const handTag = H(tag("hand"), u8(name.length), name, u8(hand.length), hand);
  const leaf = (q, i, body, salt) => H(u8(0), handTag, u8(q), u8(i), body, salt);
  const token = (q, card, salt) => H(u8(2), handTag, u8(q), u8(number(card)), salt);
  const seats = [...proof.contributors].sort((a, b) => a[0] - b[0]);

  // Who may be there, and which cards.
  const once = (found) => new Set(found).size === found.length || fail("a seat is there twice");
  [lineup, folded, seats.map(([seat]) => seat)].forEach(once);
  if (!folded.every((seat) => lineup.includes(seat))) fail("who folded is not in the line-up");
  if (!seats.every(([seat]) => lineup.includes(seat))) fail("a contributor is not in the line-up");
  for (const [kind, ...rest] of shown) {
    const card = rest[kind === "deal" ? 2 : 3];
    if (number(card) >= D) fail(`${card} is not in this deck`);
  }

  // Seals and entropy.
  const E = [entropy(H(tag("deal"), b32(proof.previous), handTag, u8(D), u8(5), u8(lineup.length),
    Buffer.from(lineup), listed(seats), b32(proof.root)), seats)];
  const pools = proof.reshuffles ?? [];
  let before = seats;
  for (const each of pools) {
    if (each.part !== E.length) fail(`reshuffle ${each.part} is out of order`);
    const asked = [...each.contributors].sort((a, b) => a[0] - b[0]);
    const bound = before.filter(([, , opening]) => opening).map(([seat, , opening]) => `${seat} ${opening}`);
    if (bound.join() !== asked.map(([seat, committed]) => `${seat} ${committed}`).join()) fail("others are asked than opened before");
    E.push(entropy(H(tag("pool"), E.at(-1), handTag, u8(each.part), u8(each.drawer), u8(each.size), listed(asked),
      b32(each.pool_hash), b32(each.arrangements)), asked));
    before = asked;
  }

  // Where each card comes from.
  const places = new Map();
  lineup.forEach((seat, p) => { for (let r = 0; r < 5; r++) places.set(`0/${5 * p + r}`, seat); });
  let stub = [...Array(D - 5 * lineup.length).keys()].map((t) => `0/${5 * lineup.length + t}`);
  const after = []; // [seat, part that was used for it]
  const playing = lineup.filter((seat) => !folded.includes(seat));
  if (draws.some(([seat], i) => seat !== playing[i])) fail("the draws are not in the order of the deal");
  let burned = !proof.burn, upcoming = 0;
  for (const [seat, count] of draws) {
    const left = stub.length - (burned ? 0 : 1);
    if (count && !burned) [stub, burned] = [stub.slice(1), true];
    // A reshuffle is prepared where one may be needed, and used where it is; a hand may still be going on.
    const mine = pools[upcoming]?.drawer === seat ? pools[upcoming] : undefined;
    const due = (proof.draw_mode === "simultaneous" ? count : proof.most ?? 5) > left;
    if (due && !mine) fail(`no reshuffle was prepared before seat ${seat} drew`);
    if (mine && !due) fail(`reshuffle ${mine.part} was not needed`);
    if (mine && Boolean(mine.used) !== count > left) {
      const last = draws.at(-1)[0] === seat && pools.at(-1) === mine;
      if (mine.used || !last) fail(`reshuffle ${mine.part} ${mine.used ? "was" : "was not"} used`);
    }
    if (mine) upcoming++;
    let first = [];
    if (count > left) {
      if (!mine.used) break;
      if (proof.reshuffle === "stub_first") first = stub;
      const order = shuffle(mine.size, E[mine.part], "pool", mine.part);
      stub = order.map((number) => `${mine.part}/${number}`);
    }
    const wanted = count - first.length;
    if (wanted > stub.length) fail("the draws ask for more cards than there are");
    for (const place of [...first, ...stub.slice(0, wanted)]) places.set(place, seat);
    stub = stub.slice(wanted);
    after.push([seat, count > left ? mine.part : undefined]);
  }
  const rest = pools[upcoming];
  if (rest && (rest.used || rest.drawer !== playing[draws.length])) fail(`nobody asks for reshuffle ${rest.part}`);

  // Reshuffles that were used.
  for (const each of pools.filter((pool) => pool.used)) {
    const pool = each.pool.map(b32), m = each.size;
    if (pool.length !== m || (proof.reshuffle !== "stub_first" && m !== D - 5 * (lineup.length - folded.length))) fail("pool has a wrong size");
    if (pool.some((t, i) => i && Buffer.compare(pool[i - 1], t) >= 0)) fail("pool is not in ascending order");
    if (!H(...pool).equals(b32(each.pool_hash))) fail("pool differs from its seal");
    const roots = each.seeds.map((text) => {
      const seed = b16(text), order = shuffle(m, seed, "order", each.part), covers = pieces(m, seed, "cover", each.part);
      return root(order.map((place, i) => leaf(each.part, i, pool[place], covers[i])));
    });
    const pick = stream(E[each.part], "pick", each.part).next().value[0] % 16;
    roots.splice(pick, 0, b32(each.root));
    if (roots.length !== 16 || !H(...roots).equals(b32(each.arrangements))) fail("arrangements differ from their seal");
  }

  // Opened cards: paths, places, and that none is twice.
  const opened = new Map(), pi = shuffle(D, E[0], "deal", 0);
  const closed = new Set(folded.includes(mine) ? shown.filter(([kind, seat]) => kind === "deal" && seat === mine).map((card) => card[3]) : discards);
  const takenIn = firstPartAfter(after, mine, folded.includes(mine));
  const held = [new Set(), new Set()];
  for (const [kind, ...rest] of shown) {
    const [part, seat, at, card, salt, cover] = kind === "deal" ? [0, ...rest] : rest;
    const used = pools.find((each) => each.part === part && each.used);
    if (part && !used) fail(`there is no reshuffle ${part}`);
    const body = part ? token(part, card, b16(salt)) : u8(pi.indexOf(number(card)));
    if (part && !used.pool.includes(body.toString("base64url"))) fail("drawn card is not in the pool");
    if (!opened.has(part)) opened.set(part, new Map());
    if (opened.get(part).has(at)) fail("a leaf is opened twice");
    opened.get(part).set(at, leaf(part, at, body, b16(part ? cover : salt)));
    if (places.get(`${part}/${at}`) !== seat) fail(`${card} of seat ${seat} came from a wrong place`);
    const wasMine = seat === mine && part === 0 && closed.has(card);
    const there = held[wasMine ? 1 : 0];
    if (there.has(card)) fail(`${card} is in two places`);
    there.add(card);
    if (wasMine || !closed.has(card)) continue;
    if (seat === mine) fail(`${card} came back to who threw it away`);
    if (!takenIn || part < takenIn) fail(`${card} is in two places`);
  }
  for (const [part, leaves] of opened) {
    const name = part ? `pool${part}` : "deal", pool = pools.find((each) => each.part === part);
    const found = rootByPath(part ? pool.size : D, leaves, (view.nodes?.[part] ?? []).map(b32));
    if (!found.equals(b32(part ? pool.root : proof.root))) fail(`${name}: path does not lead to the root`);
  }

  // Receipts of my closed cards.
  const receipts = view.receipts ?? [], missing = "a closed card of mine is missing from the pool";
  if (takenIn && proof.reshuffle !== "stub_first") {
    const theirs = new Set(receipts.map(([, card]) => card));
    if (theirs.size !== closed.size || receipts.some(([part, card]) => part !== takenIn || !closed.has(card))) fail(missing);
  }
  for (const [part, card, salt] of receipts) {
    const pool = pools.find((each) => each.part === part && each.used);
    if (!pool?.pool.includes(token(part, card, b16(salt)).toString("base64url"))) fail(missing);
  }
  return { cards: shown.length, opened: seats.filter(([, , opening]) => opening).length, head: E.at(-1).toString("base64url") };
}

function firstPartAfter(after, mine, away) {
  for (const [seat, part] of after) {
    if (away && part) return part;
    away ||= seat === mine;
  }
}

let wrong = 0;
for (const file of process.argv.slice(2)) {
  for (const line of readFileSync(file, "utf8").split("\n").filter(Boolean)) {
    const value = JSON.parse(line), proof = "root" in value ? value : value.proof;
    try {
      const { cards, opened, head } = check(proof);
      console.log(`holds ${proof.table}/${proof.hand} cards=${cards} opened=${opened} head=${head}`);
    } catch (error) {
      wrong = 1;
      console.log(`FAILS ${proof.table}/${proof.hand} ${error instanceof Failed ? error.message : `cannot be read: ${error.message}`}`);
    }
  }
}
process.exitCode = wrong;
