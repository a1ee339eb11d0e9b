const LOOPBACK_HOSTS: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]', '::1']);

/** Whether a URL's hostname is this machine itself. */
export function isLoopbackHost(hostname: string): boolean {
  return LOOPBACK_HOSTS.has(hostname.toLowerCase());
}

/** Whether the address may be used: encrypted, or plain but on this machine only. */
export function isSafeAddress(url: string, secure: 'https:' | 'wss:'): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname } = new URL(url);
  if (protocol === secure) return true;
  return protocol === (secure === 'https:' ? 'http:' : 'ws:') && isLoopbackHost(hostname);
}
