import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { updateFeed } from '../../../electron/desktop/ports/updates.ts';
import { makeTempFolders } from '../base/temp-folder.ts';

const tempFolder = makeTempFolders();

describe('where new versions are announced', () => {
  it('is what the packager wrote beside the app', async () => {
    const folder = tempFolder();
    const text = 'provider: generic\nurl: https://updates.example/stable\nchannel: latest\n';
    writeFileSync(join(folder, 'app-update.yml'), text);
    expect(await updateFeed(folder, 'linux')).toBe('https://updates.example/stable');
  });

  it('is nowhere on Windows for a build that nobody signed: nothing could be checked there', async () => {
    const folder = tempFolder();
    const text = 'provider: generic\nurl: https://updates.example/stable\n';
    writeFileSync(join(folder, 'app-update.yml'), text);
    expect(await updateFeed(folder, 'win32')).toBeNull();
    expect(await updateFeed(folder, 'darwin')).toBe('https://updates.example/stable');
    writeFileSync(join(folder, 'app-update.yml'), `${text}publisherName:\n  - Somebody\n`);
    expect(await updateFeed(folder, 'win32')).toBe('https://updates.example/stable');
  });

  it('is nowhere without that file, or without an address in it', async () => {
    const folder = tempFolder();
    expect(await updateFeed(folder, 'linux')).toBeNull();
    writeFileSync(join(folder, 'app-update.yml'), 'provider: generic\n');
    expect(await updateFeed(folder, 'linux')).toBeNull();
  });
});

describe('a build that is to be published', () => {
  it('is signed or is not made; one that is not published need not be', async () => {
    const script = new URL('../../../scripts/lib/dist.mjs', import.meta.url).href;
    const { feedOptions } = (await import(script)) as {
      readonly feedOptions: (address: string | undefined) => readonly string[] | null;
    };
    expect(feedOptions('https://updates.example/stable')).toEqual([
      '-c.publish.provider=generic',
      '-c.publish.url=https://updates.example/stable',
      '-c.forceCodeSigning=true',
    ]);
    expect(feedOptions(undefined)).toEqual([]);
    expect(feedOptions('http://updates.example/stable')).toBeNull();
  });
});
