import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { systemClock } from '../../electron/base/clock.ts';
import { createFiles } from '../../electron/base/files.ts';
import { createLogger, Redactor } from '../../electron/base/log.ts';
import { makeKey } from '../../electron/base/random.ts';
import { type Core, startCore } from '../../electron/core.ts';
import { SettingsFile } from '../../electron/settings/settings-file.ts';
import { type Simulator, startSimulator } from '../../electron/simulator/server.ts';
import { steadyRandom } from './steady-random.ts';
import { VirtualClock } from './virtual-clock.ts';
import { virtualCore } from './virtual-core.ts';

const DIST = resolve(import.meta.dirname, '../../dist');

/** The whole core on a virtual clock, with the built pages; events are put where sockets bring them. */
export interface HoursCore {
  readonly core: Core;
  readonly clock: VirtualClock;
  /** Serves the pictures of badges and emoji. */
  readonly simulator: Simulator;
  /** Of the built pages: what a core of the same build greets with. */
  readonly buildId: string;
  /** Warnings and errors of the core's log. */
  readonly complaints: readonly string[];
  dispose(): Promise<void>;
}

const nowhere = {
  read: async () => null,
  write: async () => undefined,
  remove: async () => undefined,
};

/** Nobody signs in: the stream's own hours are simulated elsewhere. The pages have to be built. */
export async function openHoursCore(): Promise<HoursCore> {
  const dataDir = await mkdtemp(join(tmpdir(), 'stagelight-hours-'));
  const simulator = await startSimulator({ keepPublications: 0 });
  const clock = new VirtualClock();
  const complaints: string[] = [];
  const log = createLogger(clock, new Redactor(), (line, level) => {
    if (level === 'warn' || level === 'error') complaints.push(line);
  });
  const parts = virtualCore(simulator, { clock, log, dataDir });
  const settings = await SettingsFile.load({
    path: join(dataDir, 'settings.json'),
    files: createFiles(systemClock),
    onProblem: parts.notices.add.bind(parts.notices),
    clock,
    log,
  });
  // There is no platform behind this core.
  await settings.update({ drops: { ...settings.get().drops, watch: false } });
  const core = await startCore({
    ...parts,
    makeKey,
    settings,
    redirectUri: 'http://127.0.0.1:9/callback',
    random: steadyRandom(20_260_101),
    fetch: () => Promise.reject(new TypeError('There is no platform')),
    vault: nowhere,
    systemLanguage: 'ko',
    pages: { overlay: join(DIST, 'overlay'), dashboard: join(DIST, 'dashboard') },
  });
  return {
    core,
    clock,
    simulator,
    complaints,
    buildId: await readFile(join(DIST, 'build-id'), 'utf8'),
    async dispose() {
      const stopping = core.stop();
      await clock.advance(2_000);
      await stopping;
      await settings.update({});
      settings.dispose();
      await simulator.dispose();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
