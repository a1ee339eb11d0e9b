import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { StagelightError } from '../../../electron/base/errors.ts';
import { readPackage } from '../../../electron/features/widgets/package-reader.ts';
import { packFolder, packTexts, WIDGET_STYLES } from '../../support/widget-packages.ts';
import { temporaryFolder } from '../storage/support.ts';

function read(zip: Uint8Array) {
  const folder = temporaryFolder();
  const file = join(folder, 'package.zip');
  writeFileSync(file, zip);
  return { folder, found: readPackage(file, folder) };
}

const codeOf = async (zip: Uint8Array): Promise<string> => {
  const failure: unknown = await read(zip).found.catch((thrown: unknown) => thrown);
  return failure instanceof StagelightError ? failure.problem.code : String(failure);
};

/** Changes how an entry is named without touching anything else of the zip. */
function renamed(zip: Uint8Array, from: string, to: string): Uint8Array {
  const text = Buffer.from(zip).toString('latin1').replaceAll(from, to);
  return new Uint8Array(Buffer.from(text, 'latin1'));
}

describe('a package of a widget', () => {
  it.each(WIDGET_STYLES)('is read as people share it: %s', async (name) => {
    const { parts, files } = await read(packFolder(name)).found;
    expect(parts.html).not.toBeNull();
    expect(files.length).toBeGreaterThan(0);
  });

  it('finds its parts by the names that are common, in any case', async () => {
    const { parts } = await read(packFolder('tip-goal')).found;
    expect(parts).toEqual({
      html: 'HTML.txt',
      css: 'CSS.txt',
      js: 'JS.txt',
      fields: 'FIELDS.txt',
      data: 'data.json',
    });
  });

  it('may be one html alone, or a script alone', async () => {
    expect((await read(packTexts({ 'My widget.html': '<p>' })).found).parts.html).toBe(
      'My widget.html',
    );
    expect((await read(packTexts({ 'ding/widget.js': '1' })).found).parts.js).toBe('widget.js');
  });

  it('is the folder nearest to the top of what was downloaded', async () => {
    const zip = packTexts({
      'repo-main/README.md': 'words',
      'repo-main/chat/index.html': '<p>',
      'repo-main/chat/script.js': '1',
      'repo-main/chat/old/index.html': '<p>',
      'repo-main/.git/config': 'x',
      'repo-main/chat/node_modules/a/index.js': 'x',
      'repo-main/chat/.cache/a.css': 'x',
      '__MACOSX/repo-main/chat/._index.html': 'x',
    });
    const { files } = await read(zip).found;
    expect(files).toEqual(['index.html', 'script.js', 'old/index.html']);
  });

  it('takes values of its data for its fields, with comments and a last comma', async () => {
    const { fields } = await read(packFolder('jquery-chat')).found;
    expect(fields.map(({ name, type, value }) => [name, type, value])).toContainEqual([
      'limit',
      'number',
      3,
    ]);
    const goal = await read(packFolder('tip-goal')).found;
    expect(goal.fields[0]).toMatchObject({ name: 'title', value: 'New chair' });
  });

  it('names whom it would load from, and what for', async () => {
    const { hosts } = await read(packFolder('jquery-chat')).found;
    expect(hosts).toEqual([
      { host: 'cdnjs.cloudflare.com', uses: ['style'], isNear: false },
      { host: 'fonts.googleapis.com', uses: ['style'], isNear: false },
      { host: 'fonts.gstatic.com', uses: ['font'], isNear: false },
    ]);
  });

  it('leaves out what is of no use to a widget, and says so', async () => {
    const odd = { 'setup.exe': 'MZ', 'run.sh': 'rm', 'a.constructor': '' };
    const { files, leftOut } = await read(packTexts({ 'widget.html': '<p>', ...odd })).found;
    expect(files).toEqual(['widget.html']);
    expect(leftOut).toEqual(Object.keys(odd));
  });
});

describe('a package', () => {
  it('has its fields under any name at its top, and none below', async () => {
    const fields = JSON.stringify({ a: { type: 'text', value: 'x' } });
    const found = await read(
      packTexts({
        'index.html': '',
        'package.json': '{"type":"module"}',
        'My Widget.JSON': fields,
      }),
    ).found;
    expect(found.parts.fields).toBe('My Widget.JSON');
    expect(found.fields).toMatchObject([{ name: 'a', value: 'x' }]);
    const below = await read(packTexts({ 'index.html': '', 'a/more.json': fields })).found;
    expect(below.parts.fields).toBe(null);
    expect(below.fields).toEqual([]);
  });

  it('has no fields where their file is empty', async () => {
    const zip = packTexts({ 'index.html': '', 'fields.json': ' \n', 'data.json': '' });
    expect(await read(zip).found).toMatchObject({ fields: [], parts: { fields: 'fields.json' } });
  });

  it('in a folder has all paths below it, and leaves out what is beside it', async () => {
    const zip = packTexts({
      'top/widget.html': '<p>',
      'top/a/b.png': '1234',
      'top/notes.xyz': 'x',
      'beside.js': '1',
      'other/c.xyz': '1',
    });
    const { folder, found } = read(zip);
    expect(await found).toMatchObject({
      parts: { html: null, js: 'beside.js' },
      files: ['top/widget.html', 'top/a/b.png', 'beside.js'],
      leftOut: ['top/notes.xyz', 'other/c.xyz'],
    });
    expect(readdirSync(join(folder, 'files', 'top', 'a'))).toEqual(['b.png']);
    const inside = await read(
      packTexts({ 'top/widget.html': '<p>', 'top/a/b.png': '1234', 'other.md': 'x' }),
    ).found;
    expect(inside).toMatchObject({
      parts: { html: 'widget.html' },
      files: ['widget.html', 'a/b.png'],
      bytes: 7,
      leftOut: [],
    });
  });

  it('names twenty of what it leaves out', async () => {
    const odd = Object.fromEntries(Array.from({ length: 25 }, (_, at) => [`${at}.xyz`, '']));
    const { leftOut } = await read(packTexts({ 'widget.html': '', ...odd })).found;
    expect(leftOut).toHaveLength(20);
  });

  it('may have 200 files, and texts of 4 MB', async () => {
    const files = Array.from({ length: 199 }, (_, at) => [`${at}.png`, ''] as const);
    const zip = packTexts({ 'widget.html': '<p>', ...Object.fromEntries(files) });
    expect((await read(zip).found).files).toHaveLength(200);
    const text = zipSync({ 'widget.js': new Uint8Array(4_000_000) }, { level: 9 });
    expect(await read(text).found).toMatchObject({ bytes: 4_000_000 });
  });

  it('may have large files that are no texts', async () => {
    const zip = zipSync(
      { 'widget.js': strToU8('1'), 'a.mp4': new Uint8Array(4_100_000) },
      { level: 9 },
    );
    expect((await read(zip).found).files).toEqual(['widget.js', 'a.mp4']);
  });
});

describe('a hostile package is refused', () => {
  const slip = packTexts({ 'widget.html': '<p>', 'aaaaaaa/x.js': '1' });

  it.each([
    ['a path that leads outside', renamed(slip, 'aaaaaaa/x.js', '../../../x.j')],
    ['an absolute path', renamed(slip, 'aaaaaaa/x.js', '/aaaaaa/x.js')],
    ['a path of Windows', renamed(slip, 'aaaaaaa/x.js', 'C:\\aaaa\\x.js')],
    ['a device of Windows', renamed(slip, 'aaaaaaa/x.js', 'aaaaaaaa/NUL')],
    ['a name that ends with a dot', renamed(slip, 'aaaaaaa/x.js', 'aaaaaaa/x.j.')],
    ['names that differ in case alone', packTexts({ 'widget.html': '1', 'Widget.html': '2' })],
  ])('for %s', async (_, zip) => {
    expect(await codeOf(zip)).toBe('widgets-unsafe');
  });

  it('for a link', async () => {
    const zip = zipSync({
      'widget.html': strToU8('<p>'),
      'link.js': [strToU8('/etc/passwd'), { os: 3, attrs: (0o120_777 << 16) >>> 0 }],
    });
    expect(await codeOf(zip)).toBe('widgets-unsafe');
  });

  it('for a bomb, before it is unpacked', async () => {
    const zeros = new Uint8Array(21_000_000);
    const zip = zipSync({ 'widget.html': zeros, 'b.png': zeros }, { level: 9 });
    expect(zip.length).toBeLessThan(100_000);
    const { folder, found } = read(zip);
    await expect(found).rejects.toThrow();
    expect(existsSync(join(folder, 'files'))).toBe(false);
  });

  it('for a text that nobody writes', async () => {
    const zip = zipSync({ 'widget.js': new Uint8Array(4_100_000) }, { level: 9 });
    expect(await codeOf(zip)).toBe('widgets-too-large');
  });

  it('for too many files', async () => {
    const files = Array.from({ length: 201 }, (_, at) => [`${at}.png`, ''] as const);
    const zip = packTexts({ 'widget.html': '<p>', ...Object.fromEntries(files) });
    expect(await codeOf(zip)).toBe('widgets-too-many-files');
  });

  it.each([
    ['nothing in it', packTexts({ 'notes.md': 'x' }), 'widgets-none-inside'],
    ['several widgets', packTexts({ 'a/index.html': '', 'b/index.html': '' }), 'widgets-several'],
    [
      'fields that are no JSON',
      packTexts({ 'index.html': '', 'fields.json': '{a}' }),
      'widgets-bad-fields',
    ],
    ['no zip at all', strToU8('<html>'), 'widgets-no-zip'],
    ['half a zip', packTexts({ 'index.html': 'x'.repeat(500) }).slice(0, 80), 'widgets-no-zip'],
  ])('for %s', async (_, zip, code) => {
    expect(await codeOf(zip)).toBe(code);
  });

  it('and nothing is written outside its own folder', async () => {
    const { folder, found } = read(renamed(slip, 'aaaaaaa/x.js', '../../../x.j'));
    await expect(found).rejects.toThrow();
    expect(readdirSync(folder)).toEqual(['package.zip']);
  });
});
