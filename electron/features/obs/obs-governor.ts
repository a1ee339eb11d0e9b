import type { ObsLoad, ObsLoadReason } from '../../../shared/contract/obs.ts';
import type { LoadStep } from '../../../shared/overlay/load-step.ts';
import type { Settings } from '../../../shared/settings.ts';
import type { Clock } from '../../base/clock.ts';
import { type Disposable, DisposableStore } from '../../base/disposables.ts';
import { Emitter, type Subscribe } from '../../base/emitter.ts';
import type { Logger } from '../../base/log.ts';
import { NamedTimers } from '../../base/named-timers.ts';
import type { SettingsKeeper } from '../../settings/ports.ts';
import {
  GOVERNOR_TUNING,
  type GovernorState,
  type GovernorTuning,
  govern,
  governorAtFirst,
} from './governor.ts';
import type { ObsPulse } from './obs-pulse.ts';

interface GovernorParts {
  readonly pulse: Pick<ObsPulse, 'pulse' | 'onChange'>;
  readonly settings: Pick<SettingsKeeper, 'get' | 'onChange' | 'update'>;
  /** Puts each step on the timeline. */
  readonly note: (name: `overlay-load-${LoadStep}`, why: ObsLoadReason | 'fixed') => void;
  readonly clock: Clock;
  readonly log: Logger;
  /** Left out: the product's. */
  readonly tuning?: GovernorTuning;
}

/** A connection that breaks for a moment changes nothing; one that stays away does. */
const GONE_MS = 30_000;

type Mode = Settings['obs']['load'];

/** Spares OBS when it is short of time: follows its counters and the streamer's wish. */
export class ObsGovernor implements Disposable {
  readonly #parts: GovernorParts;
  readonly #tuning: GovernorTuning;
  readonly #owned = new DisposableStore();
  readonly #timers: NamedTimers;
  readonly #changes: Emitter<void>;
  readonly #steps: Emitter<LoadStep>;
  readonly onChange: Subscribe<void>;
  /** Fires when the overlay is to draw more or less. */
  readonly onStep: Subscribe<LoadStep>;
  #mode: Mode;
  #state: GovernorState;
  #load: ObsLoad;

  constructor(parts: GovernorParts) {
    this.#parts = parts;
    const { clock, log, pulse, settings, tuning = GOVERNOR_TUNING } = parts;
    this.#tuning = tuning;
    this.#timers = this.#owned.add(new NamedTimers(clock));
    const onFailure = (failure: unknown) => log.error('a listener of the load failed', { failure });
    this.#changes = this.#owned.add(new Emitter<void>(onFailure));
    this.#steps = this.#owned.add(new Emitter<LoadStep>(onFailure));
    this.onChange = this.#changes.on;
    this.onStep = this.#steps.on;
    this.#mode = settings.get().obs.load;
    this.#state = { ...governorAtFirst(tuning), step: fixedIn(this.#mode) ?? 0 };
    this.#load = loadOf(this.#state, this.#mode);
    this.#owned.add(pulse.onChange(() => this.#onPulse()));
    this.#owned.add(settings.onChange(({ obs }) => this.#onMode(obs.load)));
    this.#onPulse();
  }

  /** The same object until something changes. */
  get load(): ObsLoad {
    return this.#load;
  }

  get step(): LoadStep {
    return this.#load.step;
  }

  /** By itself, or always at one step. Throws if it is not saved. */
  async setMode(mode: Mode): Promise<void> {
    await this.#parts.settings.update(({ obs }) => ({ obs: { ...obs, load: mode } }));
  }

  dispose(): void {
    this.#owned.dispose();
  }

  #onPulse(): void {
    const { pulse } = this.#parts.pulse;
    const rules = { tuning: this.#tuning, fixed: fixedIn(this.#mode) };
    if (pulse) this.#timers.clear('gone');
    else if (this.#state.last) this.#timers.set('gone', GONE_MS, () => this.#startOver());
    this.#become(govern(this.#state, pulse, rules));
  }

  #startOver(): void {
    this.#become({ ...governorAtFirst(this.#tuning), step: fixedIn(this.#mode) ?? 0 });
  }

  #onMode(mode: Mode): void {
    if (mode === this.#mode) return;
    this.#mode = mode;
    const { step } = this.#state;
    // From a fixed step it goes on by itself, as soon as OBS allows.
    this.#become({ ...this.#state, step: fixedIn(mode) ?? step });
  }

  #become(state: GovernorState): void {
    this.#state = state;
    const before = this.#load;
    const load = loadOf(state, this.#mode);
    if (isSame(load, before)) return;
    this.#load = load;
    if (load.step !== before.step) {
      const { step, reason, lostPercent } = load;
      const { log, note } = this.#parts;
      log.info('the overlay draws more or less for OBS', { step, reason, lostPercent });
      note(`overlay-load-${step}`, this.#mode === 'auto' ? reason : 'fixed');
      this.#steps.fire(step);
    }
    this.#changes.fire();
  }
}

const fixedIn = (mode: Mode): LoadStep | null => (mode === 'auto' ? null : mode);

function loadOf({ step, reason, lost }: GovernorState, mode: Mode): ObsLoad {
  return { step, mode, reason, lostPercent: Math.round(lost * 1_000) / 10 };
}

function isSame(a: ObsLoad, b: ObsLoad): boolean {
  return (
    a.step === b.step &&
    a.mode === b.mode &&
    a.reason === b.reason &&
    a.lostPercent === b.lostPercent
  );
}
