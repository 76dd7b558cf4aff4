// The decisions every randomiser is made of, from uniform 64-bit words. No floating-point number takes part in one:
// words are compared with integer thresholds, and uniform numbers are drawn by rejection.
import { bytesForBits } from "./bits.js";
import type { Threshold } from "./threshold.js";
import { systemCrypto } from "./webcrypto.js";

/** What a randomiser may ask for. The tests answer with every outcome, and so get a randomiser's exact channel. */
export interface Chance {
  /** True with probability threshold/2^64. */
  bernoulli(threshold: Threshold): boolean;
  /** Uniform on 0 … n−1, 1 ≤ n ≤ 2^32. */
  below(n: number): number;
  /** Words that will be published (hash seeds), 8 bytes each, lowest first. */
  publicWords(count: number): Uint8Array;
  /** Independent decisions in packed bits, lowest first: bit i is 1 with probability threshold/2^64. */
  bits(threshold: Threshold, count: number): Uint8Array;
}

/** Decisions from words; a word is drawn by advance(), which leaves its halves in `low` and `high`. */
export abstract class WordChance implements Chance {
  protected low = 0;
  protected high = 0;
  protected abstract advance(): void;

  bernoulli(threshold: Threshold): boolean {
    this.advance();
    return this.high < threshold.high || (this.high === threshold.high && this.low < threshold.low);
  }

  /** Lemire's multiplication method: the low half of the product tells whether the word must be rejected. */
  below(n: number): number {
    const factor = BigInt(n);
    const rejectBelow = (1n << 64n) % factor;
    for (;;) {
      this.advance();
      const product = ((BigInt(this.high) << 32n) | BigInt(this.low)) * factor;
      if ((product & 0xffffffffffffffffn) >= rejectBelow) return Number(product >> 64n);
    }
  }

  /** The last word drawn comes first, as in the C++ library. */
  publicWords(count: number): Uint8Array {
    const bytes = new Uint8Array(8 * count);
    const view = new DataView(bytes.buffer);
    for (let i = count - 1; i >= 0; --i) {
      this.advance();
      view.setUint32(8 * i, this.low, true);
      view.setUint32(8 * i + 4, this.high, true);
    }
    return bytes;
  }

  bits(threshold: Threshold, count: number): Uint8Array {
    const out = new Uint8Array(bytesForBits(count));
    for (let first = 0; first < count; first += 64) {
      const some = Math.min(64, count - first);
      if (some <= maxFew) this.decideFew(threshold, some, out, first / 8);
      else this.decideMany(threshold, some, out, first / 8);
    }
    return out;
  }

  /** Decisions of a permanent response. Which words are drawn, and what each decides, never changes. */
  memoBits(threshold: Threshold, count: number): Uint8Array {
    const out = new Uint8Array(bytesForBits(count));
    for (let first = 0; first < count; first += 64) {
      this.decideMany(threshold, Math.min(64, count - first), out, first / 8);
    }
    return out;
  }

  /** Up to 64 decisions "u < t": word j has the j-th binary digit of every u, and a u is decided by the first digit in
   * which it differs from t. */
  private decideMany(threshold: Threshold, count: number, out: Uint8Array, at: number): void {
    let openLow = count >= 32 ? 0xffffffff : 2 ** count - 1;
    let openHigh = count <= 32 ? 0 : 2 ** (count - 32) - 1;
    let lessLow = 0;
    let lessHigh = 0;
    for (let j = 0; j < threshold.digits && (openLow | openHigh) !== 0; ++j) {
      this.advance();
      if (digitOf(threshold, j) === 1) {
        lessLow |= openLow & ~this.low;
        lessHigh |= openHigh & ~this.high;
        openLow &= this.low;
        openHigh &= this.high;
      } else {
        openLow &= ~this.low;
        openHigh &= ~this.high;
      }
    }
    for (let i = 0; 8 * i < count; ++i) out[at + i] = (i < 4 ? lessLow >>> (8 * i) : lessHigh >>> (8 * i - 32)) & 0xff;
  }

  /** Up to 32 decisions: a word has digits for all of them several times over. */
  private decideFew(threshold: Threshold, count: number, out: Uint8Array, at: number): void {
    let open = 2 ** count - 1;
    let less = 0;
    let low = 0;
    let high = 0;
    let left = 0;
    for (let j = 0; j < threshold.digits && open !== 0; ++j) {
      if (left < count) {
        this.advance();
        low = this.low;
        high = this.high;
        left = 64;
      }
      if (digitOf(threshold, j) === 1) {
        less |= open & ~low;
        open &= low;
      } else {
        open &= ~low;
      }
      low = count === 32 ? high : (low >>> count) | (high << (32 - count));
      high = count === 32 ? 0 : high >>> count;
      left -= count;
    }
    for (let i = 0; 8 * i < count; ++i) out[at + i] = (less >>> (8 * i)) & 0xff;
  }
}

const maxFew = 32;

/** The j-th binary digit behind the point, from 0 on. */
const digitOf = (t: Threshold, j: number): number => (j < 32 ? t.high >>> (31 - j) : t.low >>> (63 - j)) & 1;

/** The system's cryptographic generator, 64 KiB at a time; used words are wiped. */
export class SystemChance extends WordChance {
  private readonly pool = new Uint32Array(16384); // as much as getRandomValues gives at once
  private left = 0;
  private readonly crypto = systemCrypto();

  protected override advance(): void {
    if (this.left === 0) {
      this.crypto.getRandomValues(this.pool);
      this.left = this.pool.length;
    }
    this.high = this.pool[--this.left] as number;
    this.pool[this.left] = 0;
    this.low = this.pool[--this.left] as number;
    this.pool[this.left] = 0;
  }
}

/** Given words, one after the other: for tests. Reports made from words that somebody knows are not private. */
export class GivenWords extends WordChance {
  used = 0;
  constructor(private readonly words: readonly bigint[]) {
    super();
  }
  protected override advance(): void {
    const word = this.words[this.used++];
    if (word === undefined) throw new OutOfWords();
    this.low = Number(word & 0xffffffffn);
    this.high = Number(word >> 32n);
  }
}

export class OutOfWords extends Error {}
