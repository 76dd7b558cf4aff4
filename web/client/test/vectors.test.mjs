// The client against what the C++ library computed (vectors.json, written by tests/collector/client_vectors.cc).
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import {
  GivenWords,
  LocalHash,
  MemoClient,
  completedSpec,
  fingerprintOf,
  makeOracle,
  writtenDouble,
} from "../dist/node.js";
import { canonicalSpec, canonicalText, parseWritten, specFrom } from "../dist/node.js";
import { channelOf } from "./support/enumerate.mjs";

const vectors = JSON.parse(readFileSync(new URL("./vectors.json", import.meta.url), "utf8"));
const hex = (bytes) => Buffer.from(bytes).toString("hex");
const bytes = (text) => new Uint8Array(Buffer.from(text, "hex"));
const words = (text) => text.match(/.{16}/g).map((word) => BigInt(`0x${word}`));
const oracleOf = (text) => makeOracle(specFrom(parseWritten(text)));
const named = ({ oracle, k, epsilon, parameters }) =>
  `${oracle}, k = ${k}, ε = ${epsilon} ${JSON.stringify(parameters ?? {})}`;

test("thresholds, ε, specs and fingerprints are those of the C++ library", async () => {
  assert.ok(vectors.cases.length > 150);
  for (const one of vectors.cases) {
    const oracle = makeOracle(one.asked);
    const thresholds = Object.fromEntries(Object.entries(oracle.thresholds).map(([name, x]) => [name, String(x)]));
    assert.deepEqual(thresholds, one.thresholds, named(one.asked));
    assert.equal(oracle.epsilon, one.epsilon, named(one.asked));
    assert.equal(oracle.reportEpsilon, one.report_epsilon, named(one.asked));
    if (one.asked.epsilon > 0) assert.ok(oracle.epsilon <= one.asked.epsilon, named(one.asked));
    assert.equal(oracle.reportBytes, one.report_bytes);
    assert.equal(completedSpec(one.asked), one.spec);
    assert.equal(canonicalText(parseWritten(one.spec)), one.spec);
    assert.equal(await fingerprintOf("oracle", one.spec), one.fingerprint);
    assert.deepEqual(oracleOf(one.spec).thresholds, oracle.thresholds);
  }
});

test("the same random words give the same report", () => {
  let compared = 0;
  for (const one of vectors.cases) {
    const oracle = oracleOf(one.spec);
    for (const { value, words: given, report } of one.reports) {
      assert.equal(
        hex(oracle.randomize(value, new GivenWords(words(given)))),
        report,
        `${named(one.asked)}, value ${value}`,
      );
      ++compared;
    }
  }
  assert.ok(compared > 500, `${compared} reports`);
});

test("the channel is the C++ library's, exactly", () => {
  for (const { spec, seeds, rows } of vectors.channels) {
    const oracle = oracleOf(spec);
    const published = new Set(oracle.spec.oracle === "olh" ? rows.map(([, report]) => report.slice(0, 16)) : [""]);
    assert.equal(published.size, seeds);
    let outputs = 0;
    for (const seed of published) {
      const channel = channelOf(oracle, bytes(seed));
      const expected = rows.filter(([, report]) => report.startsWith(seed));
      outputs += channel.size;
      assert.equal(channel.size, expected.length, spec);
      for (const [value, report, above, below] of expected) {
        const found = channel.get(`${value} ${report}`);
        assert.ok(found, `${spec}: ${report} of ${value} never happens`);
        assert.equal(
          found.numerator * BigInt(below),
          BigInt(above) * BigInt(seeds) * found.denominator,
          `${spec} ${value} ${report}`,
        );
      }
    }
    assert.equal(outputs, rows.length);
  }
});

test("hashes", () => {
  for (const { keys, buckets, word_bits, rows } of vectors.hashes) {
    const hash = new LocalHash(keys, buckets);
    assert.equal(hash.seedBytes, word_bits / 4);
    for (const [multiplier, addend, value, bucket] of rows) {
      const seed = new Uint8Array(hash.seedBytes);
      const view = new DataView(seed.buffer);
      if (word_bits === 32) {
        view.setUint32(0, Number(multiplier), true);
        view.setUint32(4, Number(addend), true);
      } else {
        view.setBigUint64(0, BigInt(multiplier), true);
        view.setBigUint64(8, BigInt(addend), true);
      }
      assert.equal(hash.bucketOf(value, seed), bucket);
    }
  }
});

test("permanent responses are those of every other device with the secret", async () => {
  for (const { spec, attribute, rows } of vectors.memos) {
    const oracle = oracleOf(spec);
    for (const { secret, value, permanent } of rows) {
      const client = new MemoClient(oracle, bytes(secret), attribute);
      assert.equal(hex(await client.permanentResponse(value)), permanent, `${spec}, value ${value}`);
    }
  }
});

test("the fingerprint is of the spec as it was written", async () => {
  for (const [spec, fingerprint] of vectors.spellings) {
    assert.equal(await fingerprintOf("oracle", canonicalText(parseWritten(spec))), fingerprint);
    assert.notEqual(canonicalSpec(specFrom(parseWritten(spec))), spec, "a spelling that JavaScript would not choose");
    const mixed = spec.replace(/^\{(.*),("k":9),(.*)\}$/, "{ $3,\n$2 , $1 }");
    assert.equal(canonicalText(parseWritten(mixed)), spec);
  }
});

test("doubles are written as the C++ library writes them", () => {
  for (const [x, text] of vectors.doubles) assert.equal(writtenDouble(x), text);
});
