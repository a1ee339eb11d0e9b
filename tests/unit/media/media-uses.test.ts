import { expect, it } from 'vitest';
import { mediaUses } from '../../../electron/features/media/index.ts';
import { ruleSchema } from '../../../shared/overlay/alert-rules.ts';
import { DEFAULT_OVERLAY } from '../../../shared/overlay/overlay-settings.ts';

const [A, B, C] = ['a', 'b', 'c'].map((digit) => digit.repeat(64)) as [string, string, string];

function usesOf(
  rules: readonly unknown[],
  theme: { tokens?: object; css?: string } = {},
  draft: { css: string } | null = null,
  font: string | null = null,
) {
  return Object.fromEntries(
    mediaUses({
      rules: rules.map((rule) => ruleSchema.parse(rule)),
      alertDefaults: { ...DEFAULT_OVERLAY.alertDefaults, font },
      theme: { ...DEFAULT_OVERLAY.theme, ...theme } as typeof DEFAULT_OVERLAY.theme,
      themeDraft: draft && { ...DEFAULT_OVERLAY.theme, ...draft },
    }),
  );
}

it('nothing is used at first', () => {
  expect(usesOf([])).toEqual({});
});

it('a rule counts once for each item, however many of its variants use it', () => {
  const rules = [
    { id: 'one', variants: [{ image: A, sound: B }, { image: A }, { sound: A }] },
    { id: 'two', enabled: false, variants: [{ image: A }] },
    { id: 'three' },
  ];
  expect(usesOf(rules)).toEqual({ [A]: 2, [B]: 1 });
});

it('the theme counts once for what its tokens and its own rules name', () => {
  const tokens = { '--ov-picture': `url("media/${A}")`, '--ov-face': `url(media/${B})` };
  const css = `.ov-card { background: url(media/${A.toUpperCase()}) }\n@font-face { src: url('media/${C}') }`;
  expect(usesOf([{ id: 'one', variants: [{ sound: C }] }], { tokens, css })).toEqual({
    [A]: 1,
    [B]: 1,
    [C]: 2,
  });
});

it('the typeface of alerts and shipped names are told apart', () => {
  expect(usesOf([{ id: 'one', variants: [{ sound: 'cheering' }] }], {}, null, A)).toEqual({
    [A]: 1,
  });
  expect(usesOf([], {}, null, 'do-hyeon')).toEqual({});
});

it('longer and shorter numbers are no items', () => {
  expect(usesOf([], { css: `${A}a ${B.slice(1)} #${'0'.repeat(6)}` })).toEqual({});
});

it('what only the theme’s draft names is in use', () => {
  expect(usesOf([], {}, { css: `a { background: url(media/${C}) }` })).toEqual({ [C]: 1 });
});
