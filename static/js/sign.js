// A signature drawn with finger, mouse or pen. It is kept as strokes of points in a box of 600 by 200, whatever the size
// of the screen. Whoever cannot draw types the name; without this script nothing else is offered.
(() => {
  "use strict";

  const WIDTH = 600, HEIGHT = 200; // of the box
  const NEAR = 4; // points closer to the last one add nothing to see
  const MOST_STROKES = 60, MOST_POINTS = 3000; // as the server takes them

  const drawOn = (pen) => {
    const kept = pen.closest("form").elements.strokes;
    const box = pen.querySelector(".pen-box");
    const line = pen.querySelector(".pen-line");
    const undo = pen.querySelector("[data-pen-undo]");
    const clear = pen.querySelector("[data-pen-clear]");

    let strokes = kept.value ? JSON.parse(kept.value) : [];
    let pointer = null;

    const drawn = ([start, ...rest]) => `M${start.join(" ")}` + (rest.map((point) => `L${point.join(" ")}`).join("") || "h0");

    const show = () => {
      line.setAttribute("d", strokes.map(drawn).join(""));
      kept.value = strokes.length ? JSON.stringify(strokes) : "";
      undo.disabled = clear.disabled = strokes.length === 0;
    };

    const within = (share, most) => Math.round(Math.min(1, Math.max(0, share)) * most);
    const pointOf = (event) => {
      const place = box.getBoundingClientRect();
      return [within((event.clientX - place.left) / place.width, WIDTH), within((event.clientY - place.top) / place.height, HEIGHT)];
    };

    const points = () => strokes.reduce((sum, stroke) => sum + stroke.length, 0);
    const isFar = (one, other) => Math.hypot(one[0] - other[0], one[1] - other[1]) >= NEAR;

    const begin = (event) => {
      if (pointer !== null || event.button !== 0 || strokes.length >= MOST_STROKES || points() >= MOST_POINTS) return;
      event.preventDefault();
      pointer = event.pointerId;
      box.setPointerCapture(pointer);
      strokes.push([pointOf(event)]);
      show();
    };

    const go = (event) => {
      if (event.pointerId !== pointer) return;
      const stroke = strokes.at(-1);
      const passed = event.getCoalescedEvents?.() ?? [];
      for (const each of passed.length ? passed : [event]) {
        const point = pointOf(each);
        if (isFar(point, stroke.at(-1)) && points() < MOST_POINTS) stroke.push(point);
      }
      show();
    };

    const end = (event) => {
      if (event.pointerId === pointer) pointer = null;
    };

    box.addEventListener("pointerdown", begin);
    box.addEventListener("pointermove", go);
    box.addEventListener("pointerup", end);
    box.addEventListener("pointercancel", end);
    undo.addEventListener("click", () => { strokes.pop(); show(); });
    clear.addEventListener("click", () => { strokes = []; show(); });

    // What the phone has kept is drawn again.
    document.addEventListener("talon:filled", () => {
      strokes = kept.value ? JSON.parse(kept.value) : [];
      show();
    });

    pen.hidden = false;
    show();
  };

  const open = () => document.querySelectorAll("[data-pen][hidden]").forEach(drawOn);

  document.addEventListener("talon:entry", open);
  open();
})();
