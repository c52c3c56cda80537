// What outbox.js keeps is shown here: one notice for each sending, with what was sent, and what can be done with it. Words
// and buttons stand in _outbox.html.
(() => {
  "use strict";

  const SVG = "http://www.w3.org/2000/svg";
  // What each notice offers, by its state.
  const OFFERS = { refused: ["send", "fill", "dismiss"], "sign-in": ["send"], earlier: ["dismiss"], expired: ["dismiss"] };

  const bar = () => document.getElementById("outbox");

  const pair = (label, value) => {
    const term = document.createElement("dt"), definition = document.createElement("dd");
    term.textContent = label;
    definition.append(value);
    return [term, definition];
  };

  const drawing = (strokes) => {
    const picture = document.createElementNS(SVG, "svg"), line = document.createElementNS(SVG, "path");
    picture.setAttribute("viewBox", "0 0 600 200");
    picture.setAttribute("class", "signature");
    line.setAttribute("d", strokes.map((points) => `M${points.map((point) => point.join(" ")).join("L")}h0`).join(""));
    picture.append(line);
    return picture;
  };

  const contents = ({ fields, read }) => {
    const strokes = fields.find(([name, value]) => name === "strokes" && value)?.[1];
    return [...read.flatMap(([label, value]) => pair(label, value)), ...(strokes ? pair("", drawing(JSON.parse(strokes))) : [])];
  };

  const made = (sending) => {
    const notice = bar().querySelector("template").content.firstElementChild.cloneNode(true);
    notice.dataset.key = sending.key;
    notice.querySelector("details").id = `sent-${sending.key}`;
    const list = contents(sending);
    notice.querySelector("dl").append(...list);
    notice.querySelector("details").hidden = !list.length;
    return notice;
  };

  const fillIn = (notice, { state, about, answer, mayFill }) => {
    for (const line of notice.querySelectorAll("[data-state]")) line.hidden = line.dataset.state !== state;
    for (const place of notice.querySelectorAll("[data-about]")) place.textContent = about;
    const quote = notice.querySelector("[data-answer]");
    quote.textContent = answer ?? "";
    quote.hidden = !answer;
    for (const button of notice.querySelectorAll(".actions button")) {
      button.hidden = !OFFERS[state]?.includes(button.value) || (button.value === "fill" && !mayFill);
    }
    notice.querySelector("details").hidden ||= state === "sending";
    return notice;
  };

  // A notice that is there already stays, with what was opened in it.
  const show = ({ detail: { list, line, about } }) => {
    if (!bar()) return;
    const before = new Map([...bar().querySelectorAll(":scope > .unsent")].map((notice) => [notice.dataset.key, notice]));
    const notices = list.map((sending) => fillIn(before.get(sending.key) ?? made(sending), sending));
    for (const [key, notice] of before) if (!list.some((sending) => sending.key === key)) notice.remove();
    for (const notice of notices) if (!notice.isConnected) bar().append(notice);
    for (const each of bar().querySelectorAll(":scope > [data-state]")) {
      if (line || notices.length) each.hidden = each.dataset.state !== line;
      const place = each.querySelector("[data-about]");
      if (place && line) place.textContent = about;
    }
    bar().hidden = !bar().querySelector(":scope > :is(.unsent, [data-state]:not([hidden]))");
  };

  document.addEventListener("talon:unsent", show);
})();
