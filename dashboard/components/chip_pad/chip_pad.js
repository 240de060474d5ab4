/*
 * The chip pad. It keeps a queue of taps that Python has not acknowledged, sends
 * the whole queue with every tap, and shows at once what is on its way.
 * Python's data is the truth: every answer replaces what is shown.
 * No words stand here; all come with the data.
 */
const STORAGE = "quacks-pad:";
const RESEND_AFTER = [2500, 5000, 10000, 20000];
const LETTER_WAITS = 1600;
const RELOAD_RACE = 3000;
const NOT_TYPED = new Set(["button", "checkbox", "radio", "range", "reset", "submit"]);
const queues = new Map(); // by key of the pad; outlives a remount of the element
const mounts = new WeakMap(); // by parent element

function newNonce() {
  // crypto.randomUUID needs a secure page; getRandomValues does not.
  const numbers = new Uint32Array(2);
  if (globalThis.crypto?.getRandomValues) crypto.getRandomValues(numbers);
  else numbers.forEach((_, n) => (numbers[n] = Math.random() * 2 ** 32));
  return (numbers[0].toString(36) + numbers[1].toString(36)).slice(0, 10).padEnd(4, "0");
}

function openQueue(key) {
  if (queues.has(key)) return queues.get(key);
  let queue = { nonce: newNonce(), base: 0, next: 1, taps: [], search: "", handled: [] };
  try {
    const kept = JSON.parse(sessionStorage.getItem(STORAGE + key));
    if (kept?.nonce && Array.isArray(kept.taps)) queue = kept;
  } catch {
    /* no storage: a reload forgets taps that were on their way */
  }
  queue.loaded = true;
  queues.set(key, queue);
  return queue;
}

function keep(key, queue) {
  try {
    const { nonce, base, next, taps, search, handled } = queue;
    sessionStorage.setItem(STORAGE + key, JSON.stringify({ nonce, base, next, taps, search, handled }));
  } catch {
    /* as above */
  }
}

/*
 * Reloading at the very moment of an answer brings back the address from before
 * it, while the tap is no longer in the queue: put it there again. Going back to
 * an older address on purpose is not a reload and repeats nothing.
 */
function recall(queue, acknowledged) {
  const reloaded = performance.getEntriesByType("navigation")[0]?.type === "reload";
  if (!reloaded || acknowledged?.nonce !== queue.nonce) return;
  const since = performance.timeOrigin - RELOAD_RACE;
  const lost = (queue.handled ?? []).filter(
    (tap) => tap.sequence > acknowledged.sequence && tap.sequence <= queue.base && tap.at >= since,
  );
  if (lost[0]?.sequence !== acknowledged.sequence + 1 || lost.at(-1).sequence !== queue.base) return;
  queue.base = acknowledged.sequence;
  queue.taps = [...lost.map(({ sequence, action, context }) => ({ sequence, action, context })), ...queue.taps];
}

/* Drop what Python has handled. */
function settle(key, queue, acknowledged) {
  if (queue.loaded) recall(queue, acknowledged);
  if (acknowledged?.nonce === queue.nonce) {
    queue.base = Math.max(queue.base, acknowledged.sequence);
    queue.next = Math.max(queue.next, queue.base + 1);
  } else if (queue.loaded && queue.taps.length && queue.search !== location.search) {
    // After a reload a session that knows nothing of these taps, but whose address
    // has moved on since: they are in it.
    queue.base = queue.taps.at(-1).sequence;
  }
  queue.loaded = false;
  const done = queue.taps.filter((tap) => tap.sequence <= queue.base);
  const recent = (queue.handled ?? []).filter((tap) => tap.at > Date.now() - RELOAD_RACE);
  queue.handled = [...recent, ...done.map((tap) => ({ ...tap, at: Date.now() }))];
  queue.taps = queue.taps.filter((tap) => tap.sequence > queue.base);
  keep(key, queue);
}

function send(mount) {
  const { queue } = mount;
  clearTimeout(mount.timer);
  if (!queue.taps.length || !mount.root.isConnected) return;
  mount.setStateValue("taps", {
    nonce: queue.nonce,
    base: queue.base,
    queue: queue.taps.map((tap) => ({ ...tap })),
  });
  const wait = RESEND_AFTER[Math.min(mount.attempts++, RESEND_AFTER.length - 1)];
  mount.timer = setTimeout(() => send(mount), wait);
}

function tap(mount, action, context = "") {
  const { queue } = mount;
  mount.why = null;
  if (!queue.taps.length) queue.search = location.search;
  queue.taps.push({ sequence: queue.next++, action, context });
  keep(mount.key, queue);
  mount.attempts = 0;
  try {
    navigator.vibrate?.(8);
  } catch {
    /* not allowed here */
  }
  paintChips(mount);
  paintWaiting(mount);
  paintWords(mount);
  send(mount);
}

/* Say why a target that looks closed does nothing, until the next tap or until something else is to be said. */
function explain(mount, reason) {
  mount.why = { reason, status: mount.data.status };
  paintWords(mount);
}

const waitingFor = (mount, action) => mount.queue.taps.filter((t) => t.action === action).length;

function tapChip(mount, kind) {
  const chip = mount.data.chips.find((item) => item.kind === kind);
  if (!chip) return;
  if (mount.data.closed) return explain(mount, mount.data.closed);
  if (chip.left - waitingFor(mount, `chip:${kind}`) <= 0) return explain(mount, chip.noneLeft);
  const element = mount.chips.get(kind);
  element.classList.remove("tapped");
  void element.offsetWidth; // lets the animation start again
  element.classList.add("tapped");
  tap(mount, `chip:${kind}`);
}

/* The bag builder: each kind has a minus and a plus. */
const pendingSteps = (mount, kind) => waitingFor(mount, `more:${kind}`) - waitingFor(mount, `less:${kind}`);

function tapStep(mount, step, kind) {
  const chip = mount.data.chips.find((item) => item.kind === kind);
  if (!chip) return;
  if (step === "less" && chip.left + pendingSteps(mount, kind) <= 0) return explain(mount, chip.noneLeft);
  tap(mount, `${step}:${kind}`);
}

function newStepper(mount, chip) {
  const [less, more] = ["less", "more"].map((step) => {
    const button = element("button", `step ${step}`);
    button.type = "button";
    button.dataset.step = `${step}:${chip.kind}`;
    button.textContent = step === "less" ? "\u2212" : "+";
    button.setAttribute("aria-label", chip[step]);
    button.addEventListener("click", () => tapStep(mount, step, chip.kind));
    return button;
  });
  const target = element("div", "stepper", less, element("span", "art"), element("span", "left"), more);
  target.querySelector(".art").innerHTML = chip.svg;
  target.dataset.kind = chip.kind;
  return target;
}

function paintSteppers(mount) {
  const { data, chips, root } = mount;
  const wanted = data.chips.map((chip) => {
    if (!chips.has(chip.kind)) chips.set(chip.kind, newStepper(mount, chip));
    const target = chips.get(chip.kind);
    const waiting = pendingSteps(mount, chip.kind);
    const count = Math.max(0, chip.left + waiting);
    target.classList.toggle("none", count === 0);
    target.classList.toggle("waiting", waiting !== 0);
    target.querySelector(".less").setAttribute("aria-disabled", String(count === 0));
    put(target.querySelector(".left"), data.leftText.replace("{left}", count));
    return target;
  });
  arrange(root.querySelector(".chips"), wanted);
}

function tapButton(mount, button, context) {
  if (button.reason) return explain(mount, button.reason);
  const answered = mount.queue.taps.some((t) => t.context && t.context === context);
  if (context && answered) return;
  tap(mount, button.name, context);
}

/* Painting. Elements are kept by kind or name, so nothing moves under the finger. */
function element(tag, className, ...children) {
  const made = document.createElement(tag);
  made.className = className;
  made.append(...children);
  return made;
}

function put(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/* Put the children in order without touching those already in place. */
function arrange(parent, wanted) {
  wanted.forEach((child, n) => {
    if (parent.children[n] !== child) parent.insertBefore(child, parent.children[n] ?? null);
  });
  while (parent.children.length > wanted.length) parent.lastElementChild.remove();
}

function paintChips(mount) {
  const { data, chips, root } = mount;
  root.classList.toggle("steps", Boolean(data.steps));
  if (data.steps) {
    paintSteppers(mount);
    return;
  }
  root.classList.toggle("closed", Boolean(data.closed));
  const wanted = data.chips.map((chip) => {
    let target = chips.get(chip.kind);
    if (!target) {
      const mark = element("span", "mark", element("i", ""), element("span", "word"));
      target = element("button", "chip", element("span", "art"), element("span", "left"), mark);
      target.type = "button";
      target.querySelector(".art").innerHTML = chip.svg;
      target.dataset.kind = chip.kind;
      target.addEventListener("click", () => tapChip(mount, chip.kind));
      chips.set(chip.kind, target);
    }
    const waiting = waitingFor(mount, `chip:${chip.kind}`);
    const left = Math.max(0, chip.left - waiting);
    target.classList.toggle("explodes", Boolean(chip.explodes) && !data.closed);
    target.classList.toggle("none", left === 0);
    target.classList.toggle("closed", Boolean(data.closed));
    target.classList.toggle("waiting", waiting > 0);
    target.setAttribute("aria-disabled", String(left === 0 || Boolean(data.closed)));
    target.title = data.closed;
    const spoken = left === 0 ? chip.noneLeft : chip.spoken.replace("{left}", left);
    if (target.getAttribute("aria-label") !== spoken) target.setAttribute("aria-label", spoken);
    put(target.querySelector(".left"), data.leftText.replace("{left}", left));
    put(target.querySelector(".word"), chip.explodes);
    return target;
  });
  arrange(root.querySelector(".chips"), wanted);
}

function paintButtons(mount, place, list, context) {
  const kept = new Map([...place.children].map((child) => [child.dataset.id, child]));
  const wanted = list.map((item) => {
    const id = `${context}/${item.name}`;
    let button = kept.get(id);
    if (!button) {
      button = element("button", "button", element("span", "words"), element("small", ""));
      button.type = "button";
      button.dataset.id = id;
      button.dataset.name = item.name;
      button.addEventListener("click", () => tapButton(mount, button.item, context));
    }
    button.item = item;
    button.className = `button ${item.emphasis}`;
    button.setAttribute("aria-disabled", String(Boolean(item.reason)));
    button.title = item.reason;
    if (item.shortcut) button.setAttribute("aria-keyshortcuts", item.shortcut);
    put(button.querySelector(".words"), item.label);
    const small = button.querySelector("small");
    put(small, item.detail);
    small.hidden = !item.detail;
    return button;
  });
  arrange(place, wanted);
}

function paintWaiting(mount) {
  const context = mount.data.choices?.context;
  const answered = mount.queue.taps.some((t) => t.context && t.context === context);
  mount.root.querySelectorAll(".options .button").forEach((button) => {
    button.setAttribute("aria-disabled", String(answered || Boolean(button.item.reason)));
  });
}

function paintWords(mount) {
  const { data, root, why } = mount;
  const reason = why?.status === data.status ? why.reason : "";
  const status = root.querySelector(".status");
  status.classList.toggle("why", Boolean(reason));
  put(status, reason || data.status);
  put(root.querySelector(".live"), reason || data.announce);
}

function paintChoices(mount) {
  const { choices } = mount.data;
  const panel = mount.root.querySelector(".choices");
  const appeared = Boolean(choices) && panel.hidden;
  panel.hidden = !choices;
  if (!choices) return;
  put(panel.querySelector(".question"), choices.question);
  panel.setAttribute("aria-label", choices.question);
  paintButtons(mount, panel.querySelector(".options"), choices.options, choices.context);
  if (appeared) panel.scrollIntoView?.({ block: "nearest" });
}

/* Keyboard: a letter then a digit for a chip, one key for a button. */
function isTyping(event) {
  const target = event.composedPath()[0];
  if (!(target instanceof Element)) return false;
  if (target instanceof HTMLInputElement) return !NOT_TYPED.has(target.type);
  return target.isContentEditable || Boolean(target.closest("textarea, select, [role=textbox]"));
}

function arm(mount, letter) {
  clearTimeout(mount.armedTimer);
  mount.armed = letter;
  mount.chips.forEach((chip, kind) => chip.classList.toggle("armed", kind[0] === letter));
  if (letter) mount.armedTimer = setTimeout(() => arm(mount, ""), LETTER_WAITS);
}

function onKey(mount, event) {
  if (!mount.root.isConnected) {
    window.removeEventListener("keydown", mount.listener, true);
    return;
  }
  if (mount.data.steps) return;
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || isTyping(event)) return;
  if (document.querySelector("[role=dialog]")) return;
  const key = event.key.length === 1 ? event.key.toUpperCase() : "";
  if (!key) return;
  const { data, armed } = mount;
  const options = data.choices?.options ?? [];
  const same = (item) => item.shortcut && item.shortcut.toUpperCase() === key;
  const option = options.find(same);
  const button = data.buttons.find(same);
  if (armed && data.chips.some((chip) => chip.kind === armed + key)) {
    tapChip(mount, armed + key);
    arm(mount, "");
  } else if (data.chips.some((chip) => chip.letter === key)) arm(mount, key);
  else if (option) tapButton(mount, option, data.choices.context);
  else if (button) tapButton(mount, button, "");
  else return;
  // Streamlit itself reruns on "r"; here "r" begins a red chip.
  event.preventDefault();
  event.stopImmediatePropagation();
}

export default function ({ data: [data], parentElement, setStateValue }) {
  const root = parentElement.querySelector(".pad");
  let mount = mounts.get(root);
  if (!mount) {
    mount = { root, chips: new Map(), attempts: 0, armed: "" };
    mount.listener = (event) => onKey(mount, event);
    window.addEventListener("keydown", mount.listener, true);
    mounts.set(root, mount);
  }
  mount.data = data;
  mount.key = data.key;
  mount.queue = openQueue(data.key);
  mount.setStateValue = setStateValue;
  const before = mount.queue.taps.length;
  settle(mount.key, mount.queue, data.acknowledged);
  if (mount.queue.taps.length < before) mount.attempts = 0;

  const chips = root.querySelector(".chips");
  chips.setAttribute("aria-label", data.label);
  chips.title = "";
  root.querySelector(".buttons").title = data.keys;
  paintChips(mount);
  paintButtons(mount, root.querySelector(".buttons"), data.buttons, "");
  paintChoices(mount);
  paintWaiting(mount);
  paintWords(mount);
  // Taps from before a reload or a remount, or a lost message: send them again.
  clearTimeout(mount.timer);
  if (mount.queue.taps.length) {
    if (mount.started) mount.timer = setTimeout(() => send(mount), RESEND_AFTER[0]);
    else send(mount);
  }
  mount.started = true;

  return () => {
    clearTimeout(mount.timer);
    clearTimeout(mount.armedTimer);
    window.removeEventListener("keydown", mount.listener, true);
    mounts.delete(root);
  };
}
