import {
  FINDING_IDS,
  type Finding,
  type FindingId,
  type Preflight,
} from '../../shared/contract/maintenance.ts';
import type { Clock } from '../base/clock.ts';
import type { Logger } from '../base/log.ts';

/** One thing that is looked at. Never throws: what it cannot find out is `unknown`. */
export type PreflightCheck = () => Promise<Omit<Finding, 'id'>> | Omit<Finding, 'id'>;
export type PreflightChecks = Readonly<Record<Exclude<FindingId, 'sound'>, PreflightCheck>>;

/** What is known of the test sound when it is looked at. */
export interface SoundFacts {
  /** Whether a page is there that could sound. */
  readonly canSound: boolean;
  /** What somebody said of the last test sound; null: nothing yet. */
  readonly heard: boolean | null;
}

export interface PreflightParts {
  readonly checks: PreflightChecks;
  readonly canSound: () => boolean;
  /** Plays a test alert. */
  readonly playTest: () => void;
  readonly clock: Clock;
  readonly log: Logger;
  readonly onChange: () => void;
}

const NOT_LOOKED: Omit<Finding, 'id'> = {
  state: 'unknown',
  what: { ko: '확인하지 못했어요.', en: 'It could not be looked at.' },
  fix: 'check-again',
};

/** The look at everything before going live: what was found, and whether the test sound was heard. */
export class PreflightDesk {
  readonly #parts: PreflightParts;
  readonly #found = new Map<FindingId, Finding>();
  #running = false;
  #at: number | null = null;
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

  /** Looks at everything, all at once; a second look while one is going on is the same look. */
  async run(): Promise<void> {
    if (this.#running) return;
    this.#running = true;
    this.#parts.onChange();
    const { checks, clock } = this.#parts;
    // Each is shown as soon as it is there; the time goes last: it is told by the others' answers.
    const { clock: time, ...others } = checks;
    const first = Object.entries(others).map(([id, check]) => this.#look(id as FindingId, check));
    this.#find('sound', this.#sound());
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
    this.#find('sound', this.#sound());
  }

  soundHeard(heard: boolean): void {
    this.#asks = false;
    this.#heard = heard;
    this.#find('sound', this.#sound());
  }

  async #look(id: FindingId, check: PreflightCheck): Promise<void> {
    try {
      this.#find(id, await check());
    } catch (failure) {
      this.#parts.log.warn('A look before going live failed', { check: id, failure });
      this.#find(id, NOT_LOOKED);
    }
  }

  #find(id: FindingId, found: Omit<Finding, 'id'>): void {
    this.#found.set(id, { id, ...found });
    this.#parts.onChange();
  }

  #sound(): Omit<Finding, 'id'> {
    return soundFinding({ canSound: this.#parts.canSound(), heard: this.#heard });
  }
}

/** What is to be said of the sound. */
export function soundFinding({ canSound, heard }: SoundFacts): Omit<Finding, 'id'> {
  if (!canSound) {
    return {
      state: 'fail',
      what: {
        ko: '소리를 낼 수 있는 오버레이가 없어요. OBS에 소스가 보이는지, 음소거가 꺼져 있는지 확인해 주세요.',
        en: 'No overlay could sound. Check that the source is visible in OBS and that it is not muted.',
      },
      fix: 'open-overlay',
    };
  }
  if (heard === true) {
    return {
      state: 'ok',
      what: { ko: '시험 소리를 들었어요.', en: 'The test sound was heard.' },
      fix: null,
    };
  }
  return heard === false
    ? {
        state: 'fail',
        what: {
          ko: '시험 소리가 들리지 않았어요. OBS 오디오 믹서에서 브라우저 소스의 소리를 켜고 다시 시험해 주세요.',
          en: 'The test sound was not heard. Turn the browser source up in the audio mixer of OBS and test again.',
        },
        fix: 'test-sound',
      }
    : {
        state: 'unknown',
        what: {
          ko: '알림 소리가 방송에 들리는지 시험해 보세요.',
          en: 'Test whether the sound of alerts is heard.',
        },
        fix: 'test-sound',
      };
}
