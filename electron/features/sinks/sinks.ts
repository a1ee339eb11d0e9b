import {
  type NewSink,
  SINKS_MOST,
  type SinkKind,
  type SinkRow,
  type SinksState,
} from '../../../shared/contract/sinks.ts';
import type { Language } from '../../../shared/locales/index.ts';
import type { Disposable } from '../../base/disposables.ts';
import { Emitter } from '../../base/emitter.ts';
import { StagelightError } from '../../base/errors.ts';
import type { MakeKey } from '../../base/random.ts';
import { SerialQueue } from '../../base/serial-queue.ts';
import { type CourierParts, checkWay, courierOf, targetOf } from './couriers.ts';
import { exampleLetter } from './example.ts';
import { Outbox, type OutboxParts } from './outbox.ts';
import type { SinkSecrets } from './sink-secrets.ts';
import { SinkError } from './sinks-errors.ts';
import type { SinkSettings, StoredSink } from './sinks-repository.ts';

export interface SinksParts extends Omit<OutboxParts, 'onChange'> {
  readonly secrets: SinkSecrets;
  readonly couriers: CourierParts;
  readonly makeKey: MakeKey;
  readonly lastSeq: () => number;
  readonly language: () => Language;
}

interface Change extends SinkSettings {
  readonly id: string;
  /** null: as it was. */
  readonly address: string | null;
  readonly login: { readonly user: string; readonly password: string } | null;
}

const ID_LENGTH = 16;

/** All sinks: made, changed, and each with its outbox. */
export class Sinks implements Disposable {
  readonly #parts: SinksParts;
  readonly #outboxes = new Map<string, Outbox>();
  readonly #changes: Emitter<void>;
  readonly onChange;
  /** Changes one after another. */
  readonly #queue = new SerialQueue();
  #state: SinksState | null = null;
  #disposed = false;

  constructor(parts: SinksParts) {
    this.#parts = parts;
    this.#changes = new Emitter((failure) =>
      parts.log.error('a listener of the sinks failed', { failure }),
    );
    this.onChange = this.#changes.on;
    for (const sink of parts.repository.all()) this.#start(sink);
  }

  /** The same object until it changes. */
  get state(): SinksState {
    this.#state ??= { sinks: this.#parts.repository.all().map((sink) => this.#row(sink)) };
    return this.#state;
  }

  /** There may be new events. */
  poke(): void {
    for (const outbox of this.#outboxes.values()) outbox.poke();
  }

  /** Throws a `SinkError`, and vault and ledger errors. */
  add(wanted: NewSink): Promise<{ readonly id: string; readonly secret: string | null }> {
    return this.#queue.run(async () => {
      const { repository, secrets, makeKey, clock, log } = this.#parts;
      const { kind, name, filter } = wanted;
      this.#assertRoom(kind);
      const nearby = 'nearby' in wanted && wanted.nearby;
      const nats = kind === 'nats' ? wanted.nats : null;
      const address = kind === 'file' ? null : wanted.address;
      checkWay(kind, address, nearby);
      const id = makeKey().slice(0, ID_LENGTH);
      const secret = kind === 'webhook' ? `whsec_${makeKey()}` : null;
      if (kind === 'nats') await secrets.set(id, { address, ...signIn(wanted.login) });
      else if (address !== null) await secrets.set(id, { address, user: null, secret });
      repository.add(id, kind, { name, filter, nearby, nats }, this.#parts.lastSeq(), clock.now());
      this.#restart(id);
      log.info('a sink was made', { id, kind });
      return { id, secret };
    });
  }

  /** What waited is tried at once. Throws like `add`. */
  change({ id, name, filter, nearby, nats, address, login }: Change): Promise<void> {
    return this.#queue.run(async () => {
      const { repository, secrets } = this.#parts;
      const { kind, nats: before } = this.#find(id);
      const kept = secrets.of(id);
      if (kind !== 'file') checkWay(kind, address ?? kept.address, nearby);
      const changed = {
        ...kept,
        ...(login && signIn(login)),
        ...(address !== null && { address }),
      };
      if (kind === 'nats' || (address !== null && kind !== 'file')) await secrets.set(id, changed);
      const isNearby = nearby && (kind === 'webhook' || kind === 'nats');
      repository.set(id, { name, filter, nearby: isNearby, nats: before && (nats ?? before) });
      await this.#replace(id);
    });
  }

  /** What a webhook is signed with from now on. */
  renewSecret(id: string): Promise<string> {
    return this.#queue.run(async () => {
      const { secrets, makeKey } = this.#parts;
      if (this.#find(id).kind !== 'webhook') throw new SinkError('sinks-none');
      const secret = `whsec_${makeKey()}`;
      await secrets.set(id, { ...secrets.of(id), secret });
      await this.#replace(id);
      return secret;
    });
  }

  /** With its dead letters. */
  remove(id: string): Promise<void> {
    return this.#queue.run(async () => {
      this.#find(id);
      await this.#stop(id);
      this.#parts.repository.remove(id);
      this.#changed();
      await this.#parts.secrets.remove(id);
    });
  }

  switch(id: string, on: boolean): Promise<void> {
    return this.#queue.run(async () => {
      this.#find(id);
      // First: what is on its way may still switch it off.
      await this.#stop(id);
      this.#parts.repository.switch(id, on, null);
      this.#restart(id);
    });
  }

  /** Throws why the example did not arrive. */
  async test(id: string): Promise<void> {
    this.#find(id);
    const { ledger, makeKey, clock, language } = this.#parts;
    const letter = exampleLetter({ epoch: ledger.epoch, makeKey, clock, language: language() });
    const delivery = await this.#outboxes.get(id)?.sendExample(letter);
    if (delivery && delivery.kind !== 'delivered') throw new StagelightError(delivery.problem);
  }

  letters(id: string) {
    this.#find(id);
    return this.#parts.repository.letters(id);
  }

  /** `seq` null: all. */
  resend(id: string, seq: number | null): void {
    const { isOn } = this.#find(id);
    if (!isOn) throw new SinkError('sinks-off');
    this.#parts.repository.sendAgain(id, seq);
    this.#outboxes.get(id)?.poke();
    this.#changed();
  }

  dispose(): void {
    this.#disposed = true;
    for (const outbox of this.#outboxes.values()) outbox.dispose();
    this.#changes.dispose();
  }

  #assertRoom(kind: SinkKind): void {
    const all = this.#parts.repository.all();
    if (all.length >= SINKS_MOST) throw new SinkError('sinks-full', { most: SINKS_MOST });
    // Two would write the same lines into the same file.
    if (kind === 'file' && all.some((sink) => sink.kind === 'file')) {
      throw new SinkError('sinks-one-file');
    }
  }

  #find(id: string): StoredSink {
    const sink = this.#parts.repository.find(id);
    if (!sink) throw new SinkError('sinks-none');
    return sink;
  }

  async #replace(id: string): Promise<void> {
    await this.#stop(id);
    this.#restart(id);
  }

  async #stop(id: string): Promise<void> {
    await this.#outboxes.get(id)?.stop();
    this.#outboxes.delete(id);
  }

  #restart(id: string): void {
    this.#start(this.#find(id));
    this.#changed();
  }

  #start(sink: StoredSink): void {
    if (this.#disposed) return;
    const { secrets, couriers } = this.#parts;
    const outbox = new Outbox(
      { ...this.#parts, onChange: () => this.#changed() },
      sink,
      courierOf(sink, secrets.of(sink.id), couriers),
    );
    this.#outboxes.set(sink.id, outbox);
    outbox.start();
  }

  #row({ id, kind, name, filter, nearby, nats, dropped }: StoredSink): SinkRow {
    const outbox = this.#outboxes.get(id);
    return {
      id,
      kind,
      name,
      filter,
      nearby,
      nats,
      dropped,
      target: targetOf(kind, this.#parts.secrets.of(id)),
      state: outbox?.state ?? { kind: 'off', problem: null },
      deliveredAt: outbox?.deliveredAt ?? null,
      deadLetters: this.#parts.repository.countLetters(id),
    };
  }

  #changed(): void {
    if (this.#disposed) return;
    this.#state = null;
    this.#changes.fire();
  }
}

/** What the vault keeps of a sign-in. */
function signIn({ user, password }: NonNullable<Change['login']>) {
  return { user: user === '' ? null : user, secret: password === '' ? null : password };
}
