#!/usr/bin/env node
// release_page.mjs PAGE.html [DIR] [--screenshots FOLDER]: opens a release's page from disk in chromium and uses it as a
// reader would. The numbers shown are checked against the page's data, and against DIR/estimates.csv when DIR is given.
import { mkdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { accessibilityFaults, check, checkEqual, failed, launch, watchedPage } from "./browser.mjs";
import { parseCsv } from "./csv.mjs";

const args = process.argv.slice(2);
const at = args.indexOf("--screenshots");
const shots = at < 0 ? undefined : resolve(args.splice(at, 2)[1]);
const [file, folder] = args;
if (!file) {
  console.error("usage: release_page.mjs PAGE.html [DIR] [--screenshots FOLDER]");
  process.exit(2);
}
if (shots) mkdirSync(shots, { recursive: true });

const expectedTexts = {
  en: ["What is protected", "What is not protected", "Region", "Estimate", "How to read this page"],
  fr: ["Ce qui est protégé", "Ce qui n’est pas protégé", "Région", "Estimation", "Comment lire cette page"],
};
const spaces = /[\u00a0\u202f]/g;

const browser = await launch();
const { context, page, problems } = await watchedPage(browser, { viewport: { width: 1280, height: 900 }, colorScheme: "light" });

async function shot(name, options = {}) {
  if (shots) await page.screenshot({ path: join(shots, `${name}.png`), ...options });
}

/** What the table shows now: exact estimate, written estimate and interval of every region. */
async function readTable() {
  return page.$$eval("table.estimates tbody tr", (rows) =>
    rows.map((row) => ({
      region: Number(row.dataset.region),
      period: row.dataset.period,
      exact: row.dataset.estimate,
      name: row.querySelector("th button").textContent,
      estimate: row.cells[1].textContent,
      interval: row.cells[2].textContent,
    })),
  );
}

/** A written number as a number: French writes 1 234,5. */
const parse = (text, language) =>
  Number(
    text
      .replace(/[\s\u00a0\u202f]/g, "")
      .replace(/−/g, "-")
      .replace(language === "fr" ? "," : /,/g, language === "fr" ? "." : ""),
  );

async function checkTable(data, csv) {
  const label = (await readTable())[0].period;
  const series = data.periods.find((p) => p.labels.includes(label));
  const t = series.labels.indexOf(label);
  for (const row of await readTable()) {
    const where = `${label}, ${row.name}`;
    checkEqual(row.name, data.regions[row.region].name, `region of ${where}`);
    checkEqual(Number(row.exact), series.estimate[t][row.region], `exact estimate of ${where}`);
    const written = [row.estimate, ...row.interval.split("–")].map((text) => parse(text, data.language));
    const exact = [series.estimate, series.lower, series.upper].map((matrix) => matrix[t][row.region]);
    const half = /[.,]\d$/.test(row.estimate) ? 0.05 : 0.5;
    exact.forEach((value, i) =>
      check(Math.abs(written[i] - value) <= half + 1e-9, `${where} shows ${written[i]} for ${value}`),
    );
    if (!csv) continue;
    const line = csv.get(`${label}\n${row.name}`);
    check(line !== undefined, `estimates.csv has a line for ${where}`);
    ["estimate", "lower", "upper"].forEach((column, i) =>
      check(
        Math.abs(Number(line?.[column]) - exact[i]) <= 1e-6 * Math.max(1, Math.abs(exact[i])) + 1e-4,
        `${column} of ${where} is that of estimates.csv`,
      ),
    );
  }
  return label;
}

function readCsv() {
  if (!folder) return undefined;
  const [head, ...rows] = parseCsv(readFileSync(join(folder, "estimates.csv"), "utf8"));
  const lines = rows.map((row) => Object.fromEntries(head.map((name, i) => [name, row[i]])));
  return new Map(lines.map((line) => [`${line.period}\n${line.region}`, line]));
}

async function checkTexts(data) {
  checkEqual(await page.getAttribute("html", "lang"), data.language, "language of the document");
  checkEqual(await page.title(), data.title, "title of the document");
  const body = (await page.textContent("#page")).replace(spaces, " ");
  for (const text of expectedTexts[data.language]) check(body.includes(text), `the page says "${text}"`);
  const promise = (await page.textContent("#guarantee")).replace(spaces, " ");
  if (data.guarantee.is_private) {
    const epsilon = (Math.ceil(data.guarantee.epsilon * 100 - 1e-6) / 100).toFixed(2);
    check(
      promise.includes(`ε = ${data.language === "fr" ? epsilon.replace(".", ",") : epsilon}`),
      `the guarantee names ε: ${promise}`,
    );
  } else {
    check(await page.isVisible(".banner"), "a release that is not private carries a banner");
  }
}

async function checkSlider(data, csv) {
  const slider = page.locator("#period");
  const last = data.periods.length > 1 || data.periods[0].labels.length > 1;
  await checkTable(data, csv);
  if (!last) return;
  await slider.focus();
  const before = await slider.inputValue();
  await page.keyboard.press("ArrowLeft");
  checkEqual(await slider.inputValue(), String(Number(before) - 1), "the left arrow moves the slider by one period");
  const label = await checkTable(data, csv);
  const said = (await slider.getAttribute("aria-valuetext")).replace(spaces, " ");
  check(said.includes(label.slice(0, 4)), `the slider says its period: ${said}`);
  await page.keyboard.press("Home");
  checkEqual(await checkTable(data, csv), data.periods[0].labels[0], "Home goes to the first period");
  check(await page.locator(".step").first().isDisabled(), "nothing lies before the first period");
  await page.locator(".step").last().click();
  checkEqual(await checkTable(data, csv), data.periods[0].labels[1], "the next button goes one period on");
  await slider.focus();
  await page.keyboard.press("End");
}

async function chooseUnit(data, index) {
  if (data.periods.length > 1) await page.locator("#units input").nth(index).check();
}

async function checkUnits(data, csv) {
  for (let i = data.periods.length - 1; i >= 0; --i) {
    await chooseUnit(data, i);
    const label = await checkTable(data, csv);
    check(data.periods[i].labels.includes(label), `the table follows the unit ${data.periods[i].unit}`);
    await shot(`unit-${data.periods[i].unit}`);
  }
}

async function checkSorting(data) {
  await page.locator("table.estimates thead button").nth(1).click();
  const estimates = (await readTable()).map((row) => Number(row.exact));
  check(
    estimates.every((x, i) => i === 0 || estimates[i - 1] >= x),
    "a click on the estimate's head puts the largest first",
  );
  await page.locator("table.estimates thead button").first().click();
  const names = (await readTable()).map((row) => data.regions[row.region].name);
  const alphabet = new Intl.Collator(data.language);
  checkEqual(names.join("|"), [...names].sort(alphabet.compare).join("|"), "a click on the region's head sorts by name");
}

async function checkRegion(data) {
  const region = data.regions.length - 1,
    name = data.regions[region].name;
  await page.selectOption("#region", String(region));
  check((await page.textContent("#series-title")).includes(name), "the chart follows the chosen region");
  checkEqual(await page.locator("table.estimates tr.chosen").count(), 1, "one row is marked as chosen");
  await page.waitForFunction((wanted) => document.querySelector("#summary").textContent.includes(wanted), name);
  if (await page.locator(".areas path").count()) {
    await page.locator(".areas path").first().dispatchEvent("click");
    check((await page.inputValue("#region")) !== String(region), "a click on the map chooses a region");
  }
  for (const chart of await page.locator("svg[role=img]").all())
    check(await chart.getAttribute("aria-label"), "every chart has a text alternative");
}

/** From key press to the next frame, in the unit with most periods. */
async function checkSpeed(data) {
  await chooseUnit(data, data.periods.length - 1);
  const milliseconds = await page.evaluate(async () => {
    const slider = document.querySelector("#period");
    const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    const times = [];
    for (let i = 0; i < 40; ++i) {
      const start = performance.now();
      slider.value = String(Number(slider.max) - i * Math.ceil(Number(slider.max) / 40));
      slider.dispatchEvent(new Event("input", { bubbles: true }));
      await frame();
      times.push(performance.now() - start);
    }
    return times.sort((a, b) => a - b)[20];
  });
  console.log(`slider step: ${milliseconds.toFixed(1)} ms (median)`);
  check(milliseconds < 250, "a step of the slider is drawn at once");
}

async function checkLooks() {
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const tooWide = () =>
    page.evaluate(() => {
      if (document.documentElement.scrollWidth <= window.innerWidth) return "";
      const wide = [...document.querySelectorAll("body *")].filter(
        (e) => e.getBoundingClientRect().right > window.innerWidth,
      );
      return (
        wide
          .map((e) => `${e.tagName}.${e.getAttribute("class")}`)
          .slice(0, 5)
          .join(" ") || "something"
      );
    });
  const usable = async (where) =>
    checkEqual((await accessibilityFaults(page)).join("; "), "", `everyone can use the page, ${where}`);
  await page.mouse.move(0, 0);
  await usable("light");
  await shot("light", { fullPage: true });
  const light = await background();
  await page.emulateMedia({ colorScheme: "dark" });
  check((await background()) !== light, "dark mode has its own background");
  await usable("dark");
  await shot("dark", { fullPage: true });
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize({ width: 375, height: 800 });
  await page.waitForTimeout(300);
  checkEqual(await tooWide(), "", "nothing is wider than a phone");
  await usable("on a phone");
  await shot("phone", { fullPage: true });
  await page.emulateMedia({ colorScheme: "dark" });
  await page.setViewportSize({ width: 1280, height: 900 });
  const pdf = await page.pdf({
    format: "A4",
    printBackground: true,
    ...(shots ? { path: join(shots, "print.pdf") } : {}),
  });
  check(pdf.length > 10000, "the page prints");
}

await page.goto(pathToFileURL(resolve(file)).href);
const data = JSON.parse(await page.textContent("#data"));
const csv = readCsv();
await page.waitForSelector(".chart svg");
await checkTexts(data);
await shot("first");
await checkSlider(data, csv);
await checkUnits(data, csv);
await checkSorting(data);
await checkRegion(data);
await checkLooks();
await checkSpeed(data);
await browser.close();
for (const problem of problems) check(false, `the console stays silent: ${problem}`);
console.log(failed() ? `${failed()} checks failed` : `${file}: all checks hold`);
process.exit(failed() ? 1 : 0);
