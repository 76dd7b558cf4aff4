#!/usr/bin/env node
// collector_mock.mjs PAGE.html [PORT]: a collector's /v1 with invented numbers, for looking at the dashboard and
// testing it: fires by day with a map, ages (a range), a survey of three questions, a closed collection, a seeded one,
// one with too few reports, one with none, and one whose reports are odd. Reports arrive every second. Names hold
// markup, which must stay text.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { pathToFileURL } from "node:url";
import { day, makeCollections, minute, noise, round, sum } from "./collector_mock_collections.mjs";

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
  const leastOf = (one) => one.min_reports ?? 100;

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
    min_reports: leastOf(one),
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
    const base = { period: label || null, reports: n, is_shown: n >= leastOf(one), min_reports: leastOf(one) };
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

  const spanOf = ({ period, counts }) =>
    period && counts.size > 0 ? { period: [...counts.keys()][0], to: [...counts.keys()].at(-1) } : {};

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
        together: { ...shownOf(one, "", total(one), confidence), ...spanOf(one) },
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
    const { reports, updated, state } = describe(one);
    return `event: update\ndata: ${JSON.stringify({ reports, updated, state })}\n\n`;
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
    new Promise((done, fail) => {
      server = createServer(handle);
      const listen = () => server.listen(at, "127.0.0.1", () => done(server.address().port));
      // Between two starts, somebody's connection to elsewhere may have the port for a while.
      server.on("error", (error) => (at !== 0 && error.code === "EADDRINUSE" ? setTimeout(listen, 100) : fail(error)));
      listen();
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
