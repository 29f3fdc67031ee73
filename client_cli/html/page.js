"use strict";
// Shows frames that were worked out before: which seats changed, and the sentences of the list.
(() => {
  const hand = JSON.parse(document.getElementById("hand").textContent);
  const lines = [...document.querySelectorAll("#words li")];
  const by = (id) => document.getElementById(id);
  const SUITS = { c: "♣", d: "♦", h: "♥", s: "♠" };
  const words = hand.words;
  const say = (text, parts) => text.replace(/\{(\w+)\}/g, (_, name) => parts[name]);

  const make = (tag, name, text) => {
    const element = document.createElement(tag);
    if (name) element.className = name;
    if (text !== undefined) element.textContent = text;
    return element;
  };

  // Every frame says what changed; here is all of it for each.
  const frames = [];
  let seats = hand.seats.map(() => ({}));
  for (const frame of hand.frames) {
    seats = seats.map((seat, place) => ({ ...seat, ...(frame.seats[place] || {}) }));
    frames.push({ ...frame, seats });
  }

  const spoken = (card) => {
    if (!card) return words.face_down;
    if (!SUITS[card[1]]) return words.joker;
    return say(words.card, { rank: words.ranks[card[0]], suit: words.suits[card[1]] });
  };

  const drawCard = (card, fresh) => {
    const suit = card && SUITS[card[1]];
    const kind = suit ? card[1] : card ? "joker" : "back";
    const shown = make("span", `card ${kind}${fresh ? " fresh" : ""}`);
    if (suit) shown.append(card[0].replace("T", "10"), make("i", "", suit));
    else if (card) shown.append("★");
    shown.setAttribute("aria-hidden", "true");
    return shown;
  };

  // Half of the seats stand above the middle, the others below, clockwise as they sit.
  const parts = hand.seats.map((seat) => {
    const item = make("li", "seat");
    const who = make("span", "who");
    who.append(make("bdi", "name", seat.name));
    if (seat.button) {
      const badge = make("span", "badge", "D");
      badge.title = words.has_button;
      who.append(badge);
    }
    const part = {
      item, who, stack: make("span", "stack"), cards: make("span", "cards"),
      note: make("span", "note"), chips: make("span", "chips"), pill: make("span", "pill"),
      aloud: make("span", "unseen"),
    };
    part.chips.append(part.pill);
    for (const each of [part.who, part.stack, part.cards, part.note, part.chips]) {
      each.setAttribute("aria-hidden", "true");
    }
    item.append(part.aloud, part.who, part.stack, part.cards, part.note, part.chips);
    return part;
  });
  const half = Math.ceil(parts.length / 2);
  by("top").append(...parts.slice(0, half).map((part) => part.item));
  by("bottom").append(...parts.slice(half).reverse().map((part) => part.item));

  const sayCards = (seat) => {
    const cards = seat.cards || [];
    if (!cards.length) return words.no_cards;
    if (cards.every((card) => !card)) return say(words.all_face_down, { count: cards.length });
    return cards.map(spoken).join(", ");
  };

  const showSeat = (part, known, seat, frame, place) => {
    const acts = frame.subject === place;
    part.item.classList.toggle("acts", acts && !seat.won);
    part.item.classList.toggle("wins", Boolean(seat.won));
    part.item.classList.toggle("out", Boolean(seat.folded));
    part.stack.textContent = seat.stack;
    part.cards.replaceChildren(
      ...(seat.cards || []).map((card, at) => drawCard(card, (seat.fresh || []).includes(at))),
    );
    part.note.textContent = seat.note || "";
    part.pill.textContent = seat.won || seat.bet || "";
    part.pill.classList.toggle("won", Boolean(seat.won));
    part.aloud.textContent = [
      known.name, known.button ? words.has_button : "", say(words.stack, { amount: seat.stack }),
      seat.bet ? say(words.bet, { amount: seat.bet }) : "", seat.folded ? "" : sayCards(seat),
      seat.note || "", seat.won ? say(words.wins, { amount: seat.won }) : "",
    ].filter(Boolean).join(", ") + ".";
  };

  let place = 0;
  let timer = null;

  const show = (to) => {
    place = Math.max(0, Math.min(frames.length - 1, to));
    const frame = frames[place];
    parts.forEach((part, at) => showSeat(part, hand.seats[at], frame.seats[at], frame, at));
    by("pots").replaceChildren(...frame.pots.map((pot) => make("span", "", pot)));
    by("moment").textContent = frame.moment;
    const told = lines.filter((line) => Number(line.dataset.frame) === place);
    by("told").replaceChildren(...told.map((line) => make("span", "", line.textContent)));
    lines.forEach((line) => line.classList.toggle("now", told.includes(line)));
    by("place").value = place;
    by("place").setAttribute("aria-valuetext", say(words.step, { place: place + 1, most: frames.length }));
    by("start").disabled = by("back").disabled = place === 0;
    by("end").disabled = by("on").disabled = place === frames.length - 1;
    const here = hand.chapters.filter((chapter) => chapter.frame <= place).pop();
    document.querySelectorAll("#chapters button").forEach((button) => {
      button.setAttribute("aria-current", String(here && button.value === here.name));
    });
    if (place === frames.length - 1) pause();
  };

  // Nothing that moves by itself runs on unseen.
  const pause = () => {
    clearTimeout(timer);
    timer = null;
    by("play").textContent = words.play;
    by("play").setAttribute("aria-pressed", "false");
  };
  const wait = () => {
    const told = by("told").textContent.length;
    timer = setTimeout(() => { wait(); show(place + 1); }, (900 + 28 * told) / Number(by("speed").value));
  };
  const play = () => {
    if (timer !== null) return pause();
    if (place === frames.length - 1) show(0);
    by("play").textContent = words.pause;
    by("play").setAttribute("aria-pressed", "true");
    wait();
  };
  const go = (to) => { pause(); show(to); };

  const decision = (step) => {
    let to = place + step;
    while (to > 0 && to < frames.length - 1 && !frames[to].decision) to += step;
    go(to);
  };
  const chapter = (kind) => {
    const found = hand.chapters.find((each) => each.kind === kind);
    if (found) go(found.frame);
  };
  const colours = () => {
    const four = document.body.classList.toggle("four");
    by("colours").setAttribute("aria-pressed", String(four));
  };

  for (const each of hand.chapters) {
    const button = make("button", "", each.name);
    button.type = "button";
    button.value = each.name;
    button.addEventListener("click", () => go(each.frame));
    by("chapters").append(button);
  }
  by("place").max = frames.length - 1;
  by("place").addEventListener("input", () => go(Number(by("place").value)));
  by("start").addEventListener("click", () => go(0));
  by("back").addEventListener("click", () => go(place - 1));
  by("play").addEventListener("click", play);
  by("on").addEventListener("click", () => go(place + 1));
  by("end").addEventListener("click", () => go(frames.length - 1));
  by("colours").addEventListener("click", colours);
  lines.forEach((line) => line.addEventListener("click", () => go(Number(line.dataset.frame))));

  const KEYS = {
    ArrowRight: () => go(place + 1), ArrowLeft: () => go(place - 1),
    Home: () => go(0), End: () => go(frames.length - 1),
    ArrowDown: () => decision(1), ArrowUp: () => decision(-1),
    " ": play, d: () => chapter("draw"), s: () => chapter("showdown"), 4: colours,
  };
  document.addEventListener("keydown", (event) => {
    const own = event.target.matches("button, select, summary");
    if (event.ctrlKey || event.altKey || event.metaKey || (own && /^( |Enter|Arrow(Up|Down))$/.test(event.key))) return;
    const act = KEYS[event.key];
    if (!act || event.target.matches("select")) return;
    event.preventDefault();
    act();
  });

  let touched = null;
  by("table").addEventListener("pointerdown", (event) => { touched = event; });
  by("table").addEventListener("pointerup", (event) => {
    if (touched === null || event.pointerType === "mouse") return;
    const [x, y] = [event.clientX - touched.clientX, event.clientY - touched.clientY];
    if (Math.abs(x) > 40 && Math.abs(x) > 2 * Math.abs(y)) go(place + (x < 0 ? 1 : -1));
    touched = null;
  });
  by("table").addEventListener("pointercancel", () => { touched = null; });
  document.addEventListener("visibilitychange", () => { if (document.hidden) pause(); });

  document.body.classList.add("can");
  by("controls").hidden = false;
  by("table").hidden = false;
  by("words").open = !matchMedia("(max-width: 44rem)").matches;
  show(0);
})();
