#!/usr/bin/env node
// withheld_page.mjs PAGE.html [--screenshots FOLDER]: opens in chromium the page of a release of which some periods are
// withheld. Wherever the page speaks of one of them, in both languages, it says why and has no number of it.
import { mkdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { accessibilityFaults, check, checkEqual, download, failed, launch, pixelsTooWide, watchedPage } from "./browser.mjs";
import { parseCsv } from "./csv.mjs";

const [file, , shots] = process.argv.slice(2);
if (!file) {
  console.error("usage: withheld_page.mjs PAGE.html [--screenshots FOLDER]");
  process.exit(2);
}
if (shots) mkdirSync(shots, { recursive: true });
const data = JSON.parse(/<script[^>]*id="data"[^>]*>([^]*?)<\/script>/.exec(readFileSync(file, "utf8"))[1]);
const least = data.withheld_below;
const spaces = /[\u00a0\u202f]/g;
const said = {
  en: { what: "withheld", why: `fewer than ${least} reports`, whole: `withheld: fewer than ${least} reports` },
  fr: { what: "non publié", why: `moins de ${least} rapports`, whole: `non publié : moins de ${least} rapports` },
};

const browser = await launch();
const { page, problems } = await watchedPage(browser, { viewport: { width: 1280, height: 900 } });
const text = async (selector) => ((await page.textContent(selector)) ?? "").replace(spaces, " ");
const series = "section:has(#series-title)";

async function open(language, unit, period) {
  await page.goto("about:blank");
  const chosen = `lang=${language}&unit=${unit}${period ? `&period=${period}` : ""}`;
  await page.goto(`${pathToFileURL(resolve(file)).href}#${chosen}`);
  await page.waitForSelector(`${series} .chart svg`);
}

async function checkWithheld(language, unit, label, allGone) {
  const { what, why, whole } = said[language];
  const where = `${language}, ${unit} ${label}`;
  await open(language, unit, label);
  checkEqual(await page.getAttribute("tbody tr", "data-period"), label, `${where} is open`);
  const sentence = await text("#summary");
  check(sentence.includes(whole), `${where}: the sentence says why: ${sentence}`);
  const name = await text(".period-name");
  const rest = sentence.toLowerCase().replace(name.toLowerCase(), "").replace(String(least), "");
  check(!/\d/.test(rest), `${where}: the sentence has no number: ${sentence}`);
  const rows = await page.$$eval("table.estimates tbody tr, table.estimates tfoot tr", (all) =>
    all.map((row) => [...row.cells].slice(1).map((cell) => cell.textContent.trim()).join("|")),
  );
  checkEqual(rows.length, data.regions.length + 1, `${where}: every region and the total have a row`);
  const expected = [...data.regions.map(() => `${what}|`), `${what}|${why}`];
  rows.forEach((row, i) => checkEqual(row.replace(spaces, " "), expected[i], `${where}: row ${i} of the table`));
  const exact = await page.$$eval("tbody tr", (all) => all.map((row) => row.dataset.estimate).join(""));
  checkEqual(exact, "", `${where}: no row has a number`);
  check((await text("figure")).toLowerCase().includes(whole), `${where}: the map says why`);
  const colours = await page.$$eval(".areas path", (all) => [...new Set(all.map((path) => path.style.fill))].join());
  checkEqual(colours, "var(--rule)", `${where}: the map has no colour of a number`);
  check((await page.getAttribute("figure svg[role=img]", "aria-label")).includes(why), `${where}: nor its text`);
  const drawn = await text(`${series} ${allGone ? ".chart svg" : ".gaps"}`);
  check(drawn.toLowerCase().includes(whole), `${where}: the chart says why there is a gap: ${drawn}`);
  const alternative = (await page.getAttribute(`${series} svg[role=img]`, "aria-label")).replace(spaces, " ");
  checkEqual(alternative.includes(whole), allGone, `${where}: the chart's text: ${alternative}`);
  check(!/–\s*\(|NaN/.test(alternative), `${where}: the chart's text names numbers: ${alternative}`);
  const [, ...lines] = parseCsv((await download(page, page.locator(`${series} .csv`))).bytes.toString("utf8"));
  const line = lines.find(([period]) => period === label);
  checkEqual(line.slice(3).join(""), "", `${where}: the file has no number of it`);
  for (const fault of await accessibilityFaults(page)) check(false, `${where}: ${fault}`);
  if (shots) await page.screenshot({ path: join(shots, `withheld-${language}-${unit}.png`), fullPage: true });
  await page.setViewportSize({ width: 360, height: 740 });
  const wide = await pixelsTooWide(page);
  check(wide <= 0, `${where}: on a telephone not wider by ${wide} pixels`);
  if (shots) await page.screenshot({ path: join(shots, `withheld-${language}-${unit}-phone.png`), fullPage: true });
  await page.setViewportSize({ width: 1280, height: 900 });
}

for (const language of ["en", "fr"]) {
  for (const { unit, labels, missing } of data.periods) {
    const isMissing = (_, t) => missing.includes(t);
    const published = labels.filter((...one) => !isMissing(...one));
    await checkWithheld(language, unit, labels.filter(isMissing).pop(), published.length === 0);
    if (published.length === 0) continue;
    // What has numbers shows them, and is what a reader sees first.
    await open(language, unit);
    const opened = await page.getAttribute("tbody tr", "data-period");
    checkEqual(opened, published.pop(), `${unit}: the last published one is open`);
    check(/\d/.test(await text("table.estimates tfoot td")), `${unit}: it has its total`);
    check(!(await text("#summary")).includes(said[language].what), `${unit}: it is not called withheld`);
    check(!(await text("table.estimates")).includes(said[language].what), `${unit}: nor in the table`);
  }
}
await browser.close();
for (const problem of problems) check(false, `the console stays silent: ${problem}`);
console.log(failed() ? `${failed()} checks failed` : `${file}: all checks hold`);
process.exit(failed() ? 1 : 0);
