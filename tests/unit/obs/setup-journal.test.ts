import { describe, expect, it } from 'vitest';
import { silentLogger } from '../../../electron/base/log.ts';
import { SetupJournal } from '../../../electron/features/obs/setup-journal.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';
import { MemoryFiles } from '../base/failing-files.ts';

const PATH = '/data/stagelight-obs.json';

const ENTRY = {
  state: 'done',
  at: 1_000,
  collection: 'Shows',
  scenes: ['Live'],
  wish: null,
  isKept: false,
  records: [],
} as const;

const open = (files: MemoryFiles) =>
  SetupJournal.open({ path: PATH, files, clock: new VirtualClock(), log: silentLogger });

describe('the journal of a set-up', () => {
  it('is empty at first, and after a restart what it was', async () => {
    const files = new MemoryFiles();
    const journal = await open(files);
    expect(journal.entry).toBeNull();
    await journal.write({ ...ENTRY, scenes: [...ENTRY.scenes], records: [] });
    expect(journal.entry).toMatchObject({ at: 1_000 });
    expect((await open(files)).entry).toEqual(journal.entry);
    await journal.clear();
    expect(journal.entry).toBeNull();
    expect((await open(files)).entry).toBeNull();
  });

  it.each(['{', '{"state":"done"}', '[]', ''])(
    'that cannot be read is set aside and kept: %j',
    async (text) => {
      const files = new MemoryFiles();
      await (await files.create(PATH)).writeFile(text);
      const journal = await open(files);
      expect(journal.entry).toBeNull();
      expect(files.paths).toHaveLength(1);
      expect(files.paths).not.toContain(PATH);
    },
  );
});
