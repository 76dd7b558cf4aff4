// What one published point may reveal: the odds between two places, and how far points are moved.
import { h, onWidth, paperThird, setText } from "./dom";
import { drawn } from "./blur-map";
import type { BlurPage } from "./blur-page";
import { key } from "./chart";
import { pair } from "./format";

const steps = 300;

export function reveal(page: BlurPage): HTMLElement {
  const { text, data } = page;
  const { radius } = data.guarantee;
  const longest = 5 * radius;
  const sentence = h("p", { class: "spent-sentence", id: "odds", role: "status" });
  const bar = h("div", { class: "spent-bar", "aria-hidden": "true" }, h("span", { class: "spent-this" }), h("span", { class: "spent-left" }));
  const slider = h("input", { type: "range", id: "apart", min: 1, max: steps, value: Math.round(steps / 5) });
  const show = () => {
    const distance = (longest * Number(slider.value)) / steps;
    const level = page.levelAt(distance);
    // What the two places can be believed to be at most, having been alike: e^level to 1.
    const more = 1 / (1 + Math.exp(-level));
    const isTold = more > 0.995;
    const whole = Math.ceil(100 * more);
    setText(
      sentence,
      isTold
        ? text.oddsNothing(page.metres(distance))
        : text.odds(page.metres(distance), page.factor(level), page.percent(whole / 100), page.percent(1 - whole / 100)),
    );
    (bar.firstElementChild as HTMLElement).style.flex = String(more);
    (bar.lastElementChild as HTMLElement).style.flex = String(1 - more);
    slider.setAttribute("aria-valuetext", page.metres(distance));
  };
  slider.addEventListener("input", show);
  show();
  return h(
    "div",
    { class: "pair" },
    h(
      "div",
      {},
      h("div", { class: "field" }, h("label", { for: "apart" }, text.apart), h("div", { class: "slide" }, slider)),
      sentence,
      bar,
      h("p", { class: "footnote" }, text.averaging),
      h("p", {}, text.displaced(page.metres(data.displacement.mean))),
      h(
        "ul",
        { class: "quantiles" },
        ...data.displacement.quantiles.map(([share, metres]) =>
          h("li", {}, text.quantile(page.percent(share), page.metres(metres))),
        ),
      ),
    ),
    circles(page),
  );
}

/** Displacements as the noise could make them, the same in every page: golden angles, and quantiles of the radius. */
function examples(count: number): [x: number, y: number][] {
  const found: [number, number][] = [];
  for (let i = 0; i < count; ++i) {
    const share = (i + 0.5) / count;
    let low = 0,
      high = 40;
    for (let j = 0; j < 50; ++j) {
      const middle = (low + high) / 2;
      if (1 - (1 + middle) * Math.exp(-middle) < share) low = middle;
      else high = middle;
    }
    const angle = 2.399963 * i;
    found.push([low * Math.cos(angle), low * Math.sin(angle)]);
  }
  return found;
}

function circles(page: BlurPage): HTMLElement {
  const { text, data } = page;
  const { radius } = data.guarantee;
  const quantiles = data.displacement.quantiles;
  const farthest = 1.08 * Math.max(radius, ...quantiles.map(([, metres]) => metres));
  const frame = h("div", { class: "reveal" });
  onWidth(frame, paperThird, (width) => {
    const side = Math.min(width, 460),
      middle = side / 2,
      scale = middle / farthest;
    const dots = examples(150)
      .map(([x, y]) => [(x * data.displacement.mean) / 2, (y * data.displacement.mean) / 2] as const)
      .filter(([x, y]) => Math.hypot(x, y) < farthest)
      .map(([x, y]) => drawn("circle", { cx: middle + scale * x, cy: middle + scale * y, r: 1.6, fill: "var(--accent)", "fill-opacity": 0.6 }));
    const svg = drawn(
      "svg",
      { width: side, height: side, viewBox: `0 0 ${side} ${side}`, role: "img" },
      drawn("circle", { cx: middle, cy: middle, r: scale * radius, fill: "var(--band)", "data-radius": radius }),
      ...quantiles.map(([share, metres]) =>
        drawn("circle", { cx: middle, cy: middle, r: scale * metres, fill: "none", stroke: "var(--muted)", "stroke-dasharray": "4 3", "data-quantile": share }),
      ),
      ...dots,
      drawn("circle", { cx: middle, cy: middle, r: 4, fill: "var(--ink)" }),
      ...quantiles.map(([share, metres]) => {
        const label = drawn("text", {
          x: middle,
          y: middle - scale * metres + 13,
          "text-anchor": "middle",
          "font-size": 11,
          fill: "var(--ink)",
          stroke: "var(--surface)",
          "stroke-width": 3,
          "paint-order": "stroke",
        });
        label.textContent = pair(page.language, page.percent(share), page.metres(metres));
        return label;
      }),
    );
    const written = quantiles.map(([share, metres]) => `${page.percent(share)} ${page.metres(metres)}`).join(", ");
    svg.setAttribute("aria-label", text.revealAlternative(page.metres(radius), written));
    frame.replaceChildren(svg);
  });
  return h(
    "figure",
    {},
    frame,
    key([
      { mark: "dot", colour: "ink", text: text.keyPlace },
      { mark: "band", colour: "band", text: text.keyRadius(page.metres(radius)) },
      { mark: "dot", colour: "accent", text: text.keyExamples },
    ]),
  );
}
