// A collector that fits into a test: it counts batches by their keys, and fails as it is told.
import { createServer } from "node:http";
import { completedSpec, fingerprintOf, makeOracle } from "../../dist/node.js";

export async function startMock(asked, settings = {}) {
  const spec = completedSpec(asked);
  const mock = {
    spec,
    fingerprint: await fingerprintOf("oracle", spec),
    settings,
    counted: new Map(), // key → { period, reports, body }
    requests: [], // of batches
    failures: [], // instead of answers, in order: { status, slug, headers? }, { page } (not the collector's), "drop",
    // "lose" (counted, unanswered)
    offline: false,
    files: {}, // path → text of scripts, for browsers
  };
  mock.describe = () =>
    `{"id":"fires","title":"Fires","state":"open","kind":"oracle","spec":${mock.spec},` +
    `"fingerprint":"${mock.fingerprint}",` +
    JSON.stringify({
      report_bytes: makeOracle(asked).reportBytes,
      period: null,
      clock_window_seconds: 259200,
      clock_ahead_seconds: 300,
      late_window_seconds: 2678400,
      jitter_seconds: 0,
      max_batch_reports: 1000,
      max_batch_bytes: 1 << 20,
      max_reports_per_minute: null,
      server_time: new Date().toISOString(),
      ...mock.settings,
    }).slice(1);
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk) => (body += chunk));
    request.on("end", () => mock.turn(request, () => answer(mock, request, body, response)));
  });
  mock.turn = (_, next) => next();
  /** Lets `count` batches arrive, all of them, before the first is answered. */
  mock.hold = (count) => {
    const held = [];
    let release;
    const arrived = new Promise((done) => {
      release = () => ((mock.turn = (_, next) => next()), held.forEach((next) => next()));
      mock.turn = (request, next) => {
        if (request.method !== "POST") return next();
        if (held.push(next) === count) done();
      };
    });
    return { arrived, release };
  };
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  mock.url = `http://127.0.0.1:${server.address().port}`;
  mock.close = () => new Promise((done) => (server.closeAllConnections(), server.close(done)));
  return mock;
}

function answer(mock, request, body, response) {
  if (mock.offline) return request.socket.destroy();
  const send = (status, json, headers = {}) =>
    response.writeHead(status, { "Content-Type": "application/json", ...headers }).end(JSON.stringify(json));
  const problem = (status, slug, headers) =>
    send(status, { type: `urn:sourdine:problem:${slug}`, title: slug, status, detail: "in a test", hint: "" }, headers);
  if (request.method === "GET" && !request.url.startsWith("/v1/")) {
    const script = mock.files[request.url];
    response.setHeader("Content-Type", script ? "text/javascript" : "text/html");
    return response.end(script ?? "<!doctype html><title>a page</title>");
  }
  if (request.headers.authorization !== "Bearer sdc_test") return problem(401, "token-unknown");
  const url = new URL(request.url, mock.url);
  if (request.method === "GET" && url.pathname === "/v1/collections/fires") {
    return response.writeHead(200, { "Content-Type": "application/json" }).end(mock.describe());
  }
  if (request.method !== "POST" || url.pathname !== "/v1/collections/fires/reports") return problem(404, "not-found");
  const key = request.headers["idempotency-key"];
  mock.requests.push({ key, body, period: url.searchParams.get("period"), type: request.headers["content-type"] });
  const failure = mock.failures.shift();
  if (failure === "drop") return request.socket.destroy();
  if (failure?.page !== undefined) return response.writeHead(200, { "Content-Type": "text/html" }).end(failure.page);
  if (failure?.status) return problem(failure.status, failure.slug, failure.headers);
  const before = mock.counted.get(key);
  if (before && before.body !== body) return problem(409, "key-reused");
  const { reports } = JSON.parse(body);
  mock.counted.set(key, { period: url.searchParams.get("period"), reports, body });
  if (failure === "lose") return request.socket.destroy();
  send(200, { accepted: reports.length, repeated: before !== undefined });
}

/** A clock that only sleeping moves. */
export function fakeClock(start = Date.now()) {
  const clock = {
    time: start,
    slept: [],
    now: () => clock.time,
    sleep: async (ms) => void (clock.slept.push(ms), (clock.time += ms)),
  };
  return clock;
}
