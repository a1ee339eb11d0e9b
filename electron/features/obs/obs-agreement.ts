import { z } from 'zod';
import { OBS_DEFAULTS } from '../../../shared/contract/obs.ts';
import { parseJson } from '../../../shared/json.ts';
import type { Settings } from '../../../shared/settings.ts';
import type { Vault } from '../../auth/ports.ts';
import type { Logger } from '../../base/log.ts';
import { SerialQueue } from '../../base/serial-queue.ts';
import type { SettingsKeeper } from '../../settings/ports.ts';
import type { FoundObs } from './obs-discovery.ts';
import { hostOf } from './obs-host.ts';
import type { LinkTarget, ObsLink } from './obs-link.ts';

interface AgreementParts {
  readonly link: Pick<ObsLink, 'connect' | 'disconnect'>;
  readonly vault: Vault;
  readonly settings: SettingsKeeper;
  readonly find: () => Promise<FoundObs>;
  readonly log: Logger;
}

/** The password and the host it was entered for: it never goes to another one. */
const keptSchema = z.object({ host: z.string(), password: z.string() });

const NAME = 'obs-password';

/** What the streamer agreed to: whether OBS is connected, where, and with which password. */
export class ObsAgreement {
  readonly #parts: AgreementParts;
  readonly #queue = new SerialQueue();
  #hasPassword = false;

  constructor(parts: AgreementParts) {
    this.#parts = parts;
  }

  get place(): Settings['obs'] {
    return this.#parts.settings.get().obs;
  }

  get hasPassword(): boolean {
    return this.#hasPassword;
  }

  /** Connects if the streamer agreed earlier. Never rejects. */
  resume(): Promise<void> {
    return this.#queue.run(async () => {
      const { agreed, host, port } = this.place;
      if (!agreed) return;
      const password = await this.#keptFor(host).catch((failure: unknown) => {
        this.#parts.log.warn('the password of OBS could not be read', { failure });
        return null;
      });
      this.#connect({ host, port, password });
    });
  }

  /** `password` null: the one that is kept for this host; empty: none. Throws if it is not saved. */
  connect(entered: LinkTarget): Promise<void> {
    return this.#queue.run(async () => {
      const host = hostOf(entered.host);
      const password = entered.password ?? (await this.#keptFor(host));
      await this.#agree({ host, port: entered.port, password: password || null });
    });
  }

  /** Reads OBS's settings file, which nothing else does, and connects with what stands there. */
  find(): Promise<FoundObs['found']> {
    return this.#queue.run(async () => {
      const found = await this.#parts.find();
      if (found.found === 'yes') {
        const { port, password } = found;
        await this.#agree({ host: OBS_DEFAULTS.host, port, password });
      }
      return found.found;
    });
  }

  /** Ends the connection first, whatever becomes of the rest. */
  disconnect(): Promise<void> {
    return this.#queue.run(async () => {
      // Whoever hears that the connection is off reads this too.
      this.#hasPassword = false;
      this.#parts.link.disconnect();
      await this.#parts.settings.update(({ obs }) => ({ obs: { ...obs, agreed: false } }));
      await this.#parts.vault.remove(NAME);
    });
  }

  async #agree(target: LinkTarget): Promise<void> {
    const { vault, settings } = this.#parts;
    const { host, port, password } = target;
    await (password === null
      ? vault.remove(NAME)
      : vault.write(NAME, JSON.stringify({ host, password })));
    await settings.update(({ obs }) => ({ obs: { ...obs, agreed: true, host, port } }));
    this.#connect(target);
  }

  #connect(target: LinkTarget): void {
    this.#hasPassword = target.password !== null;
    this.#parts.link.connect(target);
  }

  async #keptFor(host: string): Promise<string | null> {
    const text = await this.#parts.vault.read(NAME);
    const kept = text === null ? null : keptSchema.safeParse(parseJson(text));
    return kept?.success && kept.data.host === host ? kept.data.password : null;
  }
}
