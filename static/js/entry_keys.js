// The entry page by keys alone, where there is a keyboard: a digit picks a choice, an arrow leads a line on or back, a
// letter to the line that carries it. With Tab everything works as well, and without this file. A key acts only while a
// field of its kind has the focus, and one that leads nowhere is typed, or it is said what would.
(() => {
  "use strict";

  const form = () => document.querySelector("#entry[data-keys]");
  const isLetter = (key) => /^\p{L}$/u.test(key);
  const isSign = (key) => [...key].length === 1 && key !== " ";

  // --- which fields there are -----------------------------------------------------------------------------

  const isShown = (element) => element.getClientRects().length > 0 && !element.closest("details:not([open]) > :not(summary)");
  const isNumber = (field) => field.matches("input.number");
  const isField = (field) => field.matches("input:not([type=hidden]), select, textarea") && isShown(field);

  // One radio stands for its group: the chosen one, or the first.
  const standsForGroup = (field) => {
    if (field.type !== "radio") return true;
    const group = [...form().querySelectorAll(`[name="${field.name}"]`)];
    return field === (group.find((radio) => radio.checked) ?? group[0]);
  };

  // How a side is written down, a bid that could not open, and another opening on the paper are said once in a while:
  // one passes them by, and Tab or their letter leads to them. In a list an arrow would choose something else.
  const isPassedBy = (field) => field.matches("select") || field.closest(".way, .figure-beside") !== null;

  const fields = () => [...form().elements].filter((field) => isField(field) && standsForGroup(field) && !isPassedBy(field));

  const isAfter = (one, other) => Boolean(other.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING);

  const go = (field) => {
    field.focus();
    if (field.select && field.type !== "checkbox" && field.type !== "radio") field.select();
  };

  // --- what a key does ------------------------------------------------------------------------------------

  const step = (field, back) => {
    const others = fields().filter((other) => other !== field && isAfter(other, field) !== back);
    const next = back ? others.at(-1) : others[0];
    if (next) go(next);
    return Boolean(next);
  };

  // A fold carries a letter as a line does, and opens; a line in a closed fold opens it.
  const open = (element) => {
    const fold = element.closest("details");
    if (fold) fold.open = true;
    return element.matches("summary") ? fold.querySelector("input.number") : element;
  };

  const isReached = (element) => isShown(element) || isShown(element.closest("details")?.firstElementChild ?? element);

  // How many of a line there are is one digit: it leads on by itself. What is pressed next acts from the line that has the
  // focus, as anywhere else: an arrow passes it by. Backspace alone goes back, to a digit that was wrong.
  let led = null;
  const isWhole = (field) => !field.value || (field.selectionStart === 0 && field.selectionEnd === field.value.length);

  const count = (field, digit) => {
    if (!("leadsOn" in field.dataset) || !isWhole(field)) return false;
    field.value = digit;
    field.dispatchEvent(new Event("input", { bubbles: true }));
    if (step(field, false)) led = document.activeElement;
    return true;
  };

  const goBackFrom = (field, key) => key === "Backspace" && step(field, true);

  // Whoever calls for the line on which he has just come to stand is there; whoever calls again means the next one.
  let called = null;
  const isMeant = (field, letter) => field.dataset.letter === letter && !field.value && called !== field;

  const jump = (field, letter) => {
    if (isMeant(field, letter)) {
      called = field;
      return true;
    }
    const carriers = [...form().querySelectorAll(`[data-letter="${CSS.escape(letter)}"]`)].filter(isReached);
    const found = carriers.find((other) => other !== field && isAfter(other, field)) ?? carriers.find((other) => other !== field);
    if (found) go((called = open(found)));
    return Boolean(found);
  };

  // The next thing to say, past what is only ticked now and then.
  const goOn = (radio) => {
    const next = fields().find((other) => other.name !== radio.name && isAfter(other, radio) && other.type !== "checkbox");
    if (next) go(next);
  };

  const pick = (radio, digit) => {
    const group = [...form().querySelectorAll(`[name="${radio.name}"]`)];
    const chosen = group.find((each) => (each.dataset.digits ?? "").includes(digit));
    if (!chosen) return false;
    chosen.checked = true;
    chosen.dispatchEvent(new Event("input", { bubbles: true }));
    goOn(chosen);
    return true;
  };

  const say = (what) => {
    const place = document.getElementById("keys-said");
    if (place) place.textContent = what ? place.dataset[what] : "";
  };

  const inNumber = (field, key) => {
    if (key === "ArrowDown" || key === "ArrowUp") return step(field, key === "ArrowUp");
    if (/^\d$/.test(key)) return count(field, key);
    return isLetter(key) && jump(field, key.toLowerCase());
  };

  // Among choices a letter has no number to be typed into: it ticks its line, and one stays where one is.
  const tick = (letter) => {
    const boxes = [...form().querySelectorAll(`input[type=checkbox][data-letter="${CSS.escape(letter)}"]`)];
    const box = boxes.find(isShown);
    if (!box) return false;
    box.checked = !box.checked;
    box.dispatchEvent(new Event("input", { bubbles: true }));
    document.getElementById("keys-said").textContent = `${box.labels[0].textContent.trim()} ${box.checked ? "✓" : "–"}`;
    return true;
  };

  const inChoice = (radio, key) => {
    if (!isSign(key)) return false;
    if (isLetter(key) && tick(key.toLowerCase())) return true;
    const picked = /^\d$/.test(key) && pick(radio, key);
    if (!picked) say("choice");
    return picked;
  };

  const inTick = (box, key) => {
    if (key === "ArrowDown" || key === "ArrowUp") return step(box, key === "ArrowUp");
    if (isSign(key)) say("tick");
    return false;
  };

  const act = (field, key) => {
    if (isNumber(field)) return inNumber(field, key);
    if (field.type === "radio") return inChoice(field, key);
    return field.type === "checkbox" && inTick(field, key);
  };

  document.addEventListener("keydown", (event) => {
    const field = event.target;
    if (!form()?.contains(field) || event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
    say("");
    const isLed = field === led;
    // A digit that is held down counts once.
    if (!event.repeat) led = null;
    const isDone = isLed && !event.shiftKey && (event.repeat || goBackFrom(field, event.key));
    if (isDone || act(field, event.key)) event.preventDefault();
  });
})();
