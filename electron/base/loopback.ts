const LOOPBACK_HOSTS: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]', '::1']);

/** Whether a URL's hostname is this machine itself. */
export function isLoopbackHost(hostname: string): boolean {
  return LOOPBACK_HOSTS.has(hostname.toLowerCase());
}

/** Whether an address leads to this machine itself; false for what is no address. */
export function isLoopbackAddress(url: string): boolean {
  return URL.canParse(url) && isLoopbackHost(new URL(url).hostname);
}

/** Encrypted, or plain on this machine. `mayBePlain` false: nothing here can be the platform's. */
export function isSafeAddress(
  url: string,
  secure: 'https:' | 'wss:',
  mayBePlain: boolean = true,
): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname } = new URL(url);
  if (protocol === secure) return true;
  if (!mayBePlain) return false;
  return protocol === (secure === 'https:' ? 'http:' : 'ws:') && isLoopbackHost(hostname);
}
