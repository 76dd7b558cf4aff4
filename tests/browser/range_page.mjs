#!/usr/bin/env node
// range_page.mjs PAGE.html [--screenshot FILE.png] [--terminal FILE.txt]: opens a page of range answers from disk in
// chromium and uses it as a reader would. What it shows is checked against its data and what the terminal said.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { accessibilityFaults, check, checkEqual, download, failed, launch, pixelsTooWide, watchedPage } from "./browser.mjs";
import { parseCsv } from "./csv.mjs";

const args = process.argv.slice(2);
const option = (name) => {
  const at = args.indexOf(`--${name}`);
  return at < 0 ? undefined : args.splice(at, 2)[1];
};
const screenshot = option("screenshot"),
  terminal = option("terminal");
const [file] = args;
if (!file) {
  console.error("usage: range_page.mjs PAGE.html [--screenshot FILE.png] [--terminal FILE.txt]");
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
const words = data.guarantee.words.en;
checkEqual(promise.replace(/[\u00a0\u202f]/g, " ") === words.promise, data.guarantee.is_private, "the promise stands, or that there is none");
checkEqual(await page.locator("table.estimates tbody tr").count(), data.answers.length, "one row per answer");

const placed = data.places !== undefined;
const nameOf = ({ places, text }) => (placed ? `${places}, ${text}` : text);
for (const [i, answer] of data.answers.entries()) {
  const row = page.locator("table.estimates tbody tr").nth(i);
  await row.locator("button").click();
  const cells = await row.locator("td.number").allTextContents();
  check(Math.abs(number(cells[0]) - answer.estimate) <= 0.051, `the estimate of ${answer.text}: ${cells[0]}`);
  check(Math.abs(number(cells[1]) - answer.std_error) <= 0.051, `the standard error of ${answer.text}: ${cells[1]}`);
  if (terminal) {
    const name = placed ? `${answer.places} ` : "";
    const lines = readFileSync(terminal, "utf8").split("\n").map((line) => line.replace(/ +/g, " "));
    const said = lines.find((line) => line.startsWith(`${name}${answer.text} `)).slice(name.length);
    const numbers = (text) => text.replaceAll(",", "").replaceAll("−", "-").match(/-?\d+\.\d/g).join(" ");
    checkEqual(numbers(cells.join(" ")), numbers(said.slice(answer.text.length)), `${answer.text} as on the terminal`);
  }
  checkEqual(await page.locator("tr.chosen button").textContent(), nameOf(answer), "the chosen answer");
  if (answer.nodes)
    checkEqual(await page.locator(".nodes svg rect").count(), answer.nodes.length, `one box per node of ${answer.text}`);
}

// Any other range: the page computes what the program computed, to the rounding of its numbers.
const ask = async (text) => {
  await page.fill("#ask", text);
  await page.keyboard.press("Enter");
};
if (placed) {
  await askOfPlaces();
} else if (data.structure || data.stream) {
  for (const answer of data.answers) {
    if (!answer.text.includes("..")) continue;
    const other = answer.text.replace("..", " .. ").trim(); // another text, the same range
    await ask(other);
    const row = page.locator("table.estimates tbody tr").first();
    checkEqual(await row.locator("button").textContent(), other, "an asked range comes first");
    const found = await row.evaluate((element) => ({ ...element.dataset }));
    const near = (a, b, most) => Math.abs(Number(a) - b) <= most;
    // A tree's sums are rounded once, a stream's blocks each.
    const rounding = data.structure ? 0.0201 : 0.01 * (answer.nodes.length + 1);
    check(near(found.estimate, answer.estimate, rounding), `the same estimate of ${other}: ${found.estimate}`);
    check(near(found.stdError, answer.std_error, 0.0101), `the same error of ${other}: ${found.stdError}`);
    checkEqual(await page.locator(".nodes svg rect").count(), answer.nodes.length, `the same nodes of ${other}`);
  }
  const rows = await page.locator("table.estimates tbody tr").count();
  for (const nonsense of ["", "nonsense", "2014-02-30", "9999..1", "1066..1067"]) {
    await ask(nonsense);
    check((await page.textContent("#ask-problem")).length > 10, `“${nonsense}” is refused in a sentence`);
    checkEqual(await page.getAttribute("#ask", "aria-invalid"), "true", `“${nonsense}” is marked as wrong`);
  }
  checkEqual(await page.locator("table.estimates tbody tr").count(), rows, "what is refused is no answer");
  await ask("..");
  const total = await page.locator("table.estimates tbody tr").first().locator("td").first().textContent();
  const sum = data.structure?.hundredths.reduce((a, b) => a + b, 0) / 100;
  if (data.structure) check(Math.abs(number(total) - sum) <= 0.051, `everything is ${sum}: ${total}`);
  await page.waitForFunction(() => window.location.hash.includes("range=.."));
  const address = page.url();
  await page.goto("about:blank");
  await page.goto(address);
  await page.waitForSelector(".nodes svg");
  checkEqual(await page.locator("tr.chosen button").textContent(), "..", "an address asks its range");
}

// A place is asked like a range; the places add up to all of them.
async function askOfPlaces() {
  const [asked] = data.answers;
  let sum = 0;
  for (const { name } of data.places) {
    await page.selectOption("#ask-place", name);
    await ask(asked.text);
    const asks = nameOf({ places: name, text: asked.text });
    checkEqual(await page.locator("tr.chosen button").textContent(), asks, "the place that was asked");
    sum += await page.locator("table.estimates tr.chosen").evaluate((e) => Number(e.dataset.estimate));
  }
  await page.selectOption("#ask-place", "..");
  await ask(asked.text);
  const all = await page.locator("table.estimates tr.chosen").evaluate((e) => Number(e.dataset.estimate));
  check(Math.abs(all - sum) <= 0.011 * (data.places.length + 1), `the places add up: ${sum}, not ${all}`);
  checkEqual(await page.locator(".places svg circle").count(), data.places.length, "one point for each place");
  checkEqual(await page.locator(".places ~ div tbody tr").count(), data.places.length, "one row for each place");
}

const series = page.locator("section", { has: page.locator("#series-title") });
const taken = await download(page, series.locator(".csv"));
checkEqual(parseCsv(taken.bytes.toString("utf8")).length, data.series.estimate.length + 1, "the series as CSV");
const drawn = await download(page, series.locator(".png"));
check(drawn.bytes.subarray(1, 4).toString() === "PNG" && drawn.bytes.length > 5000, "the series as a picture");

const chosenRange = async () => (await page.locator("tr.chosen button").textContent()).split(", ").pop();
const chosen = await chosenRange();
for (const language of ["fr", "en"]) {
  await page.locator(`#language input[value=${language}]`).focus();
  await page.keyboard.press("Space");
  await page.waitForSelector(`html[lang=${language}]`);
  const body = await page.textContent("#page");
  check(body.includes(language === "fr" ? "Erreur type" : "Standard error"), `the page speaks ${language}`);
  for (const caveat of data.guarantee.words[language].does_not_protect)
    check(body.replace(/[\u00a0\u202f]/g, " ").includes(caveat.replace(/[\u00a0\u202f]/g, " ")), `the promise speaks ${language}: ${caveat}`);
  checkEqual(await chosenRange(), chosen, "the chosen range stays");
  for (const fault of await accessibilityFaults(page, "structure")) check(false, `${language}: ${fault}`);
}

for (const colorScheme of ["light", "dark"]) {
  await page.emulateMedia({ colorScheme });
  for (const fault of await accessibilityFaults(page, "colours")) check(false, `${colorScheme}: ${fault}`);
}
await page.emulateMedia({ colorScheme: "light" });
if (screenshot) await page.screenshot({ path: screenshot, fullPage: true });
await page.setViewportSize({ width: 360, height: 740 });
const overflow = await pixelsTooWide(page);
check(overflow <= 0, `on a telephone nothing is wider than the screen, not by ${overflow} pixels`);
checkEqual(problems.join("; "), "", "problems of the page");
await browser.close();
process.exit(failed() ? 1 : 0);
