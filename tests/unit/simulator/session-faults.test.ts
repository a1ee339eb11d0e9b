import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FaultInput } from '../../../electron/simulator/faults/fault.ts';
import { settle } from '../../support/virtual-clock.ts';
import { API, MINUTE, refusedWith, Stage } from './simulator-stage.ts';

let stage: Stage;
beforeEach(async () => {
  stage = await Stage.start();
});
afterEach(() => stage.stop());

const inject = (fault: FaultInput) => stage.sim.faults.inject(fault);
const chat = (content: string) =>
  stage.control('POST', '/events', { kind: 'CHAT', data: { content } });
const listed = async () =>
  (await stage.call('GET', `${API}/sessions`, stage.client())).json as {
    content: { data: { sessionKey: string; subscribedEvents: { eventType: string }[] }[] };
  };
const keys = async () => (await listed()).content.data.map(({ sessionKey }) => sessionKey);

describe('a dead session', () => {
  it('leaves its connection open, answers PING and delivers nothing', async () => {
    const { line } = await stage.live(['chat']);
    expect(inject({ kind: 'dead-session' })).toEqual({ id: null, struck: 1 });
    await chat('into the void');
    await line.ping();
    expect(line.heard).toEqual(['{"action":"PONG"}']);
    expect(await keys()).toEqual([]);
  });

  it('lets a new connection open and stay silent, too', async () => {
    const { url } = await stage.session();
    inject({ kind: 'dead-session' });
    const line = await stage.connect(url);
    await line.ping();
    expect(line.heard).toEqual(['{"action":"PONG"}']);
  });

  it('ends what is connected and closes what connects anew 10 ms later, where told so', async () => {
    const { line, url } = await stage.live([]);
    inject({ kind: 'dead-session', connections: 'end', upgrades: 'close', code: 4001 });
    expect((await line.closed).code).toBe(1000);
    const again = await stage.connect(url);
    await stage.clock.advance(10);
    expect((await again.closed).code).toBe(4001);
  });

  it.each([404, 409, 410, 500, 502] as const)('refuses upgrades with %i', async (status) => {
    const { url } = await stage.session();
    inject({ kind: 'dead-session', upgrades: 'refuse', status });
    expect(await refusedWith(url)).toBe(status);
  });

  it('is the one that is named, others live on', async () => {
    const one = await stage.session();
    const other = await stage.session();
    inject({ kind: 'dead-session', sessionKey: one.key });
    expect(await keys()).toEqual([other.key]);
  });
});

describe('what goes wrong with lists and subscriptions', () => {
  it('a stale list lacks the sessions, the next one has them', async () => {
    await stage.session();
    inject({ kind: 'stale-list' });
    expect(await keys()).toHaveLength(0);
    expect(await keys()).toHaveLength(1);
  });

  it('a lost subscription is not listed and delivers nothing', async () => {
    const { line } = await stage.live(['chat', 'donation']);
    inject({ kind: 'lost-subscription', event: 'CHAT' });
    await chat('into the void');
    await settle();
    expect(line.heard).toEqual([]);
    const [session] = (await listed()).content.data;
    expect(session?.subscribedEvents.map(({ eventType }) => eventType)).toEqual(['DONATION']);
  });

  it('a late subscription delivers some time after its answer', async () => {
    inject({ kind: 'late-subscription', delayMs: 3_000 });
    const { line } = await stage.live(['chat']);
    await chat('too early');
    await stage.clock.advance(3_000);
    await chat('in time');
    await line.ping();
    expect(line.heard.join()).not.toContain('too early');
    expect(line.heard.join()).toContain('in time');
  });

  it('a late subscription does not bring back one that was lost meanwhile', async () => {
    inject({ kind: 'late-subscription', delayMs: 3_000 });
    const { line } = await stage.live(['chat', 'chat']);
    await chat('in time');
    inject({ kind: 'lost-subscription', event: 'CHAT' });
    await stage.clock.advance(3_000);
    await chat('too late');
    await line.ping();
    expect(line.heard.join()).toContain('in time');
    expect(line.heard.join()).not.toContain('too late');
  });

  it('cuts come again and again until they are cleared', async () => {
    const { id } = inject({ kind: 'cut-every', everyMs: 5_000, code: 1012 });
    for (let cuts = 0; cuts < 3; cuts += 1) {
      const { line } = await stage.live([]);
      await stage.clock.advance(5_000);
      expect((await line.closed).code).toBe(1012);
    }
    expect(stage.sim.faults.clear(id ?? 0)).toBe(true);
    const { line } = await stage.live([]);
    await stage.clock.advance(MINUTE);
    await line.ping();
    expect(line.heard).toEqual(['{"action":"PONG"}']);
  });
});
