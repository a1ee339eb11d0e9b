import { beforeEach, describe, expect, it } from 'vitest';
import { Outbox } from '../../../electron/features/live/outbox.ts';
import {
  LimitError,
  UnavailableError,
  type UnavailableReason,
} from '../../../electron/platform/errors.ts';
import { NOTE_LIMITS, SENDER_TYPES } from '../../../electron/platform/platform-notes.ts';
import { SENDER_TYPES as SHARED_SENDER_TYPES } from '../../../shared/contract/live.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';

const CHAT_MESSAGE_MAX = 100;
const CHAT_MESSAGE_MIN = 1;
const SENT_MOST = 20;

let clock: VirtualClock;
let calls: unknown[];
let failure: unknown;
let answer: { messageId: string | null };
let changes: number;
let outbox: Outbox;

beforeEach(() => {
  clock = new VirtualClock();
  calls = [];
  failure = null;
  answer = { messageId: 'm-1' };
  changes = 0;
  outbox = new Outbox({
    clock,
    onSent: () => {
      changes += 1;
    },
    chat: {
      async send(message) {
        calls.push(message);
        if (failure) throw failure;
        return answer;
      },
      async notice(notice) {
        calls.push(notice);
        if (failure) throw failure;
      },
    },
  });
});

const unavailable = (reason: UnavailableReason, detail: string | null = null) =>
  new UnavailableError({ operation: 'chat.send', status: null, platformMessage: null }, reason, {
    detail,
  });

describe('a chat message', () => {
  it('goes out once and is remembered with its id', async () => {
    expect(await outbox.send('안녕', 'USER')).toEqual({ messageId: 'm-1' });
    answer = { messageId: null };
    await outbox.send('또 안녕', 'APP');
    expect(calls).toEqual([
      { message: '안녕', senderType: 'USER' },
      { message: '또 안녕', senderType: 'APP' },
    ]);
    expect(outbox.sent).toEqual([
      { id: 1, at: clock.now(), message: '안녕', senderType: 'USER', messageId: 'm-1' },
      { id: 2, at: clock.now(), message: '또 안녕', senderType: 'APP', messageId: null },
    ]);
    expect(changes).toBe(2);
  });

  it('is remembered among the latest only', async () => {
    for (let index = 1; index <= SENT_MOST + 5; index += 1) await outbox.send(`${index}`, 'APP');
    expect(outbox.sent).toHaveLength(SENT_MOST);
    expect(outbox.sent.at(-1)).toMatchObject({ id: SENT_MOST + 5 });
  });

  it.each<[UnavailableReason, string | null]>([
    ['timeout', null],
    ['server', null],
    ['stopped', null],
    ['network', 'ECONNRESET'],
    ['network', null],
  ])(
    'of which nobody knows whether it arrived (%s %s) is not sent again',
    async (reason, detail) => {
      failure = unavailable(reason, detail);
      await expect(outbox.send('안녕', 'APP')).rejects.toMatchObject({
        problem: { code: 'live-maybe-sent', outcome: 'unknown' },
      });
      expect(calls).toHaveLength(1);
      expect([outbox.sent, changes]).toEqual([[], 0]);
    },
  );

  it.each(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN'])(
    'that never left the computer (%s) fails as what it is',
    async (detail) => {
      failure = unavailable('network', detail);
      await expect(outbox.send('안녕', 'APP')).rejects.toBe(failure);
    },
  );

  it('that the platform would refuse fails as what it is', async () => {
    failure = new LimitError('chat.send', 'message', 101, { key: 'problem.limit-some' });
    await expect(outbox.send('x'.repeat(101), 'APP')).rejects.toBe(failure);
  });

  it('has the limits and senders that the client knows', () => {
    expect([CHAT_MESSAGE_MIN, CHAT_MESSAGE_MAX]).toEqual([
      NOTE_LIMITS.messageMin,
      NOTE_LIMITS.messageMax,
    ]);
    expect(SHARED_SENDER_TYPES).toEqual(SENDER_TYPES);
  });
});

describe('a notice', () => {
  it.each([{ message: '공지' }, { messageId: 'm-1' }])(
    'goes out as it is said: %j',
    async (notice) => {
      await outbox.notice(notice);
      expect(calls).toEqual([notice]);
      expect(outbox.sent).toEqual([]);
    },
  );

  it('of which nobody knows whether it was set says so in its own words', async () => {
    failure = unavailable('timeout');
    const problem = await outbox.notice({ message: '공지' }).catch((thrown) => thrown.problem);
    expect(problem.code).toBe('live-notice-maybe-set');
  });
});
