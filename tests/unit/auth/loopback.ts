import { request } from 'node:http';
import { connect, createServer, type Server } from 'node:net';

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

export interface AskOptions {
  readonly method?: string;
  readonly host?: string;
  readonly language?: string;
  readonly connectTo?: string;
}

/** One HTTP request on a connection of its own; the error's code when there is no answer. */
export function ask(address: string, options: AskOptions = {}): Promise<Answer | string> {
  const url = new URL(address);
  return new Promise((resolve) => {
    const outgoing = request(
      {
        host: options.connectTo ?? url.hostname.replace(/^\[|\]$/g, ''),
        port: url.port,
        path: url.pathname + url.search,
        method: options.method ?? 'GET',
        agent: false,
        headers: {
          host: options.host ?? url.host,
          ...(options.language === undefined ? {} : { 'accept-language': options.language }),
        },
      },
      (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('end', () =>
          resolve({
            status: incoming.statusCode ?? 0,
            headers: incoming.headers,
            body: Buffer.concat(chunks).toString('utf8'),
          }),
        );
      },
    );
    outgoing.on('error', (failure: NodeJS.ErrnoException) => resolve(failure.code ?? 'error'));
    outgoing.end();
  });
}

/** The status of an answer, or the error's code. */
export function outcome(answer: Answer | string): number | string {
  return typeof answer === 'string' ? answer : answer.status;
}

/** Sends a request but for its last line; `finish` sends that and reads all that comes back. */
export async function beginRequest(
  address: string,
): Promise<{ readonly finish: () => Promise<string> }> {
  const url = new URL(address);
  const socket = connect({ host: url.hostname, port: Number(url.port) });
  const chunks: Buffer[] = [];
  const ended = new Promise<string>((resolve, reject) => {
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('error', reject);
    socket.on('end', () => resolve(Buffer.concat(chunks).toString('utf8')));
  });
  await new Promise<void>((resolve) => {
    socket.write(`GET ${url.pathname}${url.search} HTTP/1.1\r\nHost: ${url.host}\r\n`, () =>
      resolve(),
    );
  });
  return {
    finish: () => {
      socket.write('\r\n');
      return ended;
    },
  };
}

export function listen(port: number, host: string): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen({ port, host, ipv6Only: true }, () => resolve(server));
  });
}

export function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('not listening on a port');
  return address.port;
}

export function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
  });
}

/** Whether this machine has the IPv6 loopback. */
export async function hasIpv6(): Promise<boolean> {
  try {
    await close(await listen(0, '::1'));
    return true;
  } catch {
    return false;
  }
}
