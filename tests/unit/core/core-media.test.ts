import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Simulator, startSimulator } from '../../../electron/simulator/server.ts';
import type { MediaItem } from '../../../shared/overlay/media.ts';
import { makeTempFolders } from '../base/temp-folder.ts';
import { type CoreWorld, startCoreWorld } from './core-world.ts';

const SOUND = readFileSync(join(import.meta.dirname, '../../../assets/sounds/purchase.wav'));

const tempFolder = makeTempFolders();
const worlds: CoreWorld[] = [];
let simulator: Simulator;
let folder: string;

beforeEach(async () => {
  simulator = await startSimulator({ redirectUris: [] });
  folder = tempFolder();
});

afterEach(async () => {
  await Promise.all(worlds.splice(0).map(({ core }) => core.stop()));
  await simulator.dispose();
});

async function startCore(): Promise<CoreWorld> {
  const redirectUri = 'http://127.0.0.1:9/callback';
  const world = await startCoreWorld({ simulator, redirectUri, folder });
  worlds.push(world);
  return world;
}

async function addSound({ core }: CoreWorld): Promise<MediaItem> {
  const run = core.pageServer.runCommand.bind(core.pageServer);
  const begun = await run('media.begin', { name: 'till.wav', bytes: SOUND.length });
  const { upload } = begun as { readonly upload: string };
  for (let index = 0; index * 32_768 < SOUND.length; index += 1) {
    const part = SOUND.subarray(index * 32_768, (index + 1) * 32_768);
    await run('media.part', { upload, index, data: part.toString('base64') });
  }
  return (await run('media.finish', { upload })) as MediaItem;
}

const ruleWith = (sound: string) => ({
  rules: [{ id: 'mine', variants: [{ sound }] }],
});

const noticesOf = ({ core }: CoreWorld): string[] => core.status.read().notices.map(({ id }) => id);

describe("a streamer's own sound, through the whole core", () => {
  it('is taken in, served to both pages, counted, and there after a restart', async () => {
    const world = await startCore();
    const item = await addSound(world);
    expect(item).toMatchObject({ name: 'till.wav', type: 'audio/wav', uses: 0, broken: false });
    await world.core.pageServer.runCommand('overlay.set', ruleWith(item.hash));
    expect(world.core.media.items).toEqual([{ ...item, uses: 1 }]);
    await world.core.stop();

    const { core } = await startCore();
    expect(core.media.items).toEqual([{ ...item, uses: 1 }]);
    for (const page of [core.pageServer.overlayUrl, core.pageServer.dashboardUrl]) {
      const answer = await fetch(`${page}media/${item.hash}`);
      expect(answer.headers.get('content-type')).toBe('audio/wav');
      expect(Buffer.from(await answer.arrayBuffer()).equals(SOUND)).toBe(true);
    }
    expect(core.status.read().notices).toEqual([]);
  });

  it('that is taken out while a rule uses it is missed', async () => {
    const world = await startCore();
    const { hash } = await addSound(world);
    await world.core.pageServer.runCommand('overlay.set', ruleWith(hash));
    await world.core.pageServer.runCommand('media.remove', { hash });
    expect(noticesOf(world)).toEqual(['media-missing']);
    const answer = await fetch(`${world.core.pageServer.overlayUrl}media/${hash}`);
    expect(answer.status).toBe(404);
  });

  it('whose file somebody deleted is said to be broken when it is asked for', async () => {
    const world = await startCore();
    const { hash } = await addSound(world);
    await rm(join(folder, 'media', hash));
    const answer = await fetch(`${world.core.pageServer.overlayUrl}media/${hash}`);
    expect(answer.status).toBe(404);
    expect(world.core.media.items[0]?.broken).toBe(true);
    expect(noticesOf(world)).toEqual(['media-broken']);
  });

  it('that is no sound is refused with the reason', async () => {
    const { core } = await startCore();
    const begun = await core.pageServer.runCommand('media.begin', { name: 'ding.wav', bytes: 4 });
    const { upload } = begun as { readonly upload: string };
    const part = core.pageServer.runCommand('media.part', { upload, index: 0, data: 'bm9wZQ==' });
    await expect(part).rejects.toMatchObject({ problem: { code: 'media-unknown-type' } });
  });
});
