import { createServer } from 'node:net';
import type { OpenBrowser } from '../auth/ports.ts';
import type { Logger } from '../base/log.ts';
import type { Random } from '../base/random.ts';
import { type Simulator, startSimulator } from '../simulator/server.ts';

export interface Demo {
  readonly simulator: Simulator;
  readonly redirectUri: string;
  /** Signs in without a browser: the simulator approves at once. */
  readonly approve: OpenBrowser;
}

/** Below the systems' range for outgoing connections, whose ports may be taken at any moment. */
const FIRST_PORT = 20_000;
const PORTS = 10_000;
const ATTEMPTS = 50;

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}

async function freePort(random: Random): Promise<number> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const port = FIRST_PORT + Math.floor(random() * PORTS);
    if (await isFree(port)) return port;
  }
  return FIRST_PORT;
}

/** Starts the simulator with a lively mix of events. */
export async function startDemo(log: Logger, random: Random, timeScale: number): Promise<Demo> {
  const redirectUri = `http://127.0.0.1:${await freePort(random)}/callback`;
  const simulator = await startSimulator({
    redirectUris: [redirectUri],
    autoApprove: true,
    show: false,
    timeScale,
    log,
  });
  const approve: OpenBrowser = async (url) => {
    const answer = await fetch(url, { redirect: 'follow' });
    await answer.arrayBuffer();
  };
  return { simulator, redirectUri, approve };
}
