import { z } from 'zod';
import type { ObsState, ObsStreamTarget } from '../../../shared/contract/obs.ts';
import { parseJson } from '../../../shared/json.ts';
import type { Vault } from '../../auth/ports.ts';
import { type Clock, delay } from '../../base/clock.ts';
import type { Disposable } from '../../base/disposables.ts';
import { Emitter } from '../../base/emitter.ts';
import type { Logger, Redactor } from '../../base/log.ts';
import { SerialQueue } from '../../base/serial-queue.ts';
import type { SettingsKeeper } from '../../settings/ports.ts';
import type { ObsCalls } from './obs-calls.ts';
import { ObsRefusedError, ObsSlowError } from './obs-errors.ts';
import {
  ObsAnswerError,
  ObsNoFormerStreamError,
  ObsStreamChangedError,
  ObsStreamingError,
  ObsStreamServerError,
} from './setup-errors.ts';
import {
  isService,
  type StreamService,
  secretsOf,
  serverOf,
  serviceFor,
  targetOf,
} from './stream-service.ts';

interface StreamKeyParts {
  readonly calls: Pick<ObsCalls, 'call'>;
  /** The streamer's own key, from the platform. */
  readonly key: () => Promise<string>;
  readonly vault: Vault;
  readonly settings: SettingsKeeper;
  readonly redactor: Pick<Redactor, 'hideAlways'>;
  readonly clock: Clock;
  readonly log: Logger;
}

const serviceSchema = z.object({ type: z.string(), settings: z.record(z.string(), z.unknown()) });
/** Both hold a key: they are kept in the vault and nowhere else. */
const keptSchema = z.object({ at: z.number(), before: serviceSchema, after: serviceSchema });
type Kept = z.infer<typeof keptSchema>;

const NAME = 'obs-stream';
/** OBS's status code while it streams, records, or keeps a replay buffer. */
const OUTPUT_RUNNING = 500;
const REACHED_WITHIN_MS = 3_000;
const LOOK_EVERY_MS = 40;

/** Puts the stream key from the platform into OBS, shown to nobody, and puts back what was there. */
export class ObsStreamKey implements Disposable {
  readonly #parts: StreamKeyParts;
  readonly #queue = new SerialQueue();
  readonly #changes: Emitter<void>;
  readonly onChange;
  #kept: Kept | null = null;

  constructor(parts: StreamKeyParts) {
    this.#parts = parts;
    this.#changes = new Emitter((failure) =>
      parts.log.error('a listener of OBS failed', { failure }),
    );
    this.onChange = this.#changes.on;
  }

  get state(): ObsState['streamKey'] {
    return { server: this.#parts.settings.get().obs.streamServer, putAt: this.#kept?.at ?? null };
  }

  /** Reads what an earlier run left to be put back. Never rejects. */
  resume(): Promise<void> {
    return this.#queue.run(async () => {
      try {
        const text = await this.#parts.vault.read(NAME);
        const kept = text === null ? null : keptSchema.safeParse(parseJson(text));
        if (kept?.success) this.#remember(kept.data);
      } catch (failure) {
        this.#parts.log.warn('the former stream settings of OBS could not be read', { failure });
      }
    });
  }

  /** What OBS streams to now, and the address to suggest. */
  async target(): Promise<ObsStreamTarget> {
    const { now, server } = targetOf(await this.#present());
    return { now, server: this.state.server || server };
  }

  /**
   * Answers whether anything changed in OBS. What stood there is in the vault before OBS hears of the
   * new, so that a crash cannot lose it.
   */
  put(entered: string): Promise<boolean> {
    return this.#queue.run(async () => {
      const server = serverOf(entered);
      if (server === null) throw new ObsStreamServerError();
      await this.#refuseWhileStreaming();
      const key = await this.#parts.key();
      this.#parts.redactor.hideAlways(key);
      const after = serviceFor(server, key);
      const present = await this.#present();
      await this.#parts.settings.update(({ obs }) => ({ obs: { ...obs, streamServer: server } }));
      if (isService(present, after)) return false;
      const former = this.#kept;
      // Ours with another key or server: what stood before that is what is put back.
      const before = former && isService(present, former.after) ? former.before : present;
      await this.#keep({ at: this.#parts.clock.now(), before, after });
      try {
        await this.#set(after);
      } catch (failure) {
        // OBS refused, so what it has is what it had.
        if (failure instanceof ObsRefusedError || failure instanceof ObsStreamingError) {
          await this.#keep(former);
        }
        throw failure;
      }
      return true;
    });
  }

  /** Rejects where the streamer has changed it in OBS since: that stays. */
  putBack(): Promise<void> {
    return this.#queue.run(async () => {
      const kept = this.#kept;
      if (!kept) throw new ObsNoFormerStreamError();
      await this.#refuseWhileStreaming();
      const present = await this.#present();
      const isOurs = isService(present, kept.after);
      if (isOurs) await this.#set(kept.before);
      await this.#keep(null);
      if (!isOurs && !isService(present, kept.before)) throw new ObsStreamChangedError();
    });
  }

  dispose(): void {
    this.#changes.dispose();
  }

  async #refuseWhileStreaming(): Promise<void> {
    const { outputActive } = await this.#parts.calls.call('GetStreamStatus');
    if (outputActive) throw new ObsStreamingError();
  }

  async #present(): Promise<StreamService> {
    const request = 'GetStreamServiceSettings';
    const answer = await this.#parts.calls.call(request);
    const service = serviceSchema.safeParse({
      type: answer.streamServiceType,
      settings: answer.streamServiceSettings,
    });
    if (!service.success) throw new ObsAnswerError(request, 'streamServiceSettings');
    for (const secret of secretsOf(service.data)) this.#parts.redactor.hideAlways(secret);
    return service.data;
  }

  async #set({ type, settings }: StreamService): Promise<void> {
    const { calls, clock } = this.#parts;
    try {
      await calls.call('SetStreamServiceSettings', {
        streamServiceType: type,
        // OBS refuses an empty object; a service that was never set up has no key either.
        streamServiceSettings: { key: '', ...settings },
      });
    } catch (failure) {
      const isRunning = failure instanceof ObsRefusedError && failure.status === OUTPUT_RUNNING;
      throw isRunning ? new ObsStreamingError() : failure;
    }
    const until = clock.monotonic() + REACHED_WITHIN_MS;
    while (!isService(await this.#present(), { type, settings })) {
      if (clock.monotonic() >= until) throw new ObsSlowError();
      await delay(clock, LOOK_EVERY_MS);
    }
  }

  async #keep(kept: Kept | null): Promise<void> {
    const { vault } = this.#parts;
    await (kept === null ? vault.remove(NAME) : vault.write(NAME, JSON.stringify(kept)));
    this.#remember(kept);
  }

  #remember(kept: Kept | null): void {
    const services = kept ? [kept.before, kept.after] : [];
    for (const secret of services.flatMap(secretsOf)) this.#parts.redactor.hideAlways(secret);
    this.#kept = kept;
    this.#changes.fire();
  }
}
