/* Copy a link; keep the screen awake. All words come with the data. */
const states = new WeakMap();
const ICONS = {
  copy: '<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M10 14a4 4 0 0 0 6 0l4-4a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-4 4a4 4 0 0 0 6 6l1-1"/></svg>',
  awake:
    '<svg viewBox="0 0 24 24" aria-hidden="true"><circle cx="12" cy="12" r="4"/><path d="M12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6L7 7M17 17l1.4 1.4M5.6 18.4L7 17M17 7l1.4-1.4"/></svg>',
};

function build(root, tool) {
  root.innerHTML = `<button type="button">${ICONS[tool]}<span></span></button><div class="extra"></div><p role="status"></p>`;
  return { button: root.querySelector("button"), label: root.querySelector("span"), extra: root.querySelector(".extra"), note: root.querySelector("p") };
}

function copyBySelection(text) {
  // For pages on plain HTTP, where navigator.clipboard does not exist.
  const area = document.createElement("textarea");
  area.value = text;
  area.setAttribute("readonly", "");
  area.style.cssText = "position:fixed;top:0;left:0;opacity:0;font-size:16px";
  document.body.append(area);
  area.select();
  area.setSelectionRange(0, text.length);
  let copied = false;
  try {
    copied = document.execCommand("copy");
  } catch {
    copied = false;
  }
  area.remove();
  return copied;
}

async function copy(text) {
  if (navigator.clipboard?.writeText) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      /* refused: try the older way */
    }
  }
  return copyBySelection(text);
}

function startCopy(state) {
  state.button.onclick = async () => {
    const { data } = state;
    const text = data.link ? new URL(data.link, location.href).href : location.href;
    state.extra.replaceChildren();
    if (await copy(text)) {
      state.label.textContent = data.done;
      state.note.textContent = "";
      clearTimeout(state.timer);
      state.timer = setTimeout(() => (state.label.textContent = state.data.label), 2500);
      return;
    }
    const label = document.createElement("label");
    const input = document.createElement("input");
    label.textContent = data.select;
    input.readOnly = true;
    input.value = text;
    input.onfocus = () => input.select();
    label.append(input);
    state.extra.append(label);
    input.focus();
  };
}

function startAwake(state) {
  const show = () => {
    const on = Boolean(state.lock);
    state.button.setAttribute("aria-pressed", String(on));
    state.label.textContent = on ? state.data.done : state.data.label;
  };
  const ask = async () => {
    try {
      state.lock = await navigator.wakeLock.request("screen");
      state.lock.addEventListener("release", () => {
        state.lock = null;
        show();
      });
      state.note.textContent = "";
    } catch {
      state.lock = null;
      if (document.visibilityState === "visible") {
        state.wanted = false;
        state.note.textContent = state.data.unavailable;
      }
    }
    show();
  };
  // The system lets go when the page is hidden; ask again on return.
  state.onVisible = () => {
    if (state.wanted && !state.lock && document.visibilityState === "visible") ask();
  };
  document.addEventListener("visibilitychange", state.onVisible);
  state.button.onclick = () => {
    state.wanted = !state.wanted;
    if (state.wanted) ask();
    else state.lock?.release();
  };
  show();
}

export default function ({ data, parentElement }) {
  const root = parentElement.querySelector(".tool");
  let state = states.get(root);
  if (!state) {
    state = { ...build(root, data.tool), data, wanted: false, lock: null };
    states.set(root, state);
    state.label.textContent = data.label;
    if (data.tool === "copy") startCopy(state);
    else startAwake(state);
  }
  state.data = data;
  return () => {
    clearTimeout(state.timer);
    if (state.onVisible) document.removeEventListener("visibilitychange", state.onVisible);
    state.lock?.release();
    states.delete(root);
  };
}
