import { describe, expect, it } from 'vitest';
import { replayCommands } from '../../../electron/features/overlay/index.ts';
import { REPLAY_COMMANDS } from '../../../shared/contract/replay.ts';
import { AT, chat } from '../storage/chat-support.ts';
import { donation, memoryLedger } from '../storage/support.ts';

function setUp() {
  const ledger = memoryLedger();
  const waiting = [chat(1), chat(3)];
  const flush = () => ledger.chat.record(waiting.splice(0));
  const commands = replayCommands({ broadcasts: ledger.broadcasts, flush });
  return { ledger, commands };
}

function withShow() {
  const made = setUp();
  made.ledger.figures.setBroadcast(AT);
  made.ledger.record([donation(2)]);
  made.ledger.figures.setBroadcast(AT + 50, AT + 10);
  return made;
}

const page = { after: 0, limit: 500 };

describe('reading the last broadcast', () => {
  it('says kindly that there is none', async () => {
    const { commands } = setUp();
    expect(await commands['broadcast.outline']({ broadcast: 'last' })).toEqual({ outline: null });
    expect(await commands['broadcast.events']({ broadcast: 'last', ...page })).toEqual({
      events: [],
      next: null,
      beganAt: null,
      endedAt: null,
    });
  });

  it('begins with its outline, which has what was said a moment ago', async () => {
    const { commands } = withShow();
    const result = await commands['broadcast.outline']({ broadcast: 'last' });
    expect(REPLAY_COMMANDS['broadcast.outline'].result.parse(result).outline).toEqual({
      id: 1,
      beganAt: AT,
      endedAt: AT + 10,
      firstAt: AT + 1,
      lastAt: AT + 3,
      marks: [{ at: AT + 2, kind: 'DONATION', count: 1 }],
    });
  });

  it('answers its events whole, by its id too', async () => {
    const { commands } = withShow();
    const asked = [{ broadcast: 'last' as const }, { broadcast: 1 }];
    for (const which of asked) {
      const result = await commands['broadcast.events']({ ...which, ...page });
      expect(REPLAY_COMMANDS['broadcast.events'].result.parse(result)).toEqual({
        events: [chat(1), donation(2), chat(3)],
        next: null,
        beganAt: AT,
        endedAt: AT + 10,
      });
    }
  });

  it('answers pages, and pages that begin at a moment', async () => {
    const { commands } = withShow();
    const read = (args: object) =>
      commands['broadcast.events']({ broadcast: 1, after: 0, limit: 2, ...args });
    expect((await read({})).next).toBe(2);
    expect((await read({ after: 2 })).events).toEqual([chat(3)]);
    const from = { at: AT + 3, lead: 1 };
    expect((await read({ from })).events).toEqual([donation(2), chat(3)]);
  });

  it('finds nothing of an id that there is not, and of one in which nothing came', async () => {
    const { commands } = withShow();
    expect((await commands['broadcast.events']({ broadcast: 9, ...page })).events).toEqual([]);
    expect(await commands['broadcast.outline']({ broadcast: 2 })).toEqual({ outline: null });
  });
});
