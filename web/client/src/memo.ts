// The memo of l-osue: permanent responses as a pseudo-random function of a person's secret (HMAC-SHA-256, then
// AES-256-CTR), bit for bit those of the C++ library (protocol/memoised.h, random/keyed_bits.h). Every device that has
// the secret answers alike, and nothing but the secret is kept.
import { clearPadding, putBit } from "./bits.js";
import { GivenWords, OutOfWords } from "./chance.js";
import type { Chance } from "./chance.js";
import { failInput } from "./errors.js";
import type { LongUnary } from "./oracle.js";
import { systemSubtle } from "./webcrypto.js";

export const secretBytes = 32;

export class MemoClient {
  private readonly secret: Uint8Array;

  /** `attribute` tells questions asked of one person apart: their responses are independent. */
  constructor(
    private readonly oracle: LongUnary,
    secret: Uint8Array,
    private readonly attribute: string,
  ) {
    if (secret.length !== secretBytes) failInput(`a secret has ${secretBytes} bytes, not ${secret.length}`);
    this.secret = secret.slice();
  }

  /** One report about a value 0 … k−1. */
  async report(value: number, chance: Chance): Promise<Uint8Array> {
    return this.oracle.respondNow(await this.permanentResponse(value), chance);
  }

  /** What arbitrarily many reports reveal. Not to be sent. */
  async permanentResponse(value: number): Promise<Uint8Array> {
    const { k } = this.oracle.spec;
    if (!Number.isInteger(value) || value < 0 || value >= k)
      failInput(`value ${value} is outside the domain 0 … ${k - 1}`);
    const { p, q } = this.oracle.chain.permanent;
    const stream = await keyStream(this.secret, this.context(value));
    // About eight words decide 64 bits; where a response needs more, it begins again with more.
    for (let count = 64 + 16 * Math.ceil(k / 64); ; count *= 2) {
      const words = new GivenWords(await stream(count));
      try {
        const permanent = words.memoBits(q, k);
        putBit(permanent, value, words.bernoulli(p));
        clearPadding(permanent, k);
        return permanent;
      } catch (error) {
        if (!(error instanceof OutOfWords)) throw error;
      }
    }
  }

  /** Everything the response depends on but the secret. */
  private context(value: number): Uint8Array {
    const { permanent } = this.oracle.chain;
    const parts = [
      text("sourdine l-ue client"),
      text("permanent response"),
      text(this.attribute),
      number(BigInt(this.oracle.spec.k)),
      number(permanent.p.numerator),
      number(permanent.q.numerator),
      text(String(value)),
    ];
    return joined(parts);
  }
}

function number(x: bigint): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, x, true);
  return bytes;
}

/** With its length in front: ("a", "bc") and ("ab", "c") are different contexts. */
function text(x: string): Uint8Array {
  const bytes = new TextEncoder().encode(x);
  return joined([number(BigInt(bytes.length)), bytes]);
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** The first words (at least so many) of the stream that belongs to a secret and a context. They are made in blocks of
 * 64, 128, … 4096 words and handed out from the end of each. */
async function keyStream(secret: Uint8Array, context: Uint8Array): Promise<(count: number) => Promise<bigint[]>> {
  const subtle = systemSubtle();
  const hmac = await subtle.importKey("raw", secret as BufferSource, { name: "HMAC", hash: "SHA-256" }, false, [
    "sign",
  ]);
  const derived = await subtle.sign("HMAC", hmac, context as BufferSource);
  const key = await subtle.importKey("raw", derived, "AES-CTR", false, ["encrypt"]);
  const maxBlock = 4096;
  return async (count) => {
    const blocks: number[] = [];
    let made = 0;
    for (let size = 64; made < count; size = Math.min(2 * size, maxBlock)) {
      blocks.push(size);
      made += size;
    }
    const counter = new Uint8Array(16);
    const bytes = await subtle.encrypt({ name: "AES-CTR", counter, length: 128 }, key, new Uint8Array(8 * made));
    const view = new DataView(bytes);
    const words: bigint[] = [];
    let first = 0;
    for (const size of blocks) {
      for (let i = size - 1; i >= 0; --i) words.push(view.getBigUint64(8 * (first + i), true));
      first += size;
    }
    return words;
  };
}
