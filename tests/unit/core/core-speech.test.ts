import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Simulator, startSimulator } from '../../../electron/simulator/server.ts';
import { makeTempFolders } from '../base/temp-folder.ts';
import { type CoreWorld, startCoreWorld } from './core-world.ts';

const KEY = 'sk-a-secret-of-the-streamer';

const tempFolder = makeTempFolders();
let simulator: Simulator;
let world: CoreWorld;
let folder: string;

beforeEach(async () => {
  simulator = await startSimulator({ redirectUris: [] });
  folder = tempFolder();
  world = await startCoreWorld({
    simulator,
    redirectUri: 'http://127.0.0.1:9/callback',
    folder,
    // The only service that is called.
    fetch: async (address, options) => {
      if (!String(address).startsWith('https://voices.example/')) {
        return globalThis.fetch(address, options);
      }
      return new Response(readFileSync(SOUND));
    },
  });
});

afterEach(async () => {
  await world.core.stop();
  await simulator.dispose();
});

const SOUND = join(import.meta.dirname, '../../../assets/sounds/purchase.wav');

describe('speech, through the whole core', () => {
  it('is made with the streamer’s key, served below both pages’ addresses, and nowhere else', async () => {
    const { core, lines } = world;
    const run = core.pageServer.runCommand.bind(core.pageServer);
    const account = 'https://voices.example/v1/audio/speech';
    await run('speech.connect', { service: 'own', account, key: KEY });
    const found = await run('speech.voices', {});
    expect(found).toMatchObject({ hosted: { service: 'own', account } });
    const order = { text: 'hello', voice: 'hosted/nova', rate: 1, pitch: 1 };
    const made = (await run('speech.try', order)) as { readonly clip: string };
    expect(made).toMatchObject({ provider: 'hosted' });
    for (const page of [core.pageServer.overlayUrl, core.pageServer.dashboardUrl]) {
      const answer = await fetch(new URL(`media/${made.clip}`, page));
      expect(answer.headers.get('content-type')).toBe('audio/wav');
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(Buffer.from(await answer.arrayBuffer())).toEqual(readFileSync(SOUND));
    }
    const { origin } = new URL(core.pageServer.overlayUrl);
    expect((await fetch(`${origin}/overlay/${'x'.repeat(43)}/media/${made.clip}`)).status).toBe(
      403,
    );
    expect(JSON.stringify([found, made, lines])).not.toContain(KEY);
    expect(readFileSync(join(folder, 'vault.json'), 'utf8')).toContain(KEY);
    await run('speech.disconnect', {});
    expect(readFileSync(join(folder, 'vault.json'), 'utf8')).not.toContain(KEY);
  });
});
