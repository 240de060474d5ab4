/* Asks for the page again, less and less often, until it comes without this element. */
const states = new WeakMap();

export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".again");
  const state = states.get(root) ?? { asked: 0 };
  states.set(root, state);
  const ask = () => {
    if (!root.isConnected) return;
    setTriggerValue("again", state.asked);
    wait();
  };
  const wait = () => {
    clearTimeout(state.timer);
    state.timer = setTimeout(ask, data.waits[Math.min(state.asked++, data.waits.length - 1)]);
  };
  wait();
  return () => {
    clearTimeout(state.timer);
    states.delete(root);
  };
}
