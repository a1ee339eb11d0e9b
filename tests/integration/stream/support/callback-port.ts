import { createServer } from 'node:net';

/** Below the ports that systems give to outgoing connections, which would take it now and then. */
const FIRST = 20_000;
const COUNT = 10_000;

let next = process.pid % COUNT;

/** A port of this machine for a server that listens again and again, a while after this. */
export async function callbackPort(): Promise<number> {
  for (let tried = 0; tried < COUNT; tried += 1) {
    const port = FIRST + next;
    next = (next + 1) % COUNT;
    if (await isFree(port)) return port;
  }
  throw new Error('every port is taken');
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
