import { systemClock } from '../../electron/base/clock.ts';
import { silentLogger } from '../../electron/base/log.ts';
import { systemRandom } from '../../electron/base/random.ts';
import type { GovernorTuning } from '../../electron/features/obs/governor.ts';
import { obsDialer } from '../../electron/features/obs/obs-dial.ts';
import { ObsGovernor } from '../../electron/features/obs/obs-governor.ts';
import { ObsLink } from '../../electron/features/obs/obs-link.ts';
import { ObsPulse, type Pulse } from '../../electron/features/obs/obs-pulse.ts';
import type { ObsLoad } from '../../shared/contract/obs.ts';
import { DEFAULT_SETTINGS } from '../../shared/settings.ts';
import { HANGS_MS } from './hangs.ts';
import type { RealObs } from './obs-kit.ts';

/** The overlay's share left to itself. */
const SETTINGS = {
  get: () => DEFAULT_SETTINGS,
  onChange: () => ({ dispose: () => undefined }),
  update: async () => DEFAULT_SETTINGS,
};

interface Change extends ObsLoad {
  readonly at: number;
}

/** What Stagelight makes of this OBS's counters, beside everything else of it. */
export function govern(
  { port, password }: Pick<RealObs, 'port' | 'password'>,
  tuning: GovernorTuning,
) {
  const parts = { clock: systemClock, log: silentLogger };
  const redactor = { hideAlways: () => undefined };
  const dial = obsDialer(systemClock);
  const link = new ObsLink({ ...parts, dial, random: systemRandom, redactor });
  const pulse = new ObsPulse({ ...parts, link });
  const note = () => undefined;
  const governor = new ObsGovernor({ ...parts, pulse, settings: SETTINGS, note, tuning });
  const pulses: Pulse[] = [];
  const changes: Change[] = [];
  pulse.onChange((now) => {
    if (now) pulses.push(now);
  });
  governor.onChange(() => changes.push({ ...governor.load, at: performance.now() }));
  link.connect({ host: '127.0.0.1', port, password });
  return {
    governor,
    pulses,
    /** One for each change of the step. */
    steps: () => changes.filter(({ step }, index) => step !== (changes[index - 1]?.step ?? 0)),
    /** Rejects when the time is over. */
    async until(test: (load: ObsLoad) => boolean, ms = HANGS_MS): Promise<void> {
      const end = performance.now() + ms;
      while (!test(governor.load)) {
        if (performance.now() > end) throw new Error(`still ${JSON.stringify(governor.load)}`);
        await new Promise((passed) => setTimeout(passed, 20));
      }
    },
    dispose() {
      governor.dispose();
      pulse.dispose();
      link.dispose();
    },
  };
}

export type Governing = ReturnType<typeof govern>;

/** When the first second began in which OBS lost frames. */
export function firstLagging(pulses: readonly Pulse[]): number {
  const index = pulses.findIndex(({ render }, at) => {
    const before = pulses[at - 1]?.render ?? render;
    return (render.skipped - before.skipped) / Math.max(1, render.total - before.total) > 0.05;
  });
  return pulses[index - 1]?.at ?? Number.NaN;
}
