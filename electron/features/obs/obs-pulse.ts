import type { Clock } from '../../base/clock.ts';
import type { Disposable } from '../../base/disposables.ts';
import { Emitter } from '../../base/emitter.ts';
import type { Logger } from '../../base/log.ts';
import { NamedTimers } from '../../base/named-timers.ts';
import type { ObsCalls, ObsResult } from './obs-calls.ts';
import type { ObsLink } from './obs-link.ts';

/** What OBS counts since it started; a stream and a recording, since they started. */
export interface Pulse {
  /** When it was read: `Clock.monotonic`, milliseconds. */
  readonly at: number;
  readonly fps: number;
  /** Milliseconds that OBS needs to draw a frame. */
  readonly renderMs: number;
  readonly render: Frames;
  readonly encode: Frames;
  /** Share of the whole processor, percent. */
  readonly cpu: number;
  /** Where recordings go, megabytes. */
  readonly freeDisk: number;
  /** null: OBS does not stream. */
  readonly stream: StreamPulse | null;
  /** null: OBS does not record. */
  readonly record: RecordPulse | null;
}

export interface Frames {
  readonly total: number;
  readonly skipped: number;
}

export interface StreamPulse {
  readonly frames: Frames;
  /** 0: none, 1: nothing gets through. */
  readonly congestion: number;
  readonly reconnecting: boolean;
  /** Milliseconds since it started. */
  readonly duration: number;
}

export interface RecordPulse {
  readonly paused: boolean;
  /** Milliseconds of recording, pauses left out. */
  readonly duration: number;
}

interface PulseParts {
  readonly link: ObsCalls & Pick<ObsLink, 'state' | 'onChange'>;
  readonly clock: Clock;
  readonly log: Logger;
}

const LIVE_MS = 1_000;
const IDLE_MS = 10_000;
/** A stream or a recording that begins is noticed at once, not at the next idle reading. */
const BEGINS_MS = 100;

/** Reads OBS's counters while it is connected: each second while it streams or records, else less often. */
export class ObsPulse implements Disposable {
  readonly #parts: PulseParts;
  readonly #timers: NamedTimers;
  readonly #changes: Emitter<Pulse | null>;
  readonly #subscriptions: readonly (() => void)[];
  /** Fires for every reading, and with null when OBS is gone. */
  readonly onChange;
  #pulse: Pulse | null = null;
  #reading = 0;

  constructor(parts: PulseParts) {
    this.#parts = parts;
    const { link, clock, log } = parts;
    this.#timers = new NamedTimers(clock);
    this.#changes = new Emitter((failure) => log.error('a listener of OBS failed', { failure }));
    this.onChange = this.#changes.on;
    const onLink = link.onChange(() => this.#onLink());
    const readSoon = (): void => this.#after(BEGINS_MS);
    this.#subscriptions = [
      () => onLink.dispose(),
      link.on('StreamStateChanged', readSoon),
      link.on('RecordStateChanged', readSoon),
    ];
    this.#onLink();
  }

  /** null: OBS is not connected, or did not answer yet. */
  get pulse(): Pulse | null {
    return this.#pulse;
  }

  dispose(): void {
    for (const end of this.#subscriptions) end();
    this.#reading += 1;
    this.#timers.dispose();
    this.#changes.dispose();
  }

  #onLink(): void {
    this.#reading += 1;
    this.#timers.clear('read');
    if (this.#parts.link.state.state === 'connected') void this.#read();
    else this.#become(null);
  }

  #after(ms: number): void {
    this.#timers.set('read', ms, () => void this.#read());
  }

  async #read(): Promise<void> {
    this.#reading += 1;
    const reading = this.#reading;
    const { link, clock } = this.#parts;
    try {
      const results = await link.batch([
        { requestType: 'GetStats' },
        { requestType: 'GetStreamStatus' },
        { requestType: 'GetRecordStatus' },
      ]);
      if (reading === this.#reading) this.#become(pulseOf(results, clock.monotonic()));
    } catch (failure) {
      // A connection that ended says so itself; the next one reads again.
      if (reading === this.#reading) this.#parts.log.debug('no counters of OBS', { failure });
    }
    // Something that began meanwhile is read sooner.
    if (reading !== this.#reading || this.#timers.has('read')) return;
    const isLive = this.#pulse !== null && (this.#pulse.stream ?? this.#pulse.record) !== null;
    this.#after(isLive ? LIVE_MS : IDLE_MS);
  }

  #become(pulse: Pulse | null): void {
    if (pulse === null && this.#pulse === null) return;
    this.#pulse = pulse;
    this.#changes.fire(pulse);
  }
}

/** null: OBS did not tell its counters. Unknown fields are left out, missing ones count as nothing. */
function pulseOf([stats, stream, record]: readonly ObsResult[], at: number): Pulse | null {
  if (!stats?.ok) return null;
  const { data } = stats;
  return {
    at,
    fps: numberIn(data, 'activeFps'),
    renderMs: numberIn(data, 'averageFrameRenderTime'),
    render: framesIn(data, 'render'),
    encode: framesIn(data, 'output'),
    cpu: numberIn(data, 'cpuUsage'),
    freeDisk: numberIn(data, 'availableDiskSpace'),
    stream: streamOf(stream),
    record: recordOf(record),
  };
}

function streamOf(result: ObsResult | undefined): StreamPulse | null {
  if (!result?.ok || result.data['outputActive'] !== true) return null;
  return {
    frames: framesIn(result.data, 'output'),
    congestion: numberIn(result.data, 'outputCongestion'),
    reconnecting: result.data['outputReconnecting'] === true,
    duration: numberIn(result.data, 'outputDuration'),
  };
}

function recordOf(result: ObsResult | undefined): RecordPulse | null {
  if (!result?.ok || result.data['outputActive'] !== true) return null;
  return {
    paused: result.data['outputPaused'] === true,
    duration: numberIn(result.data, 'outputDuration'),
  };
}

type Data = Readonly<Record<string, unknown>>;

function framesIn(data: Data, of: 'render' | 'output'): Frames {
  return {
    total: numberIn(data, `${of}TotalFrames`),
    skipped: numberIn(data, `${of}SkippedFrames`),
  };
}

function numberIn(data: Data, field: string): number {
  const value = data[field];
  return typeof value === 'number' && Number.isFinite(value) ? value : 0;
}
