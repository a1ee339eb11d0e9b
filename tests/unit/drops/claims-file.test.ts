import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createFiles } from '../../../electron/base/files.ts';
import { EXPORTS_FOLDER, saveClaims } from '../../../electron/features/drops/claims-csv.ts';
import { temporaryFolder } from '../storage/support.ts';
import { openBooks, openRoom, openWorld } from './support.ts';

function begin(count: number) {
  const world = openWorld();
  const ids = world.addClaims(world.addCampaign('c1'), count);
  const { search } = openRoom(world, openBooks(world));
  const dataDir = temporaryFolder();
  const parts = {
    search,
    dataDir,
    clock: world.clock,
    files: createFiles(world.clock),
    titles: () => ({ campaign: '여름 축제', reward: '은빛 돛' }),
  };
  return { world, ids, dataDir, parts };
}

describe('an export into a file', () => {
  it('holds all pages under one head', async () => {
    const { world, ids, dataDir, parts } = begin(1_200);
    const { name, count } = await saveClaims(parts, { source: 'platform' });
    expect({ name, count }).toEqual({ name: 'drops-claims-20260520T030000.csv', count: 1_200 });
    const lines = readFileSync(join(dataDir, EXPORTS_FOLDER, name), 'utf8')
      .trimEnd()
      .split('\r\n');
    expect(lines[0]).toMatch(/^\uFEFFclaimId,/);
    expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual(ids);
    expect(world.gets('reward-claims')).toHaveLength(2);
    // Who has claimed what is nobody else's business on this computer.
    if (process.platform === 'win32') return;
    expect(statSync(join(dataDir, EXPORTS_FOLDER, name)).mode & 0o777).toBe(0o600);
  });

  it('is not there when the platform could not be read to the end', async () => {
    const { world, dataDir, parts } = begin(1_200);
    world.meet = async (sent, pass) =>
      sent.query['page'] === '1' ? new Response('', { status: 400 }) : pass();
    await expect(saveClaims(parts, { source: 'platform' })).rejects.toMatchObject({
      problem: { code: 'platform-invalid-request' },
    });
    expect(readdirSync(dataDir)).toEqual([]);
  });

  it('says so when it cannot be written', async () => {
    const { dataDir, parts } = begin(1);
    writeFileSync(join(dataDir, EXPORTS_FOLDER), 'in the way');
    await expect(saveClaims(parts, { source: 'platform' })).rejects.toMatchObject({
      problem: { code: 'drops-export-not-saved' },
    });
  });
});
