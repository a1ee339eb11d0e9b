import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { LedgerError } from '../../../electron/storage/errors.ts';
import { chat } from './chat-support.ts';
import { donation, openForTest, temporaryFolder } from './support.ts';

const PAGE = 4_096;

it('a damaged page of the chat costs the chat, never the books', () => {
  const file = join(temporaryFolder(), 'ledger.sqlite');
  const { ledger } = openForTest(file);
  ledger.record([donation(1, { payAmount: 700 })]);
  ledger.chat.record(
    Array.from({ length: 2_000 }, (_, index) => chat(index + 2, { content: 'words of the chat' })),
  );
  ledger.close();
  const bytes = readFileSync(file);
  const at = Math.floor(bytes.lastIndexOf('words of the chat') / PAGE) * PAGE;
  bytes.fill(0xff, at, at + PAGE);
  writeFileSync(file, bytes);

  const opened = openForTest(file);
  expect(opened.setAside).toBeNull();
  expect(opened.ledger.totals().donationBeams).toBe(700);
  expect(() => opened.ledger.chat.bySender('viewer-1', 5_000)).toThrow(LedgerError);
  opened.ledger.record([donation(9_000, { payAmount: 1 })]);
  expect(opened.ledger.totals().donationBeams).toBe(701);
});
