import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const DOCUMENTS = globSync(['*.md', 'docs/**/*.md', '.github/**/*.md'], { cwd: root }).map((path) =>
  path.replaceAll('\\', '/'),
);
const textOf = (path: string) => readFileSync(join(root, path), 'utf8');
const withoutCode = (text: string) => text.replace(/^ *```[\s\S]*?^ *```$/gm, '');

/** A heading's name in an address, as GitHub makes it. */
const nameOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-');

const headingsOf = (path: string) =>
  [...withoutCode(textOf(path)).matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    nameOf(heading ?? ''),
  );

/** Links and pictures that lead nowhere: a file that is missing, or a heading that a page lacks. */
function brokenLinks(path: string): string[] {
  const text = withoutCode(textOf(path));
  const links = [...text.matchAll(/\]\(([^)\s]+)\)|<img src="([^"]+)"/g)].map(
    ([, link, picture]) => link ?? picture ?? '',
  );
  return links
    .filter((link) => !/^https?:/.test(link))
    .filter((link) => {
      const [file = '', heading] = link.split('#');
      const target = file === '' ? path : normalize(join(dirname(path), file));
      if (!existsSync(join(root, target))) return true;
      return heading !== undefined && !headingsOf(target).includes(nameOf(heading));
    });
}

describe('the documents', () => {
  it('are found', () => {
    expect(DOCUMENTS.length).toBeGreaterThan(20);
    expect(DOCUMENTS).toContain('README.md');
  });

  it.each(DOCUMENTS)('%s links only to what is there', (path) => {
    expect(brokenLinks(path)).toEqual([]);
  });

  it('are reached from the README, in one step or two', () => {
    const linked = (path: string) =>
      [...textOf(path).matchAll(/\]\(([^)#\s]+\.md)/g)].map(([, link]) =>
        normalize(join(dirname(path), link ?? '')).replaceAll('\\', '/'),
      );
    const near = linked('README.md');
    const reached = new Set(['README.md', ...near, ...near.flatMap(linked)]);
    const lost = DOCUMENTS.filter((path) => !path.startsWith('.github/') && !reached.has(path));
    expect(lost).toEqual([]);
  });
});

describe('the README', () => {
  it('has less than 9,000 bytes', () => {
    expect(statSync(join(root, 'README.md')).size).toBeLessThan(9_000);
  });

  it('says what it is, shows it, says where to download it, then gives both commands', () => {
    const [first = ''] = textOf('README.md').split('\n## ');
    expect(first).toMatch(/<img src="docs\/pictures\//);
    expect(first.indexOf('**Download**')).toBeGreaterThan(first.indexOf('<img'));
    expect(first.indexOf('**Download**')).toBeLessThan(first.indexOf('\nnpm run demo\n'));
    expect(first).toMatch(/^npm run demo$/m);
    expect(first).toMatch(/^npm test$/m);
    expect(first.length).toBeLessThan(1_800);
  });
});
