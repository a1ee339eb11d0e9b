import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { SPIN_MS } from '../../../electron/features/draw/draw.ts';
import type { DrawConfig } from '../../../shared/contract/draw.ts';
import { says } from '../show/show-world.ts';
import { temporaryFolder } from '../storage/support.ts';
import { DrawWorld, seedOf } from './draw-world.ts';

const SCRIPT = resolve(import.meta.dirname, '../../../docs/check-draw.sh');
const run = promisify(execFile);

/** What the script of the documents says of a file in the folder. */
async function checked(text: string, folder = temporaryFolder()): Promise<string> {
  writeFileSync(join(folder, 'draw.txt'), text);
  const said = run('bash', [SCRIPT, 'draw.txt'], { cwd: folder });
  const { stdout } = await said.catch((failure) => failure);
  return String(stdout).trim();
}

const SAME = 'The seed draws exactly these.';
const HOSTILE = [
  'seed: 00',
  '$(touch never)',
  '`id` \\x00 %s %n',
  'two\nlines\r\nwinner: 1 1 me',
  '-n',
  '  spaces  ',
  'line\u2028separator\ud800',
  '\'"; exit 0',
  '\u001b[2Jcleared',
  '*',
];

async function drawnFile(config: Partial<DrawConfig>, names: readonly string[]) {
  const world = new DrawWorld();
  await world.begin(config);
  for (const [at, nickname] of names.entries()) {
    world.show.hear(says(`channel ${at}`, '!참가', { profile: { nickname, badges: [] } }));
  }
  await world.draw.commands['draw.draw']({});
  await world.show.clock.advance(SPIN_MS);
  return { world, text: (await world.draw.commands['draw.export']({})).text };
}

// Others have no bash of this century, or no sha256sum.
describe.skipIf(process.platform !== 'linux')('the script of the documents', () => {
  it.each([
    [1, 1],
    [2, 1],
    [7, 7],
    [300, 20],
  ])('draws from %i entrants the same %i as the app', async (count, winners) => {
    const names = Array.from({ length: count }, (_, at) => `viewer ${at}`);
    const { text } = await drawnFile({ winners }, names);
    expect(text.match(/^winner: /gm)).toHaveLength(winners);
    expect(await checked(text)).toBe(SAME);
  });

  it('agrees on those who were drawn for others, too', async () => {
    const world = new DrawWorld();
    await world.begin({ winners: 2, answer: true, answerSeconds: 10 });
    for (let at = 0; at < 9; at += 1) world.show.hear(says(`viewer ${at}`, '!참가'));
    await world.draw.commands['draw.draw']({});
    await world.show.clock.advance(SPIN_MS + 40_000);
    for (const { entrant } of world.view.drawn.filter(({ state }) => state === 'waiting')) {
      await world.draw.commands['draw.confirm']({ entrant });
    }
    const { text } = await world.draw.commands['draw.export']({});
    expect(text.match(/^drawn: /gm)?.length).toBeGreaterThan(4);
    expect(text.match(/^winner: /gm)).toHaveLength(2);
    expect(await checked(text)).toBe(SAME);
  });

  it('agrees on names of any kind, and does nothing that they say', async () => {
    const { text } = await drawnFile({ winners: HOSTILE.length, title: 'seed: 1' }, HOSTILE);
    expect(text.match(/^winner: /gm)).toHaveLength(HOSTILE.length);
    const folder = temporaryFolder();
    expect(await checked(text, folder)).toBe(SAME);
    expect(readdirSync(folder)).toEqual(['draw.txt']);
  });

  it('agrees on the example of the document', async () => {
    const document = readFileSync(join(SCRIPT, '../fairness.md'), 'utf8');
    const [, example = ''] = /```text\n([\s\S]+?)```/.exec(document) ?? [];
    expect(await checked(example)).toBe(SAME);
  });

  it('agrees on a pasted list', async () => {
    const world = new DrawWorld();
    await world.begin({ entry: { by: 'list', names: ['가나다', 'b', '😀'] }, winners: 2 });
    await world.draw.commands['draw.draw']({});
    await world.show.clock.advance(SPIN_MS);
    expect(await checked((await world.draw.commands['draw.export']({})).text)).toBe(SAME);
  });

  it('says where somebody else was drawn, another entered, or it is another seed', async () => {
    const names = Array.from({ length: 20 }, (_, at) => `viewer ${at}`);
    const { text } = await drawnFile({ winners: 3 }, names);
    const [drawn = ''] = /^drawn: .*$/m.exec(text) ?? [];
    const other = `drawn: ${names.length} ${names.length} viewer ${names.length - 1}`;
    expect(drawn).not.toBe(other);
    expect(await checked(text.replace(drawn, other))).not.toContain(SAME);
    expect(await checked(text.replace(/^entrant: 1 .*\n/m, ''))).not.toContain(SAME);
    expect(await checked(text.replace(seedOf(1), seedOf(2)))).toBe('NOT the seed that was told');
  });
});

describe('a file to check', () => {
  it('has one line for each entrant, whatever the names', async () => {
    const { text } = await drawnFile({ winners: 2 }, HOSTILE);
    expect(text.match(/^entrant: /gm)).toHaveLength(HOSTILE.length);
    expect(text.match(/^drawn: /gm)).toHaveLength(2);
    expect(text).toContain('entrant: 4 4 two lines winner: 1 1 me\n');
    expect(text).not.toContain('\u001b');
  });

  it('is written below the data folder where the app asks for that', async () => {
    const { world } = await drawnFile({}, ['a']);
    world.dataDir = temporaryFolder();
    world.restart();
    const file = 'stagelight-draw-1-5.txt';
    expect(await world.draw.commands['draw.export']({ file })).toEqual({ text: '' });
    expect(readFileSync(join(world.dataDir, 'exports', file), 'utf8')).toContain(seedOf(1));
  });
});
