import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CLEAN } from '../../../renderer/themes/clean.ts';
import { builtInTokens, THEMES, themeTokens } from '../../../renderer/themes/themes.ts';
import { tokenProblem } from '../../../shared/overlay/css-check.ts';
import { THEME_IDS } from '../../../shared/overlay/names.ts';
import { TOKEN_NAME } from '../../../shared/overlay/theme.ts';
import { BLACK, colorOf, contrast, over, WHITE } from './theme-colors.ts';

const styles = new URL('../../../renderer/styles/', import.meta.url);
const sheet = (name: string): string => readFileSync(new URL(name, styles), 'utf8');
const overlaySheets = readdirSync(styles)
  .filter((name) => name.startsWith('overlay'))
  .map((name) => ({ name, text: sheet(name).replace(/\/\*[\s\S]*?\*\//g, '') }));

/** Where the page itself sets what it measures by: in elements' styles, or in a rule of its own. */
const pageSources = ['widgets', 'overlay'].flatMap((folder) => {
  const place = new URL(`../../../renderer/${folder}/`, import.meta.url);
  return readdirSync(place, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => readFileSync(new URL(name, place), 'utf8'));
});
const setByPage = (token: string): boolean =>
  pageSources.some((text) => text.includes(`'${token}'`)) ||
  overlaySheets.some(({ text }) => text.includes(`${token}:`));

const PLATES = ['--ov-plate', '--ov-plate-streamer', '--ov-plate-strong'] as const;
const TONES = ['donation', 'cheering', 'subscription', 'draw', 'purchase'] as const;

describe('the built-in themes', () => {
  it('are there under every name', () => {
    expect(Object.keys(THEMES)).toEqual([...THEME_IDS]);
  });

  it.each(THEME_IDS)(
    '%s sets only tokens that there are, to values that a file may carry',
    (id) => {
      for (const [name, value] of Object.entries(THEMES[id])) {
        expect(CLEAN, name).toHaveProperty([name]);
        expect(name).toMatch(TOKEN_NAME);
        expect([name, tokenProblem(value)]).toEqual([name, null]);
      }
    },
  );

  it('have no token that no style sheet reads', () => {
    const all = overlaySheets.map(({ text }) => text).join('\n');
    const read = [...Object.values(CLEAN), all].join('\n');
    const unread = Object.keys(CLEAN).filter(
      (name) => !name.startsWith('--ov-name-') && !read.includes(`var(${name}`),
    );
    expect(unread).toEqual([]);
  });

  it('leave no style sheet with a token that nobody sets', () => {
    const unset = overlaySheets.flatMap(({ name, text }) =>
      [...text.matchAll(/var\((--ov-[a-z0-9-]+)/g)]
        .map(([, token]) => token ?? '')
        .filter((token) => !Object.hasOwn(CLEAN, token) && !setByPage(token))
        .map((token) => `${name}: ${token}`),
    );
    expect(unset).toEqual([]);
  });

  it('have a shade for every name', () => {
    const names = Array.from({ length: 14 }, (_, at) => `--ov-name-${at + 1}`);
    expect(Object.keys(CLEAN).filter((name) => name.startsWith('--ov-name-'))).toEqual(names);
    const shades = names.map((name) => (CLEAN as Record<string, string>)[name]);
    expect(new Set(shades).size).toBe(names.length);
  });

  it('are changed token by token', () => {
    const tokens = themeTokens({ base: 'neon', tokens: { '--ov-accent': '#123456' } });
    expect(tokens['--ov-accent']).toBe('#123456');
    expect(tokens['--ov-text']).toBe(builtInTokens('neon')['--ov-text']);
    expect(tokens['--ov-time-in']).toBe(CLEAN['--ov-time-in']);
  });
});

describe('rules of the themes', () => {
  const rules = overlaySheets.filter(({ name }) => name.startsWith('overlay-theme-'));

  it.each(rules)('$name is as weak as a class, so that a streamer’s own rules win', ({ text }) => {
    const selectors = [...text.matchAll(/(?:^|\})\s*([^{}@]+)\{/g)].map(([, selector]) =>
      (selector ?? '').trim(),
    );
    expect(selectors.length).toBeGreaterThan(0);
    for (const selector of selectors) expect(selector).toMatch(/^:where\(\[data-theme="[a-z-]+"\]/);
  });

  it.each(rules)('$name loads nothing and moves nothing for ever', ({ text }) => {
    expect(text).not.toMatch(/url\(|@import|infinite/);
  });

  it.each(['overlay-motion.css', 'overlay-alert-keyframes.css', 'overlay-alert-grand.css'])(
    'movement changes transform and opacity only: %s',
    (file) => {
      const text = overlaySheets.find(({ name }) => name === file)?.text ?? '';
      const changed = [...text.matchAll(/^\s+([a-z-]+):/gm)].map(([, property]) => property);
      expect(changed.length).toBeGreaterThan(5);
      expect(
        changed.filter((property) => !['opacity', 'transform'].includes(property ?? '')),
      ).toEqual([]);
    },
  );
});

describe.each(THEME_IDS)('contrast in %s', (id) => {
  const tokens: Readonly<Record<string, string>> = builtInTokens(id);
  const least = id === 'contrast' ? 7 : 4.5;
  const color = (name: string) => colorOf(tokens[name] ?? '');
  const behind = (plate: string) => [BLACK, WHITE].map((picture) => over(color(plate), picture));
  const worst = (text: string, plates: readonly string[]): number =>
    Math.min(
      ...plates.flatMap((plate) => behind(plate).map((back) => contrast(color(text), back))),
    );
  const names = Object.keys(CLEAN).filter((name) => name.startsWith('--ov-name-'));

  it.each(['--ov-text', '--ov-text-soft'])('%s on every plate', (text) => {
    expect(worst(text, PLATES)).toBeGreaterThanOrEqual(least);
  });

  it('--ov-text on what bars and ranks stand on', () => {
    for (const plate of behind('--ov-plate')) {
      const back = over(color('--ov-track'), plate);
      expect(contrast(color('--ov-text'), back)).toBeGreaterThanOrEqual(least);
    }
  });

  it('titles on panels', () => {
    expect(worst('--ov-accent', ['--ov-plate'])).toBeGreaterThanOrEqual(least);
    for (const plate of behind('--ov-plate')) {
      const back = over(color('--ov-title-plate'), plate);
      expect(contrast(color('--ov-title'), back)).toBeGreaterThanOrEqual(least);
    }
  });

  it.each(names)('%s on the plates of the chat', (name) => {
    expect(worst(name, ['--ov-plate', '--ov-plate-streamer'])).toBeGreaterThanOrEqual(least);
  });

  it('counts and small pictures', () => {
    for (const plate of [...behind('--ov-plate'), ...behind('--ov-plate-streamer')]) {
      const back = over(color('--ov-accent-soft'), plate);
      expect(contrast(color('--ov-accent'), back)).toBeGreaterThanOrEqual(least);
    }
  });

  it.each(['from', 'to'])('words on the colour of a donation, %s', (end) => {
    const [ink, back] = [color('--ov-donation-ink'), color(`--ov-donation-${end}`)];
    expect(contrast(ink, back)).toBeGreaterThanOrEqual(least);
  });

  it.each(TONES)('label and hero of %s', (tone) => {
    const plates = ['--ov-plate', '--ov-plate-strong'];
    expect(worst(`--ov-${tone}-text`, plates)).toBeGreaterThanOrEqual(least);
    expect(worst('--ov-hero-lit', plates)).toBeGreaterThanOrEqual(least);
  });

  it.each(TONES)('the sign of %s, at both ends of its colour', (tone) => {
    const ink = color(`--ov-${tone}-ink`);
    for (const end of ['from', 'to', 'text']) {
      if (end === 'text' && id !== 'lower-third') continue;
      expect(contrast(ink, color(`--ov-${tone}-${end}`))).toBeGreaterThanOrEqual(
        end === 'text' ? least : 3,
      );
    }
  });

  it.each(['--ov-what-text', '--ov-what-soft'])('%s at the foot of an alert', (text) => {
    for (const card of behind('--ov-plate-strong')) {
      const foot = over(color('--ov-what'), card);
      expect(contrast(color(text), foot)).toBeGreaterThanOrEqual(least);
    }
  });

  it.each([
    ['manager', '--ov-draw-text'],
    ['subscriber', '--ov-subscription-text'],
  ])('the mark of a %s, and it has not the streamer’s colour', (_role, token) => {
    const mark = color(token);
    expect(mark).not.toEqual(color('--ov-streamer'));
    expect(contrast(over(color('--ov-plate-strong'), mark), mark)).toBeGreaterThanOrEqual(least);
  });

  it('the streamer’s mark', () => {
    expect(contrast(color('--ov-streamer-ink'), color('--ov-streamer'))).toBeGreaterThanOrEqual(
      least,
    );
  });
});
