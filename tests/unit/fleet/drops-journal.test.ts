import { describe, expect, it } from 'vitest';
import type { JournalEntry } from '../../../electron/fleet/drops/campaign-book.ts';
import { openDropsJournal } from '../../../electron/fleet/drops/drops-journal.ts';
import { keyOf } from '../../../electron/fleet/leases.ts';
import { connected } from './stream-world.ts';

const STREAM = 'stagelight-drops_test';

const sending = (...claimIds: string[]): JournalEntry => ({
  type: 'sending',
  claimIds,
  epoch: 1,
  at: 0,
});

async function openJournal() {
  const world = await connected();
  const reopen = () => openDropsJournal(world.connection, 'test', 3, world.clock);
  return { ...world, reopen, journal: await reopen() };
}

describe('the journal of a fleet’s payouts', () => {
  it('is a stream of its own that keeps everything, made where there is none', async () => {
    const { server, reopen } = await openJournal();
    expect([...server.streams.keys()]).toEqual([STREAM]);
    expect(server.streams.get(STREAM)?.config).toMatchObject({
      subjects: [`${STREAM}.>`],
      num_replicas: 3,
    });
    await reopen();
    expect(server.asked.filter((subject) => subject.includes('CREATE'))).toHaveLength(1);
  });

  it('has the entries of each campaign in order, and the place of its last one', async () => {
    const { journal, server } = await openJournal();
    expect(await journal.read('캠페인')).toEqual({ entries: [], last: 0 });
    const first = await journal.append('캠페인', sending('a'), 0);
    const other = await journal.append('other', sending('x'), 0);
    const second = await journal.append('캠페인', sending('b', 'c'), first);
    expect(await journal.read('캠페인')).toEqual({
      entries: [sending('a'), sending('b', 'c')],
      last: second,
    });
    expect(await journal.read('other')).toEqual({ entries: [sending('x')], last: other });
    expect(server.streams.get(STREAM)?.messages[0]?.subject).toBe(`${STREAM}.${keyOf('캠페인')}`);
  });

  it('takes one entry of two hosts that write in the same moment', async () => {
    const { journal, reopen } = await openJournal();
    const other = await reopen();
    const last = await journal.append('one', sending('a'), 0);
    await expect(other.append('one', sending('b'), 0)).rejects.toThrow('wrong last');
    await other.append('one', sending('b'), last);
    await expect(journal.append('one', sending('c'), last)).rejects.toThrow('wrong last');
    expect((await journal.read('one')).entries).toEqual([sending('a'), sending('b')]);
  });

  it.each(['{', '{}', JSON.stringify({ ...sending('a'), type: 'else' })])(
    'is not read where something else stands in it: %s',
    async (text) => {
      const { journal, connection } = await openJournal();
      await journal.append('one', sending('a'), 0);
      connection.publish(`${STREAM}.${keyOf('one')}`, text);
      await expect(journal.read('one')).rejects.toMatchObject({
        problem: { code: 'fleet-foreign', values: { bucket: STREAM } },
      });
    },
  );

  it('is none where a stream of somebody else has its name', async () => {
    const { server, reopen } = await openJournal();
    server.make(STREAM, ['else.>']);
    await expect(reopen()).rejects.toMatchObject({
      problem: { code: 'fleet-foreign', values: { bucket: STREAM } },
    });
  });
});
