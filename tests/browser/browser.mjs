// The installed chromium, driven by the playwright-core of the web build; nothing is ever downloaded.
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const project = process.env.SOURDINE_WEB_DIR ?? resolve(here, "../../web");
const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";

const require = createRequire(join(project, "package.json"));

/** What axe-core finds wrong with the page for people who use a keyboard or a screen reader, or need contrast. Contrast
 * takes it nearly all of its time, and is the same in every language: `part` is "colours", "structure", or both. */
export async function accessibilityFaults(page, part = "everything") {
  await page.evaluate(require("axe-core").source);
  const options = {
    everything: {},
    colours: { runOnly: ["color-contrast"] },
    structure: { rules: { "color-contrast": { enabled: false } } },
  }[part];
  // It does not see the areas of the map that names stand on, and compares them with the page behind.
  const { violations } = await page.evaluate(
    (how) => globalThis.axe.run({ exclude: [[".map .names"]] }, how),
    options,
  );
  return violations.map(({ help, nodes }) => `${help}: ${nodes[0].html.slice(0, 120)}`);
}

/** Whether the browser draws: one that never shows a frame (its compositor did not start) can test nothing. */
async function draws(browser) {
  const page = await browser.newPage();
  const frame = page.evaluate(() => new Promise((done) => requestAnimationFrame(() => done(true))));
  const late = new Promise((done) => setTimeout(done, 20_000, false));
  const drawn = await Promise.race([frame.catch(() => false), late]);
  await page.close();
  return drawn;
}

/** A browser that draws. Ends the test as skipped (77) when there is no chromium. */
export async function launch() {
  if (!existsSync(executablePath)) {
    console.log(`skipped: ${executablePath} is not installed`);
    process.exit(77);
  }
  const { chromium } = require("playwright-core");
  const quiet = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-gpu-watchdog",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
  ];
  for (let attempt = 1; ; ++attempt) {
    const browser = await chromium.launch({ executablePath, headless: true, args: quiet });
    if (await draws(browser)) return browser;
    await browser.close();
    console.error(`chromium shows no frame (attempt ${attempt} of 4)`);
    if (attempt === 4) process.exit(1);
  }
}

/** What a click on the locator puts into the reader's hands: the file's name and bytes. */
export async function download(page, locator) {
  const [saved] = await Promise.all([page.waitForEvent("download"), locator.click()]);
  return { name: saved.suggestedFilename(), bytes: readFileSync(await saved.path()) };
}

/** By how many pixels the page is wider than the screen, when it has been drawn for it: a loaded machine needs a while. */
export async function pixelsTooWide(page) {
  await page.waitForTimeout(200);
  const fits = () => document.documentElement.scrollWidth <= window.innerWidth;
  await page.waitForFunction(fits, undefined, { timeout: 20_000 }).catch(() => {});
  return await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
}

let failures = 0;
export function check(holds, sentence) {
  if (holds) return;
  ++failures;
  console.error(`FAILED: ${sentence}`);
}
export function checkEqual(actual, expected, sentence) {
  check(actual === expected, `${sentence}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(actual)}`);
}
export const failed = () => failures;

/** A page of a new offline context, and the list of what goes wrong on it: errors, warnings, and requests to anywhere. */
export async function watchedPage(browser, options) {
  const context = await browser.newContext({ offline: true, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(90_000); // a loaded machine is slow; what hangs still ends
  const problems = [];
  page.on("console", (message) => ["error", "warning"].includes(message.type()) && problems.push(message.text()));
  page.on("pageerror", (error) => problems.push(error.message));
  page.on(
    "request",
    (request) => /^(file|data|blob|about):/.test(request.url()) || problems.push(`asked for ${request.url()}`),
  );
  return { context, page, problems };
}
