import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';

/** Of one connection, or of those before it; and cookies, which are the door's own. */
const NOT_PASSED =
  /^(?:host|origin|connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|expect|forwarded|x-forwarded-.*|x-real-ip|cookie|set-cookie)$/;

const innerHost = (port: number): string => `127.0.0.1:${port}`;

/** What the page server behind the door is told: a page of ours is one of its own. */
export function innerHeaders(
  { headers }: Pick<IncomingMessage, 'headers'>,
  port: number,
  isOurOrigin: boolean,
): OutgoingHttpHeaders {
  const passed = Object.entries(headers).filter(([name]) => !NOT_PASSED.test(name));
  const origin = isOurOrigin ? `http://${innerHost(port)}` : headers.origin;
  return {
    ...Object.fromEntries(passed),
    host: innerHost(port),
    connection: 'close',
    ...(origin !== undefined && { origin }),
  };
}

/** What the browser is told. Addresses without a host are below the channel's own. */
export function outerHeaders(
  { headers }: Pick<IncomingMessage, 'headers'>,
  channelKey: string,
): OutgoingHttpHeaders {
  const passed = Object.entries(headers).filter(([name]) => !NOT_PASSED.test(name));
  const { location } = headers;
  return {
    ...Object.fromEntries(passed),
    ...(location?.startsWith('/') && { location: `/c/${channelKey}${location}` }),
  };
}

/** The request for a socket, as it goes over a stream. */
export function upgradeHead(
  request: Pick<IncomingMessage, 'method' | 'headers'>,
  path: string,
  port: number,
  isOurOrigin: boolean,
): string {
  const headers = {
    ...innerHeaders(request, port, isOurOrigin),
    connection: 'Upgrade',
    upgrade: request.headers.upgrade,
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}`);
  return [`${request.method} ${path} HTTP/1.1`, ...lines, '', ''].join('\r\n');
}
