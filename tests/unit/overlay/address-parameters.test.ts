import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  type AddressParameters,
  LINES_LIMITS,
  parseAddressParameters,
  TEXT_SIZE_LIMITS,
} from '../../../renderer/overlay/page-config.ts';
import { MARKED_ROLES, THEME_IDS } from '../../../shared/overlay/names.ts';
import { chatSettingsSchema } from '../../../shared/overlay/widgets.ts';

const NOTHING: AddressParameters = {
  widget: null,
  group: null,
  theme: null,
  lines: null,
  textSize: null,
  roles: null,
  language: null,
  muted: false,
  voice: true,
};

const TABLE = readFileSync(join(import.meta.dirname, '../../../docs/overlay-addresses.md'), 'utf8');

describe('the parameters of an overlay address', () => {
  it.each<[string, Partial<AddressParameters>]>([
    ['', {}],
    ['?', {}],
    ['?widget=chat', { widget: 'chat' }],
    ['?widget=goal-2&theme=neon', { widget: 'goal-2', theme: 'neon' }],
    ['?widget=', {}],
    ['?widget=Chat', {}],
    ['?widget=a/b', {}],
    ['?widget=__proto__', {}],
    [`?widget=${'a'.repeat(40)}`, { widget: 'a'.repeat(40) }],
    [`?widget=${'a'.repeat(41)}`, {}],
    ['?widget=%3Cscript%3E', {}],
    ['?group=alerts', { group: 'alerts' }],
    ['?group=other&widget=chat', { group: 'other', widget: 'chat' }],
    ['?group=tallies', {}],
    ['?theme=Neon', {}],
    ['?theme=constructor', {}],
    ['?lines=1', { lines: 1 }],
    ['?lines=50', { lines: 50 }],
    ['?lines=0', { lines: 1 }],
    ['?lines=51', { lines: 50 }],
    ['?lines=999999', { lines: 50 }],
    ['?lines=99999999999', {}],
    ['?lines=-3', {}],
    ['?lines=2.5', {}],
    ['?lines=1e3', {}],
    ['?lines=0x10', {}],
    ['?lines=', {}],
    ['?lines=%20 8', {}],
    ['?size=14', { textSize: 14 }],
    ['?size=60', { textSize: 60 }],
    ['?size=13', { textSize: 14 }],
    ['?size=61', { textSize: 60 }],
    ['?size=big', {}],
    ['?roles=manager', { roles: ['manager'] }],
    ['?roles=subscriber,streamer', { roles: ['streamer', 'subscriber'] }],
    ['?roles=manager%2Csubscriber,manager', { roles: ['manager', 'subscriber'] }],
    ['?roles=none', { roles: [] }],
    ['?roles=manager,boss', { roles: ['manager'] }],
    ['?roles=none,manager', { roles: ['manager'] }],
    ['?roles=', {}],
    ['?roles=viewer', {}],
    ['?roles=Manager', {}],
    ['?lang=ko', { language: 'ko' }],
    ['?lang=en', { language: 'en' }],
    ['?lang=ja', {}],
    ['?muted=1', { muted: true }],
    ['?muted=0', {}],
    ['?muted', {}],
    ['?muted=true', {}],
    ['?voice=0', { voice: false }],
    ['?voice=1', {}],
    ['?voice=false', {}],
    ['?lines=5&lines=9', { lines: 5 }],
    ['?unknown=1&lines=7&%E0%A4%A=x', { lines: 7 }],
  ])('%s asks for what it says and nothing else', (search, asked) => {
    expect(parseAddressParameters(search)).toEqual({ ...NOTHING, ...asked });
  });

  it.each(THEME_IDS)('name the theme %s', (theme) => {
    expect(parseAddressParameters(`?theme=${theme}`).theme).toBe(theme);
  });

  it('have the limits of the settings', () => {
    const { lines, textSize } = chatSettingsSchema.shape;
    for (const [limits, setting] of [
      [LINES_LIMITS, lines],
      [TEXT_SIZE_LIMITS, textSize],
    ] as const) {
      expect(setting.safeParse(limits.least).success).toBe(true);
      expect(setting.safeParse(limits.least - 1).success).toBe(false);
      expect(setting.safeParse(limits.most).success).toBe(true);
      expect(setting.safeParse(limits.most + 1).success).toBe(false);
    }
  });

  it('are all in the table for streamers, with the names of all themes', () => {
    const names = [...TABLE.matchAll(/^\| `(\w+)` /gm)].map(([, name]) => name);
    expect(names).toEqual([
      ...['widget', 'group', 'theme', 'lines', 'size', 'roles', 'lang', 'muted', 'voice'],
    ]);
    for (const value of [...THEME_IDS, ...MARKED_ROLES]) expect(TABLE).toContain(`\`${value}\``);
  });
});
