const LOOPBACK_HOSTS: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]', '::1']);

export function isLoopbackHost(hostname: string): boolean {
  return LOOPBACK_HOSTS.has(hostname.toLowerCase());
}

/** Whether an address leads to this machine itself; false for what is no address. */
export function isLoopbackAddress(url: string): boolean {
  return URL.canParse(url) && isLoopbackHost(new URL(url).hostname);
}

/**
 * Whether the address may be used: encrypted, or plain but on this machine only.
 *
 * @param mayBePlain false: the platform itself is elsewhere, so that nothing on this machine can be its.
 */
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
