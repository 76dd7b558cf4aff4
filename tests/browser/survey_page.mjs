#!/usr/bin/env node
// survey_page.mjs PAGE.html [--screenshots STEM]: opens a page of a survey from disk in chromium and uses it as a
// reader would. What it shows is checked against its data. Pictures: STEM-light.png, STEM-dark.png, STEM-phone.png.
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { accessibilityFaults, check, checkEqual, download, failed, launch, pixelsTooWide, watchedPage } from "./browser.mjs";
import { parseCsv } from "./csv.mjs";

const [file, , screenshots] = process.argv.slice(2);
if (!file) {
  console.error("usage: survey_page.mjs PAGE.html [--screenshots STEM]");
  process.exit(2);
}
const browser = await launch();
const { page, problems } = await watchedPage(browser, { viewport: { width: 1280, height: 900 } });
page.on("dialog", (dialog) => {
  problems.push(`a label became a script: ${dialog.message()}`);
  void dialog.dismiss();
});
await page.goto(pathToFileURL(resolve(file)).href);
await page.waitForSelector("#results svg");
const data = JSON.parse(await page.textContent("#data"));
const { guarantee, attributes, collections } = data;
const number = (text) => Number(text.replaceAll(",", "").replace("−", "-").replace(/[%+]/g, ""));
/** ε as the page writes it: rounded up at four decimals. */
const checkBound = (text, epsilon, what) =>
  check(number(text) >= epsilon - 1e-9 && number(text) <= epsilon + 1.01e-4, `${what}: ${text} for ${epsilon}`);

checkEqual(await page.title(), data.title, "the title");
checkEqual(await page.textContent("h1"), data.title, "the heading");
const promise = await page.textContent("#guarantee");
const words = guarantee.words.en;
check(promise.includes("NOT private") !== guarantee.is_private, `a promise, or that there is none: ${promise}`);
if (guarantee.is_private) checkEqual(promise, words.promise, "the promise that it is given");
checkEqual(await page.locator(".banner").count(), guarantee.is_private ? 0 : 1, "a banner where nothing is private");
const because = await page.locator(".banner li").allTextContents();
checkEqual(because.join("|").replace(/[\u00a0\u202f]/g, " "), words.not_private_because.join("|"), "why nothing is promised");
const isFresh = collections.length > 1 && !data.has_memo;
const isOne = attributes.length === 1 && guarantee.tuple_epsilon === guarantee.attribute_epsilon;
const levels = {
  ...(isOne ? {} : { together: guarantee.tuple_epsilon }),
  one: guarantee.attribute_epsilon,
  [isFresh ? "fresh" : "ever"]: guarantee.worst_total,
};
for (const [level, epsilon] of Object.entries(levels)) {
  const cells = await page.locator(`.levels tr[data-level=${level}] td`).allTextContents();
  if (level === "ever" && epsilon === null) {
    checkEqual(cells.length, 0, "no total is stated where none is known");
  } else if (epsilon === null) {
    checkEqual(cells[0], "no bound", "no bound is said to be none");
  } else {
    checkBound(cells[0], epsilon, `ε of ${level}`);
    const right = 100 / (1 + Math.exp(-epsilon));
    const guess = number(cells[2]);
    if (level === "ever") checkEqual(cells[2], "–", "no guess is bounded by the total of a person who changes");
    else check(right > 99.9 || (guess >= right && guess < right + 0.11), `a guess: ${cells[2]} for ${right}`);
  }
}
checkEqual(await page.locator("#not-protected li").count(), words.does_not_protect.length, "all sentences");
checkEqual(await page.locator("#not-protected li").last().textContent(), words.does_not_protect.at(-1), "a sentence is text");

// Each attribute's distribution, in the last collection.
checkEqual(await page.locator("#results figure").count(), attributes.length, "one panel per attribute");
for (const [i, attribute] of attributes.entries()) {
  const panel = page.locator("#results figure").nth(i);
  checkEqual(await panel.locator("h3").textContent(), attribute.name, "the name of an attribute");
  const shares = attribute.shares.at(-1);
  const bars = () => panel.locator("svg [aria-label], svg rect").count();
  const few = await bars();
  if (shares.length > 12) {
    checkEqual(few, 12, "many values: the largest");
    await panel.locator("button.more").click();
    checkEqual(await bars(), shares.length, "all of them when asked");
    await panel.locator("button.more").click();
    checkEqual(await bars(), 12, "and fewer again");
  } else {
    checkEqual(few, shares.length, "one bar per value");
    checkEqual(await panel.locator("button.more:visible").count(), 0, "nothing more to show");
  }
  await panel.locator("summary").click();
  const rows = panel.locator("tbody tr");
  checkEqual(await rows.count(), shares.length, "all values are in the table");
  checkEqual(await rows.first().locator("th").textContent(), attribute.labels[0], "a label is text");
  for (const j of [0, shares.length - 1]) {
    const cells = await rows.nth(j).locator("td").allTextContents();
    const [value, lower, upper] = shares[j].map((share) => 100 * share);
    check(Math.abs(number(cells[0]) - value) <= 0.051, `the share of ${attribute.labels[j]}: ${cells[0]} for ${value}`);
    const ends = cells[1].split(" to ").map(number);
    check(Math.abs(ends[0] - lower) <= 0.051 && Math.abs(ends[1] - upper) <= 0.051, `its interval: ${cells[1]}`);
  }
  const file = await download(page, panel.locator("button.csv"));
  checkEqual(file.name.startsWith("NOT-PRIVATE-"), !guarantee.is_private, `the name of a file: ${file.name}`);
  const taken = parseCsv(file.bytes.toString("utf8"));
  checkEqual(taken.length, shares.length + 1, "the numbers of a panel as CSV");
  check(taken.every((row) => !/^[=+@]/.test(row[1])), "no label is a formula");
}
checkEqual(await page.locator("#page img, #page script, #page b").count(), 0, "no label became an element");

if (collections.length > 1) {
  checkEqual(await page.locator("#collection option").count(), collections.length, "all collections can be chosen");
  const before = await page.locator("#results figure").first().locator("svg").innerHTML();
  await page.selectOption("#collection", "0");
  check((await page.locator("#results figure").first().locator("svg").innerHTML()) !== before, "another collection");
  const empty = attributes[0].shares.findIndex((shares) => shares.length === 0);
  if (empty >= 0) {
    await page.selectOption("#collection", String(empty));
    const panel = await page.locator("#results figure").first().textContent();
    check(panel.includes("Nobody reported"), "nobody told of it");
  }
  await page.selectOption("#collection", String(collections.length - 1));

  const lines = () => page.locator("#lines svg path[stroke-width='2'], #lines svg g[stroke-width='2'] path").count();
  checkEqual(await lines(), Math.min(3, attributes[0].labels.length), "the largest ones are drawn");
  const values = attributes[0].labels.length;
  for (let box = 0; box < Math.min(6, values); ++box) {
    const one = page.locator("#labels input").nth(box);
    if (!(await one.isChecked()) && (await one.isEnabled())) await one.click();
  }
  checkEqual(await lines(), Math.min(6, values), "values can be added, up to six");
  if (values > 6) checkEqual(await page.locator("#labels input:not(:disabled)").count(), 6, "the others wait");
  const table = page.locator("#lines-table");
  checkEqual(await table.locator("tbody tr").count(), collections.length, "the lines as a table");
}

// The change between any two collections, and what can be said of it.
const hides = await page.locator("#cap-hides").allTextContents();
checkEqual(hides.join(), (collections.length > 1 && data.beyond_cap?.en) || "", "what a cap hides");
for (const [i, attribute] of attributes.entries()) {
  if (collections.length < 2) continue;
  if (attributes.length > 1) await page.selectOption("#attribute", String(i));
  if (attribute.changes.length === 0) {
    check((await page.textContent("#time")).includes("was not estimated"), "that changes are not known is said");
    continue;
  }
  for (const [pair, changes] of attribute.changes.entries()) {
    if (attribute.changes.length > 1) await page.selectOption("#between", String(pair));
    const distinct = changes.filter(([, lower, upper]) => lower > 0 || upper < 0).length;
    const summary = await page.textContent("#change-summary");
    check(summary.startsWith(distinct === 0 ? "None of" : `${distinct} of`), `${distinct} changes: ${summary}`);
    const said = await page.locator("#changes-table tbody tr td:last-child").allTextContents();
    changes.forEach(([, lower, upper], j) => {
      const expected = lower > 0 ? "rose" : upper < 0 ? "fell" : "not distinguishable from no change";
      checkEqual(said[j], expected, `what is said of ${attribute.labels[j]}`);
    });
  }
  const taken = parseCsv((await download(page, page.locator("#changes button.csv"))).bytes.toString("utf8"));
  checkEqual(taken.length, attribute.labels.length + 1, "the changes as CSV");
}

// What many reports tell.
const memoised = attributes.filter(({ leakage }) => leakage.length > 0);
checkEqual(await page.locator("#leakage").count(), memoised.length > 0 ? 1 : 0, "a curve where reports are memoised");
if (memoised.length > 0) {
  const { epsilon1, epsilon_limit, leakage } = memoised[0];
  const [, first, limit] = /ε\(1\)\s=\s([\d.]+);.*ε∞\s=\s([\d.]*\d)/.exec(await page.textContent("#leakage-sentence"));
  checkBound(first, epsilon1, "ε(1)");
  checkBound(limit, epsilon_limit, "ε∞");
  const marks = await page.locator("#leakage svg").textContent();
  check(marks.includes("ε(1)") && marks.includes("ε∞"), "both are marked");
  checkEqual(await page.locator("#leakage-table tbody tr").count(), leakage.length, "the curve as a table");
  const last = await page.locator("#leakage-table tbody tr").last().locator("td").textContent();
  checkBound(last, leakage.at(-1)[1], "ε after the most reports");
  const total = await page.textContent("#worst-total");
  if (guarantee.worst_total === null) check(total.includes("not bounded"), `no total: ${total}`);
  else checkBound(/ε\s=\s([\d.]+),/.exec(total)[1], guarantee.worst_total, "the worst total");
}

const all = parseCsv((await download(page, page.locator("button.all"))).bytes.toString("utf8"));
checkEqual(all.length, 1 + attributes.flatMap(({ shares }) => shares.flat()).length, "all numbers as CSV");

for (const language of ["fr", "en"]) {
  await page.locator(`#language input[value=${language}]`).focus();
  await page.keyboard.press("Space");
  await page.waitForSelector(`html[lang=${language}]`);
  const body = await page.textContent("#page");
  const heading = language === "fr" ? "Comment les réponses se répartissent" : "How the answers are distributed";
  check(body.includes(heading), `it speaks ${language}`);
  check(!/NaN|Infinity|undefined|null/.test(body), `every number of the page is one, in ${language}`);
  for (const fault of await accessibilityFaults(page)) check(false, `${language}: ${fault}`);
}
for (const colorScheme of ["dark", "light"]) {
  await page.emulateMedia({ colorScheme });
  for (const fault of await accessibilityFaults(page)) check(false, `${colorScheme}: ${fault}`);
  if (screenshots) await page.screenshot({ path: `${screenshots}-${colorScheme}.png`, fullPage: true });
}
await page.setViewportSize({ width: 360, height: 740 });
const overflow = await pixelsTooWide(page);
check(overflow <= 0, `on a telephone nothing is wider than the screen, not by ${overflow} pixels`);
if (screenshots) await page.screenshot({ path: `${screenshots}-phone.png`, fullPage: true });
checkEqual(problems.join("; "), "", "problems of the page");
await browser.close();
process.exit(failed() ? 1 : 0);
