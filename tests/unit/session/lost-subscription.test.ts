import { describe, expect, it } from 'vitest';
import { settle } from '../../support/virtual-clock.ts';
import { ALL_SCOPES, cut, HOUR, live, MINUTE, Refused, type Stage } from './keeper-setup.ts';

const START = Date.UTC(2026, 0, 1);
const SECOND = 1_000;

describe('a subscription that is gone', () => {
  it('is made anew, and leaves a gap from its last event', async () => {
    const stage = await live();
    const { clock, keeper, sessions, net, gaps } = stage;
    await clock.advance(MINUTE);
    net.sockets.at(-1)?.text({ event: 'DONATION' });
    sessions.get('key-1')?.events.delete('DONATION');
    for (let minute = 0; minute < 31; minute += 1) {
      await clock.advance(MINUTE);
      net.sockets.at(-1)?.text({ event: 'CHAT' });
    }
    expect(gaps).toMatchObject([{ from: START + MINUTE, reason: 'subscription-gone' }]);
    expect(gaps[0]?.to).toBe(START + 30 * MINUTE);
    expect(keeper.status.session?.subscribed).toEqual(['chat', 'donation', 'subscription']);
    keeper.dispose();
  });

  it('without any event of its kind leaves a gap from the last list that showed it', async () => {
    const stage = await live();
    const { clock, keeper, sessions, gaps } = stage;
    await clock.advance(300 * SECOND);
    sessions.get('key-1')?.events.delete('SUBSCRIPTION');
    await clock.advance(300 * SECOND);
    expect(gaps).toMatchObject([{ from: START + 290 * SECOND, to: START + 580 * SECOND }]);
    keeper.dispose();
  });

  it('found after a break makes the gap of the break longer', async () => {
    const stage = await live();
    const { clock, keeper, sessions, gaps } = stage;
    await clock.advance(3 * MINUTE);
    sessions.get('key-1')?.events.delete('DONATION');
    await clock.advance(MINUTE);
    cut(stage);
    await clock.advance(SECOND);
    expect(gaps).toMatchObject([{ from: START, reason: 'closed-1006' }]);
    keeper.dispose();
  });
});

describe('a subscription that is refused while the session lives', () => {
  const refusal = new Refused({ onlyThisKind: true, reason: 'subscription-refused' });

  async function refusedDonations(): Promise<Stage & { readonly heard: string[] }> {
    const stage = await live();
    const heard: string[] = [];
    stage.keeper.onRefused((kinds) => heard.push(kinds.map(({ kind }) => kind).join()));
    stage.failures.set('subscribe donation', refusal);
    stage.sessions.get('key-1')?.events.delete('DONATION');
    await stage.clock.advance(5 * MINUTE);
    return { ...stage, heard };
  }
  const asked = ({ calls }: Stage) => calls.filter((name) => name === 'subscribe donation').length;

  it('is said, asked for again every hour, and never costs the session', async () => {
    const stage = await refusedDonations();
    const { clock, keeper, failures, calls, heard, net } = stage;
    expect(keeper.status.session?.subscribed).toEqual(['chat', 'subscription']);
    expect(heard).toEqual(['donation']);
    await clock.advance(50 * MINUTE);
    expect(asked(stage)).toBe(1);
    await clock.advance(30 * MINUTE);
    expect(asked(stage)).toBe(2);
    failures.delete('subscribe donation');
    await clock.advance(HOUR);
    expect(keeper.status.session?.subscribed).toEqual(['chat', 'donation', 'subscription']);
    expect(heard).toEqual(['donation', '']);
    expect(calls).not.toContain('create');
    expect(keeper.status.phase).toBe('live');
    expect(net.sockets.every(({ url }) => url.endsWith('key-1'))).toBe(true);
    keeper.dispose();
  });

  it('is asked for also when scopes change in the middle of a look', async () => {
    const stage = await live({ scopes: ['READ:LIVE_CHAT'] });
    const { keeper, setting } = stage;
    let answer = (): void => undefined;
    setting.beforeAnswer = (name) =>
      name === 'list' ? new Promise((resolve) => (answer = resolve)) : null;
    keeper.recheck();
    await settle();
    setting.scopes = ALL_SCOPES;
    keeper.recheck();
    delete setting.beforeAnswer;
    answer();
    await settle();
    expect(keeper.status.session?.subscribed).toEqual(['chat', 'donation', 'subscription']);
    keeper.dispose();
  });

  it('is asked for at once when scopes have changed', async () => {
    const stage = await refusedDonations();
    stage.failures.delete('subscribe donation');
    stage.keeper.recheck();
    await settle();
    expect(stage.keeper.status.session?.subscribed).toEqual(['chat', 'donation', 'subscription']);
    stage.keeper.dispose();
  });
});
