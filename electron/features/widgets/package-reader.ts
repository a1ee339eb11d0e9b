import { open, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  WIDGET_LIMITS,
  type WidgetField,
  type WidgetHost,
} from '../../../shared/contract/widgets.ts';
import { createPrivateFolder, PRIVATE_FILE } from '../../base/files.ts';
import { listZip, type ZipEntry } from '../../base/zip-reader.ts';
import { hostsIn } from './hosts-in.ts';
import { looseJson } from './loose-json.ts';
import {
  endingOf,
  folderOf,
  isLitter,
  isSafePath,
  isText,
  type PackageParts,
  partsOf,
  WIDGET_TYPES,
} from './package-names.ts';
import { hasFields, readFields } from './read-fields.ts';
import { WidgetError, WidgetZipError } from './widgets-errors.ts';

/** What a package turned out to be. Paths are those below its own folder. */
export interface ReadPackage {
  readonly parts: PackageParts;
  readonly files: readonly string[];
  readonly bytes: number;
  readonly leftOut: readonly string[];
  readonly fields: readonly WidgetField[];
  readonly hosts: readonly WidgetHost[];
}

const MOST_ENTRIES = 2_000;
const LEFT_OUT_SHOWN = 20;

/**
 * Unpacks a widget's files into a new folder, and reads its fields and whom it would load from. Throws
 * a `WidgetError`; what was written until then is the caller's to remove.
 */
export async function readPackage(zip: string, folder: string): Promise<ReadPackage> {
  const file = await open(zip, 'r');
  try {
    const entries = await listZip(file, {
      entries: MOST_ENTRIES,
      bytes: WIDGET_LIMITS.bytes,
      // Each entry is judged below, so that the sentence fits.
      allows: () => true,
      refusal: WidgetZipError,
    });
    return await unpack(entries, folder);
  } finally {
    await file.close();
  }
}

async function unpack(all: readonly ZipEntry[], folder: string): Promise<ReadPackage> {
  for (const { path } of all) {
    if (!isSafePath(path)) throw new WidgetError('widgets-unsafe', undefined, { cause: 'a path' });
  }
  const entries = all.filter(({ path }) => !path.endsWith('/') && !isLitter(path));
  const parts = partsOf(entries.map(({ path }) => path));
  if (parts === 'none') throw new WidgetError('widgets-none-inside');
  if (parts === 'several') throw new WidgetError('widgets-several');
  const root = folderOf(parts.html ?? parts.js ?? '');
  const own = entries.filter(({ path }) => path.startsWith(root));
  const useful = own.filter(({ path }) => Object.hasOwn(WIDGET_TYPES, endingOf(path)));
  if (useful.length > WIDGET_LIMITS.files) {
    throw new WidgetError('widgets-too-many-files', { most: WIDGET_LIMITS.files });
  }
  assertApart(useful.map(({ path }) => path));
  const texts = new Map<string, string>();
  let bytes = 0;
  for (const entry of useful) {
    const path = entry.path.slice(root.length);
    const content = await contentOf(entry);
    bytes += content.length;
    if (isText(path)) texts.set(path, content.toString('utf8'));
    const target = join(folder, 'files', ...path.split('/'));
    await createPrivateFolder(dirname(target));
    await writeFile(target, content, { mode: PRIVATE_FILE, flag: 'wx' });
  }
  const below = (path: string | null) => (path === null ? null : path.slice(root.length));
  const places = {
    html: below(parts.html),
    css: below(parts.css),
    js: below(parts.js),
    fields: below(parts.fields) ?? fieldsAmong(texts),
    data: below(parts.data),
  };
  return {
    parts: places,
    files: useful.map(({ path }) => path.slice(root.length)),
    bytes,
    leftOut: own
      .filter((entry) => !useful.includes(entry))
      .slice(0, LEFT_OUT_SHOWN)
      .map(({ path }) => path.slice(root.length)),
    fields: readFields(jsonIn(texts, places.fields), jsonIn(texts, places.data)),
    hosts: hostsIn(texts.values()),
  };
}

/** The fields under any name: people give the file that of their widget. */
function fieldsAmong(texts: ReadonlyMap<string, string>): string | null {
  const found = [...texts].find(
    ([path, text]) => /^[^/]+\.json$/i.test(path) && hasFields(looseJson(text)),
  );
  return found?.[0] ?? null;
}

/** Two names that are one on systems that do not tell letters' cases apart. */
function assertApart(paths: readonly string[]): void {
  const seen = new Set(paths.map((path) => path.normalize('NFC').toLowerCase()));
  if (seen.size !== paths.length) {
    throw new WidgetError('widgets-unsafe', undefined, { cause: 'names alike' });
  }
}

async function contentOf(entry: ZipEntry): Promise<Buffer> {
  if (isText(entry.path) && entry.bytes > WIDGET_LIMITS.textBytes) {
    throw new WidgetError('widgets-too-large');
  }
  const pieces: Buffer[] = [];
  for await (const piece of entry.read()) pieces.push(piece);
  return Buffer.concat(pieces);
}

function jsonIn(texts: ReadonlyMap<string, string>, path: string | null): unknown {
  const text = path === null ? undefined : texts.get(path);
  if (text === undefined || text.trim() === '') return {};
  const value = looseJson(text);
  if (value === undefined) throw new WidgetError('widgets-bad-fields', { file: path ?? '' });
  return value;
}
