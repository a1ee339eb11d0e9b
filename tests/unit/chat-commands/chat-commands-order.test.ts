import { describe, expect, it } from 'vitest';
import {
  type ChatCommands,
  type ChatCommandsEntry,
  chatCommandsActivity,
  MUTED_MS,
  newChatCommands,
  QUICK_MOST,
  QUICK_MS,
} from '../../../electron/features/chat-commands/chat-commands.ts';
import type { Audience } from '../../../electron/features/show/index.ts';
import type { ChatCommandRule, ChatTimer } from '../../../shared/contract/chat-commands.ts';
import { gives, says } from '../show/show-world.ts';
import { named, RULE, TIMER } from './answers.ts';

const AUDIENCE: Audience = {
  isBlocked: () => false,
  monthsOf: () => null,
  isFollower: () => false,
  roleOf: () => 'viewer',
};

const AT = 1_000_000;
const MINUTE = 60_000;

/** Chat commands that hear and are told, one thing after the other. */
class Commands {
  mayRemind = true;
  readonly activity = chatCommandsActivity({
    fill: (text, viewer, uses) => `${text} ${viewer} ${uses}`,
    mayRemind: () => this.mayRemind,
  });
  state: ChatCommands = newChatCommands();
  readonly said: string[] = [];
  #seq = 0;

  constructor(
    commands: readonly Partial<ChatCommandRule>[],
    timers: readonly Partial<ChatTimer>[] = [],
  ) {
    this.set(commands, timers, AT);
  }

  set(
    commands: readonly Partial<ChatCommandRule>[],
    timers: readonly Partial<ChatTimer>[],
    at: number,
  ) {
    const settings = {
      commands: commands.map((command) => ({ ...RULE, text: 'x', ...command })),
      timers: timers.map((timer) => ({ ...TIMER, text: 't', ...timer })),
      bots: [],
    };
    return this.put({ type: 'set', settings, at });
  }

  put(entry: ChatCommandsEntry): this {
    const read = this.activity.readEntry(JSON.parse(JSON.stringify(entry)));
    const { state, effects = [] } = this.activity.fold(this.state, read);
    this.state = state;
    for (const effect of effects) {
      if (effect.type === 'say') this.said.push(String(effect.text.values?.['text']));
    }
    return this;
  }

  /** Whether it is answered. */
  asks(who: string, after: number, content = '!discord'): boolean {
    this.#seq += 1;
    const event = says(who, content, named(who))(this.#seq, AT + after);
    const entry = this.activity.hear(this.state, event, AUDIENCE);
    if (entry) this.put(entry);
    return entry !== null;
  }

  /** What is due then, in its order. */
  due(after: number): readonly string[] {
    const ids: string[] = [];
    for (;;) {
      const entry = this.activity.due(this.state, AT + after);
      if (entry?.type !== 'timer') return ids;
      ids.push(entry.id);
      this.put(entry);
    }
  }

  keep(): this {
    this.state = this.activity.unpack(JSON.parse(JSON.stringify(this.activity.pack(this.state))));
    return this;
  }

  get mutedUntil() {
    return Object.fromEntries(
      [...this.state.quick].map(([who, { mutedUntil }]) => [who, mutedUntil]),
    );
  }
}

describe('the pause of a chat command', () => {
  it('ends for everybody after its seconds, and for the viewer after theirs', () => {
    const commands = new Commands([{ cooldown: 10, viewerCooldown: 30 }]);
    const asked = [
      ['a', 0, true],
      ['a', 0, false],
      ['b', 9_999, false],
      ['b', 10_000, true],
      ['a', 29_999, false],
      ['a', 30_000, true],
      ['b', 39_999, false],
      ['c', 40_000, true],
      ['b', 50_000, true],
    ] as const;
    expect(asked.map(([who, after]) => [who, after, commands.asks(who, after)])).toEqual(asked);
  });

  it('is each command’s own', () => {
    const commands = new Commands([{ cooldown: 60 }, { id: 'two', names: ['two'], cooldown: 60 }]);
    expect([commands.asks('a', 0), commands.asks('a', 1, '!two'), commands.asks('b', 2)]).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('does not last where the computer’s clock is set back', () => {
    const commands = new Commands([{ cooldown: 60, viewerCooldown: 60 }]);
    expect([commands.asks('a', 3_600_000), commands.asks('a', 3_599_999)]).toEqual([true, true]);
  });

  it('is known of the two thousand viewers who used it last', () => {
    const commands = new Commands([{ viewerCooldown: 3_600 }]);
    for (let number = 0; number < 2_000; number += 1) commands.asks(`v${number}`, number);
    expect(commands.asks('v0', 2_000)).toBe(false);
    expect(commands.asks('late', 2_001)).toBe(true);
    expect([commands.asks('v1', 2_002), commands.asks('v0', 2_003)]).toEqual([false, true]);
    expect(commands.state.uses.get('discord')).toMatchObject({ count: 2_002 });
    expect(commands.state.uses.get('discord')?.byViewer.size).toBe(2_000);
  });

  it('is of what is said in chat, not of what is said with a donation', () => {
    const { activity, state } = new Commands([{}]);
    const donation = gives('a', 1_000, { donationText: '!discord' })(1, AT);
    expect(activity.hear(state, donation, AUDIENCE)).toBeNull();
  });

  it('counts each use, and says how often it was', () => {
    const commands = new Commands([{}]);
    for (const who of ['a', 'b']) commands.asks(who, 0);
    expect(commands.said).toEqual(['x a 1', 'x b 2']);
    commands.set([{ text: 'y' }], [], AT);
    commands.asks('c', 1);
    expect(commands.said.at(-1)).toBe('y c 3');
  });
});

describe('a viewer who answers every answer at once', () => {
  /** Asks so often, each so long after the last one. */
  const often = (commands: Commands, times: number, apart: number, first = 0) =>
    Array.from({ length: times }, (_, at) => commands.asks('a', first + at * apart));

  it('is not heard after the fourth time, for ten minutes', () => {
    const commands = new Commands([{}]);
    expect(often(commands, 6, QUICK_MS - 1)).toEqual([true, true, true, true, true, false]);
    const last = 4 * (QUICK_MS - 1);
    expect(commands.mutedUntil).toEqual({ a: AT + last + MUTED_MS });
    expect(commands.asks('b', last + QUICK_MS)).toBe(true);
    expect(commands.keep().asks('a', last + MUTED_MS - 1)).toBe(false);
    expect(commands.asks('a', last + MUTED_MS)).toBe(true);
    expect(commands.mutedUntil).toEqual({});
  });

  it('is heard on where there is a moment in between', () => {
    const commands = new Commands([{}]);
    expect(often(commands, 20, QUICK_MS)).not.toContain(false);
    expect(commands.mutedUntil).toEqual({});
  });

  it('begins anew after a moment in between', () => {
    const commands = new Commands([{}]);
    often(commands, QUICK_MOST, 1);
    expect(commands.asks('a', 5_000)).toBe(true);
    expect(often(commands, QUICK_MOST, 1, 5_001)).not.toContain(false);
    expect(commands.asks('a', 5_010)).toBe(false);
  });

  it('is not one who asks before the last answer by a clock that was set back', () => {
    const commands = new Commands([{}]);
    expect(often(commands, 10, -1, 5_000)).not.toContain(false);
  });

  it('stays unheard while others ask', () => {
    const commands = new Commands([{}, { id: 'slow', names: ['slow'] }]);
    often(commands, QUICK_MOST + 1, 1);
    expect(commands.asks('b', 60_000)).toBe(true);
    expect(commands.asks('a', 120_000, '!slow')).toBe(false);
  });

  it('is forgotten with what they asked', () => {
    const commands = new Commands([{ viewerCooldown: 3_600 }, { id: 'two', names: ['two'] }]);
    commands.asks('a', 0);
    for (let after = 1; after < 5; after += 1) commands.asks('a', after, '!two');
    expect(JSON.stringify(commands.activity.pack(commands.state))).toContain('"a"');
    commands.state = commands.activity.forget(commands.state, 'a');
    expect(JSON.stringify(commands.activity.pack(commands.state))).not.toContain('"a"');
    expect(commands.state.uses.get('discord')?.count).toBe(1);
    expect(commands.asks('a', 60_000)).toBe(true);
  });
});

describe('the turns of timed messages', () => {
  const timers = [
    { id: 'ten', minutes: 10 },
    { id: 'seven', minutes: 7 },
    { id: 'off', minutes: 1, on: false },
  ];

  it('come by their minutes, those that are on', () => {
    const commands = new Commands([], timers);
    const { activity } = commands;
    expect(activity.dueAt(commands.state)).toBe(AT + 7 * MINUTE);
    expect(commands.due(7 * MINUTE - 1)).toEqual([]);
    expect(commands.due(7 * MINUTE)).toEqual(['seven']);
    expect(activity.dueAt(commands.state)).toBe(AT + 10 * MINUTE);
    expect(commands.due(20 * MINUTE)).toEqual(['ten', 'seven']);
    expect(commands.said).toEqual(['t null 0', 't null 0', 't null 0']);
    expect(activity.dueAt(commands.keep().state)).toBe(AT + 27 * MINUTE);
  });

  it('pass in silence where too little was said', () => {
    const commands = new Commands([], timers);
    commands.mayRemind = false;
    expect(commands.due(7 * MINUTE)).toEqual(['seven']);
    expect(commands.said).toEqual([]);
    commands.mayRemind = true;
    expect(commands.due(13 * MINUTE)).toEqual(['ten']);
    expect(commands.due(14 * MINUTE)).toEqual(['seven']);
  });

  it('are none where no timer is on', () => {
    const commands = new Commands([], [{ id: 'off', on: false }]);
    expect(commands.activity.dueAt(commands.state)).toBeNull();
    expect(commands.due(24 * 60 * MINUTE)).toEqual([]);
    expect(commands.activity.dueAt(newChatCommands())).toBeNull();
  });

  it.each<[string, Partial<ChatTimer>, number]>([
    ['goes on with another text', { text: 'other', chats: 9 }, 10],
    ['begins anew with other minutes', { minutes: 8 }, 5 + 8],
    ['does not come where it is switched off', { on: false }, 0],
  ])('are kept when it is set: one %s', (_, change, minutes) => {
    const commands = new Commands([], [{ id: 'ten', minutes: 10 }]);
    commands.set([], [{ id: 'ten', minutes: 10, ...change }], AT + 5 * MINUTE);
    expect(commands.activity.dueAt(commands.state)).toBe(
      minutes === 0 ? null : AT + minutes * MINUTE,
    );
  });

  it('begin when a timer is switched on, or is new', () => {
    const commands = new Commands([], [{ id: 'ten', minutes: 10, on: false }]);
    commands.set([], [{ id: 'ten', minutes: 10 }], AT + 5 * MINUTE);
    expect(commands.activity.dueAt(commands.state)).toBe(AT + 15 * MINUTE);
    commands.set([], [{ id: 'new', minutes: 2 }], AT + 6 * MINUTE);
    expect(commands.activity.dueAt(commands.state)).toBe(AT + 8 * MINUTE);
    expect([...commands.state.timers.keys()]).toEqual(['new']);
  });

  it('are kept with everything else', () => {
    const commands = new Commands([{}, { id: 'two', names: ['two'] }], timers);
    commands.asks('a', 0);
    commands.asks('a', 1, '!two');
    commands.due(7 * MINUTE);
    const before = commands.state;
    expect(commands.keep().state).toEqual(before);
    expect(commands.activity.endedAt(commands.state)).toBeNull();
    expect(commands.asks('b', 2, '!two')).toBe(true);
  });
});
