import { isDeepStrictEqual } from 'node:util';
import type { ObsState } from '../../../shared/contract/obs.ts';
import type { Clock } from '../../base/clock.ts';
import type { Disposable } from '../../base/disposables.ts';
import { Emitter } from '../../base/emitter.ts';
import type { Logger } from '../../base/log.ts';
import { NamedTimers } from '../../base/named-timers.ts';
import type { ObsCalls, ObsResult } from './obs-calls.ts';
import type { ObsLink } from './obs-link.ts';

type Now = Pick<ObsState, 'scenes' | 'programScene' | 'streaming' | 'recording'>;

const NOTHING: Now = { scenes: [], programScene: null, streaming: false, recording: false };

interface NowParts {
  readonly link: ObsCalls & Pick<ObsLink, 'state' | 'onChange'>;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Several events in a row, such as those of another scene collection, are one reading. */
const GATHER_MS = 50;
const AGAIN_MS = 2_000;

/** What OBS shows and does now, while it is connected. */
export class ObsNow implements Disposable {
  readonly #parts: NowParts;
  readonly #timers: NamedTimers;
  readonly #changes: Emitter<void>;
  readonly #subscriptions: readonly (() => void)[];
  readonly onChange;
  #now: Now = NOTHING;
  /** A reading that began earlier must not replace what came since. */
  #reading = 0;

  constructor(parts: NowParts) {
    this.#parts = parts;
    const { link, clock, log } = parts;
    this.#timers = new NamedTimers(clock);
    this.#changes = new Emitter((failure) => log.error('a listener of OBS failed', { failure }));
    this.onChange = this.#changes.on;
    const readSoon = (): void => this.#readIn(GATHER_MS);
    const onLink = link.onChange(({ state }) => {
      if (state === 'connected') void this.#read();
      else this.#forget();
    });
    this.#subscriptions = [
      () => onLink.dispose(),
      link.on('SceneListChanged', readSoon),
      link.on('SceneCreated', readSoon),
      link.on('SceneRemoved', readSoon),
      link.on('SceneNameChanged', ({ oldSceneName, sceneName }) => {
        this.#become(renamed(this.#now, oldSceneName, sceneName));
        readSoon();
      }),
      link.on('CurrentSceneCollectionChanged', readSoon),
      link.on('CurrentProgramSceneChanged', ({ sceneName }) =>
        this.#become({ ...this.#now, programScene: sceneName }),
      ),
      link.on('StreamStateChanged', (change) =>
        this.#become({ ...this.#now, streaming: isOn(change) }),
      ),
      link.on('RecordStateChanged', (change) =>
        this.#become({ ...this.#now, recording: isOn(change) }),
      ),
    ];
  }

  /** The same object until something changes. */
  read(): Now {
    return this.#now;
  }

  dispose(): void {
    for (const end of this.#subscriptions) end();
    this.#timers.dispose();
    this.#changes.dispose();
  }

  #readIn(ms: number): void {
    this.#timers.set('read', ms, () => void this.#read());
  }

  async #read(): Promise<void> {
    this.#timers.clear('read');
    this.#reading += 1;
    const reading = this.#reading;
    const before = this.#now;
    try {
      const results = await this.#parts.link.batch([
        { requestType: 'GetSceneList' },
        { requestType: 'GetStreamStatus' },
        { requestType: 'GetRecordStatus' },
      ]);
      if (reading !== this.#reading) return;
      // What OBS told meanwhile is newer than what it answers.
      if (this.#now === before) this.#understand(results);
      else this.#readIn(GATHER_MS);
    } catch (failure) {
      if (reading !== this.#reading || this.#parts.link.state.state !== 'connected') return;
      this.#parts.log.warn('OBS did not tell its scenes', { failure });
      this.#readIn(AGAIN_MS);
    }
  }

  #understand([scenes, stream, record]: readonly ObsResult[]): void {
    // While it changes its scene collection, OBS tells nothing.
    if (!scenes?.ok) this.#readIn(AGAIN_MS);
    this.#become({
      ...(scenes?.ok ? scenesOf(scenes.data) : this.#now),
      streaming: isActive(stream),
      recording: isActive(record),
    });
  }

  #forget(): void {
    this.#reading += 1;
    this.#timers.clear('read');
    this.#become(NOTHING);
  }

  #become(now: Now): void {
    if (isDeepStrictEqual(now, this.#now)) return;
    this.#now = now;
    this.#changes.fire();
  }
}

/** Where OBS says it is not active though it goes on afterwards. */
const GOES_ON: ReadonlySet<string> = new Set([
  'OBS_WEBSOCKET_OUTPUT_RECONNECTING',
  'OBS_WEBSOCKET_OUTPUT_PAUSED',
]);

interface OutputChange {
  readonly outputActive: boolean;
  readonly outputState: string;
}

function isOn({ outputActive, outputState }: OutputChange): boolean {
  return outputActive || GOES_ON.has(outputState);
}

/** A scene with another name is not another scene. */
function renamed(now: Now, from: string, to: string): Now {
  const nameOf = (name: string): string => (name === from ? to : name);
  const { scenes, programScene } = now;
  return {
    ...now,
    scenes: scenes.map(nameOf),
    programScene: programScene === null ? null : nameOf(programScene),
  };
}

function isActive(result: ObsResult | undefined): boolean {
  return result?.ok === true && result.data['outputActive'] === true;
}

/** OBS lists its scenes from the bottom of its list to the top. */
function scenesOf(data: Readonly<Record<string, unknown>>): Pick<Now, 'scenes' | 'programScene'> {
  const { scenes, currentProgramSceneName: program } = data;
  const names = (Array.isArray(scenes) ? scenes : []).flatMap((scene: unknown) => {
    const name: unknown =
      typeof scene === 'object' && scene !== null && 'sceneName' in scene ? scene.sceneName : null;
    return typeof name === 'string' ? [name] : [];
  });
  return {
    scenes: names.toReversed(),
    programScene: typeof program === 'string' ? program : null,
  };
}
