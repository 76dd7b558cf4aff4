// Texts for bytes, and keys that tell their time.
import { systemCrypto } from "./webcrypto.js";

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** Standard base64 with padding. */
export function base64(bytes: Uint8Array): string {
  let text = "";
  for (let i = 0; i < bytes.length; i += 3) {
    const left = bytes.length - i;
    const word = ((bytes[i] as number) << 16) | ((bytes[i + 1] ?? 0) << 8) | (bytes[i + 2] ?? 0);
    text += letters[word >> 18];
    text += letters[(word >> 12) & 63];
    text += left > 1 ? letters[(word >> 6) & 63] : "=";
    text += left > 2 ? letters[word & 63] : "=";
  }
  return text;
}

export const hexadecimal = (bytes: Uint8Array): string =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** Bytes of hexadecimal digits; undefined for other text. */
export function bytesOfHex(text: string): Uint8Array | undefined {
  if (text.length % 2 !== 0 || !/^[0-9a-f]*$/.test(text)) return undefined;
  return Uint8Array.from(text.match(/../g) ?? [], (digits) => parseInt(digits, 16));
}

export const randomBytes = (count: number): Uint8Array => systemCrypto().getRandomValues(new Uint8Array(count));

/** A UUID of version 7: its first 48 bits are the time in milliseconds, all others random. */
export function keyAt(milliseconds: number): string {
  const bytes = randomBytes(16);
  for (let i = 5, rest = Math.floor(milliseconds); i >= 0; --i, rest = Math.floor(rest / 256)) bytes[i] = rest % 256;
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x70;
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80;
  return hexadecimal(bytes).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/** When a key was made. */
export const timeOfKey = (key: string): number => parseInt(key.replace("-", "").slice(0, 12), 16);
