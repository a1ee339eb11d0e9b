import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Simulator,
  type SimulatorOptions,
  startSimulator,
} from '../../electron/simulator/server.ts';
import { freePort } from './free-port.ts';
import { HeadlessProcess, openAddress } from './headless-process.ts';

export interface Stage {
  readonly simulator: Simulator;
  readonly dataDir: string;
  readonly redirectUri: string;
  /** Starts a host against the simulator; it does not sign in by itself. */
  start(args?: readonly string[], environment?: Readonly<Record<string, string>>): HeadlessProcess;
  /** Starts a host, opens the sign-in address if one is printed, and waits until it is live. */
  startLive(
    args?: readonly string[],
    environment?: Readonly<Record<string, string>>,
  ): Promise<HeadlessProcess>;
  dispose(): Promise<void>;
}

/**
 * A simulator and an empty data folder for headless hosts; everything is gone after `dispose`.
 *
 * @param script another build of the host than that in `dist/`.
 */
export async function setStage(options: SimulatorOptions = {}, script?: string): Promise<Stage> {
  const redirectUri = `http://127.0.0.1:${await freePort()}/oauth/callback`;
  const simulator = await startSimulator({
    redirectUris: [redirectUri],
    autoApprove: true,
    ...options,
  });
  const dataDir = await mkdtemp(join(tmpdir(), 'stagelight-test-'));
  const hosts: HeadlessProcess[] = [];
  const start: Stage['start'] = (args = [], environment = {}) => {
    const host = new HeadlessProcess(
      [
        ...[
          '--data-dir',
          dataDir,
          '--base-url',
          simulator.baseUrl,
          '--auth-url',
          simulator.baseUrl,
        ],
        ...['--client-id', simulator.clientId, '--redirect-uri', redirectUri],
        ...['--port', '0', '--no-open', ...args],
      ],
      { STAGELIGHT_CLIENT_SECRET: simulator.clientSecret, ...environment },
      script,
    );
    hosts.push(host);
    return host;
  };
  return {
    simulator,
    dataDir,
    redirectUri,
    start,
    async startLive(args = [], environment = {}) {
      const host = start(args, environment);
      const first = await host.waitFor(({ type }) => type === 'sign-in' || type === 'signed-in');
      if (first.type === 'sign-in') await openAddress(String(first['url']));
      await host.waitFor(({ type, state }) => type === 'connection' && state === 'live');
      return host;
    },
    async dispose() {
      for (const host of hosts) host.child.kill('SIGKILL');
      await Promise.all(hosts.map((host) => host.exited));
      await simulator.dispose();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
