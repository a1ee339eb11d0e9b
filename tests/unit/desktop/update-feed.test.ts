import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { updateFeed } from '../../../electron/desktop/ports/update-feed.ts';
import { makeTempFolders } from '../base/temp-folder.ts';

const tempFolder = makeTempFolders();

describe('where new versions are announced', () => {
  it('is what the packager wrote beside the app', async () => {
    const folder = tempFolder();
    const text = 'provider: generic\nurl: https://updates.example/stable\nchannel: latest\n';
    writeFileSync(join(folder, 'app-update.yml'), text);
    expect(await updateFeed(folder)).toBe('https://updates.example/stable');
  });

  it('is nowhere without that file, or without an address in it', async () => {
    const folder = tempFolder();
    expect(await updateFeed(folder)).toBeNull();
    writeFileSync(join(folder, 'app-update.yml'), 'provider: generic\n');
    expect(await updateFeed(folder)).toBeNull();
  });
});
