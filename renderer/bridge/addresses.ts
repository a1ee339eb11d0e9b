/** Whether a browser may open the address. */
export function isWebAddress(address: string): boolean {
  const url = parsed(address);
  return url !== null && ['http:', 'https:'].includes(url.protocol);
}

/** Whether a page may fetch the image: https, or http on this computer (the demo's images). */
export function isImageAddress(address: string): boolean {
  const url = parsed(address);
  if (url === null) return false;
  if (url.protocol === 'https:') return true;
  return url.protocol === 'http:' && /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/u.test(url.hostname);
}

/** Returns null unless the address is absolute. The oldest supported OBS lacks `URL.canParse`. */
function parsed(address: string): URL | null {
  try {
    return new URL(address);
  } catch {
    return null;
  }
}
