import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The pages as a build leaves them, in a folder of their own. */
export async function makePages(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'stagelight-outputs-'));
  for (const place of ['overlay', 'dashboard']) {
    await mkdir(join(folder, place, 'assets'), { recursive: true });
    await writeFile(join(folder, place, `${place}.html`), `<!doctype html><p>${place}</p>`);
    await writeFile(join(folder, place, 'assets', 'main-Ab12_-xY.js'), 'export {};');
    await writeFile(join(folder, place, 'assets', 'main-Ab12cdEF.css'), 'p{}');
    await writeFile(join(folder, place, 'assets', 'font-Ab12cdEF.woff2'), 'font');
    await writeFile(join(folder, place, 'assets', 'plain.svg'), '<svg/>');
  }
  await writeFile(join(folder, 'secret.txt'), 'not for pages');
  return folder;
}
