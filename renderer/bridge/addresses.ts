/** Whether an address is one a browser may be sent to. */
export function isWebAddress(address: string): boolean {
  const url = parsed(address);
  return url !== null && ['http:', 'https:'].includes(url.protocol);
}

/** Whether a page may fetch the image: https, or http on this very machine (the demo's). */
export function isImageAddress(address: string): boolean {
  const url = parsed(address);
  if (url === null) return false;
  if (url.protocol === 'https:') return true;
  return url.protocol === 'http:' && /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/u.test(url.hostname);
}

/** null when it is no absolute address. `URL.canParse` is younger than the oldest OBS we serve. */
function parsed(address: string): URL | null {
  try {
    return new URL(address);
  } catch {
    return null;
  }
}
