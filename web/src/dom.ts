// Elements from values. Text only ever enters as text nodes, so nothing in a release's data can become markup.
export type Child = Node | string | null | undefined | false;
export type Attributes = Record<string, string | number | boolean | undefined>;

/** Spaces that must not break a line: French punctuation, and "ε = 1.69". */
export function typeset(text: string): string {
  return text
    .replace(/ ([:;?!»])/g, "\u00a0$1")
    .replace(/« /g, "«\u00a0")
    .replace(/ε = /g, "ε\u00a0=\u00a0");
}

export function setText(element: Element, text: string): void {
  const wanted = typeset(text);
  if (element.textContent !== wanted) element.textContent = wanted;
}

export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    element.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children) if (child) element.append(typeof child === "string" ? typeset(child) : child);
  return element;
}

/** Widths of A4 between its margins, in pixels: a whole line, and a third of one. */
export const paperWidth = 680;
export const paperThird = 212;

let made = 0;
/** An id no other element of the page has. */
export function freshId(stem: string): string {
  return `${stem}-${++made}`;
}

/** A group of radio buttons drawn as one segmented control. */
export function choice(
  legend: string,
  options: { value: string; label: string }[],
  selected: string,
  onChange: (value: string) => void,
): HTMLFieldSetElement {
  const name = freshId("choice");
  const segments = options.map(({ value, label }) => {
    const input = h("input", { type: "radio", name, value, checked: value === selected });
    input.addEventListener("change", () => onChange(value));
    return h("label", {}, input, h("span", {}, label));
  });
  return h("fieldset", {}, h("legend", {}, legend), h("div", { class: "segments" }, ...segments));
}

/** Chooses one of the options of a choice() without telling its listener. */
export function check(fieldset: HTMLFieldSetElement, value: string): void {
  for (const input of fieldset.querySelectorAll("input")) input.checked = input.value === value;
}

let lifetime = new AbortController();
/** Ends what listens to the window and to widths: the page is about to be built anew, in another language. */
export function startOver(): void {
  lifetime.abort();
  lifetime = new AbortController();
}
/** Aborted when the page is built anew. */
export function whileBuilt(): AbortSignal {
  return lifetime.signal;
}

/** Calls `draw` with the width of `element` now and whenever it changes, and with `printed` while the page is printed. */
export function onWidth(element: HTMLElement, printed: number, draw: (width: number) => void): void {
  let last = 0;
  const signal = whileBuilt();
  window.addEventListener("beforeprint", () => draw(printed), { signal });
  window.addEventListener("afterprint", () => last > 0 && draw(last), { signal });
  const measure = () => {
    const width = signal.aborted ? 0 : Math.floor(element.clientWidth);
    if (width > 0 && width !== last) {
      last = width;
      draw(width);
    }
  };
  // An observer speaks only once the browser shows a frame, which a page behind others may not get for long.
  queueMicrotask(measure);
  const observer = new ResizeObserver(measure);
  observer.observe(element);
  signal.addEventListener("abort", () => observer.disconnect());
}
