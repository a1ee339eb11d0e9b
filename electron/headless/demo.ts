import { createServer } from 'node:net';
import type { OpenBrowser } from '../auth/ports.ts';
import type { Logger } from '../base/log.ts';
import { type Simulator, startSimulator } from '../simulator/server.ts';

export interface Demo {
  readonly simulator: Simulator;
  readonly redirectUri: string;
  /** Signs in by itself: the simulator approves at once, nobody has to click. */
  readonly approve: OpenBrowser;
}

/** A port of this machine that is free right now. */
function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });
}

/** Starts the built-in platform with its lively mix of events. */
export async function startDemo(log: Logger, timeScale: number): Promise<Demo> {
  const redirectUri = `http://127.0.0.1:${await freePort()}/callback`;
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
