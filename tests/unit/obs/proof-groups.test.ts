import { describe, expect, it } from 'vitest';
import { lookAt } from '../../../electron/features/obs/obs-look.ts';
import type { PageFact } from '../../../electron/features/obs/proof-findings.ts';
import { findingsByGroup, isAllSeen } from '../../../electron/features/obs/proof-groups.ts';
import { type FakeItemSpec, FakeObs } from '../../support/fake-obs.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';
import { ADDRESS, ADDRESSES, RIGHT } from './setup-world.ts';

const source = (
  name: string,
  search: string,
  change: Partial<FakeItemSpec> = {},
): FakeItemSpec => ({
  ...RIGHT,
  source: name,
  settings: { ...RIGHT.settings, url: `${ADDRESS}${search}` },
  ...change,
});
const OTHER = source('Other', '?group=other');
const CHAT = source('Chat', '?group=chat');
const ALERTS = source('Alerts', '?group=alerts');
const HIDDEN = { ...ALERTS, enabled: false };
const WHOLE = source('Whole', '');

/** What is found where OBS's picture holds all pages but those that are named. */
async function judged(items: readonly FakeItemSpec[], unread: Readonly<Record<string, PageFact>>) {
  const obs = new FakeObs(new VirtualClock()).scene('Scene', items);
  const look = await lookAt(obs.calls());
  const pages = new Map<string, PageFact>(
    items.map((item) => [item.source, unread[item.source] ?? 'read'] as const),
  );
  const facts = { addresses: ADDRESSES, pages, filters: new Map() };
  const found = findingsByGroup(look, facts).map(({ code, source: of }) => [code, of]);
  return {
    found,
    isProved:
      found.length === 0 && isAllSeen(look, ADDRESSES, (name) => pages.get(name) === 'read'),
  };
}

describe('what is found where the overlay is in groups', () => {
  it.each<[string, readonly FakeItemSpec[], Readonly<Record<string, PageFact>>, unknown, boolean]>([
    ['all are seen', [OTHER, CHAT, ALERTS], {}, [], true],
    ['one has no source', [OTHER, CHAT], {}, [['part-missing', null]], false],
    [
      'one is hidden',
      [OTHER, CHAT, HIDDEN],
      { Alerts: 'not-tested' },
      [['hidden', 'Alerts']],
      false,
    ],
    ['one is frozen', [OTHER, CHAT, ALERTS], { Alerts: 'frozen' }, [['frozen', 'Alerts']], false],
    [
      'one is not connected',
      [OTHER, CHAT, ALERTS],
      { Chat: 'none' },
      [['not-connected', 'Chat']],
      false,
    ],
    ['one is unclear', [OTHER, CHAT, ALERTS], { Chat: 'unclear' }, [], false],
    [
      'the whole one is hidden beside them',
      [{ ...WHOLE, enabled: false }, OTHER, CHAT, ALERTS],
      { Whole: 'not-tested' },
      [],
      true,
    ],
    [
      'none is connected, and the whole one is hidden beside them',
      [{ ...WHOLE, enabled: false }, OTHER, CHAT, ALERTS],
      { Whole: 'none', Other: 'none', Chat: 'none', Alerts: 'none' },
      [
        ['not-connected', 'Other'],
        ['not-connected', 'Chat'],
        ['not-connected', 'Alerts'],
      ],
      false,
    ],
    [
      'one is hidden, and so is the whole one',
      [{ ...WHOLE, enabled: false }, OTHER, CHAT, HIDDEN],
      { Whole: 'none', Alerts: 'not-tested' },
      [['hidden', 'Alerts']],
      false,
    ],
    [
      'one is gone, and the whole one is hidden',
      [{ ...WHOLE, enabled: false }, OTHER, CHAT],
      { Whole: 'none' },
      [['part-missing', null]],
      false,
    ],
    [
      'the whole one and all others are hidden',
      [
        { ...WHOLE, enabled: false },
        { ...CHAT, enabled: false },
        { ...OTHER, enabled: false },
        HIDDEN,
      ],
      { Whole: 'none', Chat: 'none', Other: 'none', Alerts: 'none' },
      [['hidden', 'Whole']],
      false,
    ],
    [
      'the whole one stands for one that is hidden',
      [WHOLE, CHAT, HIDDEN],
      { Alerts: 'not-tested' },
      [],
      true,
    ],
    [
      'a widget alone stands for none',
      [OTHER, CHAT, source('Lone', '?widget=alerts')],
      {},
      [['part-missing', null]],
      false,
    ],
    ['there is the whole one alone', [WHOLE], {}, [], true],
    ['there is nothing', [], {}, [['no-source', null]], false],
  ])('%s', async (_, items, unread, found, isProved) => {
    expect(await judged(items, unread)).toEqual({ found, isProved });
  });
});
