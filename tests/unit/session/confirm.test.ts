import { describe, expect, it } from 'vitest';
import type { ListedSession } from '../../../electron/platform/resources/sessions.ts';
import type { Moment } from '../../../electron/session/moment.ts';
import {
  type ConfirmCalls,
  type ConfirmHooks,
  type ConfirmRequest,
  confirmSubscriptions,
  SUBSCRIPTIONS,
} from '../../../electron/session/subscriptions.ts';
import { SUBSCRIPTION_KINDS, type SubscriptionKind } from '../../../shared/connection-history.ts';

const KEY = 'own-key';

const listed = (sessionKey: string, ...eventTypes: string[]): ListedSession => ({
  sessionKey,
  connectedDate: null,
  disconnectedDate: null,
  subscribedEvents: eventTypes.map((eventType) => ({ eventType, channelId: 'channel-1' })),
});
const askedAt = (read: number): Moment => ({ wall: read, monotonic: read, uptime: read });
/** By whichever list. */
const shown = (kinds: readonly string[]) => ({ kinds, askedAt: expect.anything() });
const EVERYTHING = ['CHAT', 'DONATION', 'SUBSCRIPTION'];
const ALL = SUBSCRIPTION_KINDS;

/** `lists`: what the list answers, one after the other; the last one again and again. */
function setUp(lists: readonly (readonly ListedSession[])[]) {
  const calls: string[] = [];
  const failures = new Map<string, unknown>();
  const hooks = { reason: null as string | null, trusts: false, asked: [] as SubscriptionKind[] };
  const call = (name: string): void => {
    calls.push(name);
    const failure = failures.get(name);
    if (failure) throw failure;
  };
  let reads = 0;
  const asks: ConfirmCalls = {
    async list() {
      call('list');
      reads += 1;
      return { listed: lists[Math.min(reads, lists.length) - 1] ?? [], askedAt: askedAt(reads) };
    },
    async subscribe(event: SubscriptionKind, sessionKey: string) {
      call(`subscribe ${event} ${sessionKey}`);
    },
  };
  const heard: string[] = [];
  const judge: ConfirmHooks = {
    refusal: ({ kind }) => {
      hooks.asked.push(kind);
      return hooks.reason === null ? null : { kind, reason: hooks.reason, retryAfterMs: 0 };
    },
    trust: () => hooks.trusts,
    onMissing: (kind) => heard.push(`no ${kind}`),
    whose: () => 'ours',
    onSubscribing: (kind) => heard.push(kind),
    soon: (call) => call,
    pause: async (ms) => {
      calls.push(`pause ${ms}`);
    },
  };
  const confirm = (request: Partial<ConfirmRequest> = {}) =>
    confirmSubscriptions(
      asks,
      {
        sessionKey: KEY,
        fresh: false,
        wanted: SUBSCRIPTIONS,
        leftOut: [],
        held: ALL,
        ...request,
      },
      judge,
    );
  return { calls, failures, hooks, heard, confirm };
}

const subscribing = (kinds: readonly string[]) => kinds.map((kind) => `subscribe ${kind} ${KEY}`);
const all = { type: 'confirmed', subscribed: ALL, shown: shown(ALL), refused: [] };

describe('confirming the subscriptions of a session', () => {
  it('subscribes a fresh session to everything, and looks whether the list shows it', async () => {
    const { confirm, calls } = setUp([[listed(KEY, ...EVERYTHING)]]);
    expect(await confirm({ fresh: true })).toEqual({ ...all, made: ALL });
    expect(calls).toEqual([...subscribing(ALL), 'list']);
  });

  it('waits until the list shows what was subscribed to', async () => {
    const { confirm, calls } = setUp([
      [],
      [listed(KEY, 'CHAT')],
      [listed(KEY, 'CHAT', 'DONATION')],
      [listed(KEY, ...EVERYTHING)],
    ]);
    expect(await confirm({ fresh: true })).toMatchObject(all);
    expect(calls.slice(3)).toEqual([
      'list',
      'pause 500',
      'list',
      'pause 1000',
      'list',
      'pause 1500',
      'list',
    ]);
  });

  it('does not count on what the list goes on not showing, and says so', async () => {
    const { confirm, calls } = setUp([[listed(KEY, 'CHAT')]]);
    const found = await confirm({ fresh: true });
    const unlisted = { reason: 'not-listed', retryAfterMs: 0 };
    expect(found).toEqual({
      type: 'confirmed',
      subscribed: ['chat'],
      made: ['chat'],
      shown: shown(['chat']),
      refused: [
        { kind: 'donation', ...unlisted },
        { kind: 'subscription', ...unlisted },
      ],
    });
    expect(calls.filter((name) => name === 'list')).toHaveLength(5);
  });

  it('does not count on an answer alone when the list is not to be had', async () => {
    const { confirm, calls, failures } = setUp([]);
    failures.set('list', new Error('503'));
    const found = await confirm({ fresh: true });
    expect(found).toMatchObject({ type: 'confirmed', subscribed: [], made: [], shown: null });
    expect(found).toMatchObject({ refused: ALL.map((kind) => ({ kind, reason: 'not-listed' })) });
    expect(calls.filter((name) => name === 'list')).toHaveLength(1);
  });

  it('subscribes to nothing when the list says that all is there', async () => {
    const { confirm, calls, heard } = setUp([[listed('other'), listed(KEY, ...EVERYTHING)]]);
    expect(await confirm()).toEqual({ ...all, made: [] });
    expect(calls).toEqual(['list']);
    expect(heard).toEqual(ALL);
  });

  it.each([
    [['CHAT'], ['donation', 'subscription']],
    [['SUBSCRIPTION', 'chat'], ['donation']],
    [[], ALL],
    [
      ['SOMETHING_NEW', 'DONATION'],
      ['chat', 'subscription'],
    ],
  ])('subscribes to what is missing beside %j', async (there, missing) => {
    const { confirm, calls } = setUp([[listed(KEY, ...there)], [listed(KEY, ...EVERYTHING)]]);
    expect(await confirm()).toEqual({ ...all, made: missing });
    expect(calls).toEqual(['list', ...subscribing(missing), 'list']);
  });

  it('asks for nothing that is not wanted', async () => {
    const { confirm, calls } = setUp([[listed(KEY)], [listed(KEY, 'DONATION')]]);
    const wanted = SUBSCRIPTIONS.filter(({ kind }) => kind === 'donation');
    expect(await confirm({ wanted })).toMatchObject({ subscribed: ['donation'] });
    expect(calls).toEqual(['list', `subscribe donation ${KEY}`, 'list']);
    expect(await confirm({ wanted: [] })).toMatchObject({ subscribed: [] });
  });

  it('asks for nothing that was refused a short while ago', async () => {
    const { confirm, calls, heard } = setUp([[listed(KEY, 'CHAT', 'SUBSCRIPTION')]]);
    const found = await confirm({ leftOut: ['donation'] });
    expect(found).toMatchObject({ subscribed: ['chat', 'subscription'], made: [], refused: [] });
    expect(calls).toEqual(['list']);
    expect(heard).toEqual(['chat', 'subscription', 'no donation']);
  });

  it('says what is missing, and that an event may come, before it asks for it', async () => {
    const { confirm, failures, heard } = setUp([[listed(KEY)]]);
    failures.set(`subscribe chat ${KEY}`, new Error('503'));
    await expect(confirm()).rejects.toThrow('503');
    expect(heard).toEqual([...ALL.map((kind) => `no ${kind}`), 'chat']);
  });

  it.each([
    ['an empty list', []],
    ['a list of others', [listed('stranger-1', 'CHAT'), listed('stranger-2')]],
  ])('says that the session is missing after %s', async (_name, list) => {
    const { confirm, calls, heard } = setUp([list]);
    expect(await confirm()).toEqual({ type: 'missing' });
    expect(calls).toEqual(['list']);
    expect(heard).toEqual([]);
  });

  it('does not know whether the session is there where an entry of the list is not readable', async () => {
    const { confirm, calls } = setUp([[listed('stranger'), listed('')]]);
    expect(await confirm()).toMatchObject({ type: 'confirmed', subscribed: ALL, shown: null });
    expect(calls).toEqual(['list']);
  });

  it('counts on nothing but what was shown before when the list cannot be read and that is no bad sign', async () => {
    const { confirm, calls, failures, hooks } = setUp([]);
    failures.set('list', new Error('503'));
    hooks.trusts = true;
    expect(await confirm({ held: ['chat'] })).toEqual({
      type: 'confirmed',
      subscribed: ['chat'],
      shown: null,
      made: [],
      refused: [],
    });
    expect(calls).toEqual(['list']);
  });

  it('lets the failure of the list through when it is a bad sign', async () => {
    const { confirm, failures } = setUp([]);
    const failure = new Error('401');
    failures.set('list', failure);
    await expect(confirm()).rejects.toBe(failure);
  });

  it('leaves out a kind whose subscription is refused alone, and goes on', async () => {
    const { confirm, calls, failures, hooks } = setUp([
      [listed(KEY)],
      [listed(KEY, 'CHAT', 'SUBSCRIPTION')],
    ]);
    failures.set(`subscribe donation ${KEY}`, new Error('no scope'));
    hooks.reason = 'scope-missing';
    expect(await confirm()).toEqual({
      type: 'confirmed',
      subscribed: ['chat', 'subscription'],
      shown: shown(['chat', 'subscription']),
      made: ['chat', 'subscription'],
      refused: [{ kind: 'donation', reason: 'scope-missing', retryAfterMs: 0 }],
    });
    expect(hooks.asked).toEqual(['donation']);
    expect(calls).toEqual(['list', ...subscribing(ALL), 'list']);
  });

  it('has a kind that was refused but is there all the same', async () => {
    const { confirm, failures, hooks } = setUp([[listed(KEY)], [listed(KEY, ...EVERYTHING)]]);
    failures.set(`subscribe donation ${KEY}`, new Error('no answer'));
    hooks.reason = 'unavailable';
    expect(await confirm()).toEqual({ ...all, made: ALL });
  });

  it('is a failure when every kind is refused, for then nothing would come', async () => {
    const { confirm, failures, hooks } = setUp([[listed(KEY)]]);
    const failure = new Error('forbidden');
    for (const { kind } of SUBSCRIPTIONS) failures.set(`subscribe ${kind} ${KEY}`, failure);
    hooks.reason = 'forbidden';
    await expect(confirm()).rejects.toBe(failure);
    expect(hooks.asked).toEqual(['chat', 'donation', 'subscription']);
  });

  it('stops at a refusal that is about more than its kind', async () => {
    const { confirm, calls, failures } = setUp([[listed(KEY)]]);
    const failure = new Error('the session is gone');
    failures.set(`subscribe chat ${KEY}`, failure);
    await expect(confirm()).rejects.toBe(failure);
    expect(calls).toEqual(['list', `subscribe chat ${KEY}`]);
  });
});
