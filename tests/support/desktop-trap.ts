import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server that no page of ours may ever reach. */
export interface Trap {
  readonly url: string;
  readonly hits: readonly string[];
  dispose(): Promise<void>;
}

export async function setTrap(): Promise<Trap> {
  const hits: string[] = [];
  const server = createServer((request, response) => {
    hits.push(`${request.method} ${request.url}`);
    response.end('<title>caught</title>');
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    hits,
    dispose: () =>
      new Promise((closed) => {
        server.closeAllConnections();
        server.close(() => closed());
      }),
  };
}
