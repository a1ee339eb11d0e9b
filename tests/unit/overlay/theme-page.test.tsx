import { act, render } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { dressWithTheme } from '../../../renderer/overlay/apply-theme.ts';
import { PageTheme } from '../../../renderer/overlay/overlay-app.tsx';
import { OverlayStoreProvider } from '../../../renderer/stores/overlay-context.tsx';
import { createOverlayStore } from '../../../renderer/stores/overlay-store.ts';
import { NEON } from '../../../renderer/themes/neon.ts';
import { DEFAULT_OVERLAY, pageConfigOf } from '../../../shared/overlay/overlay-settings.ts';
import type { ThemeChoice } from '../../../shared/overlay/theme.ts';

const root = document.documentElement;
const sheets = () => document.adoptedStyleSheets.map((sheet) => [...sheet.cssRules]);
const rule = () => sheets()[0]?.[0] as CSSStyleRule;
const neon: ThemeChoice = { base: 'neon', tokens: {}, css: '' };

afterEach(() => {
  document.adoptedStyleSheets = [];
});

describe('a page in a theme', () => {
  it('is named after it and has all its tokens, as weak as can be', () => {
    const dress = dressWithTheme(document);
    dress.wear({ ...neon, tokens: { '--ov-accent': 'rgb(1, 2, 3)' } });
    expect(root).toHaveAttribute('data-theme', 'neon');
    expect(rule().selectorText).toBe(':where(:root)');
    expect(rule().style.getPropertyValue('--ov-plate')).toBe(NEON['--ov-plate']);
    expect(rule().style.getPropertyValue('--ov-accent')).toBe('rgb(1, 2, 3)');
    dress.dispose();
  });

  it('keeps nothing of the one before', () => {
    const dress = dressWithTheme(document);
    dress.wear({ ...neon, tokens: { '--ov-own': '1px' }, css: '.a { color: red }' });
    dress.wear({ base: 'clean', tokens: {}, css: '' });
    expect(root).toHaveAttribute('data-theme', 'clean');
    expect(rule().style.getPropertyValue('--ov-own')).toBe('');
    expect(sheets()[2]).toEqual([]);
    dress.dispose();
  });

  it('takes own rules last, and passes over one that is broken', () => {
    const dress = dressWithTheme(document);
    dress.wear({ ...neon, css: '.a { color: red } .b { : } .c { color: blue }' });
    const own = sheets()[2] as CSSStyleRule[];
    expect(own.map(({ selectorText }) => selectorText)).toEqual(
      expect.arrayContaining(['.a', '.c']),
    );
    dress.dispose();
  });

  it('leaves the sheets of others alone and takes its own with it', () => {
    const other = new CSSStyleSheet();
    document.adoptedStyleSheets = [other];
    const dress = dressWithTheme(document);
    dress.wear(neon);
    expect(document.adoptedStyleSheets).toHaveLength(4);
    dress.dispose();
    expect([...document.adoptedStyleSheets]).toEqual([other]);
    expect(root).not.toHaveAttribute('data-theme');
  });
});

describe('the card of alerts', () => {
  const cardRules = () => (sheets()[1] ?? []).map(({ cssText }) => cssText).join('\n');

  it('is as its theme draws it until something is set', () => {
    const dress = dressWithTheme(document);
    dress.wearCard({ scale: 1, font: null });
    expect(cardRules()).toContain('--ov-alert-scale: 1');
    expect(cardRules()).not.toContain('.sl-alert');
    dress.dispose();
  });

  it('has its size and a shipped typeface, which own rules still win over', () => {
    const dress = dressWithTheme(document);
    dress.wearCard({ scale: 1.25, font: 'do-hyeon' });
    expect(cardRules()).toContain('--ov-alert-scale: 1.25');
    expect(cardRules()).toContain('"Do Hyeon"');
    expect(cardRules()).not.toContain('@font-face');
    expect(cardRules()).toContain('scale: var(--ov-alert-scale)');
    dress.wearCard({ scale: 0.5, font: null });
    expect(cardRules()).toContain('scale: var(--ov-alert-scale)');
    dress.wear({ ...neon, css: '.sl-alert { scale: 1 }' });
    expect(sheets()[2]).toHaveLength(1);
    dress.dispose();
  });

  it('takes a typeface of the media library', () => {
    const dress = dressWithTheme(document);
    const hash = 'a'.repeat(64);
    dress.wearCard({ scale: 1, font: hash });
    expect(cardRules()).toContain(`media/${hash}`);
    dress.wearCard({ scale: 1, font: null });
    expect(cardRules()).not.toContain(hash);
    dress.dispose();
  });
});

describe('the overlay page', () => {
  it('wears no theme before it has heard of one, then follows the streamer', () => {
    const store = createOverlayStore('ko');
    const { unmount } = render(
      <OverlayStoreProvider store={store}>
        <PageTheme />
      </OverlayStoreProvider>,
    );
    expect(root).not.toHaveAttribute('data-theme');
    const config = pageConfigOf(DEFAULT_OVERLAY);
    act(() => store.setConfig({ ...config, theme: { ...config.theme, base: 'paper' } }));
    expect(root).toHaveAttribute('data-theme', 'paper');
    act(() => store.setConfig(config));
    expect(root).toHaveAttribute('data-theme', 'clean');
    unmount();
    expect(document.adoptedStyleSheets).toHaveLength(0);
  });
});
