#!/usr/bin/env node
// study_page.mjs PAGE.html: opens the page of a study from disk in chromium: every claim has its verdict and, where
// there is one, a chart with all its lines labelled, nothing is asked of the network, and there is nothing for axe to
// find.
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { accessibilityFaults, check, checkEqual, failed, launch, watchedPage } from "./browser.mjs";

const url = pathToFileURL(resolve(process.argv[2])).href;
const browser = await launch();
for (const [width, colorScheme] of [
  [1280, "light"],
  [1280, "dark"],
  [400, "light"],
]) {
  const { context, page, problems } = await watchedPage(browser, { viewport: { width, height: 900 }, colorScheme });
  await page.goto(url);
  await page.waitForSelector(".claim svg");

  const data = await page.evaluate(() => JSON.parse(document.getElementById("data").textContent));
  const shown = await page.$$eval("section.claim", (sections) =>
    sections.map((section) => ({
      claim: section.querySelector("h2").textContent,
      verdict: section.querySelector(".verdict").textContent,
      texts: [...section.querySelectorAll("svg text")].map((text) => text.textContent),
      ends: Math.max(0, ...[...section.querySelectorAll("svg")].map((svg) => svg.getBoundingClientRect().right)),
    })),
  );
  checkEqual(shown.length, data.claims.length, "a section per claim");
  for (const [i, { claim, verdict, texts, ends }] of shown.entries()) {
    const { chart, ...expected } = data.claims[i];
    checkEqual(verdict, expected.verdict, claim);
    check(ends <= width, `${claim} fits the width`);
    if (chart === null) continue;
    for (const line of chart.lines) {
      check(line.points.length === 0 || texts.includes(line.label), `${claim} labels its line ${line.label}`);
    }
    check(texts.includes(chart.x_title) && texts.includes(chart.y_title), `${claim} has axis titles`);
  }
  checkEqual(await page.$$eval(".contents tbody tr", (rows) => rows.length), data.claims.length, "contents");
  const tables = data.study === "friis2021" ? [data.break_even] : data.tables.map((table) => table.rows);
  const rows = tables.reduce((sum, table) => sum + table.length, 0);
  const shownRows = await page.$$eval(".break-even tbody tr, .figures tbody tr", (all) => all.length);
  checkEqual(shownRows, rows, "rows of the tables");
  checkEqual((await accessibilityFaults(page)).join("; "), "", "accessibility");
  checkEqual(problems.join("; "), "", "console and network");
  await context.close();
}
await browser.close();
process.exit(failed() ? 1 : 0);
