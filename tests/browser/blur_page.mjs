#!/usr/bin/env node
// blur_page.mjs PAGE.html [--screenshot FILE.png]: opens a page of blurred places from disk in chromium and uses it as a
// reader would. What it shows is checked against its data.
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { accessibilityFaults, check, checkEqual, download, failed, launch, pixelsTooWide, watchedPage } from "./browser.mjs";
import { parseCsv } from "./csv.mjs";

const [file, , screenshot] = process.argv.slice(2);
if (!file) {
  console.error("usage: blur_page.mjs PAGE.html [--screenshot FILE.png]");
  process.exit(2);
}
const browser = await launch();
const { page, problems } = await watchedPage(browser, { viewport: { width: 1280, height: 900 } });
await page.goto(pathToFileURL(resolve(file)).href);
await page.waitForSelector("#density svg");
const data = JSON.parse(await page.textContent("#data"));
const number = (text) => Number(text.replaceAll(",", ""));

checkEqual(await page.title(), data.title, "the title");
const promise = await page.textContent("#guarantee");
check(promise.includes("NOT private") !== data.guarantee.is_private, `the promise stands, or that there is none: ${promise}`);
if (data.guarantee.is_private) {
  const one = Math.exp(data.guarantee.level / data.guarantee.max_reports);
  const bound = Number(/a factor of ([\d.,]*\d)/.exec(promise)?.[1]);
  check(bound >= one * (1 - 1e-9) && bound <= one * 1.01, `the factor of one event: ${promise}`);
}
checkEqual(await page.locator("#not-protected li").count(), data.guarantee.words.en.does_not_protect.length, "not protected");

checkEqual(await page.locator("table.estimates tbody tr").count(), data.regions.length, "one row per region");
const largest = [...data.regions].sort((a, b) => b.estimate - a.estimate);
if (largest.length > 0) {
  const cells = await page.locator("table.estimates tbody tr").first().locator("td").allTextContents();
  check(Math.abs(number(cells[0]) - largest[0].estimate) <= 0.51, `the largest comes first: ${cells[0]}`);
  await page.locator("table.estimates tbody tr button").first().click();
  checkEqual(await page.locator("tr.chosen button").textContent(), largest[0].name, "the chosen region");
  checkEqual(await page.locator("#density path.chosen").count(), 1, "its border is drawn");
}

const squares = () =>
  page.locator("#density svg path[data-squares]").evaluateAll((all) => all.reduce((n, p) => n + Number(p.dataset.squares), 0));
const shown = {};
for (const layer of ["estimate", "counted", "width"]) {
  await page.locator(`#density input[value=${layer}]`).focus();
  await page.keyboard.press("Space");
  shown[layer] = await squares();
  check(shown[layer] > 0, `the map of ${layer} has squares`);
}
check(shown.estimate !== shown.counted, "estimates are not what was counted");

// The odds follow the slider, and are those that are promised at the radius.
const set = (value) =>
  page.locator("#apart").evaluate((slider, next) => {
    slider.value = String(next);
    slider.dispatchEvent(new Event("input"));
  }, value);
await set(60); // of 300, which are five radii
const atRadius = await page.textContent("#odds");
const factor = Math.exp(data.guarantee.level);
if (factor < 200) {
  const said = Number(/at most ([\d.]+) times/.exec(atRadius)[1]);
  check(said >= factor * (1 - 1e-9) && said <= factor * 1.01, `the factor at the radius: ${atRadius}`);
} else {
  check(atRadius.includes("can be told apart"), `nothing is hidden at the radius: ${atRadius}`);
}
await set(6);
check((await page.textContent("#odds")) !== atRadius, "other distances have other odds");

const taken = await download(page, page.locator("#density .csv"));
checkEqual(parseCsv(taken.bytes.toString("utf8")).length, data.density.estimate.length + 1, "the density as CSV");

for (const language of ["fr", "en"]) {
  await page.locator(`#language input[value=${language}]`).focus();
  await page.keyboard.press("Space");
  await page.waitForSelector(`html[lang=${language}]`);
  const body = await page.textContent("#page");
  check(body.includes(language === "fr" ? "Ce qu’un point peut révéler" : "What one point may reveal"), `it speaks ${language}`);
  check(!/NaN|Infinity|undefined|∞/.test(body), `every number of the page is one, in ${language}`);
  for (const fault of await accessibilityFaults(page, "structure")) check(false, `${language}: ${fault}`);
}
for (const colorScheme of ["light", "dark"]) {
  await page.emulateMedia({ colorScheme });
  for (const fault of await accessibilityFaults(page, "colours")) check(false, `${colorScheme}: ${fault}`);
}
if (screenshot) await page.screenshot({ path: screenshot, fullPage: true });
await page.setViewportSize({ width: 360, height: 740 });
const overflow = await pixelsTooWide(page);
check(overflow <= 0, `on a telephone nothing is wider than the screen, not by ${overflow} pixels`);
checkEqual(problems.join("; "), "", "problems of the page");
await browser.close();
process.exit(failed() ? 1 : 0);
