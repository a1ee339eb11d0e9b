import { describe, expect, it } from 'vitest';
import type {
  ObsBrowser,
  ObsItem,
  ObsLook,
  ObsScene,
} from '../../../electron/features/obs/obs-look.ts';
import { addressState } from '../../../electron/features/obs/our-address.ts';
import {
  findingsOf,
  isInFullView,
  type PageFact,
} from '../../../electron/features/obs/proof-findings.ts';

const KEY = 'k'.repeat(43);
const URL_NOW = `http://127.0.0.1:4000/overlay/${KEY}/`;
const ADDRESSES = { current: URL_NOW, old: ['http://127.0.0.1:3000/overlay/former/'] };
const CANVAS = { width: 1280, height: 720 };

const FULL = { sourceWidth: 1280, sourceHeight: 720, alignment: 5, boundsType: 'OBS_BOUNDS_NONE' };

interface Given {
  readonly settings?: ObsBrowser['settings'];
  readonly muted?: boolean;
  readonly page?: PageFact;
  readonly item?: Partial<ObsItem>;
  readonly program?: string;
  /** Items above ours in the scene Live. */
  readonly above?: readonly Partial<ObsItem>[];
  /** Items of the scene Outer, which is on air. */
  readonly outer?: readonly Partial<ObsItem>[];
  /** By source or scene. */
  readonly filters?: Readonly<Record<string, readonly string[]>>;
}

const itemOf = (id: number, given: Partial<ObsItem>): ObsItem => ({
  id,
  source: 'Other',
  kind: 'input',
  inputKind: 'image_source',
  enabled: true,
  locked: false,
  isBlended: false,
  transform: FULL,
  ...given,
});

function lookOf({
  settings,
  muted = false,
  item = {},
  above = [],
  outer,
  program,
}: Given): ObsLook {
  const ours = itemOf(1, { source: 'Stagelight', inputKind: 'browser_source', ...item });
  const scene = (name: string, items: readonly ObsItem[]): [string, ObsScene] => [
    name,
    { name, isGroup: false, items },
  ];
  const browser = {
    name: 'Stagelight',
    muted,
    settings: { url: URL_NOW, ...CANVAS, shutdown: false, reroute_audio: true, ...settings },
  };
  return {
    canvas: { ...CANVAS, fps: 30 },
    programScene: program ?? (outer ? 'Outer' : 'Live'),
    scenes: new Map([
      scene('Live', [ours, ...above.map((each, index) => itemOf(index + 2, each))]),
      scene(
        'Outer',
        (outer ?? []).map((each, index) => itemOf(index + 10, each)),
      ),
      scene('Empty', []),
      scene('Curtain', [itemOf(20, { source: 'White', inputKind: 'color_source_v3' })]),
    ]),
    browsers: new Map([['Stagelight', browser]]),
  };
}

const listed = (given: Given) =>
  findingsOf(lookOf(given), {
    addresses: ADDRESSES,
    pages: new Map([['Stagelight', given.page ?? 'read']]),
    filters: new Map(Object.entries(given.filters ?? {})),
  });
const found = (given: Given) => listed(given).map(({ code }) => code);

const LIVE = { source: 'Live', kind: 'scene', inputKind: null } as const;
const away = (transform: object) => ({ item: { transform: { ...FULL, ...transform } } });
const CAMERA = { source: 'Camera', inputKind: 'v4l2_input' };

describe('what keeps the overlay from the broadcast', () => {
  it.each<[string, Given, readonly string[]]>([
    ['nothing, where OBS’s picture holds it', {}, []],
    ['no source with our address', { settings: { url: 'https://example.org/' } }, ['no-source']],
    ['our address as a local file', { settings: { is_local_file: true } }, ['no-source']],
    ['a source in a scene that is not on air', { program: 'Empty' }, ['not-in-program']],
    ['nothing, in a nested scene', { outer: [LIVE] }, []],
    ['a hidden item', { item: { enabled: false }, page: 'not-tested' }, ['hidden']],
    [
      'a hidden nested scene',
      { outer: [{ ...LIVE, enabled: false }], page: 'not-tested' },
      ['hidden'],
    ],
    [
      'nothing but the shown one, where it is shown twice and hidden once',
      { outer: [{ ...LIVE, enabled: false }, LIVE], page: 'not-tested' },
      [],
    ],
    ['a former address', { settings: { url: ADDRESSES.old[0] }, page: 'none' }, ['old-address']],
    ['a page that is not connected', { page: 'none' }, ['not-connected']],
    ['a frozen page', { page: 'frozen' }, ['frozen']],
    ['an item beside the canvas', { ...away({ positionX: 1280 }), page: 'absent' }, ['outside']],
    ['an item mostly above it', { ...away({ positionY: -400 }), page: 'absent' }, ['outside']],
    ['an item turned out of it', { ...away({ rotation: 180 }), page: 'absent' }, ['outside']],
    ['an item without width', { ...away({ scaleX: 0 }), page: 'absent' }, ['outside']],
    ['one cropped away', { ...away({ cropLeft: 1280 }), page: 'absent' }, ['outside']],
    [
      'nothing, turned about its middle',
      away({ rotation: 180, alignment: 0, positionX: 640, positionY: 360 }),
      [],
    ],
    ['a picture over all of it', { above: [{}], page: 'absent' }, ['covered']],
    ['a camera over all of it, unread', { above: [CAMERA], page: 'not-tested' }, ['covered']],
    ['nothing sure: a picture that may be see-through', { above: [{}], page: 'unclear' }, []],
    ['nothing, where the cover lets the picture through', { above: [{}], page: 'read' }, []],
    [
      'a hidden cover: the picture only',
      { above: [{ enabled: false }], page: 'absent' },
      ['not-in-picture'],
    ],
    [
      'a cover of a half: the picture only',
      { above: [{ transform: { ...FULL, scaleX: 0.5 } }], page: 'absent' },
      ['not-in-picture'],
    ],
    [
      'a cover in bounds',
      {
        above: [
          {
            transform: {
              ...FULL,
              sourceWidth: 10,
              sourceHeight: 10,
              boundsType: 'OBS_BOUNDS_STRETCH',
              boundsWidth: 1280,
              boundsHeight: 720,
            },
          },
        ],
        page: 'absent',
      },
      ['covered'],
    ],
    ['a cover around the nested scene', { outer: [LIVE, {}], page: 'absent' }, ['covered']],
    [
      'a cover in a scene of its own, above it',
      { outer: [LIVE, { source: 'Curtain', kind: 'scene', inputKind: null }], page: 'lost' },
      ['covered'],
    ],
    [
      'the picture only: that scene covers nothing',
      { outer: [LIVE, { source: 'Empty', kind: 'scene', inputKind: null }], page: 'lost' },
      ['not-in-picture'],
    ],
    [
      'a cover in a nested scene that is drawn larger',
      {
        outer: [{ ...LIVE, transform: { ...FULL, scaleX: 2, scaleY: 2 } }],
        item: { transform: { ...FULL, scaleX: 0.5, scaleY: 0.5 } },
        above: [{ transform: { ...FULL, scaleX: 0.5, scaleY: 0.5 } }],
        page: 'absent',
      },
      ['covered'],
    ],
    [
      'the picture only: the scene with the cover is drawn smaller',
      {
        outer: [
          LIVE,
          {
            source: 'Curtain',
            kind: 'scene',
            inputKind: null,
            transform: { ...FULL, scaleX: 0.5 },
          },
        ],
        page: 'lost',
      },
      ['not-in-picture'],
    ],
    ['a filter of the source', { filters: { Stagelight: ['Key'] }, page: 'absent' }, ['filtered']],
    ['a filter of the scene', { filters: { Live: ['Dark'] }, page: 'lost' }, ['filtered']],
    [
      'the picture only: the source’s own filter lets it through',
      { filters: { Stagelight: ['Key'] }, page: 'lost' },
      ['not-in-picture'],
    ],
    ['nothing, where the source draws it and the scene is dark', { page: 'drawn' }, []],
    ['OBS’s default size', { settings: { width: 800, height: 600 } }, ['wrong-size']],
    [
      'nothing, for a widget of its own size',
      { settings: { url: `${URL_NOW}?widget=chat`, width: 400 } },
      [],
    ],
    ['a source that shuts down', { settings: { shutdown: true } }, ['shuts-down']],
    ['a source that starts anew', { settings: { restart_when_active: true } }, ['shuts-down']],
    ['a muted source', { muted: true }, ['muted']],
    [
      'nothing, muted beside the desktop’s sound',
      { muted: true, settings: { reroute_audio: false } },
      [],
    ],
    [
      'all of them, the gravest first',
      { muted: true, settings: { width: 1, shutdown: true }, page: 'frozen' },
      ['frozen', 'wrong-size', 'shuts-down', 'muted'],
    ],
  ])('is %s', (_name, given, codes) => {
    expect(found(given)).toEqual(codes);
  });

  it.each<[Given, readonly string[]]>([
    [{ above: [{ source: 'Curtain A' }], page: 'absent' }, ['Curtain A']],
    [{ filters: { Stagelight: ['Key', 'Mask'] }, page: 'absent' }, ['Key', 'Mask']],
    [{ page: 'absent' }, []],
  ])('names what causes it: %j', (given, by) => {
    expect(listed(given)).toMatchObject([{ by }]);
  });

  it.each<[string, Given, boolean]>([
    ['what the source itself does not draw', { page: 'absent' }, true],
    ['what is lost around it', { page: 'lost' }, false],
    ['its own filter', { filters: { Stagelight: ['Key'] }, page: 'absent' }, true],
    ['a filter of the scene', { filters: { Live: ['Dark'] }, page: 'lost' }, false],
  ])('offers its button only where that helps: %s', (_name, given, fixable) => {
    expect(listed(given)).toMatchObject([{ fixable }]);
  });

  it('is told of scenes that contain each other, without end', () => {
    const outer: Partial<ObsItem> = { source: 'Outer', kind: 'scene', inputKind: null };
    expect(found({ outer: [LIVE], above: [outer], page: 'read' })).toEqual([]);
  });
});

describe('a source that draws its page', () => {
  const isSeen = (given: Given) =>
    isInFullView('Stagelight', lookOf(given), new Map(Object.entries(given.filters ?? {})));

  it.each<[string, Given, boolean]>([
    ['nothing in its way', {}, true],
    ['a nested scene', { outer: [LIVE] }, true],
    ['a filter of its own, which its picture shows', { filters: { Stagelight: ['Key'] } }, true],
    ['a filter of the scene', { filters: { Live: ['Dark'] } }, false],
    ['a hidden item', { item: { enabled: false } }, false],
    ['an item outside', away({ positionX: 1280 }), false],
    ['a picture above that may be see-through', { above: [{}] }, false],
    ['a text above it', { above: [{ inputKind: 'text_ft2_source_v2' }] }, true],
    ['a blending mode', { item: { isBlended: true } }, false],
    ['a blending mode around it', { outer: [{ ...LIVE, isBlended: true }] }, false],
    ['a filter around it', { outer: [LIVE], filters: { Outer: ['Dark'] } }, false],
    ['two places, one of them hidden', { outer: [{ ...LIVE, enabled: false }, LIVE] }, true],
    [
      'a nested scene outside',
      { outer: [{ ...LIVE, transform: { ...FULL, positionX: 1280 } }] },
      false,
    ],
    ['no place on air', { program: 'Empty' }, false],
  ])('is in full view or not: %s', (_name, given, seen) => {
    expect(isSeen(given)).toBe(seen);
  });
});

describe('whose a browser source is', () => {
  it.each([
    [URL_NOW, 'current'],
    [`${URL_NOW}?theme=neon`, 'current'],
    [URL_NOW.replace('127.0.0.1', 'localhost'), 'current'],
    [URL_NOW.replace('4000', '4001'), 'old'],
    [URL_NOW.replace(KEY, 'x'.repeat(43)), null],
    ['http://127.0.0.1:3000/overlay/former/', 'old'],
    ['http://127.0.0.1:4000/', null],
    ['not an address', null],
    ['data:text/html,hello', null],
    ['file:///overlay/', null],
    [7, null],
  ])('%s: %s', (url, whose) => {
    expect(addressState({ url }, ADDRESSES)).toBe(whose);
  });
});
