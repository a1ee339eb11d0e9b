import { z } from 'zod';
import { parseJson } from '../../../shared/json.ts';
import type { Services } from '../feature.ts';

const NAME = 'sinks';

const keptSchema = z.record(
  z.string(),
  z.object({
    address: z.string().nullable(),
    user: z.string().nullable().default(null),
    secret: z.string().nullable(),
  }),
);

/** What of a sink is secret: addresses open what they lead to, too. */
export interface SinkSecret {
  readonly address: string | null;
  /** Who signs in, where somebody does. */
  readonly user: string | null;
  /** What signatures are made with; a password or token. */
  readonly secret: string | null;
}

const NONE: SinkSecret = { address: null, user: null, secret: null };

type SecretsParts = Pick<Services, 'vault' | 'redactor' | 'log'>;

/** The sinks' addresses and secrets, one entry of the vault. */
export class SinkSecrets {
  readonly #parts: SecretsParts;
  #kept: Readonly<Record<string, SinkSecret>>;

  private constructor(parts: SecretsParts, kept: Readonly<Record<string, SinkSecret>>) {
    this.#parts = parts;
    this.#kept = kept;
    for (const secret of Object.values(kept)) this.#hide(secret);
  }

  /** Throws what the vault throws. What cannot be read is as if it were not there. */
  static async open(parts: SecretsParts): Promise<SinkSecrets> {
    const text = await parts.vault.read(NAME);
    const kept = text === null ? null : keptSchema.safeParse(parseJson(text));
    if (kept && !kept.success) parts.log.error('the secrets of the sinks cannot be read', {});
    return new SinkSecrets(parts, kept?.data ?? {});
  }

  of(id: string): SinkSecret {
    return Object.hasOwn(this.#kept, id) ? (this.#kept[id] ?? NONE) : NONE;
  }

  /** One change at a time. Throws what the vault throws; then nothing has changed. */
  async set(id: string, secret: SinkSecret): Promise<void> {
    this.#hide(secret);
    await this.#write({ ...this.#kept, [id]: secret });
  }

  async remove(id: string): Promise<void> {
    const { [id]: gone, ...left } = this.#kept;
    if (gone) await this.#write(left);
  }

  async #write(kept: Readonly<Record<string, SinkSecret>>): Promise<void> {
    await this.#parts.vault.write(NAME, JSON.stringify(kept));
    this.#kept = kept;
  }

  #hide({ address, secret }: SinkSecret): void {
    for (const text of [address, secret]) {
      if (text !== null) this.#parts.redactor.hideAlways(text);
    }
  }
}
