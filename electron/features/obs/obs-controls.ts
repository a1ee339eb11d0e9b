import type { CommandArgs } from '../../../shared/contract/index.ts';
import type { ObsStrip } from '../../../shared/contract/obs.ts';
import type { Clock } from '../../base/clock.ts';
import { StagelightError } from '../../base/errors.ts';
import type { ObsCalls } from './obs-calls.ts';
import { ObsRefusedError } from './obs-errors.ts';
import type { ObsOutputs } from './obs-outputs.ts';

interface ControlsParts {
  readonly calls: ObsCalls;
  readonly outputs: Pick<ObsOutputs, 'read' | 'onChange'>;
  readonly clock: Clock;
}

/** OBS accepts a start before it knows whether it can: it says within this that it begins. */
const BEGINS_MS = 5_000;

/** OBS's status codes for what is so already, and for what is not there. */
const RUNNING = 500;
const NOT_RUNNING = 501;
const PAUSED = 502;
const NOT_PAUSED = 503;
const NOT_FOUND = 600;

/** Starts and stops what OBS sends and records, and puts scenes on air. */
export class ObsControls {
  readonly #parts: ControlsParts;

  constructor(parts: ControlsParts) {
    this.#parts = parts;
  }

  async stream({ on }: CommandArgs<'obs.stream'>): Promise<void> {
    const { calls } = this.#parts;
    if (on) await this.#begin('stream', calls.call('StartStream'));
    else await isSo(NOT_RUNNING, calls.call('StopStream'));
  }

  async record({ to }: CommandArgs<'obs.record'>): Promise<void> {
    const { calls } = this.#parts;
    switch (to) {
      case 'start':
        return this.#begin('record', calls.call('StartRecord'));
      case 'stop':
        await isSo(NOT_RUNNING, calls.call('StopRecord'));
        return;
      case 'pause': {
        // With the stream's encoder OBS accepts it and goes on recording.
        const paused = this.#until(({ record }) => record.state === 'paused');
        if (await isSo(PAUSED, calls.call('PauseRecord'))) return;
        if (!(await paused)) throw new StagelightError({ code: 'obs-no-pause' });
        return;
      }
      case 'resume':
        await isSo(NOT_PAUSED, calls.call('ResumeRecord'));
    }
  }

  async scene({ scene }: CommandArgs<'obs.scene'>): Promise<void> {
    try {
      await this.#parts.calls.call('SetCurrentProgramScene', { sceneName: scene });
    } catch (failure) {
      if (failure instanceof ObsRefusedError && failure.status === NOT_FOUND) {
        throw new StagelightError({ code: 'obs-no-scene', values: { scene } });
      }
      throw failure;
    }
  }

  async #begin(output: 'stream' | 'record', asked: Promise<unknown>): Promise<void> {
    const begun = this.#until((strip) => strip[output].state !== 'off');
    if (await isSo(RUNNING, asked)) return;
    if (!(await begun)) throw new StagelightError({ code: 'obs-not-started' });
  }

  /** False if it does not become so in time. */
  #until(test: (strip: ObsStrip) => boolean): Promise<boolean> {
    const { outputs, clock } = this.#parts;
    if (test(outputs.read())) return Promise.resolve(true);
    return new Promise((resolve) => {
      const end = (isSo: boolean): void => {
        listening.dispose();
        timer.dispose();
        resolve(isSo);
      };
      const listening = outputs.onChange(() => {
        if (test(outputs.read())) end(true);
      });
      const timer = clock.setTimeout(() => end(false), BEGINS_MS);
    });
  }
}

/** Whether OBS refused because it is so already. Other refusals stay failures. */
async function isSo(status: number, asked: Promise<unknown>): Promise<boolean> {
  try {
    await asked;
    return false;
  } catch (failure) {
    if (failure instanceof ObsRefusedError && failure.status === status) return true;
    throw failure;
  }
}
