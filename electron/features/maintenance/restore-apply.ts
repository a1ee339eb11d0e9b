import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { isJsonObject, parseJson } from '../../../shared/json.ts';
import type { Problem } from '../../../shared/problem.ts';
import { readTextOrNull, stampOf, writeFileAtomic } from '../../base/atomic-file.ts';
import type { Clock } from '../../base/clock.ts';
import type { Files } from '../../base/files.ts';
import type { Logger } from '../../base/log.ts';
import { LEDGER, MEDIA, SETTINGS } from './backup-format.ts';

/** Where a checked backup waits, below the data folder. */
export const PENDING = 'restore-pending';
/** In it: says that it is to be taken with the next start. */
const READY = 'ready.json';

const readySchema = z.object({
  /** Folder for what was there before, beside the pending one. */
  aside: z.string().regex(/^before-restore-[\d-]{15,19}$/),
  connection: z.enum(['keep', 'take']).default('keep'),
});

export interface RestoreParts {
  readonly dataDir: string;
  readonly files: Files;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Says that what waits is to be taken with the next start. On the disk when it resolves. */
export async function markReady(
  { dataDir, files, clock }: RestoreParts,
  connection: ConnectionChoice,
): Promise<void> {
  const aside = `before-restore-${stampOf(clock.now())}`;
  const path = join(dataDir, PENDING, READY);
  await writeFileAtomic(path, `${JSON.stringify({ aside, connection })}\n`, files);
}

/** Forgets what waits. */
export async function dropPending({
  dataDir,
  files,
}: Pick<RestoreParts, 'dataDir' | 'files'>): Promise<void> {
  // The word first: a backup that is half gone must never be taken.
  await files.remove(join(dataDir, PENDING, READY));
  await rm(join(dataDir, PENDING), { recursive: true, force: true });
}

/** What became of a restore at a start; said to the streamer as a notice. */
export type RestoreOutcome =
  | { readonly kind: 'none' }
  | { readonly kind: 'done'; readonly aside: string }
  | { readonly kind: 'failed'; readonly failure: unknown };

/**
 * What goes and what comes, by its place below both folders; the ledger with their companions. A backup
 * without media leaves those that are here.
 */
const ITEMS: readonly { readonly name: string; readonly companions: readonly string[] }[] = [
  { name: SETTINGS, companions: [] },
  { name: LEDGER, companions: ['-wal', '-shm', '-journal'] },
  { name: MEDIA, companions: [] },
];

/**
 * Takes a backup that waits, before anything of the data folder is open: what is there now goes aside,
 * what was checked comes in its place. Cut off in the middle, the next start goes on with it. When the
 * system refuses a step, everything is put back. Never throws.
 */
export async function applyPendingRestore(parts: RestoreParts): Promise<RestoreOutcome> {
  const { dataDir, files, log } = parts;
  try {
    const text = await readTextOrNull(join(dataDir, PENDING, READY), files);
    if (text === null) {
      await rm(join(dataDir, PENDING), { recursive: true, force: true });
      return { kind: 'none' };
    }
    const { aside, connection } = readySchema.parse(parseJson(text));
    await keepOwnSettings(parts, aside, connection);
    await swap(parts, aside);
    await files.syncFolder(dataDir);
    await dropPending(parts).catch((failure: unknown) =>
      log.warn('What a restore has left could not be removed', { failure }),
    );
    log.info('A backup was restored', { aside });
    return { kind: 'done', aside };
  } catch (failure) {
    log.error('A backup could not be restored; the data is as it was', { failure });
    await dropPending(parts).catch(() => undefined);
    return { kind: 'failed', failure };
  }
}

/** Before anything moves, and once more without harm where a start was cut off. */
async function keepOwnSettings(
  { dataDir, files }: RestoreParts,
  aside: string,
  connection: ConnectionChoice,
): Promise<void> {
  const path = join(dataDir, PENDING, SETTINGS);
  const theirs = await readTextOrNull(path, files);
  // It has come to its place already.
  if (theirs === null) return;
  const present =
    (await readTextOrNull(join(dataDir, SETTINGS), files)) ??
    (await readTextOrNull(join(dataDir, aside, SETTINGS), files));
  await writeFileAtomic(path, withOwnConnection(theirs, present, connection), files);
}

async function swap(parts: RestoreParts, aside: string): Promise<void> {
  const { dataDir, files } = parts;
  const pending = join(dataDir, PENDING);
  const before = join(dataDir, aside);
  const exists = async (path: string) => (await files.kind(path)) !== 'missing';
  const undo: (() => Promise<void>)[] = [];
  const move = async (from: string, to: string): Promise<void> => {
    await files.rename(from, to);
    undo.unshift(() => files.rename(to, from));
  };
  try {
    await files.createFolder(before);
    for (const { name, companions } of ITEMS) {
      // Not there: it had come to its place before this start was cut off, or never was in the backup.
      if (!(await exists(join(pending, name)))) continue;
      for (const part of [name, ...companions.map((companion) => name + companion)]) {
        if (await exists(join(dataDir, part))) await move(join(dataDir, part), join(before, part));
      }
      await move(join(pending, name), join(dataDir, name));
    }
  } catch (failure) {
    for (const step of undo) await step();
    throw failure;
  }
}

/** What to tell the streamer; null: nothing. */
export function restoreNotice(outcome: RestoreOutcome): Problem | null {
  switch (outcome.kind) {
    case 'none':
      return null;
    case 'done':
      return { code: 'restore-done', values: { folder: outcome.aside } };
    case 'failed':
      return { code: 'restore-failed' };
  }
}

/** Whose connection applies after a restore. */
export type ConnectionChoice = 'keep' | 'take';

/**
 * The settings of a backup with what never comes from one: whether secrets may be kept without
 * encryption, and, unless the streamer has chosen otherwise, the connection: the application, its
 * addresses, and which platform the app talks to. Else a file could have the sign-in and the secret of
 * this computer sent to wherever it says.
 *
 * @param present what is set now; null: nothing is.
 */
export function withOwnConnection(
  backup: string,
  present: string | null,
  choice: ConnectionChoice,
): string {
  const theirs = objectOf(backup);
  const ours = objectOf(present);
  const [theirDesktop, ourDesktop] = [fieldOf(theirs, 'desktop'), fieldOf(ours, 'desktop')];
  const own = choice === 'take' ? ['allowWeakVault'] : ['allowWeakVault', 'mode', 'step'];
  const settings = {
    ...without(theirs, choice === 'take' ? ['linkedBefore'] : ['connect', 'linkedBefore']),
    // Who signs in with another application has agreed to nothing yet.
    ...(choice === 'take' ? {} : only(ours, ['connect', 'linkedBefore'])),
    desktop: {
      ...without(theirDesktop, own),
      ...only(ourDesktop, own),
      ...(choice === 'take' ? { mode: 'connect' } : {}),
    },
  };
  return `${JSON.stringify(settings, null, 2)}\n`;
}

type Fields = Readonly<Record<string, unknown>>;

function objectOf(text: string | null): Fields {
  const content = text === null ? null : parseJson(text);
  return isJsonObject(content) ? content : {};
}

function fieldOf(fields: Fields, name: string): Fields {
  const value = fields[name];
  return isJsonObject(value) ? value : {};
}

function only(fields: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name)));
}

function without(fields: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));
}
