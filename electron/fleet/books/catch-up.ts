import type { BooksFile } from './books-file.ts';
import type { BooksStream } from './books-stream.ts';
import type { Stretch } from './messages.ts';

const END = Number.MAX_SAFE_INTEGER;

interface Both {
  readonly file: BooksFile;
  readonly stream: BooksStream;
  readonly channelId: string;
}

/**
 * Takes everything that the stream has and the file has not. Returns where entries of this file were of which
 * it did not know that they had arrived.
 */
export async function catchUp({ file, stream, channelId }: Both): Promise<Stretch> {
  const { position, late } = file.position;
  const end = await stream.last(channelId);
  let found: Stretch = null;
  let lateFrom = END;
  for await (const page of stream.read(channelId, position + 1, end)) {
    found = joined(found, file.take(page));
    for (const [, entry] of page) {
      if (entry.type === 'late') lateFrom = Math.min(lateFrom, entry.from);
    }
    // Where it is interrupted the next one begins here, except for what came late before.
    const at = Math.max(position, page.at(-1)?.[0] ?? 0);
    if (lateFrom > position) file.moveTo({ stream: stream.made, position: at, late });
  }
  if (lateFrom <= position) {
    for await (const page of stream.read(channelId, lateFrom, position)) {
      file.take(page, true);
    }
  }
  file.moveTo({
    stream: stream.made,
    position: Math.max(position, end),
    late: Math.max(late, end),
  });
  return found;
}

/**
 * For the owner, who has everything but what others bring late: follows the notes of it. `sure`: everything of
 * its own is in the stream up to there. Returns whether there was anything.
 */
export async function takeLate({ file, stream, channelId }: Both, sure: number): Promise<boolean> {
  const { position, late } = file.position;
  const last = await stream.last(channelId, 'late');
  let isNew = false;
  for await (const notes of stream.read(channelId, late + 1, last, 'late')) {
    for (const [, note] of notes) {
      if (note.type !== 'late' || note.file === file.id) continue;
      isNew = true;
      for await (const page of stream.read(channelId, note.from, note.to)) {
        file.take(page, true);
      }
    }
  }
  const upTo = Math.max(position, sure);
  file.moveTo({ stream: stream.made, position: upTo, late: Math.max(late, last) });
  return isNew;
}

/** The stretch that has both in it. */
export function joined(one: Stretch, other: Stretch): Stretch {
  if (!one || !other) return one ?? other;
  return { from: Math.min(one.from, other.from), to: Math.max(one.to, other.to) };
}
