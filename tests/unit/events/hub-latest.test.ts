import { describe, expect, it, onTestFinished } from 'vitest';
import { createImagePolicy } from '../../../electron/events/field-sanitizer.ts';
import { EventHub } from '../../../electron/events/hub.ts';
import type { Ledger } from '../../../electron/storage/ledger.ts';
import { sampleEvent } from '../../../shared/sample-events.ts';
import { wireFrame } from '../../fixtures/wire-events.ts';
import { receiveText } from '../../support/receive-text.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';
import { memoryLedger } from '../storage/support.ts';
import { rememberingLogger } from './support.ts';

function openHub(ledger: Ledger, ringSize = 100) {
  const { log, lines } = rememberingLogger();
  const hub = new EventHub({
    clock: new VirtualClock(),
    log,
    ledger,
    ringSize,
    imagePolicy: createImagePolicy({ allowLoopbackHttp: false }),
    onFailure: (failure) => {
      throw failure;
    },
  });
  onTestFinished(() => hub.dispose());
  const donate = (count: number, kind: 'DONATION' | 'CHAT' = 'DONATION'): void => {
    for (let given = 0; given < count; given += 1) receiveText(hub, wireFrame(kind, {}));
    hub.flush();
  };
  const seqs = (limit: number) => hub.latestValued(limit).map(({ seq }) => seq);
  return { hub, lines, donate, seqs };
}

describe('the latest events with a value', () => {
  it('are those of this run, chat left out, oldest first', () => {
    const { hub, donate, seqs } = openHub(memoryLedger());
    donate(2);
    donate(3, 'CHAT');
    donate(1);
    hub.playTest(sampleEvent('DROPS', 'ko'));
    hub.flush();
    expect(seqs(10)).toEqual([1, 2, 6, 7]);
    expect(seqs(2)).toEqual([6, 7]);
  });

  it('go on into the books where this run has fewer, none twice', () => {
    const ledger = memoryLedger();
    const before = openHub(ledger);
    before.donate(5);
    before.hub.dispose();
    const { donate, seqs, hub } = openHub(ledger);
    expect(seqs(3)).toEqual([3, 4, 5]);
    donate(2);
    expect(seqs(4)).toEqual([4, 5, 6, 7]);
    expect(seqs(99)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(hub.latestValued(99).every(({ kind }) => kind === 'DONATION')).toBe(true);
  });

  it('are found in the books when a flood of chat has pushed them out', () => {
    const { donate, seqs } = openHub(memoryLedger(), 10);
    donate(3);
    donate(50, 'CHAT');
    donate(1);
    expect(seqs(10)).toEqual([1, 2, 3, 54]);
  });

  it('are those of this run alone when the books cannot be read', () => {
    const ledger = memoryLedger();
    const { donate, seqs, lines } = openHub(ledger);
    donate(2);
    ledger.close();
    expect(seqs(10)).toEqual([1, 2]);
    expect(lines.map(({ level }) => level)).toContain('error');
  });
});
