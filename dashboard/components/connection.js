/*
 * Streamlit tries to reach a lost server again by itself, every four seconds at
 * most, and says at its root element how that goes. Here it is put into our words.
 * Our pictures and pads live in shadow roots of their own; what reaches into all
 * of them are custom properties, so two of these mark what they show as old.
 */
const PATIENCE = 1000; // a connection that only stumbles is back before that
const mounts = new WeakMap();

function show(mount, gone) {
  const { root, style } = mount;
  if (gone === mount.gone) return;
  mount.gone = gone;
  root.hidden = !gone;
  if (gone) {
    root.querySelector("b").textContent = mount.data.gone;
    root.querySelector("span").textContent = mount.data.meanwhile;
    style.setProperty("--quacks-old-word", JSON.stringify(mount.data.old));
    style.setProperty("--quacks-old-tone", "grayscale(1) opacity(.6)");
  } else {
    style.removeProperty("--quacks-old-word");
    style.removeProperty("--quacks-old-tone");
  }
}

function look(mount) {
  clearTimeout(mount.timer);
  if (mount.app.dataset.testConnectionState !== "CONNECTED") {
    mount.lost = true;
    mount.timer = setTimeout(() => show(mount, true), PATIENCE);
    return;
  }
  show(mount, false);
  // The framework connects but asks for nothing: what is shown would stay that of the lost server.
  if (mount.lost) mount.setTriggerValue("back", Date.now());
  mount.lost = false;
}

export default function ({ data: [data], parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".gone");
  const app = document.querySelector("[data-testid=stApp]");
  let mount = mounts.get(root);
  if (!mount) {
    mount = { root, app, style: document.documentElement.style, gone: false, lost: false };
    mount.observer = new MutationObserver(() => look(mount));
    mount.observer.observe(app, { attributeFilter: ["data-test-connection-state"] });
    mounts.set(root, mount);
  }
  Object.assign(mount, { data, setTriggerValue });
  return () => {
    mount.observer.disconnect();
    clearTimeout(mount.timer);
    show(mount, false);
    mounts.delete(root);
  };
}
