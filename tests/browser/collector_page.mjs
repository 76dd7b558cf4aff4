#!/usr/bin/env node
// collector_page.mjs PAGE.html [--screenshots DIR]: the collector's dashboard in chromium, served by
// collector_mock.mjs, used as a reader would. What it shows is checked against what the server answers. With
// SOURDINE_SCREENSHOTS=1 pictures are left in the folder collector beside the page.
import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { accessibilityFaults, check, checkEqual, download, failed, launch, pixelsTooWide } from "./browser.mjs";
import { startMock, tokens } from "./collector_mock.mjs";
import { parseCsv } from "./csv.mjs";

const [file, , given] = process.argv.slice(2);
if (!file) {
  console.error("usage: collector_page.mjs PAGE.html [--screenshots DIR]");
  process.exit(2);
}
const screenshots = given ?? (process.env.SOURDINE_SCREENSHOTS ? join(dirname(file), "collector") : undefined);
if (screenshots) mkdirSync(screenshots, { recursive: true });
/** Named by what is shown, on what, in which colours and language. */
async function picture(on, name, fullPage = true) {
  if (screenshots) await on.screenshot({ path: join(screenshots, `${name}.png`), fullPage });
}
const browser = await launch();
const mock = await startMock(file);
const problems = [];
// A refused token and a server that is away are part of the test; the browser mentions both.
const expected = /status of 40[134]|net::ERR_(CONNECTION|INCOMPLETE|EMPTY|SOCKET|ABORTED)/;

async function open(options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: "en-GB", ...options });
  await context.addInitScript(() => {
    globalThis.refusedByPolicy = [];
    document.addEventListener("securitypolicyviolation", (event) =>
      globalThis.refusedByPolicy.push(`${event.violatedDirective} ${event.blockedURI}`),
    );
  });
  const page = await context.newPage();
  page.setDefaultTimeout(90_000);
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type()) && !expected.test(message.text())) problems.push(message.text());
  });
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("dialog", (dialog) => {
    problems.push(`a label became a script: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(mock.url) && !/^(data|blob):/.test(url)) problems.push(`asked for ${url}`);
    if (Object.values(tokens).some((token) => url.includes(token))) problems.push(`a token in the address ${url}`);
  });
  return { context, page };
}
const { page } = await open();
const answer = async (path) => {
  const response = await fetch(new URL(path, mock.url), { headers: { Authorization: `Bearer ${tokens.reader}` } });
  return response.json();
};
const number = (text) => Number(text.replace(/[,\s\u202f\u00a0]/g, "").replace("−", "-"));
const collection = (id, more = "") => `${mock.url}#lang=en&collection=${id}${more}`;
async function enter(on, token) {
  await on.fill("#token", token);
  await on.press("#token", "Enter");
}
const refusal = async (token) => {
  await enter(page, token);
  await page.waitForFunction(() => document.querySelector("#token-problem")?.textContent !== "");
  return page.textContent("#token-problem");
};
/** Where a token must not be. */
async function checkNoToken(on, where) {
  const found = await on.evaluate(
    (secrets) =>
      secrets.some(
        (secret) =>
          location.href.includes(secret) ||
          JSON.stringify({ ...localStorage }).includes(secret) ||
          document.cookie.includes(secret) ||
          document.documentElement.outerHTML.includes(secret) ||
          [...document.querySelectorAll("input, textarea")].some(({ value }) => value.includes(secret)),
      ),
    Object.values(tokens),
  );
  check(!found, `${where}: no token in the address, localStorage, cookies or the document`);
}

// Logging in, wrongly and rightly.
await page.goto(mock.url);
await page.waitForSelector("#token");
checkEqual(await page.evaluate(() => document.activeElement?.id), "token", "the token can be pasted at once");
checkEqual(await page.getAttribute("#token", "type"), "password", "nobody reads it over a shoulder");
checkEqual(mock.seen.filter(({ url }) => url !== "/").length, 0, "nothing is asked without a token");
check((await refusal("")).includes("Paste a token"), "nothing pasted");
check((await refusal("sdr_wrong")).includes("does not know this token"), "a wrong token");
check((await refusal("sdr_wröng")).includes("does not know this token"), "a token that no header can carry");
check((await refusal(tokens.client)).includes("for sending reports"), "a client's token");
check((await refusal(tokens.expired)).includes("has expired"), "an expired token");
check((await refusal(tokens.revoked)).includes("has been revoked"), "a revoked token");
checkEqual(await page.evaluate(() => sessionStorage.length), 0, "a refused token is not kept");
for (const fault of await accessibilityFaults(page)) check(false, `log-in: ${fault}`);
await picture(page, "refused-desktop-light-en");
await enter(page, `  ${tokens.reader}\n`);
await page.waitForSelector(".collection");
await checkNoToken(page, "the list");

// The list.
const listed = (await answer("/v1/collections")).collections;
checkEqual(await page.locator(".collection").count(), listed.length, "all collections");
const card = (id) => page.locator(`[data-collection="${id}"]`);
checkEqual(await card("wellbeing").locator("h2").textContent(), "Well-being <b>&</b> habits", "a title is text");
check((await card("doors-2026").textContent()).includes("Closed"), "a closed one says so");
check((await card("rehearsal").textContent()).includes("Not private"), "a seeded one says so");
check(/ε\s=\s1\.69 per report/.test(await card("fires").textContent()), "the guarantee in a few words, as asked");
const ofAll = await card("daily").locator(".line").textContent();
check(/ε\s=\s2 for all reports of a person about one value/.test(ofAll), `where it is of all reports: ${ofAll}`);
await card("crowd").locator(".badge", { hasText: "Odd reports" }).waitFor();
checkEqual(await page.locator(".badge", { hasText: "Odd reports" }).count(), 1, "only what is odd says so");
const before = number(await card("fires").locator(".figures-line").textContent().then((text) => text.split(" ")[0]));
await page.waitForFunction(
  (old) =>
    Number(document.querySelector('[data-collection="fires"] .figures-line').textContent.replace(/\D/g, "")) > old,
  before,
);
checkEqual(await page.getAttribute("#connection", "data-state"), "live", "the list is live");
for (const fault of await accessibilityFaults(page)) check(false, `list: ${fault}`);
await picture(page, "list-desktop-light-en");

// A collection, by keyboard.
await card("fires").locator("a").focus();
await page.keyboard.press("Enter");
await page.waitForSelector("#estimates svg");
await page.waitForSelector("#map svg");
const promise = await page.textContent("#guarantee");
check(promise.includes("factor of 5.42") && /ε\s=\s1\.69\)/.test(promise), `the guarantee: ${promise}`);
check(promise.includes("is not protected"), "and what it does not protect");
checkEqual(await page.locator(".banner").count(), 0, "no banner where it is private");
const budget = await page.textContent("#budget");
check(/ε\s=\s2\.31 of 4 is left for the data set “fires-2026”/.test(budget), `the budget: ${budget}`);
check((await page.textContent("#downloads")).includes("“sourdine estimate” reads it"), "what reads the tally");
check(!(await page.textContent(".facts")).includes("asked for"), "where what was asked is spent, it is said once");
checkEqual(await page.locator("#caveats li").count(), 2, "the caveats");
checkEqual(await page.locator("#map .areas path").count(), 17, "all regions are on the map");
// The map calls a region what the bars and the table call it, not by its main town, and has chosen none by itself.
const letters = (text) => text.replace(/[^\p{L}\d]/gu, "");
const onMap = (await page.locator("#map .names text").allTextContents()).map(letters);
const { regions } = await answer("/v1/collections/fires/map");
for (const { seat } of regions.filter(({ name, seat }) => !name.includes(seat)))
  check(!onMap.includes(letters(seat)), `${seat} is no name of a region`);
check(onMap.includes("Altitude800") && onMap.includes("LoueLison"), `names on the map: ${onMap}`);
checkEqual(await page.locator("#map .borders .chosen").count(), 0, "no region is marked before one is chosen");
check((await page.textContent("#region")).includes("Choose a region"), "how to learn its numbers");
const altitude = regions.findIndex(({ name }) => name === "CC Altitude 800");
await page.locator("#map .areas path").nth(altitude).click();
checkEqual(await page.locator("#map .borders .chosen").count(), 1, "the chosen region is marked");
checkEqual(await page.textContent("#region strong"), "CC Altitude 800", "and named");
const facts = await page.textContent("#region span");
check(/^[\d,]+ \([\d,]+ to [\d,]+\) · main town Levier$/.test(facts), `with its numbers: ${facts}`);
const total = () => page.textContent("#activity-numbers strong").then(number);
const first = await total();
await page.waitForFunction(
  (old) => Number(document.querySelector("#activity-numbers strong").textContent.replace(/\D/g, "")) > old,
  first,
);
checkEqual(await page.textContent("#connection strong"), "Live", "it is live");
// Estimates follow, and what the reader holds stays in their hands.
await page.locator("#estimates-table").evaluate((table) => (table.closest("details").open = true));
await page.locator("#estimates details.numbers summary").focus();
const basis = await page.textContent("#basis");
await page.waitForFunction((old) => document.querySelector("#basis").textContent !== old, basis);
checkEqual(
  await page.evaluate(() => document.activeElement?.tagName),
  "SUMMARY",
  "an update leaves the focus where it was",
);
check(await page.locator("#estimates details.numbers").evaluate(({ open }) => open), "and the table open");

// One period: the numbers are the server's.
const { periods } = await answer("/v1/collections/fires/estimates?together=true");
const past = periods[5];
await page.selectOption("#period", past.period);
const rows = page.locator("#estimates-table tbody tr");
checkEqual(await rows.count(), 17, "all values are in the table");
for (const i of [0, 16]) {
  const cells = await rows.nth(i).locator("td").allTextContents();
  const { value, estimate, lower, upper, mostly_noise } = past.values[i];
  checkEqual(await rows.nth(i).locator("th").textContent(), value, "a value's name");
  check(Math.abs(number(cells[0]) - estimate) <= 0.51, `the estimate of ${value}: ${cells[0]} for ${estimate}`);
  const ends = cells[1].split(" to ").map(number);
  check(Math.abs(ends[0] - lower) <= 0.51 && Math.abs(ends[1] - upper) <= 0.51, `its interval: ${cells[1]}`);
  check(cells[2].startsWith(mostly_noise ? "mostly noise" : ""), `what is said of ${value}: ${cells[2]}`);
}
/** No estimate lies outside its interval; where noise gave one that does, its row says so and the server's number. */
async function checkInside(values, where) {
  const written = await page.locator("#estimates-table tbody tr").evaluateAll((all) =>
    all.map((row) => [...row.querySelectorAll("td")].map(({ textContent }) => textContent)),
  );
  checkEqual(written.length, values.length, `${where}: every value has its row`);
  written.forEach(([estimate, interval, note], i) => {
    const [lower, upper] = interval.split(" to ").map(number);
    const shown = number(estimate);
    check(lower <= shown && shown <= upper, `${where}: ${estimate} lies in ${interval}`);
    const isBeyond = values[i].estimate < values[i].lower - 0.5 || values[i].estimate > values[i].upper + 0.5;
    const given = /noise gave (\S+)$/.exec(note)?.[1];
    checkEqual(given !== undefined, isBeyond, `${where}: what is said of ${values[i].value}: ${note}`);
    if (given) check(Math.abs(number(given) - values[i].estimate) <= 0.51, `${where}: what noise gave: ${given}`);
  });
  return values.filter(({ estimate, lower, upper }) => estimate < lower - 0.5 || estimate > upper + 0.5).length;
}
await checkInside(past.values, "a period");
check((await page.evaluate(() => location.hash)).includes(`period=${past.period}`), "the choice is in the address");
const thin = periods.find(({ is_shown }) => !is_shown);
await page.selectOption("#period", thin.period);
const few = await page.textContent("#too-few");
check(few.includes("Fewer than 100 reports: nothing shown yet"), `too few in a period: ${few}`);
check(!(await page.isVisible("#estimates-table")), "and nothing is shown of it");
await page.selectOption("#period", "");
await page.locator("#measure input[value=share]").check({ force: true });
const share = await rows.first().locator("td").first().textContent();
check(/%$/.test(share), `as shares: ${share}`);
await page.locator("#measure input[value=count]").check({ force: true });
await page.locator("#order input[value=largest]").check({ force: true });
const sorted = (await rows.locator("td:nth-child(2)").allTextContents()).map(number);
check(sorted.every((value, i) => i === 0 || value <= sorted[i - 1]), `largest first: ${sorted}`);
await page.locator("#confidence input[value='0.99']").check({ force: true });
await page.waitForFunction(() => document.querySelector("#estimates-table thead").textContent.includes("99%"));
check(mock.seen.some(({ url }) => url.includes("confidence=0.99")), "another confidence is asked for");

// Lines over time: at most six.
const lines = () => page.locator("#lines svg path[stroke-width='2'], #lines svg g[stroke-width='2'] path").count();
checkEqual(await lines(), 3, "three values over time");
for (let box = 0; box < 8; ++box) {
  const one = page.locator("#labels input").nth(box);
  if (!(await one.isChecked()) && (await one.isEnabled())) await one.click();
}
checkEqual(await lines(), 6, "and at most six");
checkEqual(await page.locator("#labels input:not(:disabled)").count(), 6, "the others wait");

// Files.
const csv = await download(page, page.locator("#all-estimates"));
const taken = parseCsv(csv.bytes.toString("utf8"));
checkEqual(csv.name, "fires-estimates.csv", "the name of a file");
checkEqual(taken.length, 1 + 17 * (periods.filter(({ is_shown }) => is_shown).length + 1), "all estimates as CSV");
const tally = await download(page, page.locator("#tally"));
checkEqual(tally.name, "fires.stly", "the tally's name");
checkEqual(tally.bytes.subarray(0, 4).toString(), "STLY", "the tally is the server's");
await page.locator("#downloads summary").click();
const commands = await page.locator(".links code").allTextContents();
check(commands.length >= 5 && commands.every((text) => text.includes("Bearer $TOKEN")), "how programs ask");
await checkNoToken(page, "a collection");

// A reload stays logged in, in this tab only.
await page.reload();
await page.waitForSelector("#estimates svg");
checkEqual(await page.locator("#order input:checked").getAttribute("value"), "largest", "a reload keeps the view");
const other = await open();
await other.page.goto(collection("fires"));
await other.page.waitForSelector("#token");
check(true, "another tab asks for a token");

// The server goes away and comes back.
await mock.stop();
await page.waitForSelector("#connection[data-state=lost]");
const lost = await page.textContent("#connection");
check(lost.includes("Connection lost") && lost.includes("What is shown is from"), `that it is lost: ${lost}`);
check(await page.isVisible("#estimates svg"), "what was shown stays");
await page.waitForFunction(() => /Next try in \d+ s/.test(document.querySelector("#connection").textContent));
for (const fault of await accessibilityFaults(page)) check(false, `lost: ${fault}`);
await picture(page, "lost-desktop-light-en", false);
await mock.restart();
await page.locator("#connection button").click({ timeout: 5000 }).catch(() => {}); // it may have been faster
await page.waitForSelector("#connection[data-state=live]");
const back = await total();
await page.waitForFunction(
  (old) => Number(document.querySelector("#activity-numbers strong").textContent.replace(/\D/g, "")) > old,
  back,
);
// A reader who is not there to log in again.
await enter(other.page, tokens.single);
await other.page.waitForSelector("main .told");
check((await other.page.textContent("main")).includes("may not see it"), "a token for one collection opens no other");
await other.page.click(".back a");
await other.page.waitForSelector(".collection");
checkEqual(await other.page.locator(".collection").count(), 1, "and lists its own");
mock.revoke(tokens.single);
await other.page.waitForSelector("#token");
check((await other.page.textContent("#said")).includes("has been revoked"), "a token revoked meanwhile");
checkEqual(await other.page.evaluate(() => sessionStorage.length), 0, "is forgotten");
await other.context.close();

// One clock on the whole page: the reader's.
const abroad = await open({ timezoneId: "Asia/Tokyo" });
await abroad.page.goto(collection("fires"));
await abroad.page.waitForSelector("#token");
await enter(abroad.page, tokens.reader);
await abroad.page.waitForSelector("#activity-table tbody th", { state: "attached" });
const [minuteThere] = await abroad.page.locator("#activity-table tbody th").allTextContents();
const hourThere = (ago) =>
  new Date(Date.now() - ago).toLocaleTimeString("en-GB", { timeZone: "Asia/Tokyo", hour: "2-digit" });
check([hourThere(0), hourThere(120_000)].includes(minuteThere.slice(0, 2)), `the time in Tokyo: ${minuteThere}`);
await abroad.context.close();

// The other kinds of collections.
async function visit(id, more) {
  await page.goto(collection(id, more));
  await page.waitForFunction(() => {
    const summary = document.querySelector("#screening-summary")?.textContent ?? "Loading";
    return !/^(Loading|Chargement)/.test(summary);
  });
}
await visit("fires", `&period=${past.period}&measure=share`);
checkEqual(await page.locator("#period").inputValue(), past.period, "a link opens its period");
checkEqual(await page.locator("#measure input:checked").getAttribute("value"), "share", "and its measure");
await visit("fires", "&period=1999-01-01");
checkEqual(await page.locator("#period").inputValue(), "", "a period of nothing is all together");
mock.pause(); // so that the page and this test are told the same
await visit("ages");
checkEqual(await page.locator("#leaves svg rect").count(), 64, "one bar per leaf, in order");
const { together } = await answer("/v1/collections/ages/estimates?together=true");
const beyond = await checkInside(together.values, "ages");
check(beyond > 1, "noise put some ages below zero");
const told = await page.textContent("#beyond");
check(told.startsWith(`For ${beyond} values noise gave a number that cannot be`), `in words: ${told}`);
const raw = parseCsv((await download(page, page.locator("#all-estimates"))).bytes.toString("utf8"));
check(raw.slice(1).some((row) => Number(row[4]) < 0), "files have what noise gave");
mock.resume();
check((await page.textContent(".check")).includes("level 3 with 8,101 of 48,211 reports"), "what a finding is about");
checkEqual(await page.locator("#period").isVisible(), false, "no periods to choose");
checkEqual(await page.locator("#map").count(), 0, "no map");
check((await page.textContent("#downloads")).includes("“sourdine range query”"), "what reads the tally of a range");
checkEqual(await page.locator(".check").count(), 13, "every check has its card");
checkEqual(await page.locator(".check:visible").count(), 3, "many of them behind a summary");
await visit("wellbeing");
checkEqual(await page.locator("#attribute option").count(), 3, "the questions of a survey");
check((await page.textContent("#downloads")).includes("“sourdine survey estimate”"), "what reads that of a survey");
await page.locator("#measure input[value=share]").check({ force: true });
const shares = (await page.locator("#estimates-table tbody td:nth-child(2)").allTextContents()).map((text) =>
  Number(text.replace("%", "")),
);
check(Math.abs(shares.reduce((sum, one) => sum + one) - 100) < 15, `shares are of all reports: ${shares}`);
await page.locator("#measure input[value=count]").check({ force: true });
await page.selectOption("#attribute", "canton");
checkEqual(await page.locator("#estimates-table tbody tr").count(), 30, "the values of one question");
checkEqual(
  await page.locator("#estimates-table tbody th").first().textContent(),
  "<img src=x onerror=alert(1)>",
  "a value is text",
);
const elements = "#page img, #page script, #page b, #page main i:not([class]):not([aria-hidden])";
checkEqual(await page.locator(elements).count(), 0, "no label became an element");
// Noise pushes some estimates below zero; bars stay right of the names even so.
checkEqual(await page.locator("#estimates .short svg rect").count(), 24, "the largest of many");
await page.locator("#estimates button.more").click();
checkEqual(await page.locator("#estimates .short svg rect").count(), 30, "and all when asked");
const overlap = await page.locator("#estimates .short svg").evaluate((svg) => {
  const boxes = (selector) => [...svg.querySelectorAll(selector)].map((one) => one.getBoundingClientRect());
  const names = boxes("text").filter(({ left }) => left < svg.getBoundingClientRect().left + 150);
  return Math.max(...names.map(({ right }) => right)) - Math.min(...boxes("rect, circle").map(({ left }) => left));
});
check(overlap <= 0, `no bar lies over a name, not by ${overlap} pixels`);
await page.selectOption("#attribute", "smokes <i>daily</i>");
checkEqual(await page.locator("#labels input").count(), 2, "the lines follow the question");
await visit("doors-2026");
check((await page.textContent("main")).includes("Closed on 12 October 2026"), "a closed one says when");
await visit("rehearsal");
checkEqual(await page.locator(".banner[role=alert]").count(), 1, "a banner where randomness is seeded");
check((await page.textContent("#guarantee")).startsWith("Not private"), "that it is not private");
check((await download(page, page.locator("#all-estimates"))).name.startsWith("NOT-PRIVATE-"), "its files say so");
await visit("new-station");
check((await page.textContent("#too-few")).includes("37 have arrived"), "too few reports");
check((await page.textContent("#screening-summary")).startsWith("Too few reports to tell: from 100"), "nor to tell");
checkEqual(await page.locator(".check").count(), 0, "and no check calls them fine");
await visit("first");
check(/ with 1 of 1 report, 0\.5 expected/.test(await page.textContent(".checks")), "one report is one");
check((await page.textContent(".checks")).includes("1.3, 1 report, standard"), "in every finding");
check((await page.textContent(".facts")).includes("1 report on"), "and where they are shown from");
check((await page.textContent("#basis")).startsWith("From 1 report ·"), "and in the estimates");
// Where people answer from a permanent response, ε is of all reports from it: no sentence may promise it of one report.
await visit("daily");
const always = await page.textContent("#guarantee");
const ofOne = "Had all reports that any one person made about one value, from one permanent response, been about another";
check(always.startsWith(ofOne), `ε of all: ${always}`);
check(/factor of 7\.39 \(ε\s=\s2\); .*which of them are about equal values is not protected/.test(always), always);
const memo = await page.textContent("#memo");
check(/one of them alone spends about ε\s=\s1, all together spend at most ε\s=\s2\./.test(memo), `of one: ${memo}`);
// Few reports a day have narrow intervals; the numbers of all together are written as they are wide, in whole numbers.
const numbers = (await page.locator("#estimates-table tbody td:nth-child(2)").allTextContents()).join(" ");
check(/^[\d, ]+$/.test(numbers), `one precision: ${numbers}`);
await visit("empty");
check((await page.textContent("#too-few")).includes("No report has arrived yet"), "no reports at all");
checkEqual(await page.getAttribute("#estimates", "aria-busy"), "false", "and nothing to wait for");
check((await page.textContent("#screening-summary")).includes("nothing yet"), "nobody there is called honest");
checkEqual(await page.locator("#period").isVisible(), false, "no period to choose from");
check((await page.textContent(".facts")).includes("2; a report spends 1.2345"), "what was asked and what is spent");
check(/ε\s=\s1\.2345\)/.test(await page.textContent("#guarantee")), "and the promise is what is spent");
await visit("crowd");
check((await page.textContent(".odd-line")).includes("1 of 2 checks is odd"), "what is odd is said at the top");
checkEqual(await page.locator(".check.odd").count(), 1, "one check is odd");
check(!(await page.isVisible("#beyond")), "nothing is said of noise where all estimates are possible");
check(/Odd: farthest: 3 ones with 13,115 of 30,500/.test(await page.textContent(".check.odd")), "and says why");
check((await page.textContent(".check.odd")).includes("p < 10⁻⁶"), "with its p");
checkEqual(await page.locator(".check.odd svg rect").count(), 4, "expected and observed");
await page.goto(collection("nothing-here"));
await page.waitForSelector("main [role=alert]");
check((await page.textContent("main")).includes("no such collection"), "an address of nothing");

// Languages, colours, phones.
const french = {
  fires: "Si un rapport quelconque",
  ages: "« sourdine range query »",
  wellbeing: "« sourdine survey estimate »",
  daily: "Si tous les rapports qu’une personne quelconque a faits sur une même valeur, d’une même réponse permanente",
  "new-station": "Trop peu de rapports pour le dire : à partir de 100 rapports",
  first: "avec 1 rapport sur 1, attendu : 0,5[^]*pour 1 rapport,",
  crowd: "Étrange",
};
const others = ["doors-2026", "rehearsal", "empty"]; // of which nothing more is expected than "Estimations"
const kinds = [...Object.keys(french), ...others];
for (const id of kinds) {
  await visit(id);
  await page.locator("#language input[value=fr]").focus();
  await page.keyboard.press("Space");
  await page.waitForSelector("html[lang=fr]");
  await page.waitForFunction(() => !document.querySelector("#screening-summary")?.textContent.startsWith("Chargement"));
  const expected = french[id] ?? "Estimations";
  const speaksFrench = page.waitForFunction(
    (pattern) => new RegExp(pattern).test(document.querySelector("#page").textContent.replace(/[\u00a0\u202f]/g, " ")),
    expected,
  );
  check(await speaksFrench.then(() => true, () => false), `${id} speaks French`);
  const body = (await page.textContent("#page")).replace(/[\u00a0\u202f]/g, " ");
  const left = await page.evaluate(() =>
    [...document.querySelectorAll("main [lang=en]")].map((one) => one.textContent).join("; "),
  );
  checkEqual(left, "", `${id}: nothing stays English`);
  check(!/NaN|Infinity|undefined|null/.test(body), `${id}: every number is one`);
  for (const fault of await accessibilityFaults(page, "structure")) check(false, `${id}: ${fault}`);
  await picture(page, `${id}-desktop-light-fr`);
  await page.setViewportSize({ width: 360, height: 740 });
  await picture(page, `${id}-phone-light-fr`);
  const overflow = await pixelsTooWide(page);
  check(overflow <= 0, `${id} on a telephone: nothing is wider than the screen, not by ${overflow} pixels`);
  await page.setViewportSize({ width: 1280, height: 900 });
  check(!/group|groupe \d/.test(body), `${id}: no number stands for something that has a name`);
}
for (const colorScheme of ["dark", "light"]) {
  await page.emulateMedia({ colorScheme });
  for (const id of ["fires", "rehearsal", "crowd"]) {
    await visit(id);
    for (const fault of await accessibilityFaults(page, "colours")) check(false, `${id}, ${colorScheme}: ${fault}`);
    await picture(page, `${id}-desktop-${colorScheme}-en`);
  }
}
await page.goto(`${mock.url}#lang=fr`);
await page.waitForSelector(".collection");
await page.setViewportSize({ width: 360, height: 740 });
const wide = await pixelsTooWide(page);
check(wide <= 0, `the list on a telephone: not wider by ${wide} pixels`);

// Logging out.
checkEqual((await page.evaluate(() => refusedByPolicy)).join("; "), "", "nothing was refused by the policy");
await page.click("#logout");
await page.waitForSelector("#token");
checkEqual(await page.evaluate(() => sessionStorage.length), 0, "the token is forgotten");
await checkNoToken(page, "after logging out");
const asked = mock.seen.length;
await page.waitForTimeout(1500);
checkEqual(mock.seen.length, asked, "nothing is asked any more");
await page.reload();
await page.waitForSelector("#token");
check(mock.seen.every(({ url, hasToken }) => url === "/" || hasToken), "every question carried its token");
check(mock.seen.every(({ url }) => url === "/" || url.startsWith("/v1/")), "and nothing else was asked for");

checkEqual(problems.join("; "), "", "problems of the page");
await browser.close();
await mock.close();
process.exit(failed() ? 1 : 0);
