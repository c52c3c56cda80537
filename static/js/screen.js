// A screen of the hall: turns its pages, and chooses for each the letters and the columns with which it fills the window.
// live.js puts in what is new; then everything is measured again, and the page that was shown stays. Nothing is kept from
// one time to the next but which page that is.
(() => {
  "use strict";

  const SMALLEST = 1 / 36; // of the height of the window: letters that are read from the back of a hall
  const LARGEST = 1 / 9;
  const LARGEST_WORDS = 1 / 5;
  const STEP = 0.97;
  const GAP = 1.4; // between columns, in letters
  const WIDE = 1.5; // a row so much wider than the usual one gets smaller letters
  const LONG = 0.75; // the longest rows do not make all columns wide: they get letters so much smaller
  const NARROWEST = 0.6;
  const ROUNDED = 0.99; // of the width of a column, that no row is broken for a part of a pixel
  const HELD = 60; // seconds that a page stays which somebody has turned to
  const REFERENCE = 100; // pixels at which is measured
  const LETTERS = 20; // of a picture, in units of its own (screen.css)
  const BESIDE_FIGURE = 6; // between a name in a picture and its figure

  const root = document.documentElement;
  const main = document.querySelector("main");
  let sheets = []; // of all pages, in their order: the page, and the first and last of its rows
  let shown = { kind: null, at: 0 };
  let timer = 0;
  let turns = 0;
  let skew = 0; // milliseconds by which the server's clock is ahead

  const rowsOf = (page) => [...page.querySelectorAll(".rows > li")];
  const nowSeconds = () => (Date.now() + skew) / 1000;

  // What has ended goes; says whether anything has.
  const takeAwayEnded = () => {
    const ended = [...main.querySelectorAll("[data-until]")].filter((item) => Number(item.dataset.until) <= nowSeconds());
    for (const item of ended) item.remove();
    return ended.length > 0;
  };

  // The number that is not less than this part of all of them: half of them for the usual one.
  const partOf = (numbers, part) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length * part)];

  // The widest of the figures at the end of the rows, so that they stand under each other.
  const alignFigures = (page) => {
    const figures = [...page.querySelectorAll(".figure")];
    const marks = [...page.querySelectorAll(".row-mark")];
    for (const [name, items] of [["--figure", figures], ["--mark", marks]]) {
      const widest = Math.max(0, ...items.map((item) => item.scrollWidth));
      page.style.setProperty(name, `${widest / REFERENCE}em`);
    }
  };

  const measured = (page) => {
    page.classList.add("measuring");
    page.style.removeProperty("--figure");
    page.style.removeProperty("--mark");
    page.querySelector(".rows").removeAttribute("style");
    for (const row of rowsOf(page)) {
      row.hidden = false;
      row.style.fontSize = "";
    }
    alignFigures(page);
    const boxes = rowsOf(page).map((row) => row.getBoundingClientRect());
    page.classList.remove("measuring");
    const widths = boxes.map((box) => box.width / REFERENCE);
    const usual = Math.min(Math.max(LONG * Math.max(...widths), partOf(widths, 0.9)), WIDE * partOf(widths, 0.5));
    return { widths, width: usual, height: Math.max(...boxes.map((box) => box.height)) / REFERENCE };
  };

  // How many columns and lines of letters of this size there is room for.
  const roomFor = (size, need, box) => {
    const columns = Math.max(1, Math.floor((box.width + GAP * size) / ((need.width + GAP) * size)));
    return { size, columns, lines: Math.max(1, Math.floor(box.height / (need.height * size))) };
  };

  const fitted = (count, need, box) => {
    const [smallest, largest] = [SMALLEST, LARGEST].map((part) => Math.max(12, innerHeight * part));
    const least = roomFor(smallest, need, box);
    const many = Math.ceil(count / (least.columns * least.lines));
    let room = least;
    for (let size = largest; size > smallest; size *= STEP) {
      const tried = roomFor(size, need, box);
      const fits = need.width * size <= box.width || size * STEP <= smallest;
      if (fits && tried.columns * tried.lines * many >= count) {
        room = tried;
        break;
      }
    }
    return { ...room, many };
  };

  const showRows = (rows, { from, to }) => rows.forEach((row, at) => { row.hidden = at < from || at >= to; });

  const layOutRows = (page) => {
    const rows = rowsOf(page);
    const list = page.querySelector(".rows");
    const need = measured(page);
    showRows(rows, { from: 0, to: 0 });
    const style = getComputedStyle(list);
    const box = { width: list.clientWidth, height: list.clientHeight - Number.parseFloat(style.paddingTop) - 3 };
    const room = fitted(rows.length, need, box);
    const each = Math.ceil(rows.length / room.many);
    const columns = Math.min(room.columns, Math.ceil(each / room.lines));
    list.style.fontSize = `${room.size}px`;
    list.style.gridTemplateColumns = `repeat(${columns}, minmax(0, 1fr))`;
    list.style.gridTemplateRows = `repeat(${Math.ceil(each / columns)}, auto)`;
    const wide = (box.width - GAP * room.size * (columns - 1)) / columns / room.size;
    rows.forEach((row, at) => {
      if (need.widths[at] > wide) row.style.fontSize = `${Math.max(NARROWEST, (ROUNDED * wide) / need.widths[at])}em`;
    });
    const found = Array.from({ length: room.many }, (_sheet, at) => ({ page, from: at * each, to: Math.min(rows.length, (at + 1) * each) }));
    const overflows = (sheet) => {
      showRows(rows, sheet);
      return list.scrollHeight > list.clientHeight;
    };
    // A row that is too long even so is broken: only with one does a sheet need more room than the first.
    const isTried = (sheet) => sheet.from === 0 || need.widths.slice(sheet.from, sheet.to).some((width) => NARROWEST * width > wide);
    const tried = found.filter(isTried);
    for (let size = room.size * STEP; tried.some(overflows) && size > 8; size *= STEP) list.style.fontSize = `${size}px`;
    return found;
  };

  // A name in a picture that is longer than its box is wide gets smaller letters.
  const fitNames = (page) => {
    for (const row of rowsOf(page)) row.hidden = false;
    for (const line of page.querySelectorAll("svg svg g")) {
      const figure = line.querySelector(".bracket-score");
      const from = figure.textContent ? figure.getBBox().x : Number(figure.getAttribute("x"));
      for (const name of line.querySelectorAll(".bracket-name")) {
        name.style.fontSize = "";
        const { x, width } = name.getBBox();
        const room = from - x - BESIDE_FIGURE;
        if (width > room) name.style.fontSize = `${(LETTERS * ROUNDED * room) / width}px`;
      }
    }
  };

  // One row in letters as large as the window takes.
  const fitWords = (page) => {
    const list = page.querySelector(".rows");
    const overflows = () => list.scrollHeight > list.clientHeight + 1 || list.scrollWidth > list.clientWidth + 1;
    let size = innerHeight * LARGEST_WORDS;
    do {
      list.style.fontSize = `${size}px`;
      size *= 0.93;
    } while (overflows() && size > 12);
  };

  const pages = () => {
    const all = [...main.querySelectorAll(".turn")];
    const filled = all.filter((page) => page.dataset.kind && rowsOf(page).length);
    return filled.length ? filled : all.filter((page) => page.classList.contains("welcome"));
  };

  const hideAll = () => { for (const page of main.querySelectorAll(".turn")) page.hidden = true; };

  const layOut = () => {
    takeAwayEnded();
    hideAll();
    sheets = pages().flatMap((page) => {
      page.hidden = false;
      const isDrawn = page.classList.contains("drawn");
      if (isDrawn) fitNames(page);
      const found = isDrawn || page.classList.contains("in-words")
        ? rowsOf(page).map((_row, at) => ({ page, from: at, to: at + 1 }))
        : layOutRows(page);
      page.hidden = true;
      return found;
    });
    show(where());
  };

  const sheetsOf = (page) => sheets.filter((sheet) => sheet.page === page);

  // The sheet that was shown before, or where it is gone the one that takes its place.
  const where = () => {
    const same = sheets.filter(({ page }) => page.dataset.kind === shown.kind);
    if (!same.length) return 0;
    return sheets.indexOf(same[Math.min(shown.at, same.length - 1)]);
  };

  const showStrip = (kind) => {
    const lines = [...main.querySelectorAll(".strip > p")];
    for (const line of lines) line.hidden = true;
    const others = lines.filter((line) => line.dataset.kind !== kind);
    if (!others.length) return;
    const line = others[turns % others.length];
    line.hidden = false;
    line.style.fontSize = "";
    if (line.scrollWidth > line.clientWidth) line.style.fontSize = `${(1.35 * line.clientWidth) / line.scrollWidth}em`;
  };

  const show = (index) => {
    const sheet = sheets[index];
    const { page } = sheet;
    const own = sheetsOf(page);
    shown = { kind: page.dataset.kind, at: own.indexOf(sheet) };
    for (const other of main.querySelectorAll(".turn")) {
      other.hidden = other !== page;
      other.classList.toggle("shown", other === page);
    }
    showRows(rowsOf(page), sheet);
    const count = page.querySelector(".turn-count");
    if (count) count.textContent = own.length > 1 ? `${shown.at + 1} / ${own.length}` : "";
    showStrip(shown.kind);
    if (page.classList.contains("in-words")) fitWords(page);
  };

  const wait = (seconds) => {
    clearTimeout(timer);
    timer = setTimeout(turn, seconds * 1000);
  };

  const turn = (step = 1) => {
    turns += 1;
    if (takeAwayEnded()) layOut();
    const index = (where() + step + sheets.length) % sheets.length;
    main.querySelector(".turn.shown")?.classList.remove("shown");
    show(index);
    wait(Number(sheets[index].page.dataset.seconds));
  };

  // A page in another language, or of another release of the program with other styles and scripts, is loaded as a whole.
  const state = () => ({ ...main.querySelector(".screen-state")?.dataset });
  const first = state();
  const takeOver = () => {
    const { ground, ...rest } = state();
    if (["style", "script", "language"].some((name) => rest[name] !== first[name])) return location.reload();
    root.dataset.ground = ground;
    return layOut();
  };

  const BY_HAND = { ArrowRight: 1, PageDown: 1, " ": 1, ArrowLeft: -1, PageUp: -1 };
  addEventListener("keydown", (event) => {
    const step = BY_HAND[event.key];
    if (!step || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    turn(step);
    wait(HELD);
  });
  document.addEventListener("talon:live", takeOver);
  document.addEventListener("talon:clock", layOut);
  document.addEventListener("talon:line", ({ detail }) => {
    if (detail.served) skew = Date.parse(detail.served) - Date.now();
    if (takeAwayEnded()) layOut();
  });
  let frame = 0;
  addEventListener("resize", () => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(layOut);
  });

  // The screen of a laptop does not go dark meanwhile, where the browser may keep it awake.
  const stayAwake = () => { if (!document.hidden) navigator.wakeLock?.request("screen").catch(() => {}); };
  document.addEventListener("visibilitychange", stayAwake);
  stayAwake();

  root.classList.add("turns");
  layOut();
  wait(Number(sheets[where()].page.dataset.seconds));
  document.fonts.ready.then(layOut);
})();
