import { chmod, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { type Stage, setStage } from '../support/stage.ts';

const stages: Stage[] = [];

async function newStage(): Promise<Stage> {
  const stage = await setStage();
  stages.push(stage);
  return stage;
}

afterEach(async () => {
  await Promise.all(stages.splice(0).map((stage) => stage.dispose()));
});

const locked = { STAGELIGHT_VAULT_PASSPHRASE: '달빛 아래 라디오 소리' };

describe('the data folder of the headless host', () => {
  it.skipIf(process.platform === 'win32')(
    'is its owner’s alone, also when it was open before',
    async () => {
      const { dataDir, start } = await newStage();
      await mkdir(join(dataDir, 'backups'));
      for (const name of ['settings.json', 'backups/backup-1.zip']) {
        await writeFile(join(dataDir, name), '{}');
        await chmod(join(dataDir, name), 0o644);
      }
      await chmod(dataDir, 0o755);
      const host = start();
      await host.waitFor(({ type }) => type === 'ready');
      expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
      for (const name of [
        ...['ledger.sqlite', 'ledger.sqlite-wal', 'ledger.sqlite-shm', 'settings.json'],
        ...['vault.json', 'stagelight.lock', 'stagelight-owner.json', 'backups/backup-1.zip'],
      ]) {
        expect([name, (await stat(join(dataDir, name))).mode & 0o777]).toEqual([name, 0o600]);
      }
    },
  );
});

describe('the vault of the headless host', () => {
  it('is encrypted from the first start with a passphrase on, and opens with no other', async () => {
    const { dataDir, start, simulator } = await newStage();
    const vault = () => readFile(join(dataDir, 'vault.json'), 'utf8');
    const plain = start();
    const ready = await plain.waitFor(({ type }) => type === 'ready');
    await plain.stop();
    expect(JSON.parse(await vault())).toHaveProperty('secrets');

    const taking = start([], locked);
    const again = await taking.waitFor(({ type }) => type === 'ready');
    await taking.stop();
    const text = await vault();
    expect(Object.keys(JSON.parse(text))).toEqual(['version', 'box']);
    // The keys in the addresses are those that were in the plain one.
    expect(keyOf(again['overlayUrl'])).toBe(keyOf(ready['overlayUrl']));
    expect(text).not.toContain(keyOf(ready['overlayUrl']));

    for (const environment of [{ STAGELIGHT_VAULT_PASSPHRASE: 'another passphrase' }, {}]) {
      const refused = start([], environment);
      expect((await refused.exited).code).toBe(2);
      expect(refused.errors).toContain('STAGELIGHT_VAULT_PASSPHRASE');
      expect(refused.errors).not.toContain('    at ');
      expect(await vault()).toBe(text);
    }
    expect(simulator.requestLog.broken()).toEqual([]);
  });
});

function keyOf(address: unknown): string {
  return String(address).split('/').at(-2) ?? '';
}
