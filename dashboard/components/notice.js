/* Shows a text as it is, whatever characters it has, and says when it is put away. */
export default function ({ data: [data], parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".notice");
  const [text, button] = [root.querySelector("p"), root.querySelector("button")];
  // Painted only when it changes, so that a screen reader says it once.
  if (text.textContent !== data.text) text.textContent = data.text;
  button.textContent = data.sign;
  button.title = data.label;
  button.setAttribute("aria-label", data.label);
  button.onclick = () => setTriggerValue("away", true);
}
