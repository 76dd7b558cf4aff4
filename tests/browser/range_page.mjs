#!/usr/bin/env node
// range_page.mjs PAGE.html [--screenshot FILE.png]: opens a page of range answers from disk in chromium and uses it as a
// reader would. What it shows is checked against its data.
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { accessibilityFaults, check, checkEqual, failed, launch, watchedPage } from "./browser.mjs";

const [file, , screenshot] = process.argv.slice(2);
if (!file) {
  console.error("usage: range_page.mjs PAGE.html [--screenshot FILE.png]");
  process.exit(2);
}

const browser = await launch();
const { context, page, problems } = await watchedPage(browser, { viewport: { width: 1280, height: 900 } });

await page.goto(pathToFileURL(resolve(file)).href);
await page.waitForSelector(".nodes svg");
const data = JSON.parse(await page.textContent("#data"));
const number = (text) => Number(text.replaceAll(",", ""));

checkEqual(await page.title(), data.title, "the title");
const promise = await page.textContent("#guarantee");
check(promise.includes("NOT PRIVATE") !== data.guarantee.is_private, "the promise stands, or that there is none");
checkEqual(await page.locator("table.estimates tbody tr").count(), data.answers.length, "one row per answer");

for (const [i, answer] of data.answers.entries()) {
  const row = page.locator("table.estimates tbody tr").nth(i);
  await row.locator("button").click();
  const cells = await row.locator("td").allTextContents();
  check(Math.abs(number(cells[0]) - answer.estimate) <= 0.051, `the estimate of ${answer.text}: ${cells[0]}`);
  check(Math.abs(number(cells[1]) - answer.std_error) <= 0.051, `the standard error of ${answer.text}: ${cells[1]}`);
  checkEqual(await page.locator("tr.chosen button").textContent(), answer.text, "the chosen answer");
  checkEqual(await page.locator(".nodes svg rect").count(), answer.nodes.length, `one box per node of ${answer.text}`);
}

for (const colorScheme of ["light", "dark"]) {
  await page.emulateMedia({ colorScheme });
  for (const fault of await accessibilityFaults(page)) check(false, `${colorScheme}: ${fault}`);
}
await page.emulateMedia({ colorScheme: "light" });
if (screenshot) await page.screenshot({ path: screenshot, fullPage: true });
await page.setViewportSize({ width: 360, height: 740 });
const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
check(overflow <= 0, `on a telephone nothing is wider than the screen, not by ${overflow} pixels`);
checkEqual(problems.join("; "), "", "problems of the page");
await browser.close();
process.exit(failed() ? 1 : 0);
