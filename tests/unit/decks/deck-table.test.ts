import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DECK_FACTS } from '../../../integrations/decks/deck-facts.ts';
import {
  clockText,
  DECK_GROUPS,
  type Deed,
  type Face,
  untilNextSecond,
  type Values,
} from '../../../integrations/decks/deck-row.ts';
import { DECK_ROWS, rowOf } from '../../../integrations/decks/deck-table.ts';
import { DECK_TEXTS, wordsOf } from '../../../integrations/decks/deck-words.ts';
import { DECK_PICTURE, deckPicture } from '../../../scripts/lib/deck-pictures.ts';
import { commandContractOf, scopeOfCommand } from '../../../shared/api/v1.ts';
import type { SubathonView } from '../../../shared/contract/subathon.ts';
import { BUSY, seen } from './deck-state.ts';

const FILLED: Values = {
  counter: '7',
  layout: 'b',
  scene: '수다',
  message: 'hello',
  step: '10',
  by: '2',
};

const row = (id: string) => {
  const found = rowOf(id);
  if (!found) throw new RangeError(id);
  return found;
};
const faceOf = (id: string, ...args: Parameters<typeof seen>): Face => row(id).face(seen(...args));
const press = (id: string, ...args: Parameters<typeof seen>): Deed | null =>
  row(id).press(seen(...args));

const activities = (change: object) => ({
  ...BUSY,
  activities: { ...BUSY.activities, ...change } as NonNullable<typeof BUSY.activities>,
});

describe('the table of keys', () => {
  it('has every key once, with its texts in both languages', () => {
    const ids = DECK_ROWS.map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)]);
    const wanted = [
      ...DECK_ROWS.flatMap(({ id, fields }) => [
        `decks.${id}.name`,
        `decks.${id}.help`,
        ...fields.map((field) => `decks.field.${field.id}`),
        ...fields.flatMap((field) =>
          field.kind === 'choice'
            ? field.options.map((option) => `decks.field.${field.id}.${option}`)
            : [],
        ),
      ]),
      ...DECK_GROUPS.map((group) => `decks.group.${group}`),
      ...DECK_FACTS.map(({ id }) => `decks.fact.${id}`),
    ];
    for (const texts of Object.values(DECK_TEXTS)) {
      expect(wanted.filter((key) => !Object.hasOwn(texts, key))).toEqual([]);
    }
  });

  it.each(DECK_ROWS)('$id asks for what the API takes, with the scope that it names', (each) => {
    const pressed = each.press(seen(BUSY, FILLED));
    const turned = each.dial?.turn?.(seen(BUSY, FILLED), -3) ?? null;
    const pushed = each.dial?.push?.(seen(BUSY, FILLED)) ?? null;
    const deeds = [pressed, turned, pushed].filter((wanted) => wanted !== null);
    expect(deeds.length > 0).toBe(each.scope !== null);
    for (const { command, args } of deeds) {
      expect(scopeOfCommand(command)).toBe(each.scope);
      expect(commandContractOf(command).args.safeParse(args).error).toBeUndefined();
    }
  });

  it.each(DECK_ROWS)(
    '$id says something without texts that are missing, whatever is known',
    (each) => {
      for (const state of [BUSY, {}, { activities: undefined, alerts: BUSY.alerts }] as const) {
        for (const values of [{}, FILLED, { counter: null, layout: [], step: 'x', by: {} }]) {
          const { text, share = 0 } = each.face(seen(state as typeof BUSY, values));
          expect(text).not.toMatch(/decks\.|undefined|NaN/);
          expect(text.trim()).not.toBe('');
          expect(share).toBeGreaterThanOrEqual(0);
          expect(share).toBeLessThanOrEqual(1);
          each.press(seen(state as typeof BUSY, values));
        }
      }
    },
  );

  it.each(DECK_FACTS)('the value $id is there, whatever is known', ({ read }) => {
    for (const state of [BUSY, {}])
      expect(['string', 'number', 'boolean']).toContain(typeof read(state, 0));
  });
});

describe('a switch', () => {
  it.each([
    ['other', false, true],
    ['other', true, false],
    ['on', true, true],
    ['off', true, false],
    ['nonsense', false, true],
  ])('set to %s makes paused %s to %s', (to, paused, wanted) => {
    const state = { ...BUSY, alerts: { ...BUSY.alerts, paused } as typeof BUSY.alerts & object };
    expect(press('alerts-pause', state, { to })).toEqual({
      command: 'alerts.pause',
      args: { paused: wanted },
    });
  });

  it('does nothing while the app has not told what it would switch', () => {
    for (const id of ['alerts-pause', 'quiet', 'subathon-pause', 'obs-record', 'obs-stream']) {
      expect(press(id, {})).toBeNull();
    }
  });
});

describe('the key of a vote', () => {
  const withVote = (change: object) =>
    activities({ vote: { ...BUSY.activities?.vote, ...change } });

  it('shows who leads with its share, a tie, and that nobody has voted', () => {
    expect(faceOf('vote', BUSY)).toEqual({ text: 'Chess\n75 %', tone: 'on', share: 0.75 });
    const options = [
      { label: 'Chess', votes: 2 },
      { label: 'Go', votes: 2 },
    ];
    expect(faceOf('vote', withVote({ options })).text).toBe('Tie\n50 %');
    const none = options.map(({ label }) => ({ label, votes: 0 }));
    expect(faceOf('vote', withVote({ options: none })).text).toBe('No votes yet');
  });

  it('counts down by itself, to the second', () => {
    const face = faceOf('vote', withVote({ endsAt: 90_500 }), {}, { now: 10_000 });
    expect(face).toMatchObject({ text: 'Chess\n75 %\n1:21', nextIn: 500 });
  });

  it.each([
    ['both', null, 'vote.end'],
    ['both', 5, 'vote.again'],
    ['end', null, 'vote.end'],
    ['end', 5, undefined],
    ['again', null, undefined],
    ['again', 5, 'vote.again'],
  ])('set to %s, with its end at %s, asks for %s', (wanted, endedAt, command) => {
    expect(press('vote', withVote({ endedAt }), { do: wanted })?.command).toBe(command);
  });
});

describe('the key of the subathon clock', () => {
  const withTime = (change: object) => {
    const subathon = BUSY.activities?.subathon as SubathonView;
    return activities({ subathon: { ...subathon, time: { ...subathon.time, ...change } } });
  };

  it('shows what is left and when that changes, as fast as the clock runs', () => {
    expect(faceOf('subathon-pause', BUSY, {}, { now: 400 })).toEqual({
      text: '1:00:00',
      tone: 'on',
      nextIn: 600,
    });
    const double = withTime({ speed: 200 });
    expect(faceOf('subathon-pause', double, {}, { now: 200 })).toMatchObject({ nextIn: 300 });
  });

  it('stands still while it is paused, and says that the time is up', () => {
    expect(faceOf('subathon-pause', withTime({ paused: true }), {}, { now: 5_000 })).toEqual({
      text: 'Paused\n1:00:00',
      tone: 'warn',
    });
    expect(faceOf('subathon-pause', BUSY, {}, { now: 3_600_000 }).text).toBe('Time is up');
  });

  it.each([
    [0, '0:00', 1_000],
    [1, '0:01', 1],
    [59_000, '0:59', 1_000],
    [3_599_001, '1:00:00', 1],
  ])('writes %i ms as %s, for %i ms', (left, text, next) => {
    expect(clockText(left)).toBe(text);
    expect(untilNextSecond(left)).toBe(next);
  });
});

describe('the list of alerts', () => {
  it.each([
    [0, 'On screen\nSky 5,000', 'alerts.skip', {}],
    [1, 'Waiting\nSea 3 mo.', undefined, undefined],
    [2, 'For review\nAnonymous 10', 'alerts.approve', { seq: 4 }],
    [3, 'Missed\nSword ×2', 'alerts.replay', { seq: 3 }],
    [4, 'Shown\nHill', 'alerts.replay', { seq: 2 }],
    [99, 'Shown\nHill', 'alerts.replay', { seq: 2 }],
  ])('at place %i shows %j, and a push asks for %s', (place, text, command, args) => {
    expect(faceOf('alerts-queue', BUSY, {}, { place }).text).toBe(text);
    const wanted = press('alerts-queue', BUSY, {}, { place });
    expect(wanted?.command).toBe(command);
    expect(wanted?.args).toEqual(args);
  });
});

describe('the page about decks', () => {
  const page = readFileSync(resolve(import.meta.dirname, '../../../docs/decks.md'), 'utf8');

  it.each(DECK_ROWS)('has a line for $id with both names and its scope', ({ id, scope }) => {
    const names = ['en', 'ko'].map((language) => wordsOf(language)(`decks.${id}.name`));
    const line = page.split('\n').find((each) => each.startsWith(`| ${names.join(' · ')} |`));
    expect(line).toContain(`\`${scope ?? 'events:read'}\``);
  });

  it('shows keys as they are drawn (`node scripts/lib/deck-pictures.ts`)', () => {
    expect(readFileSync(DECK_PICTURE, 'utf8')).toBe(deckPicture());
  });
});
