import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type KeeperEffect,
  type KeeperInput,
  type KeeperState,
  linksOf,
  type Refusal,
  type SessionRef,
  transition,
} from '../../../electron/session/machine.ts';

const refTo = (sessionKey: string): SessionRef => ({
  url: `wss://host/?sessionKey=${sessionKey}`,
  sessionKey,
  createdAt: 0,
});
const [a, b] = [refTo('a'), refTo('b')];

const stopped: KeeperState = { name: 'stopped' };
const acquiring: KeeperState = { name: 'acquiring', fallback: null };
const makingRoom: KeeperState = {
  name: 'acquiring',
  fallback: { session: a, rollOver: 'at-expiry' },
};
const replacing: KeeperState = {
  name: 'acquiring',
  fallback: { session: a, rollOver: 'planned' },
};
const resting: KeeperState = { name: 'resting', reason: 'x' };
const blocked: KeeperState = { name: 'blocked', reason: 'signed-out' };
const running: KeeperState = { name: 'running', link: 1, session: a, rollOver: { phase: 'none' } };
const asking: KeeperState = { ...running, rollOver: { phase: 'acquiring' } };
const starting: KeeperState = { ...running, rollOver: { phase: 'starting', link: 2, session: b } };
const overlapping: KeeperState = {
  ...running,
  rollOver: { phase: 'overlapping', link: 2, session: b },
};

const acquired: KeeperInput = { type: 'acquired', session: b, next: 2 };
const notAcquired = (refusal: Refusal): KeeperInput => ({
  type: 'not-acquired',
  refusal,
  reason: 'x',
  next: 3,
});
const linkOver = (
  link: number,
  cause: 'session-gone' | 'unseen' | 'refused' = 'session-gone',
): KeeperInput => ({
  type: 'line-over',
  link,
  cause,
  reason: 'x',
});

type Row = readonly [
  when: string,
  from: KeeperState,
  input: KeeperInput,
  to: KeeperState,
  effects: readonly KeeperEffect['type'][],
];
const opened = ['open-line', 'remember', 'plan-roll-over'] as const;
const promoted = ['end-overlap', 'remember', 'plan-roll-over', 'rolled-over'] as const;

const rows: readonly Row[] = [
  [
    'it starts with nothing kept, it asks for a session',
    stopped,
    { type: 'start', session: null, next: 1 },
    acquiring,
    ['acquire'],
  ],
  [
    'it starts with a session of an earlier run, it uses that',
    stopped,
    { type: 'start', session: a, next: 1 },
    running,
    opened,
  ],
  [
    'it starts again after being blocked, it begins anew',
    blocked,
    { type: 'start', session: null, next: 1 },
    acquiring,
    ['acquire'],
  ],
  [
    'the first session is there, a link opens on it',
    acquiring,
    { type: 'acquired', session: a, next: 1 },
    running,
    opened,
  ],
  [
    'no session is to be had, it rests',
    acquiring,
    notAcquired('unavailable'),
    resting,
    ['end-timers', 'plan-retry'],
  ],
  [
    'all slots are taken at the start, it rests and looks again',
    acquiring,
    notAcquired('no-slot'),
    resting,
    ['end-timers', 'plan-retry'],
  ],
  [
    'the grant is refused, only the streamer can help',
    acquiring,
    notAcquired('sign-in'),
    { name: 'blocked', reason: 'x' },
    ['end-timers', 'end-overlap'],
  ],
  ['the rest is over, it asks again', resting, { type: 'retry-due' }, acquiring, ['acquire']],
  [
    'the session is gone, it rests before it asks for another',
    running,
    linkOver(1),
    resting,
    ['end-timers', 'remember', 'plan-retry'],
  ],
  [
    'nothing is heard of the session, it asks for another and keeps the old one in mind',
    running,
    linkOver(1, 'unseen'),
    replacing,
    ['end-timers', 'acquire'],
  ],
  [
    'another session has taken the place of one that nothing was heard of',
    replacing,
    acquired,
    { name: 'running', link: 2, session: b, rollOver: { phase: 'none' } },
    opened,
  ],
  [
    'the session that was to be replaced is still there, it goes back to it',
    replacing,
    notAcquired('still-there'),
    { name: 'running', link: 3, session: a, rollOver: { phase: 'none' } },
    opened,
  ],
  [
    'no session is to be had for one that nothing is heard of, it goes back to that',
    replacing,
    notAcquired('unavailable'),
    { name: 'running', link: 3, session: a, rollOver: { phase: 'none' } },
    opened,
  ],
  [
    'nothing is heard of the old session while the next one is asked for, it is kept in mind',
    asking,
    linkOver(1, 'unseen'),
    replacing,
    [],
  ],
  [
    'nothing is heard of the old session while the next one starts, the next one takes over',
    starting,
    linkOver(1, 'unseen'),
    { name: 'running', link: 2, session: b, rollOver: { phase: 'none' } },
    promoted,
  ],
  [
    'nothing is heard of the next session, the old one goes on',
    starting,
    linkOver(2, 'unseen'),
    running,
    ['end-overlap', 'plan-roll-over'],
  ],
  [
    'a link says that the grant is refused, it is blocked',
    running,
    linkOver(1, 'refused'),
    { name: 'blocked', reason: 'x' },
    ['end-timers', 'close-line', 'end-overlap'],
  ],
  [
    'the roll-over is due, it asks for the next session while the old one goes on',
    running,
    { type: 'roll-over-due' },
    asking,
    ['acquire'],
  ],
  [
    'the next session is there, it starts beside the old one',
    asking,
    acquired,
    starting,
    ['begin-overlap', 'open-line'],
  ],
  [
    'the next session is live, both deliver for a while',
    starting,
    { type: 'line-live', link: 2 },
    overlapping,
    ['plan-overlap-end'],
  ],
  [
    'the new link is lost in the overlap, the old one stays until it is back',
    overlapping,
    { type: 'line-lost', link: 2 },
    starting,
    [],
  ],
  [
    'the old link is lost in the overlap, nothing changes',
    overlapping,
    { type: 'line-lost', link: 1 },
    overlapping,
    [],
  ],
  [
    'the overlap is over, the old link closes',
    overlapping,
    { type: 'overlap-over' },
    { name: 'running', link: 2, session: b, rollOver: { phase: 'none' } },
    ['close-line', ...promoted],
  ],
  [
    'the old session ends while the next one starts, the next one takes over',
    starting,
    linkOver(1),
    { name: 'running', link: 2, session: b, rollOver: { phase: 'none' } },
    promoted,
  ],
  [
    'the next session fails, the old one goes on and it tries again',
    starting,
    linkOver(2),
    running,
    ['end-overlap', 'plan-roll-over'],
  ],
  [
    'the next session fails in the overlap, the old one goes on',
    overlapping,
    linkOver(2, 'refused'),
    running,
    ['end-overlap', 'plan-roll-over'],
  ],
  [
    'no next session is to be had, the old one goes on',
    asking,
    notAcquired('unavailable'),
    running,
    ['end-overlap', 'plan-roll-over'],
  ],
  [
    'no slot is free for the next session, the old connection makes room',
    asking,
    notAcquired('no-slot'),
    makingRoom,
    ['end-timers', 'close-line', 'acquire'],
  ],
  [
    'making room helped, the new session starts',
    makingRoom,
    acquired,
    { name: 'running', link: 2, session: b, rollOver: { phase: 'none' } },
    opened,
  ],
  [
    'making room did not help, it goes back to the old session',
    makingRoom,
    notAcquired('unavailable'),
    { name: 'running', link: 3, session: a, rollOver: { phase: 'none' } },
    opened,
  ],
  [
    'the old session ends while the next one is asked for, that becomes the first',
    asking,
    linkOver(1),
    acquiring,
    ['remember'],
  ],
  [
    'it is told to stop, every link closes',
    overlapping,
    { type: 'stop' },
    stopped,
    ['end-timers', 'close-line', 'close-line', 'end-overlap'],
  ],
];

describe('the session keeper decides', () => {
  it.each(rows)('when %s', (_when, from, input, to, effects) => {
    const step = transition(from, input);
    expect(step.state).toEqual(to);
    expect(step.effects.map((effect) => effect.type)).toEqual(effects);
  });

  it('that a forgotten session is not offered again', () => {
    const { effects } = transition(running, linkOver(1));
    expect(effects).toContainEqual({ type: 'remember', session: null });
  });

  it('that a session of which nothing is heard is looked for in the list, and forgotten only with the next', () => {
    const { effects } = transition(running, linkOver(1, 'unseen'));
    expect(effects).toContainEqual({ type: 'acquire', purpose: 'replace', suspect: a });
    expect(effects.filter(({ type }) => type === 'remember')).toEqual([]);
    const next = transition(replacing, acquired).effects;
    expect(next).toContainEqual({ type: 'remember', session: b });
    expect(next).toContainEqual({ type: 'plan-roll-over', session: b, when: 'planned' });
    const back = transition(replacing, notAcquired('unavailable')).effects;
    expect(back).toContainEqual({ type: 'plan-roll-over', session: a, when: 'planned' });
  });

  it('that only a look at the slots precedes a roll-over, and none the making of room', () => {
    expect(transition(running, { type: 'roll-over-due' }).effects).toEqual([
      { type: 'acquire', purpose: 'roll-over', suspect: null },
    ]);
    expect(transition(asking, notAcquired('no-slot')).effects.at(-1)).toEqual({
      type: 'acquire',
      purpose: 'make-room',
      suspect: null,
    });
  });
});

const link = fc.integer({ min: 0, max: 8 });
const anyInput: fc.Arbitrary<KeeperInput> = fc.oneof(
  fc.constantFrom(null, a).map((session): KeeperInput => ({ type: 'start', session, next: 0 })),
  fc.constantFrom<KeeperInput>(
    { type: 'roll-over-due' },
    { type: 'overlap-over' },
    { type: 'retry-due' },
    acquired,
  ),
  fc.constantFrom<Refusal>('no-slot', 'unavailable', 'sign-in', 'still-there').map(notAcquired),
  link.map((number): KeeperInput => ({ type: 'line-live', link: number })),
  link.map((number): KeeperInput => ({ type: 'line-lost', link: number })),
  fc
    .tuple(link, fc.constantFrom('session-gone' as const, 'unseen' as const, 'refused' as const))
    .map(([number, cause]) => linkOver(number, cause)),
);

describe('whatever happens in whatever order', () => {
  it('the links that are open are those that the state knows, at most two', () => {
    fc.assert(
      fc.property(fc.array(anyInput, { maxLength: 80 }), (inputs) => {
        const open = new Set<number>();
        let state: KeeperState = stopped;
        let next = 0;
        for (const raw of inputs) {
          const input = 'next' in raw ? { ...raw, next: ++next } : raw;
          // A link that is over is closed already.
          if (input.type === 'line-over' && !open.has(input.link)) continue;
          if (input.type === 'line-over') open.delete(input.link);
          const step = transition(state, input);
          for (const effect of step.effects) {
            if (effect.type === 'open-line') open.add(effect.link);
            if (effect.type === 'close-line') open.delete(effect.link);
          }
          state = step.state;
          if (open.size > 2) throw new Error('more than two');
          const known = linksOf(state).filter((number) => open.has(number));
          if (known.length !== open.size)
            throw new Error(`${[...open]} open in ${JSON.stringify(state)}`);
        }
      }),
    );
  });

  it('the keeper never stands still without a way on', () => {
    fc.assert(
      fc.property(fc.array(anyInput, { maxLength: 80 }), (inputs) => {
        let state: KeeperState = stopped;
        let asked = 0;
        for (const input of inputs) {
          // Every request is answered once; answers without a request do not come.
          const isAnswer = input.type === 'acquired' || input.type === 'not-acquired';
          if (isAnswer && asked === 0) continue;
          if (isAnswer) asked -= 1;
          const step = transition(state, input);
          const kinds = step.effects.map((effect) => effect.type);
          asked += kinds.filter((kind) => kind === 'acquire').length;
          if (
            step.state.name === 'resting' &&
            state.name !== 'resting' &&
            !kinds.includes('plan-retry')
          ) {
            throw new Error('resting without an end');
          }
          if (step.state.name === 'acquiring' && asked === 0) throw new Error('nobody was asked');
          state = step.state;
        }
      }),
    );
  });
});
