import type { Clock } from '../../base/clock.ts';
import { type Disposable, DisposableStore, toDisposable } from '../../base/disposables.ts';
import { Emitter } from '../../base/emitter.ts';
import type { Logger } from '../../base/log.ts';
import type { ObsFeature } from '../obs/index.ts';
import type { MarksRepository, RecordingVideo, StoredRecording } from './marks-repository.ts';
import { type DurationReading, isSame, RecordingClock } from './recording-clock.ts';

export type ObsParts = Pick<ObsFeature, 'link' | 'pulse'>;

/** The recording under way. */
export interface Recording {
  readonly id: number;
  readonly clock: RecordingClock;
  readonly exact: boolean;
  /** null: OBS has not told its file. */
  path: string | null;
  /** null: OBS has not told its frame rate. */
  frameMs: number | null;
}

interface RecordingsParts {
  readonly obs: ObsParts;
  readonly repository: Pick<
    MarksRepository,
    'begin' | 'setVideo' | 'reach' | 'end' | 'addFile' | 'open' | 'newest'
  >;
  readonly clock: Clock;
  readonly log: Logger;
}

/** As OBS comes, until it tells its own. */
const USUAL_VIDEO: RecordingVideo = { fpsNum: 30, fpsDen: 1, width: 1920, height: 1080 };
const REACH_EVERY_MS = 30_000;

const STARTED = 'OBS_WEBSOCKET_OUTPUT_STARTED';
const PAUSED = 'OBS_WEBSOCKET_OUTPUT_PAUSED';
const RESUMED = 'OBS_WEBSOCKET_OUTPUT_RESUMED';
const STOPPED = 'OBS_WEBSOCKET_OUTPUT_STOPPED';

/**
 * Follows OBS's recordings: when one began, pauses, its files, its end. One that runs while OBS is
 * out of reach, or while the app starts again, goes on where it is. A ledger that refuses costs the
 * marks of that recording, and the log says so.
 */
export class Recordings implements Disposable {
  readonly #parts: RecordingsParts;
  readonly #owned = new DisposableStore();
  readonly #changes: Emitter<void>;
  readonly onChange;
  #now: Recording | null = null;
  /** Looked at when OBS is reached; until then what is left open may still run. */
  #joining = 0;
  #reachedAt = 0;
  /** As far as OBS said last that it had come, on the monotonic clock. */
  #seenAt = 0;

  constructor(parts: RecordingsParts) {
    this.#parts = parts;
    const { obs, log } = parts;
    this.#changes = this.#owned.add(
      new Emitter((failure) => log.error('a listener of recordings failed', { failure })),
    );
    this.onChange = this.#changes.on;
    this.#owned.add(obs.link.onChange(({ state }) => this.#onLink(state === 'connected')));
    this.#owned.add(obs.pulse.onChange(() => this.#onPulse()));
    for (const end of [
      obs.link.on('RecordStateChanged', ({ outputState, outputPath }) =>
        this.#safely(() => this.#onState(String(outputState), pathOf(outputPath))),
      ),
      obs.link.on('RecordFileChanged', ({ newOutputPath }) =>
        this.#safely(() => this.#onFile(pathOf(newOutputPath))),
      ),
    ]) {
      this.#owned.add(toDisposable(end));
    }
    this.#onLink(obs.link.state.state === 'connected');
  }

  /** null: none, as far as is known. */
  get now(): Recording | null {
    return this.#now;
  }

  dispose(): void {
    // It may go on: the next start looks.
    this.#safely(() => this.#reach());
    this.#owned.dispose();
  }

  #onLink(isConnected: boolean): void {
    this.#joining += 1;
    if (isConnected) void this.#join(this.#joining);
  }

  /** OBS was reached: it records, or it does not. */
  async #join(joining: number): Promise<void> {
    const { obs, clock, log } = this.#parts;
    try {
      const [video, record] = await obs.link.batch([
        { requestType: 'GetVideoSettings' },
        { requestType: 'GetRecordStatus' },
      ]);
      if (joining !== this.#joining || this.#owned.isDisposed || !record?.ok) return;
      const at = clock.monotonic();
      const { outputActive, outputPaused, outputDuration } = record.data;
      const isActive = outputActive === true;
      const reading = { at, duration: wholeOf(outputDuration), paused: outputPaused === true };
      const picture = videoOf(video?.ok ? video.data : {});
      this.#safely(() => (isActive ? this.#continue(reading, picture) : this.#endAll()));
    } catch (failure) {
      // A connection that ended says so itself; the next one looks again.
      log.debug('OBS did not tell whether it records', { failure });
    }
  }

  /** A recording runs that began before OBS was reached. */
  #continue(reading: DurationReading, video: RecordingVideo): void {
    const { repository, clock } = this.#parts;
    if (this.#now?.clock.isAt(reading)) {
      repository.setVideo(this.#now.id, video);
      this.#now.frameMs = frameMsOf(video);
      return;
    }
    this.#endNow();
    const [left, ...others] = repository.open();
    for (const other of others) this.#close(other);
    if (left && isSame(clock.now() - left.zeroAt, reading.duration, left.lag)) {
      const { id, exact, files } = left;
      // Not known yet: then the clock on the wall, which went on meanwhile, says more than a guess.
      const lag = left.lag ?? Math.max(0, clock.now() - left.zeroAt - reading.duration);
      const joined = RecordingClock.joined(reading, lag);
      const path = files.at(-1)?.path ?? null;
      this.#become({ id, exact, path, clock: joined, frameMs: frameMsOf(video) });
      return;
    }
    if (left) this.#close(left);
    const lag = repository.newest()?.lag ?? null;
    const { duration } = reading;
    const beganAt = clock.now() - duration;
    const id = repository.begin({ ...video, beganAt, duration, exact: false, lag });
    const joined = RecordingClock.joined(reading, lag);
    const frameMs = frameMsOf(video);
    this.#become({ id, exact: false, path: null, clock: joined, frameMs });
  }

  #onState(state: string, path: string | null): void {
    const { clock } = this.#parts;
    const at = clock.monotonic();
    switch (state) {
      case STARTED:
        this.#begin(at, path);
        break;
      case PAUSED:
        this.#now?.clock.pause(at);
        this.#reach();
        break;
      case RESUMED:
        this.#now?.clock.resume(at);
        this.#reach();
        break;
      case STOPPED:
        this.#stop(at, path);
        break;
      default:
      // Starting and stopping: it does not count yet, or goes on counting.
    }
  }

  #begin(at: number, path: string | null): void {
    const { clock, repository } = this.#parts;
    this.#joining += 1;
    this.#endAll();
    const beganAt = clock.now();
    const recording = { ...USUAL_VIDEO, beganAt, duration: 0, exact: true, lag: null };
    const id = repository.begin(recording);
    if (path !== null) repository.addFile(id, { begins: 0, path });
    this.#become({ id, exact: true, path, clock: RecordingClock.begun(at), frameMs: null });
    void this.#readVideo(id);
  }

  async #readVideo(id: number): Promise<void> {
    const { obs, repository, log } = this.#parts;
    try {
      const [video] = await obs.link.batch([{ requestType: 'GetVideoSettings' }]);
      if (!video?.ok || this.#now?.id !== id) return;
      const picture = videoOf(video.data);
      this.#now.frameMs = frameMsOf(picture);
      this.#safely(() => repository.setVideo(id, picture));
    } catch (failure) {
      log.debug('OBS did not tell its frame rate', { failure });
    }
  }

  #stop(at: number, path: string | null): void {
    const now = this.#now;
    if (!now) return;
    if (path !== null && now.path === null) {
      this.#parts.repository.addFile(now.id, { begins: 0, path });
    }
    this.#seenAt = at;
    this.#endNow();
  }

  /** Frames that were not written when the file changed are the first of the new one. */
  #onFile(path: string | null): void {
    const now = this.#now;
    if (!now || path === null) return;
    const position = now.clock.positionAt(this.#parts.clock.monotonic());
    const begins = Math.max(1, position - (now.clock.lag ?? 0));
    this.#parts.repository.addFile(now.id, { begins, path });
    now.path = path;
    this.#changes.fire();
  }

  #onPulse(): void {
    const pulse = this.#parts.obs.pulse.pulse;
    const now = this.#now;
    if (!pulse?.record || !now) return;
    const encoded = now.frameMs === null ? null : pulse.encode.total * now.frameMs;
    now.clock.read({ at: pulse.at, ...pulse.record, encoded });
    this.#seenAt = pulse.at;
    if (pulse.at - this.#reachedAt >= REACH_EVERY_MS) this.#safely(() => this.#reach());
  }

  /** Writes how far it came. */
  #reach(): void {
    const now = this.#now;
    if (!now) return;
    const { clock, repository } = this.#parts;
    const at = clock.monotonic();
    this.#reachedAt = at;
    const position = now.clock.positionAt(at);
    repository.reach(now.id, position, { lag: now.clock.lag, zeroAt: clock.now() - position });
    this.#changes.fire();
  }

  #endAll(): void {
    this.#endNow();
    for (const left of this.#parts.repository.open()) this.#close(left);
  }

  /** Ended while nobody looked. */
  #close({ id, beganAt, duration }: StoredRecording): void {
    this.#parts.repository.end(id, beganAt + duration, duration);
  }

  #endNow(): void {
    const now = this.#now;
    if (!now) return;
    const { clock, repository } = this.#parts;
    this.#now = null;
    const position = now.clock.positionAt(this.#seenAt);
    repository.reach(now.id, position, { lag: now.clock.lag, zeroAt: clock.now() - position });
    repository.end(now.id, clock.now(), position);
    this.#changes.fire();
  }

  #become(recording: Recording): void {
    this.#now = recording;
    this.#seenAt = this.#parts.clock.monotonic();
    this.#reachedAt = this.#seenAt;
    this.#parts.log.info('OBS records', { recording: recording.id, exact: recording.exact });
    this.#changes.fire();
  }

  #safely(work: () => void): void {
    try {
      work();
    } catch (failure) {
      this.#parts.log.error('a recording could not be followed', { failure });
    }
  }
}

type Data = Readonly<Record<string, unknown>>;

function pathOf(path: unknown): string | null {
  return typeof path === 'string' && path !== '' ? path : null;
}

function wholeOf(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? Math.max(0, Math.round(value)) : 0;
}

function frameMsOf({ fpsNum, fpsDen }: RecordingVideo): number {
  return (1_000 * fpsDen) / fpsNum;
}

/** What OBS tells of its output; what is missing is as OBS comes. */
export function videoOf(data: Data): RecordingVideo {
  const { fpsNumerator, fpsDenominator, outputWidth, outputHeight } = data;
  const fpsDen = wholeOf(fpsDenominator);
  const isRate = wholeOf(fpsNumerator) > 0 && fpsDen > 0;
  return {
    fpsNum: isRate ? wholeOf(fpsNumerator) : USUAL_VIDEO.fpsNum,
    fpsDen: isRate ? fpsDen : USUAL_VIDEO.fpsDen,
    width: wholeOf(outputWidth) || USUAL_VIDEO.width,
    height: wholeOf(outputHeight) || USUAL_VIDEO.height,
  };
}
