import { describe, expect, it } from 'vitest';
import {
  changedOverlay,
  DEFAULT_OVERLAY,
  type OverlaySettings,
  overlayChangeSchema,
  overlaySettingsSchema,
  pageConfigOf,
} from '../../../shared/overlay/overlay-settings.ts';
import { DEFAULT_SETTINGS, settingsSchema } from '../../../shared/settings.ts';

/** Everything set otherwise than it is by default. */
const SET: OverlaySettings = overlaySettingsSchema.parse({
  layout: [{ id: 'goal', kind: 'goal', box: { x: 0, y: 0, width: 0.5, height: 0.1 } }],
  theme: { base: 'neon', tokens: { '--ov-accent': '#ff0044' }, css: '.a{}' },
  rules: [{ id: 'big', when: [{ type: 'amount', from: 10_000, to: null }] }],
  queue: { minimumBeams: 5, holdS: 6, approve: true, behindMaxS: 70, smallBeams: 8 },
  speech: { on: true, from: 'app', voice: 'v', rate: 2, volume: 1, blockedWords: ['word'] },
  muted: true,
});

describe('the overlay’s settings', () => {
  it('are part of the settings, with defaults that are whole', () => {
    expect(DEFAULT_SETTINGS.overlay).toEqual(DEFAULT_OVERLAY);
    expect(settingsSchema.parse({ version: 1 }).overlay).toEqual(DEFAULT_OVERLAY);
  });

  it('come back from their JSON as they were', () => {
    expect(overlaySettingsSchema.parse(JSON.parse(JSON.stringify(SET)))).toEqual(SET);
  });
});

describe('a change of them', () => {
  it.each([
    ['nothing', {}, SET],
    ['muted', { muted: false }, { ...SET, muted: false }],
    [
      'one field of the queue',
      { queue: { holdS: 9 } },
      { ...SET, queue: { ...SET.queue, holdS: 9 } },
    ],
    [
      'one field of the speech',
      { speech: { blockedWords: [] } },
      { ...SET, speech: { ...SET.speech, blockedWords: [] } },
    ],
    [
      'a voice taken away',
      { speech: { voice: null } },
      { ...SET, speech: { ...SET.speech, voice: null } },
    ],
    [
      'the theme’s base',
      { theme: { base: 'paper' } },
      { ...SET, theme: { ...SET.theme, base: 'paper' } },
    ],
    ['sound from every source', { everySourceSounds: true }, { ...SET, everySourceSounds: true }],
    ['no rules', { rules: [] }, { ...SET, rules: [] }],
    ['no widgets', { layout: [] }, { ...SET, layout: [] }],
    ['a field left undefined', { queue: { holdS: undefined } }, SET],
  ] as const)('(%s) leaves the rest as it is', (_what, change, expected) => {
    const parsed = overlayChangeSchema.parse(JSON.parse(JSON.stringify(change)));
    expect(changedOverlay(SET, parsed)).toEqual(expected);
    expect(changedOverlay(SET, overlayChangeSchema.parse(change))).toEqual(expected);
  });

  it('says a widget or a rule whole: what it leaves out has its default', () => {
    const box = { x: 0, y: 0, width: 1, height: 1 };
    const { layout } = overlayChangeSchema.parse({ layout: [{ id: 'c', kind: 'chat', box }] });
    expect(layout?.[0]).toMatchObject({ shown: true, settings: { lines: 50 } });
  });

  const box = { x: 0, y: 0, width: 1, height: 1 };
  it.each([
    [
      'two widgets of one id',
      {
        layout: [
          { id: 'a', kind: 'chat', box },
          { id: 'a', kind: 'goal', box },
        ],
      },
      'layout',
    ],
    [
      'a box outside',
      { layout: [{ id: 'a', kind: 'chat', box: { ...box, x: 1.5 } }] },
      'layout.0.box.x',
    ],
    ['an id with a slash', { layout: [{ id: '../a', kind: 'chat', box }] }, 'layout.0.id'],
    [
      '25 widgets',
      { layout: Array.from({ length: 25 }, (_, at) => ({ id: `w${at}`, kind: 'goal', box })) },
      'layout',
    ],
    ['a theme nobody has', { theme: { base: 'x' } }, 'theme.base'],
    [
      'a token of another name',
      { theme: { tokens: { '--accent': '#fff' } } },
      'theme.tokens.--accent',
    ],
    ['too much of a style sheet', { theme: { css: 'x'.repeat(20_001) } }, 'theme.css'],
    ['a rule that has no variant', { rules: [{ id: 'a', variants: [] }] }, 'rules.0.variants'],
    ['a volume over one', { speech: { volume: 1.01 } }, 'speech.volume'],
    ['a hold for an hour', { queue: { holdS: 3_600 } }, 'queue.holdS'],
    ['nothing where a group is', { queue: null }, 'queue'],
    ['a field nobody has', { sound: true }, ''],
    ['a field that no group has', { speech: { accent: 2 } }, 'speech'],
  ])('with %s is refused, and says where', (_what, change, field) => {
    const parsed = overlayChangeSchema.safeParse(change);
    expect(parsed.error?.issues.map(({ path }) => path.join('.'))).toContain(field);
  });
});

describe('what a page gets of them', () => {
  it('is layout, theme, muted and speech without the blocked words and how the core reads', () => {
    const {
      blockedWords: _words,
      pitch: _pitch,
      byLevel: _levels,
      byKind: _kinds,
      ...speech
    } = SET.speech;
    expect(pageConfigOf(SET)).toEqual({
      away: [],
      layout: SET.layout,
      theme: SET.theme,
      everySourceSounds: false,
      muted: true,
      speech,
      alertCard: { scale: 1, font: null },
    });
  });

  it.each([
    ['has a voice', {}, true],
    ['has one but is off', { enabled: false }, false],
    ['has none', { variants: [{}] }, false],
  ])('reads what comes to it if a rule %s, though alerts are not read', (_what, rule, expected) => {
    const rules = [{ id: 'own', variants: [{ voice: {} }], ...rule }];
    const change = overlayChangeSchema.parse({ speech: { on: false }, rules });
    expect(pageConfigOf(changedOverlay(SET, change)).speech.on).toBe(expected);
  });

  it('has the master volume in what is read, and the look of the card', () => {
    const alertDefaults = { volume: 0.5, scale: 1.5, font: 'do-hyeon' } as const;
    const config = pageConfigOf(changedOverlay(SET, { alertDefaults }));
    expect(config.speech.volume).toBeCloseTo(SET.speech.volume / 2);
    expect(config.alertCard).toEqual({ scale: 1.5, font: 'do-hyeon' });
  });
});
