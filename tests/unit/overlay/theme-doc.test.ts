import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CLEAN } from '../../../renderer/themes/clean.ts';
import { CSS_MAX, TOKEN_VALUE_MAX, TOKENS_MAX } from '../../../shared/overlay/css-check.ts';
import { THEME_IDS } from '../../../shared/overlay/names.ts';
import {
  importTheme,
  THEME_FILE_ENDING,
  THEME_FILE_MAX,
  THEME_NAME_MAX,
} from '../../../shared/overlay/theme-file.ts';

const root = new URL('../../../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8');
const doc = read('docs/themes.md');
const drawn = ['renderer/widgets', 'renderer/overlay']
  .flatMap((folder) =>
    readdirSync(new URL(folder, root))
      .filter((name) => name.endsWith('.tsx') || /^chat-(?:line|painter)\.ts$/.test(name))
      .map((name) => read(`${folder}/${name}`)),
  )
  .join('\n')
  // The chat's lines are made by hand.
  .replace(/dataset\['([a-z]+)'\]/g, 'data-$1');
/** Set by the alert settings, not by a theme. */
const CARD_PROPERTIES = ['--ov-alert-scale', '--ov-alert-font'];
const motion = read('renderer/styles/overlay-motion.css');

describe('docs/themes.md', () => {
  it('has a row for every theme', () => {
    for (const id of THEME_IDS) expect(doc).toContain(`\n| \`${id}\` |`);
  });

  it('names every token, and none that is not there', () => {
    const named = new Set([...doc.matchAll(/`(--ov-[a-z0-9-]+)`/g)].map(([, name]) => name));
    const known = [...Object.keys(CLEAN), ...CARD_PROPERTIES];
    const inSeries = (name: string): boolean => name.startsWith('--ov-name-');
    expect(known.filter((name) => !named.has(name) && !inSeries(name))).toEqual([]);
    expect([...named].filter((name) => !known.includes(name ?? ''))).toEqual([]);
    const last = known.filter(inSeries).at(-1);
    expect(doc).toContain(`\`--ov-name-1\` to \`${last}\``);
  });

  it('promises only class names and attributes that are drawn', () => {
    const table = doc.slice(doc.indexOf('| Part |'), doc.indexOf('On an alert and on every row'));
    const promised = [...table.matchAll(/`((?:sl|data)-[a-z-]+)`/g)].map(([, name]) => name ?? '');
    expect(promised.length).toBeGreaterThan(60);
    const missing = promised.filter((name) => !new RegExp(`\\b${name}(?![a-z-])`).test(drawn));
    expect(missing).toEqual([]);
  });

  it('names every way in that there is', () => {
    for (const [, name] of motion.matchAll(/^@keyframes ([a-z-]+)/gm)) {
      expect(doc).toContain(`\`${name}\``);
    }
  });

  it('has the limits as they are', () => {
    const said = (value: number) => value.toLocaleString('en');
    expect(doc).toContain(
      `More than ${said(CSS_MAX)} characters (a token's value: ${TOKEN_VALUE_MAX})`,
    );
    expect(doc).toContain(`at most ${said(THEME_FILE_MAX)} characters`);
    expect(doc).toContain(THEME_FILE_ENDING);
    expect(doc).toContain(`1 to ${THEME_NAME_MAX} characters`);
    expect(doc).toContain(`at most ${TOKENS_MAX}`);
  });

  it('shows a file that comes in', () => {
    const example = /```json\n([\s\S]*?)```/.exec(doc)?.[1] ?? '';
    expect(importTheme(example)).toMatchObject({ ok: true, theme: { name: 'Late night' } });
  });
});
