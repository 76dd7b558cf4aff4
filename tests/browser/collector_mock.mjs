#!/usr/bin/env node
// collector_mock.mjs PAGE.html [PORT]: a collector's /v1 with invented numbers, for looking at the dashboard and
// testing it: fires by day with a map, ages (a range), a survey of three questions, a closed collection, a seeded one,
// one with too few reports, one with none, and one whose reports are odd. Reports arrive every second. Names hold markup,
// which must stay text.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { pathToFileURL } from "node:url";
import { doubsRegions } from "../../web/sample-words.mjs";

export const tokens = {
  reader: "sdr_mock-reader-0123456789abcdefghijklmnopqrstuv",
  single: "sdr_mock-single-0123456789abcdefghijklmnopqrstuv", // only the survey
  client: "sdc_mock-client-0123456789abcdefghijklmnopqrstuv",
  expired: "sdr_mock-expired-123456789abcdefghijklmnopqrstuv",
  revoked: "sdr_mock-revoked-123456789abcdefghijklmnopqrstuv",
};

const pageHeaders = {
  "Content-Type": "text/html; charset=utf-8",
  "Cache-Control": "no-store",
  "Content-Security-Policy":
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; connect-src 'self'; " +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "Referrer-Policy": "no-referrer",
};
const minute = 60_000;
const day = 24 * 60 * minute;
const round = (x) => Number(x.toFixed(4));
/** The same every time for the same words: standard normal. */
function noise(...words) {
  const bytes = createHash("sha256").update(words.join("|")).digest();
  const uniform = (at) => (bytes.readUInt32LE(at) + 1) / 4294967297;
  return Math.sqrt(-2 * Math.log(uniform(0))) * Math.cos(2 * Math.PI * uniform(4));
}
const sum = (values) => values.reduce((a, b) => a + b, 0);
const normalised = (weights) => weights.map((weight) => weight / sum(weights));

const caveats = [
  "not protected: that a report was sent, when, and how many there are",
  "m reports about the same person or value together spend m times this epsilon",
];
const guarantee = (epsilon, more = {}) => ({
  epsilon_asked: epsilon,
  epsilon: epsilon - 3e-7,
  delta: 0,
  model: "local",
  unit: "the value in one report",
  neighbours: "replace the value by any other value of the domain",
  protects: "report value",
  against: "replace",
  caveats,
  ...more,
});

const dayLabel = (time) => new Date(time).toISOString().slice(0, 10);
const monthLabels = (count) =>
  Array.from({ length: count }, (_, i) => {
    const now = new Date();
    return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - (count - 1 - i), 15)).toISOString().slice(0, 7);
  });
const fine = (name, title, detail, p, shares, n) => ({
  name,
  title,
  p,
  is_odd: false,
  detail,
  expected: shares.map(round),
  observed: shares.map((share, i) => Math.round(n * share + 0.6 * Math.sqrt(n * share) * noise(name, i))),
});
const titles = {
  ones: "the number of ones in a report: one bit is about the value, all others are noise",
  sum: "the sum of the estimates, which is near the number of reports",
  counts: "every count, which lies between that of a value nobody holds and one that all hold",
  seeds: "the first bits of the hash functions' seeds, which are drawn evenly",
  cohorts: "the cohorts, which are drawn evenly",
  levels: "the levels that reports are about, which are drawn by public weights",
  attributes: "the attributes that reports are about, which are drawn evenly",
};
const bell = (count, mean, width) =>
  normalised(Array.from({ length: count }, (_, i) => Math.exp(-(((i - mean) / width) ** 2) / 2)));

/** What is known of each collection; `periods` are labels with reports, [""] where there are none. */
function makeCollections() {
  const now = Date.now();
  const days = Array.from({ length: 30 }, (_, i) => dayLabel(now - (29 - i) * day));
  const fires = {
    id: "fires",
    title: "Interventions in the Doubs",
    kind: "oracle",
    period: "day",
    guarantee: guarantee(1.69),
    budget: { dataset: "fires-2026", spent: "1.6899997", limit: "4", left: "2.3100003" },
    map: { regions: doubsRegions.map(({ population, ...region }) => region) },
    values: doubsRegions.map(({ name }) => name),
    shares: normalised(doubsRegions.map(({ population }) => population)),
    counts: new Map(days.map((label, i) => [label, Math.round(i === 11 ? 40 : 1900 + 500 * noise("n", label))])),
    spread: 1.1,
    rate: 4,
    checks: (n) => [
      fine(
        "ones",
        titles.ones,
        "farthest: 5 ones with 9120 of 50962 reports, 9071.2 expected",
        0.417,
        bell(15, 5, 1.9),
        n,
      ),
      fine("sum", titles.sum, "the estimates add up to 51023.4, 50962 reports, standard error 201.7", 0.382, [], n),
      fine(
        "counts",
        titles.counts,
        "farthest: value 'CA du Grand Besançon' with 21003 of 50962 reports, 9000.1 to 38000.2 expected",
        1,
        [],
        n,
      ),
    ],
  };
  const ages = {
    id: "ages",
    title: "Ages of people helped",
    kind: "range",
    guarantee: guarantee(2),
    budget: { dataset: "ages", spent: 2, limit: null, left: null },
    values: Array.from({ length: 64 }, (_, i) => `${2 * i}–${2 * i + 1}`),
    shares: normalised(
      Array.from({ length: 64 }, (_, i) => Math.exp(-(((i - 18) / 9) ** 2)) + 0.7 * Math.exp(-(((i - 39) / 6) ** 2))),
    ),
    counts: new Map([["", 48211]]),
    spread: 2.4,
    rate: 6,
    checks: (n) => [
      fine(
        "levels",
        titles.levels,
        "farthest: level 3 with 8101 of 48211 reports, 8035.2 expected",
        0.403,
        normalised([1, 1, 1, 1, 1, 1]),
        n,
      ),
      ...[1, 2, 3, 4, 5, 6].flatMap((level) => [
        fine(
          `seeds/level ${level}`,
          `level ${level}: ${titles.seeds}`,
          "farthest: seeds beginning 001 and 001 with 60 of 8035 reports, 31.4 expected",
          0.739,
          normalised(Array(256).fill(1)),
          n / 6,
        ),
        fine(
          `counts/level ${level}`,
          `level ${level}: ${titles.counts}`,
          "farthest: value 1 with 4003 of 8035 reports, 2000.1 to 6000.2 expected",
          1,
          [],
          n / 6,
        ),
      ]),
    ],
  };
  const months = monthLabels(8);
  const survey = {
    id: "wellbeing",
    title: "Well-being <b>&</b> habits",
    kind: "tuple",
    period: "month",
    guarantee: guarantee(2, {
      unit: "all attributes of one tuple",
      neighbours: "replace the tuple by any other tuple",
      protects: "tuple",
      levels: [{ protects: "attribute", epsilon: 1.0986 }],
      caveats: [
        "one attribute, the others being as they are, has epsilon 1.0986",
        ...caveats,
        "which attribute a report is about is public, and does not depend on the person",
      ],
    }),
    budget: { dataset: "wellbeing", spent: 2, limit: 2, left: 0 },
    questions: [
      { name: "mood", values: ["good", "fair", "bad"], shares: [0.55, 0.3, 0.15] },
      { name: "smokes <i>daily</i>", values: ["yes", "no"], shares: [0.22, 0.78] },
      {
        name: "canton",
        values: Array.from({ length: 30 }, (_, i) => (i === 0 ? "<img src=x onerror=alert(1)>" : `canton ${i + 1}`)),
        shares: normalised(Array.from({ length: 30 }, (_, i) => 1 / (i + 2))),
      },
    ],
    counts: new Map(months.map((label) => [label, Math.round(9000 + 900 * noise("w", label))])),
    spread: 1.3,
    rate: 3,
    checks: (n) => [
      fine(
        "attributes",
        titles.attributes,
        "farthest: attribute 'smokes <i>daily</i>' with 24401 of 72900 reports, 24300.0 expected",
        0.549,
        [1 / 3, 1 / 3, 1 / 3],
        n,
      ),
    ],
  };
  const weeks = ["2026-W36", "2026-W37", "2026-W38", "2026-W39", "2026-W40", "2026-W41"];
  const plain = (values, shares) => ({
    kind: "oracle",
    guarantee: guarantee(1),
    budget: null,
    values,
    shares,
    spread: 1.9,
    rate: 0,
  });
  const closed = {
    id: "doors-2026",
    title: "Open doors, autumn 2026",
    ...plain(["first visit", "came before", "staff"], [0.62, 0.33, 0.05]),
    period: "week",
    closed: "2026-10-12T08:00:00.000Z",
    updated: Date.parse("2026-10-11T21:40:00.000Z"),
    counts: new Map(weeks.map((label) => [label, Math.round(2400 + 300 * noise(label))])),
    checks: (n) => [
      fine(
        "ones",
        titles.ones,
        "farthest: 1 one with 6402 of 13839 reports, 6365.9 expected",
        0.08,
        [0.2, 0.46, 0.28, 0.06],
        n,
      ),
    ],
  };
  const seeded = {
    id: "rehearsal",
    title: "A rehearsal with seeded tablets",
    ...plain(["yes", "no", "rather not say"], [0.5, 0.4, 0.1]),
    randomness: "seeded, not private",
    counts: new Map([["", 12000]]),
    rate: 1,
    checks: (n) => [
      fine(
        "ones",
        titles.ones,
        "farthest: 1 one with 5530 of 12004 reports, 5521.8 expected",
        0.66,
        [0.2, 0.46, 0.28, 0.06],
        n,
      ),
    ],
  };
  const few = {
    id: "new-station",
    title: "The new station",
    ...plain(["north", "south", "east", "west"], [0.25, 0.25, 0.25, 0.25]),
    period: "day",
    counts: new Map([[dayLabel(now), 37]]),
    checks: () => [],
  };
  const empty = {
    id: "empty",
    title: "Nobody has reported here",
    ...plain(["yes", "no"], [0.5, 0.5]),
    // What thresholded histograms and narrow sketches do.
    guarantee: { ...guarantee(2), epsilon: 1.23441 },
    period: "day",
    updated: null,
    counts: new Map(),
    checks: () => [],
  };
  const odd = {
    id: "crowd",
    title: "Crowd reports from the stadium",
    ...plain(["calm", "crowded", "dangerous"], [0.5, 0.35, 0.15]),
    counts: new Map([["", 30500]]),
    rate: 3,
    checks: (n) => [
      {
        name: "ones",
        title: titles.ones,
        p: 3.2e-41,
        is_odd: true,
        detail: "farthest: 3 ones with 13115 of 30500 reports, 1830.0 expected",
        expected: [0.2, 0.46, 0.28, 0.06],
        observed: [0.12, 0.25, 0.2, 0.43].map((share) => Math.round(share * n)),
      },
      fine(
        "cohorts",
        titles.cohorts,
        "farthest: cohort 12 with 501 of 30500 reports, 476.6 expected",
        0.572,
        normalised(Array(64).fill(1)),
        n,
      ),
    ],
  };
  return new Map([fires, ages, survey, closed, seeded, few, empty, odd].map((one) => [one.id, one]));
}

function activityOf(collection) {
  const minutes = new Map();
  const now = Math.floor(Date.now() / minute) * minute;
  for (let i = 59; i >= 1; --i) {
    const lull = i > 20 && i < 25 ? 0.1 : 1;
    const reports = Math.max(0, Math.round(60 * collection.rate * (1 + 0.35 * noise(collection.id, i)) * lull));
    if (reports > 0) minutes.set(now - i * minute, { reports, batches: Math.ceil(reports / 20) });
  }
  return minutes;
}

/** A collector with the page, on a port of its own. */
export async function startMock(page, { port = 0, every = 1000 } = {}) {
  const html = readFileSync(page);
  const collections = makeCollections();
  const started = Date.now() - 40 * day;
  const time = (moment) => new Date(moment).toISOString();
  for (const one of collections.values()) {
    one.activity = activityOf(one);
    if (one.updated === undefined) one.updated = one.rate > 0 ? Date.now() - 4000 : Date.now() - 3 * 60 * minute;
  }
  const seen = []; // every request: method, url, whether it had a token
  const streams = new Set();
  const revoked = new Set([tokens.revoked]);
  const total = (one) => sum([...one.counts.values()]);
  const minReports = 100;

  const describe = (one) => ({
    id: one.id,
    title: one.title,
    state: one.closed ? "closed" : "open",
    kind: one.kind,
    spec: {},
    fingerprint: createHash("sha256").update(one.id).digest("hex"),
    report_bytes: 3,
    period: one.period ?? null,
    clock_window_seconds: 259200,
    clock_ahead_seconds: 300,
    late_window_seconds: 2678400,
    jitter_seconds: one.id === "fires" ? 600 : 0,
    max_batch_reports: 1000000,
    max_batch_bytes: 16777216,
    min_reports: minReports,
    max_reports: null,
    accepts_seeded: one.randomness !== undefined,
    keeps_reports: one.id === "ages",
    retention_days: one.id === "ages" ? 30 : null,
    has_map: one.map !== undefined,
    dataset: one.budget?.dataset ?? one.id,
    created: time(started),
    closed: one.closed ?? null,
    server_time: time(Date.now()),
    guarantee: one.guarantee,
    randomness: one.randomness ?? "private",
    reports: total(one),
    updated: one.updated === null ? null : time(one.updated),
    budget: one.budget,
  });

  const z = { 0.9: 1.645, 0.95: 1.96, 0.99: 2.576 };
  const estimatesOf = (one, label, n, { values, shares, name = "" }, confidence) =>
    values.map((value, i) => {
      const std = one.spread * Math.sqrt(n);
      const drawn = value === "canton 30" ? -4 : 0.8 * noise(one.id, label, value, name); // one is far below zero
      const estimate = n * shares[i] * (1 + 0.15 * noise(value, label)) + std * drawn;
      const half = (z[confidence] ?? 1.96) * std;
      return {
        value,
        estimate: round(estimate),
        std_error: round(std),
        lower: round(Math.max(0, estimate - half)),
        upper: round(Math.max(0, estimate + half)),
        mostly_noise: std > 1 && std > estimate,
      };
    });
  const shownOf = (one, label, n, confidence) => {
    const base = { period: label || null, reports: n, is_shown: n >= minReports, min_reports: minReports };
    if (!base.is_shown) return base;
    if (!one.questions) return { ...base, values: estimatesOf(one, label, n, one, confidence) };
    const each = Math.round(n / one.questions.length);
    return {
      ...base,
      attributes: one.questions.map((question) => ({
        name: question.name,
        reports: each,
        values: estimatesOf(one, label, n, question, confidence), // of all reports
      })),
    };
  };

  const answers = {
    "": (one) => describe(one),
    periods: (one) => ({
      periods: [...one.counts].map(([period, reports]) => ({ period, reports, updated: time(one.updated) })),
    }),
    estimates: (one, query) => {
      const confidence = Number(query.get("confidence") ?? 0.95);
      return {
        collection: one.id,
        confidence,
        consistency: "none",
        population: "fixed",
        randomness: one.randomness ?? "private",
        guarantee: one.guarantee,
        kind: one.kind,
        periods: [...one.counts].map(([label, n]) => shownOf(one, label, n, confidence)),
        together: {
          ...shownOf(one, "", total(one), confidence),
          ...(one.period && one.counts.size > 0 ? { period: [...one.counts.keys()][0], to: [...one.counts.keys()].at(-1) } : {}),
        },
      };
    },
    screening: (one) => ({ checks: one.checks(total(one)), reports: total(one) }),
    activity: (one) => ({ minutes: [...one.activity].map(([at, counted]) => ({ time: time(at), ...counted })) }),
    map: (one) => one.map,
  };

  const problem = (response, status, slug, detail) => {
    const headers = { "Content-Type": "application/problem+json" };
    if (status === 401) headers["WWW-Authenticate"] = "Bearer";
    response.writeHead(status, headers);
    response.end(JSON.stringify({ type: `urn:sourdine:problem:${slug}`, title: slug, status, detail, hint: "" }));
  };
  const updateOf = (one) => {
    const data = { reports: total(one), updated: one.updated && time(one.updated), state: one.closed ? "closed" : "open" };
    return `event: update\ndata: ${JSON.stringify(data)}\n\n`;
  };

  function handle(request, response) {
    const url = new URL(request.url, "http://mock");
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? "")?.[1];
    seen.push({ method: request.method, url: request.url, hasToken: token !== undefined });
    if (url.pathname === "/") {
      response.writeHead(200, pageHeaders);
      return response.end(html);
    }
    if (token === undefined) return problem(response, 401, "token-missing", "no token");
    if (token === tokens.expired) return problem(response, 401, "token-expired", "the token has expired");
    if (revoked.has(token)) return problem(response, 401, "token-revoked", "the token was revoked");
    if (token === tokens.client) return problem(response, 403, "token-scope", "a client may not read");
    const isKnown = token === tokens.reader || token === tokens.single;
    if (!isKnown) return problem(response, 401, "token-unknown", "no such token");
    const allowed = [...collections.values()].filter(({ id }) => token === tokens.reader || id === "wellbeing");
    const parts = url.pathname.split("/").map(decodeURIComponent);
    if (parts[1] !== "v1" || parts[2] !== "collections") return problem(response, 404, "not-found", "nothing here");
    const send = (json) => {
      response.writeHead(200, { "Content-Type": "application/json" });
      response.end(JSON.stringify(json));
    };
    if (parts.length === 3) return send({ collections: allowed.map(describe) });
    const one = allowed.find(({ id }) => id === parts[3]);
    if (!one) return problem(response, 404, "no-such-collection", "no such collection");
    const what = parts[4] ?? "";
    if (what === "tally") {
      response.writeHead(200, { "Content-Type": "application/vnd.sourdine.tally" });
      return response.end(Buffer.from([0x53, 0x54, 0x4c, 0x59, total(one) & 255]));
    }
    if (what === "events") {
      response.writeHead(200, { "Content-Type": "text/event-stream", "Cache-Control": "no-store" });
      response.write(updateOf(one));
      const stream = { one, response };
      streams.add(stream);
      response.on("close", () => streams.delete(stream));
      return;
    }
    const answer = answers[what]?.(one, url.searchParams);
    if (answer !== undefined) return send(answer);
    return problem(response, 404, what === "map" ? "no-map" : "not-found", "no such thing");
  }

  let isPaused = false; // nothing arrives
  function arrive() {
    if (isPaused) return;
    for (const one of collections.values()) {
      if (one.closed || one.rate === 0) continue;
      const label = [...one.counts.keys()].at(-1);
      const reports = Math.max(1, Math.round(one.rate * (1 + 0.4 * noise(Date.now(), one.id))));
      one.counts.set(label, one.counts.get(label) + reports);
      one.updated = Date.now();
      const at = Math.floor(Date.now() / minute) * minute;
      const before = one.activity.get(at) ?? { reports: 0, batches: 0 };
      one.activity.set(at, { reports: before.reports + reports, batches: before.batches + 1 });
    }
    for (const { one, response } of streams) if (!one.closed && one.rate > 0) response.write(updateOf(one));
  }
  const timer = setInterval(arrive, every);
  const still = setInterval(() => streams.forEach(({ response }) => response.write(": still here\n\n")), 15_000);

  let server;
  const start = (at) =>
    new Promise((done) => {
      server = createServer(handle);
      server.listen(at, "127.0.0.1", () => done(server.address().port));
    });
  const stop = () =>
    new Promise((done) => {
      server.close(done);
      server.closeAllConnections();
    });
  const chosen = await start(port);
  return {
    url: `http://127.0.0.1:${chosen}/`,
    seen,
    collections,
    total: (id) => total(collections.get(id)),
    revoke: (token) => {
      revoked.add(token);
      for (const { response } of streams) response.destroy();
    },
    pause: () => (isPaused = true),
    resume: () => (isPaused = false),
    stop,
    restart: () => start(chosen),
    async close() {
      clearInterval(timer);
      clearInterval(still);
      await stop();
    },
  };
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [page, port = "8471"] = process.argv.slice(2);
  if (!page) {
    console.error("usage: collector_mock.mjs PAGE.html [PORT]");
    process.exit(2);
  }
  const { url } = await startMock(page, { port: Number(port) });
  console.log(`${url} with the token ${tokens.reader}`);
}
