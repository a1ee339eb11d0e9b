import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ObsLink, ObsProof, ObsState } from '../../shared/contract/obs.ts';
import { freePort } from './free-port.ts';
import type { HeadlessProcess } from './headless-process.ts';
import { type RealObs, startRealObs } from './obs-kit.ts';
import { type OpenDashboard, openDashboard } from './open-dashboard.ts';
import { type Stage, setStage } from './stage.ts';

type RealObsOptions = NonNullable<Parameters<typeof startRealObs>[0]>;

export const PASSWORD = 'correct-horse-9f2c';

/** A live host on a simulator, and beside it a real OBS that it does not know of yet. */
export interface ObsStage {
  readonly stage: Stage;
  readonly host: HeadlessProcess;
  readonly dashboard: OpenDashboard;
  /** A test that renews the overlay's key says the new one here. */
  overlayUrl: string;
  readonly obs: RealObs;
  /** As its crash or its end left it, on the same port. */
  restartObs(options?: RealObsOptions): Promise<RealObs>;
  /** The host anew, on the same port and data. */
  restartHost(environment?: Readonly<Record<string, string>>): Promise<void>;
  /** Agrees and waits until OBS is there. */
  connect(): Promise<ObsState>;
  link(test: (link: ObsLink) => boolean, ms?: number): Promise<ObsLink>;
  proof(test: (proof: ObsProof) => boolean, ms?: number): Promise<ObsProof>;
  dispose(): Promise<void>;
}

/** `host`: false leaves the host to `restartHost`, so that OBS is there first. */
export async function setObsStage(
  options: RealObsOptions & { host?: boolean; environment?: Readonly<Record<string, string>> } = {},
): Promise<ObsStage> {
  const { host: starts = true, environment = {}, ...obsOptions } = options;
  const stage = await setStage();
  const port = await freePort();
  const password = obsOptions.password ?? PASSWORD;
  const obsPort = obsOptions.port ?? (await freePort());
  const dir = await mkdtemp(join(tmpdir(), 'stagelight-obs-'));
  const dropAll = async () => {
    await stage.dispose();
    await rm(dir, { recursive: true, force: true });
  };
  let obs = await startRealObs({ dir, port: obsPort, ...obsOptions, password }).catch(
    async (failure) => {
      await dropAll();
      throw failure;
    },
  );
  let host: HeadlessProcess | null = null;
  let dashboard: OpenDashboard | null = null;
  let overlayUrl = '';

  const startHost = async (more: Readonly<Record<string, string>> = {}) => {
    dashboard?.close();
    await host?.stop();
    host = await stage.startLive(['--events', '--port', String(port)], { ...environment, ...more });
    const ready = await host.waitFor(({ type }) => type === 'ready');
    overlayUrl = String(ready['overlayUrl']);
    dashboard = await openDashboard(String(ready['dashboardUrl']));
  };
  const there = <T>(part: T | null): T => {
    if (part === null) throw new Error('The host was not started yet.');
    return part;
  };
  const untilObs = (test: (state: ObsState) => boolean, ms?: number) =>
    there(dashboard).until('obs', (state) => state !== null && test(state), ms);

  if (starts) await startHost();
  return {
    stage,
    get host() {
      return there(host);
    },
    get dashboard() {
      return there(dashboard);
    },
    get overlayUrl() {
      return overlayUrl;
    },
    set overlayUrl(url) {
      overlayUrl = url;
    },
    get obs() {
      return obs;
    },
    async restartObs(more = {}) {
      await obs.stop();
      obs = await startRealObs({ dir, port: obsPort, password, ...more });
      return obs;
    },
    restartHost: startHost,
    async connect() {
      const asked = {
        host: '127.0.0.1',
        port: obsPort,
        password: password === '' ? null : password,
      };
      await there(dashboard).ask('obs.connect', asked);
      const state = await untilObs(({ link }) => link.state === 'connected');
      return state as ObsState;
    },
    async link(test, ms) {
      return ((await untilObs(({ link }) => test(link), ms)) as ObsState).link;
    },
    async proof(test, ms) {
      return ((await untilObs(({ proof }) => test(proof), ms)) as ObsState).proof;
    },
    async dispose() {
      dashboard?.close();
      await obs.stop();
      await dropAll();
    },
  };
}

/** The findings of a proof, as the page lists them: the gravest first. */
export const codesOf = (proof: ObsProof): string[] =>
  proof.state === 'found' ? proof.findings.map(({ code }) => code) : [];
