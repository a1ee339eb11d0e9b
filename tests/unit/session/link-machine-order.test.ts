import fc from 'fast-check';
import { describe, it } from 'vitest';
import {
  beginLink,
  type LinkEffect,
  type LinkInput,
  type LinkState,
  linkTransition,
} from '../../../electron/session/link-machine.ts';
import { closed, failed, lost, refused } from './link-inputs.ts';

const connection = fc.integer({ min: 0, max: 6 });
const anyInput: fc.Arbitrary<LinkInput> = fc.oneof(
  fc.constantFrom<LinkInput>({ type: 'ping-due' }, { type: 'check-due' }, { type: 'ping-due' }),
  fc.constantFrom('unavailable' as const, 'sign-in' as const).map(failed),
  fc.constantFrom('session-gone' as const, 'unseen' as const).map(lost),
  fc.record({
    type: fc.constantFrom('opened', 'pong', 'pong-missed', 'replaced', 'handshake-overdue'),
    connection,
  }),
  fc.tuple(connection, fc.boolean()).map(([id, expired]) => closed(id, expired)),
  fc.tuple(connection, fc.constantFrom(401, 404, 500)).map(([id, status]) => refused(id, status)),
  connection.map((id): LinkInput => ({ type: 'confirmed', connection: id, subscribed: ['chat'] })),
  fc
    .tuple(fc.constantFrom('retry-due', 'probe'), fc.boolean())
    .map(([type, sessionExpired]): LinkInput => ({ type, next: 0, sessionExpired })),
  fc.constant<LinkInput>({ type: 'renewal-due', next: 0 }),
);

/** Plays inputs with connection numbers that are never used twice, as the link does. */
function play(
  inputs: readonly LinkInput[],
  look: (state: LinkState, effects: readonly LinkEffect[], before: LinkState) => void,
): LinkState {
  let next = 1;
  let state = beginLink(true, next).state;
  for (const raw of inputs) {
    const input = 'next' in raw ? { ...raw, next: ++next } : raw;
    const step = linkTransition(state, input);
    look(step.state, step.effects, state);
    state = step.state;
  }
  return state;
}

describe('whatever happens to a link in whatever order', () => {
  it('it never stands still without a way on', () => {
    fc.assert(
      fc.property(fc.array(anyInput, { maxLength: 60 }), (inputs) => {
        play(inputs, (state, effects, before) => {
          const kinds = effects.map((effect) => effect.type);
          if (state.name === before.name) return;
          if (state.name === 'waiting' && !kinds.includes('plan-retry'))
            throw new Error('no retry');
          if (state.name === 'connecting' && !kinds.includes('connect'))
            throw new Error('no connect');
          if (state.name === 'confirming' && !kinds.includes('confirm'))
            throw new Error('no confirm');
          if (state.name === 'live' && !kinds.includes('plan-renewal'))
            throw new Error('no renewal');
        });
      }),
    );
  });

  it('at most two connections are open, and closing closes them all', () => {
    fc.assert(
      fc.property(fc.array(anyInput, { maxLength: 60 }), (inputs) => {
        const open = new Set<number>([1]);
        const last = play([...inputs, { type: 'close' }], (_state, effects) => {
          for (const effect of effects) {
            if (effect.type === 'connect') open.add(effect.connection);
            if (effect.type === 'drop' || effect.type === 'retire') open.delete(effect.connection);
          }
        });
        for (const input of inputs) if (input.type === 'ended') open.delete(input.connection);
        if (open.size > 0) throw new Error(`left open: ${[...open]}`);
        if (last.name !== 'over') throw new Error('not over');
      }),
    );
  });
});
