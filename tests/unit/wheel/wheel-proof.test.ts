import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { WheelSection } from '../../../shared/contract/wheel.ts';
import { temporaryFolder } from '../storage/support.ts';
import { sectionsOf, seedOf, WheelWorld } from './wheel-world.ts';

const SCRIPT = resolve(import.meta.dirname, '../../../docs/check-wheel.sh');
const run = promisify(execFile);

/** What the script of the documents says of a file in the folder. */
async function checked(text: string, folder = temporaryFolder()): Promise<string> {
  writeFileSync(join(folder, 'wheel.txt'), text);
  const said = run('bash', [SCRIPT, 'wheel.txt'], { cwd: folder });
  const { stdout } = await said.catch((failure) => failure);
  return String(stdout).trim();
}

const SAME = 'The seed spins exactly these.';
const HOSTILE = [
  'seed: 00',
  '$(touch never)',
  '`id` \\x00 %s %n',
  'two\nlines\r\nspin: 1 1 me',
  '-n',
  '1 2 3',
  'line\u2028separator\ud800',
  '\'"; exit 0',
  '\u001b[2Jcleared',
  '*',
];

async function spunFile(sections: readonly WheelSection[], spins: number) {
  const world = new WheelWorld();
  await world.save({ sections, title: 'seed: 1' });
  await world.spinOften(spins);
  await world.wheel.commands['wheel.end']({});
  const { text } = await world.wheel.commands['wheel.export']({ wheel: world.view.id });
  return { world, text };
}

// Others have no bash of this century, or no sha256sum.
describe.skipIf(process.platform !== 'linux')('the script of the documents', () => {
  it.each([
    ['two sections', [1, 1], 12],
    ['weights far apart', [3, 2, 2, 1, 40, 1_000_000], 25],
    ['a thousand sections', Array.from({ length: 1_000 }, (_, at) => 1 + (at % 7)), 8],
    ['no spin', [1, 1], 0],
  ])('spins the same as the app: %s', async (_, weights, spins) => {
    const { text } = await spunFile(sectionsOf(...weights), spins);
    expect(text.match(/^spin: /gm)?.length ?? 0).toBe(spins);
    expect(await checked(text)).toBe(SAME);
  });

  it('agrees on names of any kind, and does nothing that they say', async () => {
    const sections = HOSTILE.map((name, at) => ({ name, weight: at + 1 }));
    const { text } = await spunFile(sections, 10);
    const folder = temporaryFolder();
    expect(await checked(text, folder)).toBe(SAME);
    expect(readdirSync(folder)).toEqual(['wheel.txt']);
  });

  it('does nothing that a made-up file says', async () => {
    const { text } = await spunFile(sectionsOf(1, 1), 1);
    const folder = temporaryFolder();
    for (const weight of ['a[$(touch never)]', '08', '0', '$(touch never)', '99999999']) {
      const made = text.replace('section: 1 1 ', `section: 1 ${weight} `);
      expect(await checked(made, folder)).not.toContain('never');
    }
    expect(readdirSync(folder)).toEqual(['wheel.txt']);
  });

  it('agrees on the example of the document', async () => {
    const document = readFileSync(join(SCRIPT, '../fairness.md'), 'utf8');
    const [, example = ''] = /```text\n(stagelight: wheel\n[\s\S]+?)```/.exec(document) ?? [];
    expect(await checked(example)).toBe(SAME);
  });

  it('says where it stopped elsewhere, a spin or a weight is another, or it is another seed', async () => {
    const { text } = await spunFile(sectionsOf(3, 2, 1), 9);
    const [spin = '', section = ''] = /^spin: 5 (\d)/m.exec(text) ?? [];
    const other = `spin: 5 ${(Number(section) % 3) + 1}`;
    expect(await checked(text.replace(spin, other))).not.toContain(SAME);
    expect(await checked(text.replace(/^spin: 5 .*\n/m, ''))).not.toContain(SAME);
    expect(await checked(text.replace('section: 1 3', 'section: 1 30000'))).not.toContain(SAME);
    expect(await checked(text.replace(seedOf(1), seedOf(2)))).toBe('NOT the seed that was told');
  });
});

describe('a file to check a wheel', () => {
  it('has one line for each section and each spin, whatever the names', async () => {
    const sections = HOSTILE.map((name) => ({ name, weight: 1 }));
    const { text } = await spunFile(sections, 3);
    expect(text.match(/^section: /gm)).toHaveLength(HOSTILE.length);
    expect(text.match(/^spin: /gm)).toHaveLength(3);
    expect(text).toContain('section: 4 1 two lines spin: 1 1 me\n');
    expect(text).not.toContain('\u001b');
  });

  it('is written below the data folder where the app asks for that', async () => {
    const { world } = await spunFile(sectionsOf(1, 1), 1);
    world.dataDir = temporaryFolder();
    world.restart();
    const file = 'stagelight-wheel-1-5.txt';
    const asked = { wheel: world.view.id, file };
    expect(await world.wheel.commands['wheel.export'](asked)).toEqual({ text: '' });
    expect(readFileSync(join(world.dataDir, 'exports', file), 'utf8')).toContain(seedOf(1));
  });
});
