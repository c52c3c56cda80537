// The keypad: cards are put beside each other by thumb, then laid down as a meld or taken into the hand. What comes of it
// is text in the fields above the record button, in the reader's letters, as if it had been typed.
(() => {
  "use strict";

  const LONGEST_ROW = 7;
  const JOKER = "*";

  // Cards of each keypad that are not laid down yet; of a sequence its suit too.
  const staged = new WeakMap();
  const stageOf = (keypad) => {
    if (!staged.has(keypad)) staged.set(keypad, { suit: "", cards: [] });
    return staged.get(keypad);
  };

  const clear = (keypad) => staged.set(keypad, { suit: "", cards: [] });
  const fieldOf = (keypad, name) => keypad.closest(".side").querySelector(`[name$="-${name}"]`);
  const labelOf = (keypad, card) => keypad.querySelector(`[data-card="${CSS.escape(card)}"]`)?.dataset.label ?? card;
  const signOf = (keypad, suit) => keypad.querySelector(`[data-suit="${suit}"]`).dataset.label;

  // --- a sequence -----------------------------------------------------------------------------------------

  // In its own suit a three is a three, whatever its colour.
  const rankOf = (keypad, card) => ("RB".includes(card) && keypad.dataset.row.includes("3") ? "3" : card);
  const standsForItself = (keypad, card) => keypad.dataset.row.includes(card);

  // The ranks from one place of the row up to another; around its end where the row is a circle.
  const run = (keypad, from, to) => {
    const row = keypad.dataset.row;
    const length = "circle" in keypad.dataset ? (to - from + row.length) % row.length : to - from;
    return Array.from({ length: Math.max(0, length) }, (_nothing, at) => row[(from + at) % row.length]);
  };

  // The place of the row that comes after the cards that lie there; a wild card fills a place.
  const nextPlace = (keypad, cards) => {
    const last = cards.findLastIndex((card) => standsForItself(keypad, card));
    return last < 0 ? -1 : keypad.dataset.row.indexOf(cards[last]) + cards.length - last;
  };

  // A card further up is laid with all that stand between; one further down is put in front with them.
  const addToRow = (keypad, cards, card) => {
    if (!standsForItself(keypad, card)) return [...cards, card];
    const place = keypad.dataset.row.indexOf(card);
    const next = nextPlace(keypad, cards);
    if (next < 0) return [...cards, card];
    const first = keypad.dataset.row.indexOf(cards.find((each) => standsForItself(keypad, each)));
    const longer = place < first && !("circle" in keypad.dataset)
      ? [...run(keypad, place, first), ...cards]
      : [...cards, ...run(keypad, next, place), card];
    return longer.length > LONGEST_ROW ? cards : longer;
  };

  // --- the keys -------------------------------------------------------------------------------------------

  const presses = {
    suit: (keypad, stage, key) => {
      const again = stage.suit === key.dataset.suit;
      staged.set(keypad, { suit: again ? "" : key.dataset.suit, cards: [] });
    },
    card: (keypad, stage, key) => {
      const card = stage.suit ? rankOf(keypad, key.dataset.card) : key.dataset.card;
      stage.cards = stage.suit ? addToRow(keypad, stage.cards, card) : [...stage.cards, card];
    },
    times: (_keypad, stage, key) => {
      const last = stage.cards.at(-1);
      if (stage.suit || !last) return;
      stage.cards = [...stage.cards.filter((card) => card !== last), ...Array(Number(key.dataset.times)).fill(last)];
    },
    back: (_keypad, stage) => {
      if (stage.cards.length) stage.cards.pop();
      else stage.suit = "";
    },
    meld: (keypad, stage) => {
      if (stage.cards.length) addTo(fieldOf(keypad, "melds"), written(keypad, stage), "\n");
      clear(keypad);
    },
    hand: (keypad, stage) => {
      if (stage.cards.length) addTo(fieldOf(keypad, "hand"), written(keypad, { suit: "", cards: stage.cards }), " ");
      clear(keypad);
    },
  };

  const addTo = (field, text, between) => {
    const before = field.value.trimEnd();
    field.value = before ? before + between + text : text;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  };

  // As the notation prints it: the suit before its row, equal cards counted, wild cards behind.
  const written = (keypad, stage) => {
    if (stage.suit) return [signOf(keypad, stage.suit), ...stage.cards.map((card) => labelOf(keypad, card))].join(" ");
    const counts = new Map();
    for (const card of stage.cards) counts.set(card, (counts.get(card) ?? 0) + 1);
    const inOrder = [...counts].sort(([one], [other]) => isWild(one) - isWild(other));
    return inOrder.map(([card, count]) => labelOf(keypad, card) + (count > 1 ? `×${count}` : "")).join(" ");
  };

  const isWild = (card) => card === "2" || card === JOKER;

  // --- what is left ---------------------------------------------------------------------------------------

  const show = (keypad) => {
    const stage = stageOf(keypad);
    const left = JSON.parse(document.getElementById("deck")?.dataset.left || "{}");
    keypad.querySelector(".staged").textContent = stage.cards.length || stage.suit ? written(keypad, stage) : "";
    for (const key of keypad.querySelectorAll("[data-suit]")) {
      key.setAttribute("aria-pressed", String(key.dataset.suit === stage.suit));
    }
    for (const key of keypad.querySelectorAll("[data-card]")) {
      const card = stage.suit ? rankOf(keypad, key.dataset.card) : key.dataset.card;
      const many = left[stage.suit + card] ?? left[card];
      const rest = many - stage.cards.filter((each) => each === card).length;
      key.querySelector("small").textContent = Number.isNaN(rest) ? "" : rest;
      key.classList.toggle("none", rest <= 0);
    }
  };

  const showAll = () => {
    for (const keypad of document.querySelectorAll(".keypad")) {
      keypad.hidden = false;
      show(keypad);
    }
  };

  // A meld is taken away: the others stay, each on its line.
  const drop = (button) => {
    const gone = button.closest("li");
    const others = [...gone.parentElement.children].filter((item) => item !== gone);
    const melds = button.closest(".side").querySelector('[name$="-melds"]');
    melds.value = others.map((item) => item.dataset.cards).join("\n");
    gone.remove();
    melds.dispatchEvent(new Event("input", { bubbles: true }));
  };

  document.addEventListener("click", (event) => {
    const key = event.target.closest(".keypad button");
    if (key) {
      const keypad = key.closest(".keypad");
      presses[key.value](keypad, stageOf(keypad), key);
      show(keypad);
    }
    const dropped = event.target.closest(".read button[value=drop]");
    if (dropped) drop(dropped);
  });

  document.addEventListener("htmx:afterSwap", (event) => {
    if (event.target.id === "preview") showAll();
  });
  document.addEventListener("talon:entry", showAll);
  showAll();
})();
