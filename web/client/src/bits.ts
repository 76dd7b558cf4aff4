// Little-endian bit fields in report bytes: packed, and padded with zero bits.

export const bytesForBits = (bits: number): number => Math.ceil(bits / 8);

/** Bits needed to write any of 0 … count−1; 0 when there is only one. */
export const bitsForCount = (count: number): number => (count <= 1 ? 0 : (count - 1).toString(2).length);

export const getBit = (bytes: Uint8Array, index: number): boolean =>
  (((bytes[index >> 3] as number) >> (index & 7)) & 1) === 1;

export function putBit(bytes: Uint8Array, index: number, bit: boolean): void {
  const others = (bytes[index >> 3] as number) & ~(1 << (index & 7));
  bytes[index >> 3] = others | ((bit ? 1 : 0) << (index & 7));
}

/** The low `size` bytes of a whole number below 2^53. */
export function putNumber(bytes: Uint8Array, at: number, size: number, number: number): void {
  for (let i = 0, rest = number; i < size; ++i, rest = Math.floor(rest / 256)) bytes[at + i] = rest % 256;
}

/** Clears the padding behind the first `bits` bits. */
export function clearPadding(bytes: Uint8Array, bits: number): void {
  if (bits % 8 !== 0) bytes[bytes.length - 1] = (bytes[bytes.length - 1] as number) & (0xff >> (8 - (bits % 8)));
}
