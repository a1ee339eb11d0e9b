import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { openForTest, temporaryFolder } from './support.ts';

const CHILD = fileURLToPath(new URL('../../fixtures/crash-child.ts', import.meta.url));

interface Shown {
  readonly seq: number;
  readonly kind: string;
}

/** Runs a core that is killed right after it handed on its events; answers what it had shown. */
function runAndKill(file: string, chats: number): Shown[] {
  const run = spawnSync(process.execPath, [CHILD, file, String(chats)], { encoding: 'utf8' });
  expect(run.stderr).toBe('');
  expect(run.signal).toBe('SIGKILL');
  return run.stdout
    .trim()
    .split('\n')
    .map((line) => {
      const [seq = '', kind = ''] = line.split(' ');
      return { seq: Number(seq), kind };
    });
}

describe('a core that is killed right after it showed something', () => {
  it('has it in the books, whole, and never uses its numbers again', () => {
    const file = join(temporaryFolder(), 'ledger.sqlite');
    const shown: Shown[] = [];
    for (const chats of [0, 1_200, 3]) {
      shown.push(...runAndKill(file, chats));
      const { ledger, setAside } = openForTest(file);
      expect(setAside).toBeNull();
      const valued = shown.filter(({ kind }) => kind !== 'CHAT');
      const booked = ledger.alertsInState('queued', 100);
      expect(booked.map(({ seq, kind }) => ({ seq, kind }))).toEqual(valued);
      ledger.close();
    }
    const seqs = shown.map(({ seq }) => seq);
    expect(new Set(seqs).size).toBe(seqs.length);
    expect(seqs).toEqual(seqs.toSorted((a, b) => a - b));
    const { ledger } = openForTest(file);
    expect(ledger.reserveNumbers(1)).toBeGreaterThan(Math.max(...seqs));
    expect(ledger.totals()).toEqual({
      donationBeams: 30_000,
      cheeringBeams: 0,
      shopMoney: { KRW: 117_000 },
    });
    expect(ledger.tallies()).toMatchObject([{ rounds: 3, total: 36 }]);
  });
});
