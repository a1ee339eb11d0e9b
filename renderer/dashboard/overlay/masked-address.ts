const DOTS = '••••••••';

/** The address with its key (the last part of its path) covered, whatever else it looks like. */
export function maskedAddress(address: string): string {
  try {
    const url = new URL(address);
    const parts = url.pathname.split('/').filter((part) => part.length > 0);
    const shown = parts.slice(0, -1).map((part) => `${part}/`);
    return `${url.origin}/${shown.join('')}${DOTS}/`;
  } catch {
    return DOTS;
  }
}
