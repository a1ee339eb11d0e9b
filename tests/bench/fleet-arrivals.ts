import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { systemClock } from '../../electron/base/clock.ts';
import { markIn } from '../fleet/many-channels.ts';

/** As many channels as can be looked at without taking the processor from the host. */
const WATCHED = 20;
const LOOK_MS = 5;

/** When events stand in the files of some channels, by their marks; to within a few milliseconds. */
export function watchLedgers(dataDir: string) {
  const names = readdirSync(join(dataDir, 'channels')).slice(0, WATCHED);
  const files = names.map((name) => {
    const path = join(dataDir, 'channels', name, 'ledger.sqlite');
    const db = new DatabaseSync(path, { readOnly: true });
    return { db, later: db.prepare('SELECT seq, payload FROM events WHERE seq > ?'), seq: 0 };
  });
  const at = new Map<string, number>();
  const look = (): void => {
    const now = systemClock.now();
    for (const file of files) {
      for (const { seq, payload } of file.later.all(file.seq)) {
        file.seq = Math.max(file.seq, Number(seq));
        const mark = markIn(String(payload));
        if (mark !== null) at.set(mark, now);
      }
    }
  };
  let timer = systemClock.setTimeout(again, LOOK_MS);
  function again(): void {
    look();
    timer = systemClock.setTimeout(again, LOOK_MS);
  }
  return {
    dispose() {
      timer.dispose();
      look();
      for (const { db } of files) db.close();
      const channelIds = new Set(names.map((name) => Buffer.from(name, 'base64url').toString()));
      return { channelIds, at };
    },
  };
}
