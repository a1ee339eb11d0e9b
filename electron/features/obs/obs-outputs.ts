import { isDeepStrictEqual } from 'node:util';
import { NO_STRIP, type ObsStrip } from '../../../shared/contract/obs.ts';
import type { Clock } from '../../base/clock.ts';
import type { Disposable } from '../../base/disposables.ts';
import { Emitter } from '../../base/emitter.ts';
import type { Logger } from '../../base/log.ts';
import type { ObsCalls, ObsResult } from './obs-calls.ts';
import type { ObsLink } from './obs-link.ts';
import type { ObsPulse, Pulse } from './obs-pulse.ts';
import { recordAfter, recordByPulse, streamAfter, streamByPulse } from './output-states.ts';

interface OutputsParts {
  readonly link: ObsCalls & Pick<ObsLink, 'state' | 'onChange'>;
  readonly pulse: Pick<ObsPulse, 'pulse' | 'onChange'>;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Free space is told in steps, since a recording takes some all the time. */
const DISK_STEP_MB = 100;

/** What OBS sends and records, while it is connected. */
export class ObsOutputs implements Disposable {
  readonly #parts: OutputsParts;
  readonly #changes: Emitter<void>;
  readonly #subscriptions: readonly (() => void)[];
  readonly onChange;
  #strip: ObsStrip = NO_STRIP;

  constructor(parts: OutputsParts) {
    this.#parts = parts;
    const { link, pulse, clock, log } = parts;
    this.#changes = new Emitter((failure) => log.error('a listener of OBS failed', { failure }));
    this.onChange = this.#changes.on;
    const onLink = link.onChange(({ state }) => {
      if (state === 'connected') void this.#readSetting();
      else this.#become(NO_STRIP);
    });
    const onPulse = pulse.onChange((now) => this.#onPulse(now));
    this.#subscriptions = [
      () => onLink.dispose(),
      () => onPulse.dispose(),
      link.on('StreamStateChanged', ({ outputState }) => {
        const stream = streamAfter(this.#strip.stream, outputState, clock.now());
        this.#become({ ...this.#strip, stream });
      }),
      link.on('RecordStateChanged', ({ outputState }) => {
        const record = recordAfter(this.#strip.record, outputState, clock.now());
        this.#become({ ...this.#strip, record });
      }),
      link.on('StudioModeStateChanged', ({ studioModeEnabled }) =>
        this.#become({ ...this.#strip, studioMode: studioModeEnabled }),
      ),
      link.on('CurrentProfileChanged', () => void this.#readSetting()),
    ];
    if (link.state.state === 'connected') void this.#readSetting();
  }

  /** The same object until something changes. */
  read(): ObsStrip {
    return this.#strip;
  }

  dispose(): void {
    for (const end of this.#subscriptions) end();
    this.#changes.dispose();
  }

  #onPulse(pulse: Pulse | null): void {
    if (pulse === null) return;
    const now = this.#parts.clock.now();
    const { stream, record } = this.#strip;
    this.#become({
      ...this.#strip,
      stream: streamByPulse(stream, pulse.stream, now),
      record: recordByPulse(record, pulse.record, now),
      dropped: droppedOf(pulse),
      fps: pulse.fps > 0 ? Math.round(pulse.fps) : null,
      freeDisk:
        pulse.freeDisk > 0 ? Math.floor(pulse.freeDisk / DISK_STEP_MB) * DISK_STEP_MB : null,
    });
    // Nothing tells of another key; before a stream it matters.
    if (pulse.stream === null) void this.#readSetting();
  }

  async #readSetting(): Promise<void> {
    const { link, log } = this.#parts;
    try {
      const [service, studio] = await link.batch([
        { requestType: 'GetStreamServiceSettings' },
        { requestType: 'GetStudioModeEnabled' },
      ]);
      if (link.state.state !== 'connected') return;
      const hasKey = hasKeyIn(service);
      const studioMode = studio?.ok === true && studio.data['studioModeEnabled'] === true;
      this.#become({ ...this.#strip, hasKey, studioMode });
    } catch (failure) {
      // A connection that ended says so itself; the next one reads again.
      log.debug('OBS did not tell its stream settings', { failure });
    }
  }

  #become(strip: ObsStrip): void {
    if (isDeepStrictEqual(strip, this.#strip)) return;
    this.#strip = strip;
    this.#changes.fire();
  }
}

function droppedOf({ stream }: Pulse): number | null {
  if (stream === null) return null;
  const { skipped, total } = stream.frames;
  return total > 0 ? Math.round((skipped / total) * 1_000) / 10 : 0;
}

/** RTMP services have a key, WHIP has a bearer token. null: OBS did not tell. */
function hasKeyIn(result: ObsResult | undefined): boolean | null {
  const settings = result?.ok ? result.data['streamServiceSettings'] : null;
  if (typeof settings !== 'object' || settings === null) return null;
  const isFilled = (value: unknown) => typeof value === 'string' && value.trim() !== '';
  return (
    ('key' in settings && isFilled(settings.key)) ||
    ('bearer_token' in settings && isFilled(settings.bearer_token))
  );
}
