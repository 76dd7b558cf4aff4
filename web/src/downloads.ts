// A chart to take away: its numbers as CSV, and itself as PNG with its title above and the page's promise below, so that
// neither is lost. Made from what is on the page: nothing is loaded.
import { csvText, type Cell } from "./csv";
import { h } from "./dom";

export interface DownloadWords {
  csv: string;
  png: string;
  downloadOf(kind: string, title: string): string;
}

export interface Download {
  /** What the files are called, without ending. */
  file: () => string;
  title: () => string;
  /** The line below the picture. */
  source: () => string;
  rows: () => Cell[][];
  svg: () => SVGSVGElement | null;
  /** What colours mean, where the drawing itself does not say: a style variable and its meaning each. */
  legend?: () => { colour: string; text: string }[];
}

export function downloads(words: DownloadWords, what: Download): HTMLElement {
  const button = (label: string, kind: string, act: () => void) => {
    const made = h("button", { type: "button", class: `download ${kind}` }, label);
    made.addEventListener("click", act);
    // What it is a picture of is said when it is asked for: titles follow the chosen region.
    made.addEventListener("focus", () => made.setAttribute("aria-label", words.downloadOf(label, what.title())));
    return made;
  };
  return h(
    "p",
    { class: "downloads" },
    button(words.csv, "csv", () =>
      save(new Blob([csvText(what.rows())], { type: "text/csv;charset=utf-8" }), `${fileName(what.file())}.csv`),
    ),
    button(words.png, "png", () => {
      const svg = what.svg();
      if (svg) void picture(svg, what).then((blob) => save(blob, `${fileName(what.file())}.png`));
    }),
  );
}

/** Letters, digits and hyphens: names that every file system takes. */
export function fileName(text: string): string {
  const plain = text.normalize("NFD").replace(/[\u0300-\u036f]/g, "");
  return plain.replace(/[^A-Za-z0-9]+/g, "-").replace(/^-|-$/g, "").slice(0, 80) || "chart";
}

export function save(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  h("a", { href: url, download: name }).click();
  window.setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

// What a drawing takes from the style sheet, which does not go with it.
const styles = [
  "fill",
  "fill-opacity",
  "fill-rule",
  "stroke",
  "stroke-width",
  "stroke-opacity",
  "stroke-dasharray",
  "stroke-linejoin",
  "opacity",
  "paint-order",
  "font-family",
  "font-size",
  "font-weight",
  "text-anchor",
  "visibility",
  "display",
];
const namespace = "http://www.w3.org/2000/svg";

function picture(svg: SVGSVGElement, what: Download): Promise<Blob> {
  const { width, height, text } = standalone(svg, what);
  const scale = 2;
  return new Promise((done, failed) => {
    const image = new Image();
    image.onload = () => {
      const canvas = h("canvas", { width: scale * width, height: scale * height });
      const context = canvas.getContext("2d")!;
      context.scale(scale, scale);
      context.drawImage(image, 0, 0, width, height);
      canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error("the picture is empty"))), "image/png");
    };
    image.onerror = () => failed(new Error("the picture cannot be drawn"));
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  });
}

function standalone(svg: SVGSVGElement, what: Download) {
  const box = svg.getBoundingClientRect();
  const root = getComputedStyle(document.documentElement);
  const legend = what.legend?.() ?? [];
  const margin = 16,
    row = 20;
  const width = Math.ceil(box.width) + 2 * margin;
  const columns = Math.max(1, Math.floor((width - 2 * margin) / 130));
  const head = 36 + row * Math.ceil(legend.length / columns);
  const height = Math.ceil(box.height) + head + 44;
  const element = (name: string, attributes: Record<string, string | number>, text = "") => {
    const made = document.createElementNS(namespace, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
    made.textContent = text;
    return made;
  };
  const line = (text: string, y: number, size: number, colour: string, weight: number) =>
    element(
      "text",
      {
        x: margin,
        y,
        fill: root.getPropertyValue(colour).trim(),
        "font-family": getComputedStyle(document.body).fontFamily,
        // A long line becomes small rather than cut.
        "font-size": Math.min(size, (width - 2 * margin) / (0.56 * Math.max(1, text.length))),
        "font-weight": weight,
      },
      text,
    );
  const colourOf = (variable: string) => root.getPropertyValue(variable).trim();
  const meaning = ({ colour, text }: { colour: string; text: string }, i: number) => {
    const group = element("g", {
      transform: `translate(${margin + 130 * (i % columns)},${34 + row * Math.floor(i / columns)})`,
    });
    const font = getComputedStyle(document.body).fontFamily;
    group.append(
      element("rect", { width: 16, height: 12, fill: colourOf(colour), stroke: colourOf("--rule") }),
      element("text", { x: 22, y: 11, "font-size": 12, "font-family": font, fill: colourOf("--muted") }, text),
    );
    return group;
  };
  const outer = element("svg", { xmlns: namespace, width, height, viewBox: `0 0 ${width} ${height}` });
  const drawing = element("g", { transform: `translate(${margin},${head})` });
  drawing.append(styledCopy(svg, box.width, box.height));
  outer.append(
    element("rect", { width, height, fill: root.getPropertyValue("--surface").trim() }),
    line(what.title(), 25, 16, "--ink", 600),
    ...legend.map(meaning),
    drawing,
    line(what.source(), height - 12, 12, "--muted", 400),
  );
  return { width, height, text: new XMLSerializer().serializeToString(outer) };
}

function styledCopy(svg: SVGSVGElement, width: number, height: number): SVGSVGElement {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const originals = [svg, ...svg.querySelectorAll<SVGElement>("*")],
    copies = [copy, ...copy.querySelectorAll<SVGElement>("*")];
  originals.forEach((original, i) => {
    const style = getComputedStyle(original);
    copies[i]!.setAttribute("style", styles.map((name) => `${name}:${style.getPropertyValue(name)}`).join(";"));
  });
  for (const sheet of copy.querySelectorAll("style")) sheet.remove();
  copy.setAttribute("width", String(width));
  copy.setAttribute("height", String(height));
  copy.style.overflow = "visible";
  return copy;
}
