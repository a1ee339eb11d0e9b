import type { MarksState } from '../../../shared/contract/marks.ts';
import type { Disposable } from '../../base/disposables.ts';
import { DisposableStore, toDisposable } from '../../base/disposables.ts';
import { Emitter } from '../../base/emitter.ts';
import { NamedTimers } from '../../base/named-timers.ts';
import type { Services } from '../feature.ts';
import type { Marker, PaintedAlert } from './marker.ts';
import { ReplayOffError } from './marks-errors.ts';
import type { MarksRepository } from './marks-repository.ts';
import type { ObsParts } from './recordings.ts';

interface ReplaysParts extends Pick<Services, 'clock' | 'log' | 'settings'> {
  readonly obs: Pick<ObsParts, 'link'>;
  readonly marker: Pick<Marker, 'set' | 'onPainted'>;
  readonly repository: Pick<MarksRepository, 'add'>;
}

/** The buffer holds what was, so the streamer's answer to a donation is waited for. */
const AFTER_DONATION_MS = 8_000;

/** OBS's replay buffer: saved by a rule or by hand, and what was saved, whoever did it. */
export class Replays implements Disposable {
  readonly #parts: ReplaysParts;
  readonly #owned = new DisposableStore();
  readonly #timers: NamedTimers;
  readonly #changes: Emitter<void>;
  readonly onChange;
  #buffer: MarksState['replayBuffer'] = 'unknown';
  #missedAt: number | null = null;
  #reading = 0;

  constructor(parts: ReplaysParts) {
    this.#parts = parts;
    const { obs, clock, marker, log } = parts;
    this.#timers = this.#owned.add(new NamedTimers(clock));
    this.#changes = this.#owned.add(
      new Emitter((failure) => log.error('a listener of replays failed', { failure })),
    );
    this.onChange = this.#changes.on;
    this.#owned.add(marker.onPainted((alert) => this.#onPainted(alert)));
    this.#owned.add(obs.link.onChange(({ state }) => this.#onLink(state === 'connected')));
    for (const end of [
      obs.link.on('ReplayBufferStateChanged', ({ outputActive }) => this.#become(outputActive)),
      obs.link.on('ReplayBufferSaved', ({ savedReplayPath }) => this.#onSaved(savedReplayPath)),
    ]) {
      this.#owned.add(toDisposable(end));
    }
    this.#onLink(obs.link.state.state === 'connected');
  }

  get buffer(): MarksState['replayBuffer'] {
    return this.#buffer;
  }

  /** When a rule last wanted what OBS could not save. */
  get missedAt(): number | null {
    return this.#missedAt;
  }

  /** Throws if the buffer is off or OBS refuses. */
  async save(): Promise<void> {
    if (this.#buffer === 'off') throw new ReplayOffError();
    await this.#parts.obs.link.call('SaveReplayBuffer');
  }

  dispose(): void {
    this.#owned.dispose();
  }

  #onLink(isConnected: boolean): void {
    this.#reading += 1;
    this.#buffer = 'unknown';
    this.#changes.fire();
    if (isConnected) void this.#read(this.#reading);
  }

  async #read(reading: number): Promise<void> {
    try {
      const [buffer] = await this.#parts.obs.link.batch([{ requestType: 'GetReplayBufferStatus' }]);
      if (reading !== this.#reading) return;
      // OBS refuses where the replay buffer is not set up at all.
      this.#become(buffer?.ok === true && buffer.data['outputActive'] === true);
    } catch (failure) {
      this.#parts.log.debug('OBS did not tell of its replay buffer', { failure });
    }
  }

  #become(isOn: unknown): void {
    this.#reading += 1;
    this.#buffer = isOn === true ? 'on' : 'off';
    this.#changes.fire();
  }

  #onPainted({ event, together }: PaintedAlert): void {
    const { replayFrom } = this.#parts.settings.get().marks;
    if (replayFrom === null || together > 1 || event.kind !== 'DONATION') return;
    if ((event.data.payAmount ?? 0) < replayFrom || this.#timers.has('save')) return;
    this.#timers.set('save', AFTER_DONATION_MS, () => void this.#saveByRule());
  }

  async #saveByRule(): Promise<void> {
    const { clock, log } = this.#parts;
    try {
      await this.save();
      this.#missedAt = null;
    } catch (failure) {
      log.warn('the replay buffer was not saved', { failure });
      this.#missedAt = clock.now();
    }
    this.#changes.fire();
  }

  #onSaved(path: unknown): void {
    const { marker, repository, clock, log } = this.#parts;
    const replay = { kind: 'replay', path: typeof path === 'string' ? path : null } as const;
    try {
      if (marker.set(replay)) return;
      repository.add({ ...replay, recording: null, position: null, setAt: clock.now() });
    } catch (failure) {
      log.error('a saved replay could not be noted', { failure });
    }
    this.#changes.fire();
  }
}
