import { createServer } from 'node:net';

/** Below the ports that systems hand to outgoing connections, which come and go at any moment. */
const FIRST = 20_000;
const COUNT = 10_000;
const ATTEMPTS = 50;

function isFree(port: number, host: string): Promise<boolean> {
  return new Promise((done) => {
    const probe = createServer();
    probe.once('error', () => done(false));
    probe.listen(port, host, () => probe.close(() => done(true)));
  });
}

/** A port of this machine that nobody listens on right now. */
export async function freePort(host = '127.0.0.1'): Promise<number> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const port = FIRST + Math.floor(Math.random() * COUNT);
    if (await isFree(port, host)) return port;
  }
  throw new Error('No free port was found.');
}
