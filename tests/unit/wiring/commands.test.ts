import { describe, expect, it } from 'vitest';
import { CallbackPortError } from '../../../electron/auth/sign-in-errors.ts';
import { commandHandlers } from '../../../electron/wiring/commands.ts';
import { CORE_COMMANDS, type CoreCommandName } from '../../../shared/bridge/contract.ts';
import { type Decoded, EVENT_KINDS } from '../../../shared/events.ts';
import type { Language } from '../../../shared/problem.ts';

function setUp() {
  const journal: string[] = [];
  const played: Decoded[] = [];
  const account = { failure: null as unknown };
  const handlers = commandHandlers({
    hub: {
      playTest: (decoded) => {
        played.push(decoded);
        return { ...decoded, seq: played.length, receivedAt: 0, origin: 'test' };
      },
    },
    alerts: {
      setPaused: (paused) => journal.push(paused ? 'pause' : 'resume'),
      skip: () => journal.push('skip'),
      panic: () => journal.push('panic'),
    },
    account: {
      signIn: async () => {
        if (account.failure) throw account.failure;
        return 'https://platform.example/sign-in';
      },
      signOut: async () => {
        journal.push('sign-out');
      },
    },
    language: {
      current: 'ko' as Language,
      choose: async (language) => {
        journal.push(`language ${language}`);
      },
    },
    notices: { dismiss: (id) => journal.push(`dismiss ${id}`) },
  });
  return { handlers, journal, played, account };
}

describe('what a dashboard may ask for', () => {
  it('is exactly what the contract names', () => {
    expect(Object.keys(setUp().handlers).toSorted()).toEqual(Object.keys(CORE_COMMANDS).toSorted());
  });

  it.each(EVENT_KINDS)('a test event of kind %s', async (kind) => {
    const { handlers, played } = setUp();
    expect(await handlers['test-event.play']({ kind })).toEqual({ seq: 1 });
    expect(played).toMatchObject([{ kind }]);
  });

  it('to sign in: the answer is the address', async () => {
    const { handlers, account } = setUp();
    expect(await handlers['sign-in.start']({})).toEqual({
      url: 'https://platform.example/sign-in',
    });
    account.failure = new CallbackPortError(1, 'in-use');
    await expect(handlers['sign-in.start']({})).rejects.toBe(account.failure);
  });

  it('to sign out, another language, a notice off the list', async () => {
    const { handlers, journal } = setUp();
    const answers: Record<string, unknown> = {
      out: await handlers['sign-in.sign-out']({}),
      language: await handlers['settings.set-language']({ language: 'en' }),
      notice: await handlers['notice.dismiss']({ id: 'a-problem' }),
    };
    expect(journal).toEqual(['sign-out', 'language en', 'dismiss a-problem']);
    expect(answers).toEqual({ out: {}, language: {}, notice: {} });
  });

  it('to hold alerts back, to let them go on, to end or to hide the one on the screen', async () => {
    const { handlers, journal } = setUp();
    await handlers['alerts.pause']({ paused: true });
    await handlers['alerts.pause']({ paused: false });
    await handlers['alerts.skip']({});
    await handlers['alerts.panic']({});
    expect(journal).toEqual(['pause', 'resume', 'skip', 'panic']);
  });

  it.each(Object.keys(CORE_COMMANDS) as CoreCommandName[])(
    '%s answers as the contract says',
    async (name) => {
      const { handlers } = setUp();
      const args = { kind: 'CHAT', language: 'ko', id: 'x', paused: true };
      const call = handlers[name] as (args: unknown) => Promise<unknown>;
      expect(CORE_COMMANDS[name].result.safeParse(await call(args)).success).toBe(true);
    },
  );
});
