import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { silentLogger } from '../../../electron/base/log.ts';
import type { Letter } from '../../../electron/features/sinks/courier.ts';
import { eventFile } from '../../../electron/features/sinks/event-file.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';
import { donation, temporaryFolder } from '../storage/support.ts';
import { ALL, SinksWorld } from './sinks-world.ts';

const AT = Date.UTC(2026, 0, 1, 12);
const letter = (seq: number, receivedAt = AT): Letter => ({
  id: `epoch-${seq}`,
  epoch: 'epoch',
  event: { ...donation(seq), receivedAt },
});
const { signal } = new AbortController();

function setUp() {
  const folder = join(temporaryFolder(), 'exports');
  const open = () => eventFile({ folder, clock: new VirtualClock(), log: silentLogger });
  const file = join(folder, 'events-2026-01-01.jsonl');
  const text = (): string => readFileSync(file, 'utf8');
  const seqs = () =>
    text()
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as { seq: number }).seq);
  return { folder, file, open, text, seqs };
}

describe('the file of events', () => {
  it('gets a line for each event, a file for each day of the platform', async () => {
    const { folder, open, seqs } = setUp();
    const last = Date.UTC(2026, 0, 1, 14, 59, 59);
    await open().deliver([letter(1), letter(2, last), letter(3, last + 1_000)], signal);
    expect(seqs()).toEqual([1, 2]);
    expect(readdirSync(folder)).toEqual(['events-2026-01-01.jsonl', 'events-2026-01-02.jsonl']);
  });

  it('does not get a line twice whose delivery was not kept', async () => {
    const { open, seqs } = setUp();
    await open().deliver([letter(1), letter(2)], signal);
    await open().deliver([letter(1), letter(2), letter(3)], signal);
    expect(seqs()).toEqual([1, 2, 3]);
  });

  it.each(Array.from({ length: 8 }, (_, at) => at))(
    'is whole again after it ended in the middle of a line (%i eighths)',
    async (eighths) => {
      const { file, open, text, seqs } = setUp();
      await open().deliver([letter(1)], signal);
      const line = text().replace('"seq":1', '"seq":2').replace('"seq":1', '"seq":2');
      appendFileSync(file, line.slice(0, Math.floor((line.length * eighths) / 8)));
      await open().deliver([letter(2)], signal);
      expect(seqs()).toEqual([1, 2]);
      expect(text().endsWith('\n')).toBe(true);
    },
  );

  it('keeps a last line that lacks only its end', async () => {
    const { file, open, text, seqs } = setUp();
    await open().deliver([letter(1)], signal);
    writeFileSync(file, text().trimEnd());
    await open().deliver([letter(1), letter(2)], signal);
    expect(seqs()).toEqual([1, 2]);
  });

  it('may be taken away or written by others while it is in use', async () => {
    const { file, open, seqs } = setUp();
    const courier = open();
    await courier.deliver([letter(1)], signal);
    appendFileSync(file, '{"epoch":"epoch","seq":2}\n{"half');
    await courier.deliver([letter(2), letter(3)], signal);
    expect(seqs()).toEqual([1, 2, 3]);
    rmSync(file);
    await courier.deliver([letter(4)], signal);
    expect(seqs()).toEqual([4]);
  });

  it('that cannot be written is said, and tried again', async () => {
    const world = await SinksWorld.start();
    writeFileSync(join(world.dataDir, 'exports'), 'no folder');
    const id = await world.add({ kind: 'file', name: 'all of it', filter: ALL });
    await world.happen('DONATION', 3);
    await world.until(() => world.row(id).state.kind === 'waiting');
    expect(world.problem(id)).toBe('sinks-file');
    rmSync(join(world.dataDir, 'exports'));
    mkdirSync(join(world.dataDir, 'exports'));
    await world.clock.advance(1_000);
    await world.until(() => world.row(id).state.kind === 'delivering');
    const [name = ''] = readdirSync(join(world.dataDir, 'exports'));
    expect(readFileSync(join(world.dataDir, 'exports', name), 'utf8').split('\n')).toHaveLength(4);
  });

  it('is one: a second would write the same lines', async () => {
    const world = await SinksWorld.start();
    await world.add({ kind: 'file', name: 'a', filter: ALL });
    await expect(world.add({ kind: 'file', name: 'b', filter: ALL })).rejects.toMatchObject({
      problem: { code: 'sinks-one-file' },
    });
  });
});
