import { createHash } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import {
  type FieldValue,
  type FoundPackage,
  WIDGET_LIMITS,
  WIDGET_NAME_MOST,
  type WidgetField,
  type WidgetRow,
  type WidgetsState,
} from '../../../shared/contract/widgets.ts';
import type { Language } from '../../../shared/locales/index.ts';
import type { WidgetFault, WidgetFrame } from '../../../shared/overlay/custom-widgets.ts';
import type { Clock } from '../../base/clock.ts';
import { Emitter } from '../../base/emitter.ts';
import type { Logger } from '../../base/log.ts';
import type { MakeKey } from '../../base/random.ts';
import { SerialQueue } from '../../base/serial-queue.ts';
import type { Services } from '../feature.ts';
import { isNear } from './hosts-in.ts';
import type { ReadPackage } from './package-reader.ts';
import { fieldDataOf, type KeptPackage, type PackageShelf } from './package-shelf.ts';
import type { PackageUploads } from './package-uploads.ts';
import { valueFor } from './read-fields.ts';
import type { WidgetKeeper } from './widget-keeper.ts';
import { WidgetError } from './widgets-errors.ts';

export interface WidgetsParts {
  readonly shelf: PackageShelf;
  readonly uploads: PackageUploads;
  readonly keeper: WidgetKeeper;
  readonly read: (zip: string, folder: string) => Promise<ReadPackage>;
  readonly urlOf: (id: string) => string;
  readonly language: () => Language;
  readonly notices: Pick<Services['notices'], 'add' | 'dismiss' | 'all'>;
  readonly makeKey: MakeKey;
  readonly clock: Clock;
  readonly log: Logger;
}

interface Draft {
  readonly folder: string;
  readonly found: ReadPackage;
  readonly author: string;
}

type Paused = Readonly<{ fault: WidgetFault; at: number }>;

const PAUSED = 'widgets-paused';

/** Every package: imported, set, paused, and told of. Changes are made one after another. */
export class Widgets {
  readonly #parts: WidgetsParts;
  readonly #queue = new SerialQueue();
  readonly #changes: Emitter<void>;
  readonly onChange;
  readonly #paused = new Map<string, Paused>();
  /** Counts what a frame has to be loaded anew for. */
  readonly #revisions = new Map<string, number>();
  #draft: (Draft & { readonly id: string }) | null = null;
  #state: WidgetsState | null = null;
  #frames: readonly WidgetFrame[] = [];

  constructor(parts: WidgetsParts) {
    this.#parts = parts;
    this.#changes = new Emitter((failure) =>
      parts.log.error('a listener of widgets failed', { failure }),
    );
    this.onChange = this.#changes.on;
  }

  /** The same object until something changes; addresses change with the overlay's key. */
  get state(): WidgetsState {
    const packages = this.#parts.shelf.all.map((kept) => this.#row(kept));
    const frames = packages.map(({ id, frame, revision, paused }) => ({
      id,
      address: frame,
      revision,
      paused: paused !== null,
    }));
    if (this.#state && sameFrames(frames, this.#frames)) return this.#state;
    this.#frames = frames;
    this.#state = { packages };
    return this.#state;
  }

  get frames(): readonly WidgetFrame[] {
    return this.state.packages.length === 0 ? NO_FRAMES : this.#frames;
  }

  /** Looks into an upload. Throws a `WidgetError`. */
  find(upload: string): Promise<FoundPackage> {
    return this.#queue.run(async () => {
      const { shelf, uploads, read, makeKey, urlOf } = this.#parts;
      await this.#dropDraft();
      const id = makeKey();
      if (urlOf(idOf(id)) === '') throw new WidgetError('widgets-not-here');
      const folder = shelf.draft(idOf(id));
      const { name, zip } = await uploads.finish(upload, folder);
      try {
        const found = await read(zip, folder);
        await rm(zip);
        const [called, author] = namesIn(found.fields);
        this.#draft = { id, folder, found, author };
        const { files, bytes, leftOut, hosts, fields } = found;
        return {
          draft: id,
          name:
            (called || name.replace(/\.(?:zip|html?)$/i, '')).trim().slice(0, WIDGET_NAME_MOST) ||
            'Widget',
          author,
          files: files.length,
          bytes,
          leftOut: [...leftOut],
          fields: fields.length,
          hosts: [...hosts],
        };
      } catch (failure) {
        await rm(folder, { recursive: true, force: true });
        throw failure;
      }
    });
  }

  install(
    draft: string,
    name: string,
    hosts: readonly string[],
    replace: string | null,
  ): Promise<string> {
    return this.#queue.run(async () => {
      const { shelf, clock, makeKey } = this.#parts;
      const ready = this.#draft;
      if (ready?.id !== draft) throw new WidgetError('widgets-no-upload');
      if (replace === null && shelf.all.length >= WIDGET_LIMITS.packages) {
        throw new WidgetError('widgets-full', { most: WIDGET_LIMITS.packages });
      }
      const before = replace === null ? null : this.#find(replace);
      const id = before?.id ?? idOf(makeKey());
      const { found, author, folder } = ready;
      await shelf.install(folder, {
        ...found,
        files: [...found.files],
        fields: [...found.fields],
        hosts: [...found.hosts],
        id,
        name,
        author,
        addedAt: clock.now(),
        made: (before?.made ?? 0) + 1,
        allowed: allowedOf(found.hosts, hosts),
        values: before ? keptValues(before.values, found.fields) : {},
      });
      await this.#dropDraft();
      this.#renew(id);
      return id;
    });
  }

  discard(): Promise<void> {
    return this.#queue.run(() => this.#dropDraft());
  }

  remove(id: string): Promise<void> {
    return this.#queue.run(async () => {
      this.#find(id);
      await this.#parts.keeper.forget(id);
      await this.#parts.shelf.remove(id);
      this.#unpause(id);
      this.#changed();
    });
  }

  allow(id: string, hosts: readonly string[]): Promise<void> {
    return this.#change(id, (kept) => ({ ...kept, allowed: allowedOf(kept.hosts, hosts) }));
  }

  set(id: string, given: Readonly<Record<string, FieldValue>>): Promise<void> {
    return this.#change(id, (kept) => {
      const known = kept.fields.filter(({ name }) => Object.hasOwn(given, name));
      const values = known.map(({ name, type }) => [name, valueFor(type, given[name])] as const);
      return { ...kept, values: { ...kept.values, ...Object.fromEntries(values) } };
    });
  }

  reset(id: string): Promise<void> {
    return this.#change(id, (kept) => ({ ...kept, values: {} }));
  }

  start(id: string): void {
    this.#find(id);
    this.#unpause(id);
    this.#renew(id);
  }

  /** A page could not go on with it. */
  pause(id: string, fault: WidgetFault): void {
    const { shelf, clock, notices } = this.#parts;
    const kept = shelf.get(id);
    if (!kept || this.#paused.has(id)) return;
    this.#paused.set(id, { fault, at: clock.now() });
    notices.add({ code: PAUSED, values: { name: kept.name } });
    this.#changed();
  }

  button(id: string, name: string): WidgetField {
    const field = this.#find(id).fields.find(
      (each) => each.name === name && each.type === 'button',
    );
    if (!field) throw new WidgetError('widgets-gone');
    return field;
  }

  /** Throws if there is no such package. */
  check(id: string): void {
    this.#find(id);
  }

  /** Pictures come from places that no package names: they are let through as they are seen. */
  pictures(origins: readonly string[]): void {
    const { shelf, log } = this.#parts;
    const fresh = origins.filter((origin) => !shelf.pictures.includes(origin));
    if (fresh.length === 0) return;
    void this.#queue
      .run(() => shelf.addPictures(fresh))
      .then(() => {
        for (const { id } of shelf.all) this.#renew(id);
      })
      .catch((failure: unknown) => log.warn('hosts of pictures were not kept', { failure }));
  }

  async textOf(kept: KeptPackage, path: string): Promise<string> {
    const file = this.#parts.shelf.fileOf(kept, path);
    return file === null ? '' : readFile(file, 'utf8');
  }

  async close(): Promise<void> {
    await this.discard();
    this.#changes.dispose();
  }

  #find(id: string): KeptPackage {
    const kept = this.#parts.shelf.get(id);
    if (!kept) throw new WidgetError('widgets-gone');
    return kept;
  }

  #change(id: string, change: (kept: KeptPackage) => KeptPackage): Promise<void> {
    return this.#queue.run(async () => {
      await this.#parts.shelf.put(change(this.#find(id)));
      this.#renew(id);
    });
  }

  async #dropDraft(): Promise<void> {
    const draft = this.#draft;
    this.#draft = null;
    if (draft) await rm(draft.folder, { recursive: true, force: true });
  }

  #unpause(id: string): void {
    if (!this.#paused.delete(id) || this.#paused.size > 0) return;
    this.#parts.notices.dismiss(PAUSED);
  }

  #renew(id: string): void {
    this.#revisions.set(id, (this.#revisions.get(id) ?? 0) + 1);
    this.#changed();
  }

  #changed(): void {
    this.#state = null;
    this.#changes.fire();
  }

  #row(kept: KeptPackage): WidgetRow {
    const { id, name, author, files, bytes, addedAt, fields, values, hosts, allowed } = kept;
    return {
      id,
      name,
      author,
      files: files.length,
      bytes,
      addedAt,
      fields,
      values,
      hosts: hosts.map((host) => ({ ...host, allowed: allowed.includes(host.host) })),
      frame: this.#parts.urlOf(id),
      revision: this.#revisions.get(id) ?? 0,
      paused: this.#paused.get(id) ?? null,
    };
  }
}

const NO_FRAMES: readonly WidgetFrame[] = [];

function sameFrames(one: readonly WidgetFrame[], other: readonly WidgetFrame[]): boolean {
  return (
    one.length === other.length && one.every(({ address }, at) => address === other[at]?.address)
  );
}

/** Twelve letters that a host name can have. */
function idOf(key: string): string {
  return createHash('sha256').update(key).digest('hex').slice(0, 12);
}

/** Only what the package names, and never what is near. */
function allowedOf(found: ReadPackage['hosts'], wanted: readonly string[]): string[] {
  return found.map(({ host }) => host).filter((host) => wanted.includes(host) && !isNear(host));
}

function keptValues(
  values: KeptPackage['values'],
  fields: readonly WidgetField[],
): KeptPackage['values'] {
  const names = new Set(fields.map(({ name }) => name));
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.has(name)));
}

function namesIn(fields: readonly WidgetField[]): readonly [string, string] {
  const of = (name: string) => {
    const value = fields.find((field) => field.name === name)?.value;
    return typeof value === 'string' ? value.slice(0, WIDGET_NAME_MOST) : '';
  };
  return [of('widgetName'), of('widgetAuthor')];
}

/** Its fields as scripts get them. Media are addresses below the widget's own. */
export function scriptFields(kept: KeptPackage): Readonly<Record<string, FieldValue>> {
  const data = fieldDataOf(kept);
  const media = kept.fields.filter(({ type }) => type.endsWith('-input'));
  const address = (value: string) => (HASH.test(value) ? `media/${value}` : value);
  for (const { name } of media) {
    const value = data[name];
    if (typeof value === 'string') data[name] = address(value);
    else if (Array.isArray(value)) data[name] = value.map(address);
  }
  return data;
}

export const HASH = /^[0-9a-f]{64}$/;
