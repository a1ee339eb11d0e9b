import { appendFileSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  leftFiles,
  type UnsentEntry,
  unsentIn,
  WaitingFile,
} from '../../../electron/fleet/books/waiting-file.ts';
import { donation, temporaryFolder } from '../storage/support.ts';

const unsent = (id: string): UnsentEntry => {
  const { kind, data } = donation(0, { donationText: id });
  const entry = { type: 'waiting', giver: 3, since: 4, session: 's', receivedAt: 5 } as const;
  return { channelId: '채널', id, entry: { ...entry, event: { kind, data } } };
};

describe('what a session brought and the stream has not got', () => {
  it('is on the disk in order, for nobody else to read, until the stream has it', async () => {
    const folder = join(temporaryFolder(), 'waiting');
    const file = new WaitingFile(folder, 'session');
    file.remove();
    expect(leftFiles(folder)).toEqual([]);
    file.add([unsent('a'), unsent('b')]);
    file.add([unsent('c')]);
    const [path = ''] = leftFiles(folder);
    expect(path).toBe(join(folder, 'session.jsonl'));
    expect(await unsentIn(path)).toEqual([unsent('a'), unsent('b'), unsent('c')]);
    expect([statSync(folder).mode & 0o777, statSync(path).mode & 0o777]).toEqual([0o700, 0o600]);
    file.remove();
    expect(leftFiles(folder)).toEqual([]);
    file.add([unsent('d')]);
    expect(await unsentIn(path)).toEqual([unsent('d')]);
  });

  it('is left where another file has taken its place only if it is a file of such', () => {
    const folder = temporaryFolder();
    new WaitingFile(folder, 'one').add([unsent('a')]);
    new WaitingFile(folder, 'two').add([unsent('b')]);
    writeFileSync(join(folder, 'notes.txt'), 'else');
    expect(leftFiles(folder).toSorted()).toEqual([
      join(folder, 'one.jsonl'),
      join(folder, 'two.jsonl'),
    ]);
    // Another process has removed it.
    const gone = new WaitingFile(folder, 'one');
    gone.remove();
    expect(leftFiles(folder)).toHaveLength(2);
  });

  it('is read but for lines that are cut off, or not the app’s', async () => {
    const folder = temporaryFolder();
    new WaitingFile(folder, 'one').add([unsent('a')]);
    const [path = ''] = leftFiles(folder);
    const line = readFileSync(path, 'utf8').trim();
    const damaged = JSON.stringify({ ...JSON.parse(line), body: '{}' });
    const nameless = JSON.stringify({ ...JSON.parse(line), id: 7 });
    appendFileSync(path, `\n${damaged}\n${nameless}\n${JSON.stringify(7)}\n${line}\n`);
    appendFileSync(path, line.slice(0, -5));
    expect(await unsentIn(path)).toEqual([unsent('a'), unsent('a')]);
  });

  it('is none where there is no such file', async () => {
    const folder = temporaryFolder();
    expect(leftFiles(join(folder, 'none'))).toEqual([]);
    await expect(unsentIn(join(folder, 'none.jsonl'))).rejects.toThrow('ENOENT');
  });
});
