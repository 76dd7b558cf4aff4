// What the reader has chosen, in the address after "#": a link, a bookmark or a reload opens the same view. Nothing of it
// leaves the reader's machine.

export function readAddress(): URLSearchParams {
  return new URLSearchParams(window.location.hash.slice(1));
}

let timer = 0;
/** Once the reader has stopped moving: browsers refuse addresses that change all the time. */
export function writeAddressSoon(choices: Record<string, string>): void {
  window.clearTimeout(timer);
  timer = window.setTimeout(() => writeAddress(choices), 250);
}

export function writeAddress(choices: Record<string, string>): void {
  window.clearTimeout(timer);
  window.history.replaceState(null, "", `#${new URLSearchParams(choices).toString()}`);
}
