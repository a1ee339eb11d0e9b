import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { isJsonObject, parseJson } from '../../../shared/json.ts';
import type { Problem } from '../../../shared/problem.ts';
import { readTextOrNull, stampOf, writeFileAtomic } from '../../base/atomic-file.ts';
import type { Files } from '../../base/files.ts';
import type { Services } from '../feature.ts';
import { databaseFiles, LEDGER, MEDIA, SETTINGS } from './backup-format.ts';

/** Folder of a checked backup awaiting the next start, in the data folder. */
export const PENDING = 'restore-pending';
/** Its presence marks the pending backup as ready to be applied at the next start. */
const READY = 'ready.json';

const readySchema = z.object({
  /** Folder for the replaced files, beside the pending one. */
  aside: z.string().regex(/^before-restore-[\d-]{15,19}$/),
  connection: z.enum(['keep', 'take']).default('keep'),
});

export interface RestoreParts extends Pick<Services, 'dataDir' | 'clock' | 'log'> {
  readonly files: Files;
}

/** Marks the pending backup for the next start. The marker is on disk when it resolves. */
export async function markReady(
  { dataDir, files, clock }: RestoreParts,
  connection: ConnectionChoice,
): Promise<void> {
  const aside = `before-restore-${stampOf(clock.now())}`;
  const path = join(dataDir, PENDING, READY);
  await writeFileAtomic(path, `${JSON.stringify({ aside, connection })}\n`, files);
}

export async function dropPending({ dataDir, files }: RestoreParts): Promise<void> {
  // The marker goes first, so that a half-deleted backup is never applied.
  await files.remove(join(dataDir, PENDING, READY));
  await rm(join(dataDir, PENDING), { recursive: true, force: true });
}

/** What a restore replaces, and what goes aside with it. Without media, the present media stay. */
const ITEMS: readonly (readonly [name: string, present: readonly string[]])[] = [
  [SETTINGS, [SETTINGS]],
  [LEDGER, databaseFiles(LEDGER)],
  [MEDIA, [MEDIA]],
];

/**
 * Applies a pending backup before anything in the data folder is opened: the present files move
 * aside and the checked ones take their place. After an interruption the next start continues; if a
 * step fails, everything is put back. Never throws; returns the notice for the streamer, or null if
 * there was nothing to restore.
 */
export async function applyPendingRestore(parts: RestoreParts): Promise<Problem | null> {
  const { dataDir, files, log } = parts;
  try {
    const text = await readTextOrNull(join(dataDir, PENDING, READY), files);
    if (text === null) {
      await rm(join(dataDir, PENDING), { recursive: true, force: true });
      return null;
    }
    const { aside, connection } = readySchema.parse(parseJson(text));
    await keepOwnSettings(parts, aside, connection);
    await swap(parts, aside);
    await files.syncFolder(dataDir);
    await dropPending(parts).catch((failure: unknown) =>
      log.warn('What a restore has left could not be removed', { failure }),
    );
    log.info('A backup was restored', { aside });
    return { code: 'restore-done', values: { folder: aside } };
  } catch (failure) {
    log.error('A backup could not be restored; the data is as it was', { failure });
    await dropPending(parts).catch(() => undefined);
    return { code: 'restore-failed' };
  }
}

/** Runs before anything moves; running again after an interrupted start does no harm. */
async function keepOwnSettings(
  { dataDir, files }: RestoreParts,
  aside: string,
  connection: ConnectionChoice,
): Promise<void> {
  const path = join(dataDir, PENDING, SETTINGS);
  const theirs = await readTextOrNull(path, files);
  // The settings were already moved.
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
    for (const [name, present] of ITEMS) {
      // Either moved before an interrupted start, or not part of the backup.
      if (!(await exists(join(pending, name)))) continue;
      for (const part of present) {
        if (await exists(join(dataDir, part))) await move(join(dataDir, part), join(before, part));
      }
      await move(join(pending, name), join(dataDir, name));
    }
  } catch (failure) {
    for (const step of undo) await step();
    throw failure;
  }
}

/** Settings of what this computer opens, and to whom. */
const DOORS = ['obs', 'streamerbot', 'osc'];

/** Whose connection applies after a restore. */
export type ConnectionChoice = 'keep' | 'take';

/**
 * The settings of a backup, except values that must stay this computer's: whether secrets may be
 * kept without encryption, whether and where OBS is connected, which ports are open for other
 * programs and, unless the streamer chose otherwise, the connection (application, addresses,
 * platform). Otherwise a file could send this computer's sign-in and secrets anywhere.
 * @param present the current settings; null if there are none.
 */
export function withOwnConnection(
  backup: string,
  present: string | null,
  choice: ConnectionChoice,
): string {
  const theirs = objectIn(parseJson(backup));
  const ours = objectIn(present === null ? null : parseJson(present));
  const takes = choice === 'take';
  const [theirDesktop, ourDesktop] = [objectIn(theirs['desktop']), objectIn(ours['desktop'])];
  const own = takes ? ['allowWeakVault'] : ['allowWeakVault', 'mode', 'step'];
  const settings = {
    ...without(theirs, takes ? ['linkedBefore', ...DOORS] : ['connect', 'linkedBefore', ...DOORS]),
    // A different application requires its own consent.
    ...only(ours, takes ? DOORS : ['connect', 'linkedBefore', ...DOORS]),
    desktop: {
      ...without(theirDesktop, own),
      ...only(ourDesktop, own),
      ...(takes ? { mode: 'connect' } : {}),
    },
  };
  return `${JSON.stringify(settings, null, 2)}\n`;
}

type Fields = Readonly<Record<string, unknown>>;

function objectIn(value: unknown): Fields {
  return isJsonObject(value) ? value : {};
}

function only(fields: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name)));
}

function without(fields: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));
}
