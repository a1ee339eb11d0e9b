import { describe, expect, it } from 'vitest';
import {
  type ConfirmHooks,
  type ConfirmRequest,
  confirmSubscriptions,
} from '../../../electron/session/confirm.ts';
import type { ListedSession } from '../../../electron/session/ports.ts';
import { SUBSCRIPTIONS, type SubscriptionKind } from '../../../electron/session/subscriptions.ts';

const KEY = 'own-key';

const listed = (sessionKey: string, ...eventTypes: string[]): ListedSession => ({
  sessionKey,
  connectedDate: null,
  disconnectedDate: null,
  subscribedEvents: eventTypes.map((eventType) => ({ eventType, channelId: 'channel-1' })),
});
const strangers = (count: number): ListedSession[] =>
  Array.from({ length: count }, (_, index) => listed(`stranger-${index}`, 'CHAT'));

function setUp(pages: readonly (readonly ListedSession[])[]) {
  const calls: string[] = [];
  const failures = new Map<string, unknown>();
  const hooks = { skips: false, trusts: false, skipped: [] as SubscriptionKind[] };
  const call = (name: string): void => {
    calls.push(name);
    const failure = failures.get(name);
    if (failure) throw failure;
  };
  const sessions = {
    async createUser(): Promise<never> {
      throw new Error('nothing is created here');
    },
    async listUser({ page, size }: { page: number; size: number }) {
      call(`list ${page} of ${size}`);
      return pages[page] ?? [];
    },
    async subscribe(event: SubscriptionKind, sessionKey: string) {
      call(`subscribe ${event} ${sessionKey}`);
    },
    async unsubscribe(event: SubscriptionKind, sessionKey: string) {
      call(`unsubscribe ${event} ${sessionKey}`);
    },
  };
  const heard: string[] = [];
  const judge: ConfirmHooks = {
    skip: (rule) => {
      hooks.skipped.push(rule.kind);
      return hooks.skips;
    },
    trust: () => hooks.trusts,
    onListed: (all) => heard.push(`listed ${all.length}`),
    onSubscribing: (kind) => heard.push(kind),
  };
  const confirm = (request: Partial<ConfirmRequest> = {}) =>
    confirmSubscriptions(
      sessions,
      { sessionKey: KEY, fresh: false, wanted: SUBSCRIPTIONS, ...request },
      judge,
    );
  return { calls, failures, hooks, heard, confirm };
}

const ALL = ['chat', 'donation', 'subscription'];

describe('confirming the subscriptions of a session', () => {
  it('subscribes a fresh session to everything, without looking at the list', async () => {
    const { confirm, calls } = setUp([]);
    expect(await confirm({ fresh: true })).toEqual({ type: 'confirmed', subscribed: ALL });
    expect(calls).toEqual(ALL.map((kind) => `subscribe ${kind} ${KEY}`));
  });

  it('subscribes to nothing when the list says that all is there', async () => {
    const { confirm, calls, heard } = setUp([
      [listed('other'), listed(KEY, 'CHAT', 'DONATION', 'SUBSCRIPTION')],
    ]);
    expect(await confirm()).toEqual({ type: 'confirmed', subscribed: ALL });
    expect(calls).toEqual(['list 0 of 50']);
    expect(heard).toEqual(['listed 2', ...ALL]);
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
    const { confirm, calls } = setUp([[listed(KEY, ...there)]]);
    expect(await confirm()).toEqual({ type: 'confirmed', subscribed: ALL });
    expect(calls.slice(1)).toEqual(missing.map((kind) => `subscribe ${kind} ${KEY}`));
  });

  it('asks for nothing that is not wanted', async () => {
    const { confirm, calls } = setUp([[listed(KEY)]]);
    const wanted = SUBSCRIPTIONS.filter(({ kind }) => kind === 'donation');
    expect(await confirm({ wanted })).toEqual({ type: 'confirmed', subscribed: ['donation'] });
    expect(calls.slice(1)).toEqual([`subscribe donation ${KEY}`]);
    expect(await confirm({ wanted: [] })).toEqual({ type: 'confirmed', subscribed: [] });
  });

  it('finds its session on a later page', async () => {
    const { confirm, calls } = setUp([
      strangers(50),
      strangers(50),
      [listed(KEY, 'CHAT', 'DONATION', 'SUBSCRIPTION')],
    ]);
    expect(await confirm()).toEqual({ type: 'confirmed', subscribed: ALL });
    expect(calls).toEqual(['list 0 of 50', 'list 1 of 50', 'list 2 of 50']);
  });

  it.each([
    ['an empty list', [[]]],
    ['a list of others', [strangers(3)]],
    ['full pages of others and an empty one', [strangers(50), strangers(50)]],
  ])('says that the session is gone after %s', async (_name, pages) => {
    const { confirm, calls } = setUp(pages);
    expect(await confirm()).toEqual({ type: 'session-gone' });
    expect(calls.filter((name) => name.startsWith('subscribe'))).toEqual([]);
  });

  it('does not page for ever', async () => {
    const { confirm, calls } = setUp(Array.from({ length: 1_000 }, () => strangers(50)));
    await confirm();
    expect(calls.filter((name) => name.startsWith('list')).length).toBeLessThanOrEqual(20);
  });

  it('trusts the session when the list cannot be read and that is no bad sign', async () => {
    const { confirm, calls, failures, hooks } = setUp([]);
    failures.set('list 0 of 50', new Error('503'));
    hooks.trusts = true;
    expect(await confirm()).toEqual({ type: 'confirmed', subscribed: ALL });
    expect(calls).toEqual(['list 0 of 50']);
  });

  it('lets the failure of the list through when it is a bad sign', async () => {
    const { confirm, failures } = setUp([]);
    const failure = new Error('401');
    failures.set('list 0 of 50', failure);
    await expect(confirm()).rejects.toBe(failure);
  });

  it('leaves out a kind whose subscription is refused alone, and goes on', async () => {
    const { confirm, calls, failures, hooks } = setUp([[listed(KEY)]]);
    failures.set(`subscribe donation ${KEY}`, new Error('no scope'));
    hooks.skips = true;
    expect(await confirm()).toEqual({ type: 'confirmed', subscribed: ['chat', 'subscription'] });
    expect(hooks.skipped).toEqual(['donation']);
    expect(calls).toHaveLength(4);
  });

  it('is a failure when every kind is refused, for then nothing would come', async () => {
    const { confirm, failures, hooks } = setUp([[listed(KEY)]]);
    const failure = new Error('forbidden');
    for (const { kind } of SUBSCRIPTIONS) failures.set(`subscribe ${kind} ${KEY}`, failure);
    hooks.skips = true;
    await expect(confirm()).rejects.toBe(failure);
    expect(hooks.skipped).toEqual(['chat', 'donation', 'subscription']);
  });

  it('stops at a refusal that is about more than its kind', async () => {
    const { confirm, calls, failures } = setUp([[listed(KEY)]]);
    const failure = new Error('the session is gone');
    failures.set(`subscribe chat ${KEY}`, failure);
    await expect(confirm()).rejects.toBe(failure);
    expect(calls).toEqual(['list 0 of 50', `subscribe chat ${KEY}`]);
  });
});
