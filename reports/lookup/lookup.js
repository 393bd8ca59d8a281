"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const T = data.words;
  const NONE = 255, UNKNOWN = -32768, TOO_MUCH = 254;
  const byId = (id) => document.getElementById(id);

  // ------------------------------------------------------------ columns

  function column(packed) {
    const bytes = Uint8Array.from(atob(packed.data), (c) => c.charCodeAt(0));
    if (packed.kind === "u8") return bytes;
    const view = new DataView(bytes.buffer), whole = new Int16Array(bytes.length / 2);
    for (let i = 0; i < whole.length; i++) whole[i] = view.getInt16(2 * i, true);
    return whole;
  }
  const columns = (packed) =>
    Object.fromEntries(Object.entries(packed).map(([name, each]) => [name, column(each)]));
  const odds = columns(data.odds), advice = columns(data.advice);
  const hands = data.hands.length, advised = data.row.filter((row) => row >= 0).length;
  const bands = data.bands.length;
  const index = new Map(data.hands.map((name, i) => [name, i]));

  // ------------------------------------------------------------ numbers and words

  const number = (options) => {
    const made = new Intl.NumberFormat(data.language, options);
    return (x) => made.format(x).replace("-", "−");
  };
  const percent = number({ style: "percent", minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const tantos = number({ minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const signed = number({
    minimumFractionDigits: 2, maximumFractionDigits: 2, signDisplay: "exceptZero",
  });
  const fill = (text, values) => text.replace(/\{(\w+)\}/g, (all, name) => values[name] ?? all);

  const el = (tag, className, ...inside) => {
    const made = document.createElement(tag);
    if (className) made.className = className;
    made.append(...inside.filter((each) => each !== null && each !== ""));
    return made;
  };
  // a sentence whose gaps are filled with nodes, so that errors can be small
  function sentence(text, values) {
    const made = el("span");
    for (const part of text.split(/(\{\w+\})/)) {
      const name = /^\{(\w+)\}$/.exec(part)?.[1];
      const value = name === undefined ? part : values[name];
      if (value !== "" && value !== undefined) made.append(value);
    }
    return made;
  }
  const sure = (text, error) => el("span", "figure", text, error === null ? null :
    el("small", "se", ` ± ${error}`));
  const chance = (at) => percent(at * data.steps.chance);
  const chanceSe = (at) => at === NONE ? "?" : (at === TOO_MUCH ? "> " : "") + chance(at);

  function worth(value, error, band) {
    if (band > 0) return sentence(T.of_game, { x: sure(chance(value), chanceSe(error)) });
    const se = error === NONE ? "?" : (error === TOO_MUCH ? "> " : "") +
      tantos(error * data.steps.tantos_se);
    return sentence(T.tantos, { x: sure(tantos(value * data.steps.tantos), se) });
  }
  const likely = (value, error) => sure(chance(value), chanceSe(error));

  // ------------------------------------------------------------ what is asked

  let cards = [];
  const order = new Map(data.cards.map((card, i) => [card, i]));
  const sorted = () => [...cards].sort((a, b) => order.get(a) - order.get(b));
  const chosen = (name) => Number(document.querySelector(`input[name=${name}]:checked`).value);

  const TOKENS = {
    K: "R", "12": "R", Q: "C", D: "C", Z: "C", "11": "C", J: "S", V: "S", T: "S", "10": "S",
    "1": "A", AS: "A",
  };
  function read(text) {
    const upper = text.trim().toUpperCase();
    const apart = /[\s,./-]/.test(upper) ? upper.split(/[\s,./-]+/).filter(Boolean) : [upper];
    const parts = apart.flatMap((part) => TOKENS[part] ? [part] : [...part]);
    return parts.map((part) => {
      const card = TOKENS[part] ?? part;
      return data.also[card] ?? card;
    });
  }

  // ------------------------------------------------------------ the answer

  const cardsOf = (name, keep, kept) =>
    [...name].filter((_, i) => Boolean(keep >> i & 1) === kept).join("");

  function musPart(name, at, seat, row) {
    const a = advice, i = at;
    const cut = a.cut[i] === 1, gap = a.gap[i], band = i % bands;
    const keep = cardsOf(name, a.keep[i], true), throws = cardsOf(name, a.keep[i], false);
    const lines = [];
    const size = worth(Math.abs(gap), a.gap_se[i], band);
    const lead = sentence(gap >= 0 ? T.ahead_cut : T.ahead_mus, { gap: size });
    const held = gap !== 0 && (gap > 0) !== cut;
    lines.push(el("p", "", lead, " ", a.equal[i] && a.grade[i] > 0 ? T.unsure : held ? "" :
      T[`grade_${a.grade[i]}`]));
    if (held) lines.push(el("p", "", T.held_back));
    const unexpected = a.unexpected[seat * advised + row];
    if (unexpected > 0 && unexpected < NONE) {
      lines.push(el("p", "note", T[`unexpected_${unexpected}`]));
    }
    const throwing = el("p", "", keep === "" ? fill(T.throw_all, { throw: throws }) :
      fill(T.throw, { throw: throws, keep }));
    if (a.keep2[i] !== NONE) {
      throwing.append(" ", sentence(T.next_throw, {
        throw: cardsOf(name, a.keep2[i], false), loss: worth(a.loss2[i], a.loss2_se[i], band),
      }));
    }
    lines.push(throwing);
    const agreed = a.agreed[seat * advised + row], agreedSe = a.agreed_se[seat * advised + row];
    if (seat < 3 && agreedSe > 0) {
      lines.push(el("p", "", sentence(T.agreed, { p: likely(agreed, agreedSe) })));
    }
    return lines;
  }

  function after(kind, at, band) {
    const a = advice, next = a[`${kind}_next`][at], loss = a[`${kind}_loss`][at];
    if (next === NONE) return null;
    const action = data.actions[next];
    if (loss === 0 && a[`${kind}_loss_se`][at] === 0) return fill(T.all_same, { action });
    return sentence(T.next, { action, loss: worth(loss, a[`${kind}_loss_se`][at], band) });
  }

  function betRow(kind, slot, seat, row, band) {
    const a = advice, lance = (seat * advised + row) * 4 + slot, at = lance * bands + band;
    const rival = data.seats[1 - seat % 2], act = a[`${kind}_act`][at];
    const head = el("th", "", kind === "first" && seat === 0 ? T.speaks_first :
      fill(T[kind], { seat: rival }));
    head.scope = "row";
    if (act === NONE) return el("tr", "", head, el("td", "", T.never));
    const rare = a[`${kind}_rare`][lance] === 1, why = [];
    if (kind === "first") {
      const often = a.first_often[3 * lance + act];
      if (often !== UNKNOWN) {
        why.push(sentence(T.often, { p: likely(often, a.first_often_se[3 * lance + act]) }));
      }
    } else {
      const need = a[`${kind}_need`][at], error = a[`${kind}_need_se`][at];
      const p = likely(a[`${kind}_win`][lance], a[`${kind}_win_se`][lance]);
      why.push(need === UNKNOWN ? sentence(error === NONE ? T.win : T.win_only, { p }) :
        error === TOO_MUCH ? sentence(T.win, { p }) : sentence(T.win_need, { p, need: error === 0 ? chance(need) : likely(need, error) }));
    }
    const other = after(kind, at, band);
    if (other !== null) why.push(other);
    const told = el("p", "why");
    why.forEach((each, i) => told.append(i ? "; " : "", each));
    told.append(".");
    if (rare) told.append(el("em", "", ` ${T.rare}`));
    const say = el("strong", "do", data.actions[act] + (rare ? " ?" : ""));
    return el("tr", "", head, el("td", "", el("div", "bet", say, " ", told)));
  }

  function oddsOf(lance, at) {
    const p = { p: chance(odds[`${lance}_win`][at]) };
    let text = fill(T.wins, p);
    if (lance === "punto") {
      const played = odds.punto_played[at];
      text += `; ${fill(T.played, { p: chance(played), q: percent(odds.punto_win[at] / played) })}`;
    } else if (lance === "pares" || lance === "juego") {
      text += `; ${fill(T.contested, {
        p: chance(odds[`${lance}_contested`][at]), q: chance(odds[`${lance}_win_contested`][at]),
      })}`;
    }
    return text;
  }

  function lancePart(lance, slot, hand, seat, row, band) {
    const name = data.lance_words[lance];
    const caption = el("caption", "", el("b", "", name), `: ${oddsOf(lance, seat * hands + hand)}`);
    const body = el("tbody");
    if (row >= 0) {
      body.append(...["first", "envido", "ordago"].map((kind) => betRow(kind, slot, seat, row, band)));
    }
    return el("table", "lance", caption, body);
  }

  function verdict(name, hand, seat, band) {
    const row = data.row[hand], score = data.bands[band].score;
    const what = el("span", "", data.bands[band].label,
      score ? " " : "", score ? el("span", "figure", `(${score})`) : "");
    const head = el("p", "asked",
      sentence(T.head, { hand: name, seat: data.seats[seat], band: what }));
    if (row < 0) return [head, el("p", "note", fill(T.not_here, { hand: name }))];
    const at = (seat * advised + row) * bands + band, cut = advice.cut[at] === 1;
    const say = cut ? T.cut : fill(T.mus, { throw: cardsOf(name, advice.keep[at], false) });
    const big = el("p", `say ${cut ? "cut" : "mus"}`, el("strong", "", say),
      advice.equal[at] ? el("span", "", ` (${T.equal})`) : null);
    return [head, big];
  }

  function details(name, hand, seat, band) {
    const row = data.row[hand], [pares, juego] = data.lances[hand];
    const at = (seat * advised + row) * bands + band;
    byId("mus").replaceChildren(...(row < 0 ? [] : musPart(name, at, seat, row)));
    const lances = [["grande", 0], ["chica", 1], ...(pares ? [["pares", 2]] : []),
      [juego ? "juego" : "punto", 3]];
    const value = signed(odds.paso_ev[seat * hands + hand] * data.steps.tantos);
    byId("lances").replaceChildren(
      el("p", "", fill(T.paso_ev, { x: fill(T.tantos, { x: value }) })),
      ...lances.map(([lance, slot]) => lancePart(lance, slot, hand, seat, row, band)));
    const score = data.bands[band].score;
    const rules = data.rules === "naipera" ? "" : ` --rules ${data.rules}`;
    const command = `musodds advise ${name} --seat ${data.seat_names[seat]}${rules}` +
      (score ? ` --score ${score}` : "");
    byId("command").replaceChildren(el("p", "note", `${T.command} `, el("code", "", command)));
  }

  function show() {
    const hand = sorted();
    byId("hand").replaceChildren(...[0, 1, 2, 3].map((i) => {
      const slot = el("button", "slot", hand[i] ?? "·");
      slot.type = "button";
      slot.disabled = hand[i] === undefined;
      slot.setAttribute("aria-label", hand[i] ? fill(T.remove, { card: hand[i] }) : T.empty);
      slot.addEventListener("click", () => take(hand[i]));
      return slot;
    }));
    for (const button of document.querySelectorAll("#ranks button")) {
      button.setAttribute("aria-disabled", String(hand.length === 4));
    }
    const name = hand.join(""), seat = chosen("seat"), band = chosen("band");
    byId("details").hidden = hand.length < 4;
    if (hand.length < 4) {
      const left = 4 - hand.length;
      byId("verdict").replaceChildren(
        el("p", "asked", left === 1 ? T.need_card : fill(T.need_cards, { n: left })));
      return;
    }
    byId("verdict").replaceChildren(...verdict(name, index.get(name), seat, band));
    details(name, index.get(name), seat, band);
  }

  // ------------------------------------------------------------ buttons and keys

  function set(next, typed) {
    cards = next;
    if (!typed) byId("typed").value = sorted().join("");
    byId("trouble").textContent = "";
    show();
  }
  function take(card) {
    const at = cards.indexOf(card);
    set(cards.filter((_, i) => i !== at));
    byId("ranks").querySelector("button").focus();
  }
  byId("ranks").addEventListener("click", (event) => {
    const card = event.target.closest("button")?.dataset.card;
    if (card === undefined) return;
    set(cards.length === 4 ? [card] : [...cards, card]);
  });
  byId("clear").addEventListener("click", () => {
    set([]);
    byId("typed").focus();
  });
  byId("typed").addEventListener("input", () => {
    const found = read(byId("typed").value), odd = found.filter((card) => !order.has(card));
    const good = found.filter((card) => order.has(card));
    set(good.slice(0, 4), true);
    if (odd.length || good.length > 4) {
      byId("trouble").textContent = fill(T.bad_text, {
        cards: data.cards.join(" "), text: odd.join(" ") || good.slice(4).join(" "),
      });
    }
  });
  byId("ask").addEventListener("submit", (event) => event.preventDefault());
  for (const input of document.querySelectorAll("input[type=radio]")) {
    input.addEventListener("change", show);
  }
  set([]);
})();
