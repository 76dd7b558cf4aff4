// Multiply-shift hashing onto g buckets (src/sourdine/oracle/multiply_shift.h): the top w bits of A·x + B, and of these
// the bucket ⌊h·g / 2^w⌋. 32-bit words up to 2^17 values, 64-bit words beyond.
import { bitsForCount } from "./bits.js";

const maxNarrowDomain = 2 ** 17;

export class LocalHash {
  readonly seedBytes: number;
  private readonly wordBits: number;
  private readonly hashBits: number;

  constructor(
    keys: number,
    readonly buckets: number,
  ) {
    this.wordBits = keys <= maxNarrowDomain ? 32 : 64;
    this.hashBits = Math.min(32, this.wordBits + 1 - bitsForCount(keys));
    this.seedBytes = this.wordBits / 4;
  }

  static maxBuckets(keys: number): number {
    return keys <= maxNarrowDomain ? 2 ** 15 : 2 ** 31;
  }

  bucketOf(value: number, seed: Uint8Array): number {
    const view = new DataView(seed.buffer, seed.byteOffset, seed.byteLength);
    let word: bigint;
    if (this.wordBits === 32) {
      word = BigInt((Math.imul(view.getUint32(0, true), value) + view.getUint32(4, true)) >>> 0);
    } else {
      word = BigInt.asUintN(64, view.getBigUint64(0, true) * BigInt(value) + view.getBigUint64(8, true));
    }
    const hash = word >> BigInt(this.wordBits - this.hashBits);
    return Number((hash * BigInt(this.buckets)) >> BigInt(this.hashBits));
  }
}
