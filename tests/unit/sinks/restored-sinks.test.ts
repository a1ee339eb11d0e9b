import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { adoptLedger } from '../../../electron/storage/adopt/adopt-ledger.ts';
import { donation, openForTest, temporaryFolder } from '../storage/support.ts';
import { ALL } from './sinks-world.ts';

describe('the sinks of a backup', () => {
  it('are off until the streamer looks at them, where they were, with their dead letters', () => {
    const folder = temporaryFolder();
    const [source, target] = [join(folder, 'theirs.sqlite'), join(folder, 'ours.sqlite')];
    const { ledger } = openForTest(source);
    ledger.record([donation(1), donation(2), donation(3)]);
    ledger.sinks.add(
      'an id',
      'webhook',
      { name: 'a bot', filter: ALL, nearby: false, nats: null },
      0,
      1_000,
    );
    ledger.sinks.bury('an id', 1, 2_000, { code: 'sinks-slow' });
    ledger.sinks.sendAgain('an id', 1);
    ledger.sinks.move('an id', 2);
    ledger.close();
    adoptLedger(source, target, 3_000);
    const { sinks } = openForTest(target).ledger;
    expect(sinks.all()).toMatchObject([
      { id: 'an id', name: 'a bot', isOn: false, position: 2, problem: { code: 'sinks-restored' } },
    ]);
    expect(sinks.letters('an id')).toMatchObject([{ seq: 1, again: false }]);
  });
});

describe('the dead letters of a sink', () => {
  it('are at most so many; the oldest go and are counted', () => {
    const { ledger } = openForTest(':memory:');
    const events = Array.from({ length: 510 }, (_, at) => donation(at + 1));
    ledger.record(events);
    ledger.sinks.add(
      'an id',
      'webhook',
      { name: 'a bot', filter: ALL, nearby: false, nats: null },
      0,
      1_000,
    );
    for (const { seq } of events) ledger.sinks.bury('an id', seq, 2_000, { code: 'sinks-slow' });
    expect(ledger.sinks.countLetters('an id')).toBe(500);
    expect(ledger.sinks.letters('an id')[0]?.seq).toBe(11);
    expect(ledger.sinks.find('an id')?.dropped).toBe(10);
  });
});
