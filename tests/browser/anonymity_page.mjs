#!/usr/bin/env node
// anonymity_page.mjs PAGE.html [OTHER.html...] [--screenshot FILE.png]: opens the page of a generalised table from disk in
// chromium and reads it as a reader would, in both languages, light and dark, and on a phone. What it shows, and what the
// other pages show, is checked against their data.
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { accessibilityFaults, check, checkEqual, download, failed, launch, pixelsTooWide, watchedPage } from "./browser.mjs";
import { parseCsv } from "./csv.mjs";

const args = process.argv.slice(2);
const at = args.indexOf("--screenshot");
const screenshot = at < 0 ? undefined : args.splice(at, 2)[1];
const [file, ...others] = args;
if (!file) {
  console.error("usage: anonymity_page.mjs PAGE.html [OTHER.html...] [--screenshot FILE.png]");
  process.exit(2);
}
const addressOf = (path) => pathToFileURL(resolve(path)).href;
const address = addressOf(file);
const browser = await launch();
const { page, problems } = await watchedPage(browser, { viewport: { width: 1280, height: 900 } });
const number = (text) => Number(text.replaceAll(",", "").replace("%", ""));
const cells = (table) =>
  page.locator(`#${table} tbody tr`).evaluateAll((rows) => rows.map((row) => [...row.children].map((c) => c.textContent)));

/** French is shown with spaces that do not break. */
const plain = (lines) => lines.join("\n").replace(/[\u00a0\u202f]/g, " ");
async function checkLines(elements, expected, what) {
  checkEqual(plain(await elements.allTextContents()), plain(expected), what);
}

/** Opens a page, and holds what it shows to its data, which are returned. */
async function checkNumbers(where) {
  await page.goto(where);
  await page.waitForSelector("#sizes svg");
  const data = JSON.parse(await page.textContent("#data"));
  checkEqual(await page.title(), data.title, "the title");
  const words = data.guarantee.words.en;
  checkEqual(await page.textContent("#guarantee"), words.promise, "the sentence that comes first");
  check(words.promise.startsWith("This is not differential privacy"), words.promise);
  await checkLines(page.locator("#not-protected li"), words.does_not_protect, "what is not protected");
  await checkLines(page.locator(".promise .details details").first().locator("li"), words.protects, "what holds");
  await checkLines(page.locator(".files a"), data.files, "the files beside the page");
  check((await page.textContent(".spent-sentence")).includes("no guarantee"), "what the ledger says");
  const models = await cells("models-table");
  checkEqual(models.length, data.models.length, "one row per model");
  data.models.forEach((model, i) => {
    check(Math.abs(number(models[i][2]) - model.reached) <= 5e-4 * Math.max(1, model.reached), `reached: ${models[i][2]}`);
    checkEqual(models[i][1] === "–", model.asked === null, `asked of ${models[i][0]}`);
  });
  checkEqual(await page.locator("#sizes svg [aria-label='bar'] rect, #sizes svg rect").count(), 2 * data.sizes.length, "bars");
  const risks = await cells("risks-table");
  const everybody = data.after.population;
  const readers = [
    ["prosecutor", (risk) => risk.prosecutor],
    ...(everybody ? [["journalist", (risk) => risk.population.journalist]] : []),
  ];
  readers.forEach(([name, of], i) => {
    for (const [column, risk] of [[1, data.before], [2, data.after]]) {
      const shown = risks[2 * i][column];
      check(Math.abs(number(shown) / 100 - of(risk).largest) < 1e-3, `the largest risk by a ${name}: ${shown}`);
      checkEqual(number(risks[2 * i + 1][column].split(" ")[0]), of(risk).rows_at_risk, `rows at risk by a ${name}`);
    }
  });
  const next = everybody ? 4 : 3;
  checkEqual(risks[2][1] === "not known", !everybody, "the journalist without a population");
  check(
    Math.abs(number(risks[next][2]) / 100 - (everybody ?? data.after).marketer) < 1e-3,
    `rows that a marketer matches: ${risks[next][2]}`,
  );
  checkEqual(number(risks[next + 1][2].split(" ")[0]), data.after.unique_rows, "unique rows after");
  checkEqual((await cells("columns-table")).length, data.identification.length, "sets of columns");
  checkEqual((await cells("attributes-table")).length, data.attributes.length, "columns");
  for (const [place, attack] of data.attacks.entries()) {
    const rows = await cells(`attacks-table-${place}`);
    checkEqual(number(rows[0][1].split(" ")[0]), attack.revealed, `rows revealed by homogeneity of ${attack.column}`);
    checkEqual(number(rows[1][1].split(" ")[0]), attack.guessed, `rows guessed of ${attack.column}`);
    attack.intersection.forEach((both, i) => {
      const row = rows[rows.length - attack.intersection.length + i];
      check(row[0].endsWith(both.directory), `the table it was compared with: ${row[0]}`);
      checkEqual(number(row[1].split(" ")[0]), both.revealed, `rows revealed by ${both.directory}`);
    });
  }
  return data;
}

for (const other of others) await checkNumbers(addressOf(other));
const data = await checkNumbers(address);
const saved = await download(page, page.locator("#sizes button.csv"));
checkEqual(parseCsv(saved.bytes.toString("utf8")).length, data.sizes.length + 1, "rows of the downloaded CSV");
for (const fault of await accessibilityFaults(page)) check(false, fault);
if (screenshot) await page.screenshot({ path: screenshot, fullPage: true });

await page.locator("#language label", { hasText: "Français" }).click();
checkEqual(await page.getAttribute("html", "lang"), "fr", "the language of the page");
await checkLines(page.locator("#guarantee"), [data.guarantee.words.fr.promise], "the sentence in French");
const figures = (text) => text.match(/\d+([.,]\d+)?/g)?.map((figure) => figure.replace(",", ".")) ?? [];
checkEqual(figures(data.guarantee.words.fr.promise).join(), figures(data.guarantee.words.en.promise).join(), "its numbers");
for (const options of [
  { viewport: { width: 390, height: 800 } },
  { viewport: { width: 1280, height: 900 }, colorScheme: "dark" },
]) {
  const other = await watchedPage(browser, options);
  await other.page.goto(`${address}#lang=fr`);
  await other.page.waitForSelector("#sizes svg");
  const wide = await pixelsTooWide(other.page);
  check(wide <= 0, `the page is ${wide} pixels wider than the window of ${options.viewport.width}`);
  for (const fault of await accessibilityFaults(other.page)) check(false, fault);
  problems.push(...other.problems);
}
check(problems.length === 0, problems.join("\n"));
await browser.close();
process.exit(failed() > 0 ? 1 : 0);
