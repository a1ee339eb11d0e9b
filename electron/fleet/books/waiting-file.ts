import { appendFileSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { parseJson } from '../../../shared/json.ts';
import { bodyOf, entryOf, type WaitingEntry } from './messages.ts';

const END = '.jsonl';

/** What the stream has not got yet, and under which id it goes there. */
export interface UnsentEntry {
  readonly channelId: string;
  readonly entry: WaitingEntry;
  readonly id: string;
}

const lineBody = z.object({ channelId: z.string(), id: z.string(), body: z.string() });

/**
 * What one session brought (`WaitingEvents`) and the stream has not got: a kill of the process takes none of it. It is
 * written at once, in the turn in which it came.
 */
export class WaitingFile {
  readonly #path: string;
  readonly #folder: string;
  #isThere = false;

  constructor(folder: string, session: string) {
    this.#folder = folder;
    this.#path = join(folder, `${session}${END}`);
  }

  /** Throws the system's errors. */
  add(entries: readonly UnsentEntry[]): void {
    if (!this.#isThere) mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    const lines = entries.map(({ channelId, entry, id }) =>
      JSON.stringify({ channelId, id, body: bodyOf(entry) }),
    );
    appendFileSync(this.#path, `${lines.join('\n')}\n`, { mode: 0o600 });
    this.#isThere = true;
  }

  /** The stream has everything, or nobody needs it. Throws the system's errors. */
  remove(): void {
    if (!this.#isThere) return;
    rmSync(this.#path, { force: true });
    this.#isThere = false;
  }
}

/** The files that former processes of this host have left. */
export function leftFiles(folder: string): readonly string[] {
  try {
    const names = readdirSync(folder).filter((name) => name.endsWith(END));
    return names.map((name) => join(folder, name));
  } catch {
    return [];
  }
}

/** What is in one of them, but for a line that a kill cut off. Throws the system's errors. */
export async function unsentIn(path: string): Promise<readonly UnsentEntry[]> {
  const text = await readFile(path, 'utf8');
  return text.split('\n').flatMap((line) => {
    const read = lineBody.safeParse(parseJson(line)).data;
    if (!read) return [];
    const { channelId, id, body } = read;
    const entry = entryOf('waiting', body);
    return entry?.type === 'waiting' ? [{ channelId, id, entry }] : [];
  });
}
