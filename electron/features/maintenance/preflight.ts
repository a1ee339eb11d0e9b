import {
  FINDING_IDS,
  type Finding,
  type FindingId,
  type Preflight,
} from '../../../shared/contract/maintenance.ts';
import type { Services } from '../feature.ts';

export type Found = Omit<Finding, 'id'>;

type PreflightCheck = () => Promise<Found> | Found;
export type PreflightChecks = Readonly<Record<Exclude<FindingId, 'sound'>, PreflightCheck>>;

interface PreflightParts extends Pick<Services, 'clock' | 'log'> {
  readonly checks: PreflightChecks;
  /** Whether a page that can play sound is connected. */
  readonly canSound: () => boolean;
  readonly playTest: () => void;
  readonly onChange: () => void;
}

const NOT_CHECKED = { key: 'preflight.not-checked' } as const;

/** State of the preflight checks: findings, and whether the test sound was heard. */
export class PreflightState {
  readonly #parts: PreflightParts;
  readonly #found = new Map<FindingId, Finding>();
  #running = false;
  #at: number | null = null;
  /** The user's answer about the last test sound; null if there is none yet. */
  #heard: boolean | null = null;
  #asks = false;

  constructor(parts: PreflightParts) {
    this.#parts = parts;
  }

  get desk(): Preflight {
    return {
      running: this.#running,
      at: this.#at,
      findings: FINDING_IDS.flatMap((id) => this.#found.get(id) ?? []),
      asksSound: this.#asks,
    };
  }

  /** Runs all checks at once; does nothing while a run is in progress. */
  async run(): Promise<void> {
    if (this.#running) return;
    this.#running = true;
    this.#parts.onChange();
    const { checks, clock } = this.#parts;
    // Each finding appears as soon as it is ready. The clock comes last, since it uses the others'
    // answers.
    const { clock: time, ...others } = checks;
    const first = Object.entries(others).map(([id, check]) => this.#look(id as FindingId, check));
    this.#findSound();
    await Promise.all(first);
    await this.#look('clock', time);
    this.#running = false;
    this.#at = clock.now();
    this.#parts.onChange();
  }

  testSound(): void {
    this.#parts.playTest();
    this.#asks = true;
    this.#heard = null;
    this.#findSound();
  }

  soundHeard(heard: boolean): void {
    this.#asks = false;
    this.#heard = heard;
    this.#findSound();
  }

  async #look(id: FindingId, check: PreflightCheck): Promise<void> {
    try {
      this.#find(id, await check());
    } catch (failure) {
      this.#parts.log.warn('A look before going live failed', { check: id, failure });
      this.#find(id, { state: 'unknown', what: NOT_CHECKED, fix: 'check-again' });
    }
  }

  #find(id: FindingId, found: Found): void {
    this.#found.set(id, { id, ...found });
    this.#parts.onChange();
  }

  #findSound(): void {
    this.#find('sound', soundFinding(this.#parts.canSound(), this.#heard));
  }
}

export function soundFinding(canSound: boolean, heard: boolean | null): Found {
  if (!canSound) {
    return { state: 'fail', what: { key: 'preflight.sound-impossible' }, fix: 'open-overlay' };
  }
  if (heard === null) {
    return { state: 'unknown', what: { key: 'preflight.sound-untested' }, fix: 'test-sound' };
  }
  return heard
    ? { state: 'ok', what: { key: 'preflight.sound-heard' }, fix: null }
    : { state: 'fail', what: { key: 'preflight.sound-not-heard' }, fix: 'test-sound' };
}
