import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const script = pathToFileURL(resolve(import.meta.dirname, '../../../scripts/lib/test-folder.mjs'));

let disk: string;

beforeEach(() => {
  disk = mkdtempSync(join(tmpdir(), 'stagelight-memory-'));
});

afterEach(() => rmSync(disk, { recursive: true, force: true }));

/** What a process that runs tests is told at each of two times, and whether it was there then. */
function foldersOf(options: { readonly disk: string; readonly roomBytes: number }) {
  const lines = [
    `import { existsSync } from 'node:fs';`,
    `import { testFolder } from '${script.href}';`,
    `const folders = [testFolder(${JSON.stringify(options)}), testFolder()];`,
    `console.log(JSON.stringify({ folders, stood: folders.every(existsSync) }));`,
  ];
  const args = ['--input-type=module', '--eval', lines.join('\n')];
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }));
}

describe('the folder that tests write to', () => {
  it('is one in memory for the whole run, and gone after it', () => {
    const { folders, stood } = foldersOf({ disk, roomBytes: 1 });
    expect(dirname(folders[0])).toBe(disk);
    expect(folders[1]).toBe(folders[0]);
    expect(stood).toBe(true);
    expect(existsSync(folders[0])).toBe(false);
  });

  it("is the system's where memory has too little room", () => {
    const { folders } = foldersOf({ disk, roomBytes: Number.MAX_SAFE_INTEGER });
    expect(folders).toEqual([tmpdir(), tmpdir()]);
    expect(readdirSync(disk)).toEqual([]);
  });

  it("is the system's where no disk is in memory", () => {
    const { folders } = foldersOf({ disk: join(disk, 'none'), roomBytes: 0 });
    expect(folders).toEqual([tmpdir(), tmpdir()]);
  });
});
