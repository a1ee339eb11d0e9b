import { silentLogger } from '../../../electron/base/log.ts';
import { ObsSetup } from '../../../electron/features/obs/obs-setup.ts';
import type { OurAddresses } from '../../../electron/features/obs/our-address.ts';
import { SetupJournal } from '../../../electron/features/obs/setup-journal.ts';
import type { ObsWish } from '../../../shared/contract/obs.ts';
import { type FakeItemSpec, FakeObs } from '../../support/fake-obs.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';
import { MemoryFiles } from '../base/failing-files.ts';

export const KEY = 'k'.repeat(43);
export const OLD_KEY = 'o'.repeat(43);
export const ADDRESS = `http://127.0.0.1:17816/overlay/${KEY}/`;
export const OLD_ADDRESS = `http://127.0.0.1:17816/overlay/${OLD_KEY}/`;
export const ADDRESSES: OurAddresses = {
  current: ADDRESS,
  old: [],
  isFormerKey: (key: string) => key === OLD_KEY,
};
export const WISH: ObsWish = { scenes: [], audio: 'obs' };

/** Our source, as a set-up leaves it. */
export const RIGHT: FakeItemSpec = {
  source: 'Stagelight',
  kind: 'browser_source',
  settings: {
    url: ADDRESS,
    width: 1920,
    height: 1080,
    fps_custom: true,
    fps: 30,
    shutdown: false,
    restart_when_active: false,
    reroute_audio: true,
  },
  locked: true,
};

export const GAME: FakeItemSpec = { source: 'Game', kind: 'xshm_input' };

export interface SetupWorld {
  readonly obs: FakeObs;
  readonly clock: VirtualClock;
  readonly files: MemoryFiles;
  readonly setup: ObsSetup;
  addresses: OurAddresses;
  /** Stagelight after a restart, with what is on its disk. */
  restarted(): Promise<ObsSetup>;
  /** Lets time pass until the promise is settled. */
  settled<T>(promise: Promise<T>): Promise<T>;
}

const JOURNAL = '/data/stagelight-obs.json';

/** A set-up over an OBS in memory. */
export async function setupWorld(): Promise<SetupWorld> {
  const clock = new VirtualClock();
  const files = new MemoryFiles();
  const obs = new FakeObs(clock);
  const open = async () => {
    const log = silentLogger;
    const journal = await SetupJournal.open({ path: JOURNAL, files, clock, log });
    return new ObsSetup({
      calls: obs.calls(),
      clock,
      log,
      addresses: () => world.addresses,
      journal,
    });
  };
  const world = {
    obs,
    clock,
    files,
    addresses: ADDRESSES,
    restarted: open,
    async settled<T>(promise: Promise<T>): Promise<T> {
      let isSettled = false;
      const end = () => {
        isSettled = true;
      };
      promise.then(end, end);
      for (let turn = 0; turn < 2_000 && !isSettled; turn += 1) await clock.advance(10);
      return promise;
    },
  };
  return Object.assign(world, { setup: await open() });
}
