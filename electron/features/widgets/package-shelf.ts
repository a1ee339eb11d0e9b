import { readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import {
  type FieldValue,
  WIDGET_LIMITS,
  widgetFieldSchema,
  widgetHostSchema,
} from '../../../shared/contract/widgets.ts';
import { parseJson } from '../../../shared/json.ts';
import { PACKAGE_ID } from '../../../shared/overlay/custom-widgets.ts';
import { readTextOrNull, setAside, writeFileAtomic } from '../../base/atomic-file.ts';
import type { Clock } from '../../base/clock.ts';
import { createPrivateFolder, type Files } from '../../base/files.ts';
import type { Logger } from '../../base/log.ts';

const path = z.string().nullable();
const keptSchema = z.object({
  id: z.string().regex(PACKAGE_ID),
  name: z.string(),
  author: z.string(),
  addedAt: z.number(),
  /** Changes with its files. */
  made: z.number().int(),
  files: z.array(z.string()),
  bytes: z.number(),
  parts: z.object({ html: path, css: path, js: path, fields: path, data: path }),
  fields: z.array(widgetFieldSchema),
  values: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string())])),
  hosts: z.array(widgetHostSchema),
  allowed: z.array(z.string()),
});
export type KeptPackage = Readonly<z.infer<typeof keptSchema>>;

const indexSchema = z.object({
  version: z.literal(1),
  packages: z.array(z.unknown()),
  /** Hosts of the platform's pictures seen so far. */
  pictures: z.array(z.string()).default([]),
});

interface ShelfParts {
  readonly folder: string;
  readonly files: Files;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Packages on disk: a list, and a folder for each with its files and what it keeps. */
export class PackageShelf {
  readonly #parts: ShelfParts;
  #packages: readonly KeptPackage[] = [];
  #pictures: readonly string[] = [];

  constructor(parts: ShelfParts) {
    this.#parts = parts;
  }

  get all(): readonly KeptPackage[] {
    return this.#packages;
  }

  get pictures(): readonly string[] {
    return this.#pictures;
  }

  get(id: string): KeptPackage | null {
    return this.#packages.find((each) => each.id === id) ?? null;
  }

  /** Reads the list, and removes what an interrupted import left. Throws what the disk says. */
  async open(): Promise<void> {
    const { folder, files, clock, log } = this.#parts;
    const text = await readTextOrNull(this.#index, files);
    if (text === null) return;
    const index = indexSchema.safeParse(parseJson(text)).data;
    if (!index) {
      log.error('the list of widgets was of no use', {
        to: await setAside(this.#index, files, clock),
      });
      return;
    }
    this.#packages = index.packages.flatMap((each) => keptSchema.safeParse(each).data ?? []);
    this.#pictures = index.pictures;
    const known = new Set(this.#packages.map(({ id }) => id));
    for (const name of await readdir(folder)) {
      if (
        name !== 'index.json' &&
        !known.has(name) &&
        (PACKAGE_ID.test(name) || /^draft-/.test(name))
      ) {
        await rm(join(folder, name), { recursive: true, force: true });
      }
    }
  }

  /** The path of one of its files; null: it has none of this name. */
  fileOf({ id, files }: KeptPackage, name: string): string | null {
    return files.includes(name) ? join(this.#parts.folder, id, 'files', ...name.split('/')) : null;
  }

  storeOf(id: string): string {
    return join(this.#parts.folder, id, 'store.json');
  }

  /** A path for what is not installed. */
  draft(name: string): string {
    return join(this.#parts.folder, `draft-${name}`);
  }

  /** The files in `draft` become those of this package, instead of what it had. */
  async install(draft: string, kept: KeptPackage): Promise<void> {
    const home = join(this.#parts.folder, kept.id);
    await createPrivateFolder(home);
    await rm(join(home, 'files'), { recursive: true, force: true });
    await rename(join(draft, 'files'), join(home, 'files'));
    await this.put(kept);
  }

  async put(kept: KeptPackage): Promise<void> {
    const others = this.#packages.filter(({ id }) => id !== kept.id);
    const at = this.#packages.findIndex(({ id }) => id === kept.id);
    await this.#write(at < 0 ? [...others, kept] : others.toSpliced(at, 0, kept));
  }

  async remove(id: string): Promise<void> {
    await this.#write(this.#packages.filter((each) => each.id !== id));
    await rm(join(this.#parts.folder, id), { recursive: true, force: true });
  }

  async addPictures(hosts: readonly string[]): Promise<void> {
    this.#pictures = [...new Set([...this.#pictures, ...hosts])].slice(-WIDGET_LIMITS.hosts);
    await this.#write(this.#packages);
  }

  get #index(): string {
    return join(this.#parts.folder, 'index.json');
  }

  async #write(packages: readonly KeptPackage[]): Promise<void> {
    const index = { version: 1, packages, pictures: this.#pictures };
    await writeFileAtomic(this.#index, `${JSON.stringify(index, null, 2)}\n`, this.#parts.files);
    this.#packages = packages;
  }
}

/** Every field's value: the streamer's, or the package's own. */
export function fieldDataOf({ fields, values }: Pick<KeptPackage, 'fields' | 'values'>) {
  return Object.fromEntries(
    fields.map(({ name, value }): [string, FieldValue] => [name, values[name] ?? value]),
  );
}
