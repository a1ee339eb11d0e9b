import { describe, expect, it } from 'vitest';
import type { TakenSlot } from '../../../electron/session/shared-slots.ts';
import { settle } from '../../support/virtual-clock.ts';
import { ALL_SCOPES, cut, live, MINUTE, Refused, type Stage, setUp } from './keeper-setup.ts';

const START = Date.UTC(2026, 0, 1);
const SECOND = 1_000;
/** An event may be sent so much later than it happens. */
const LATE = 5 * SECOND;
const ALL_KINDS = ['chat', 'donation', 'subscription'];

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
    expect(gaps).toEqual([
      {
        from: START + MINUTE - LATE,
        to: START + 290 * SECOND,
        reason: 'subscription-gone',
        kinds: ['donation'],
      },
    ]);
    expect(keeper.status.session?.subscribed).toEqual(['chat', 'donation', 'subscription']);
    keeper.dispose();
  });

  it('is there again also where nobody can be asked about the grant', async () => {
    const stage = await live();
    const { clock, keeper, sessions, failures, gaps } = stage;
    await clock.advance(MINUTE);
    sessions.get('key-1')?.events.delete('DONATION');
    failures.set('verify grant', new Refused({ reason: 'forbidden' }));
    await clock.advance(5 * MINUTE);
    expect(gaps).toMatchObject([{ reason: 'subscription-gone', kinds: ['donation'] }]);
    expect(keeper.recorder.connectionHistory.openGaps).toEqual([]);
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
    const reason = 'closed-1006';
    expect(gaps).toMatchObject([
      { from: START + 4 * MINUTE - LATE, reason, kinds: ['chat', 'subscription'] },
      { from: START, reason, kinds: ['donation'] },
    ]);
    keeper.dispose();
  });
});

describe('where no list is to be had', () => {
  const unlisted = ({ keeper }: Stage) => keeper.recorder.connectionHistory.openGaps;

  it('a subscription whose calls had no answer is not counted on: it may take effect at any time', async () => {
    const stage = setUp();
    const { clock, keeper, net, failures, gaps, frames } = stage;
    for (const kind of ALL_KINDS) failures.set(`subscribe ${kind}`, new Refused({}));
    await keeper.start();
    failures.set('list', new Refused({}));
    await clock.advance(5 * MINUTE);
    expect(keeper.status.phase).toBe('live');
    expect(unlisted(stage)).toMatchObject([{ kinds: ALL_KINDS }]);
    net.sockets.at(-1)?.text({ event: 'DONATION' });
    expect(frames).toHaveLength(1);
    expect(unlisted(stage)).toMatchObject([{ kinds: ['chat', 'subscription'] }]);
    expect(gaps).toMatchObject([{ kinds: ['donation'] }]);
    keeper.dispose();
  });

  it('those of a session of an earlier run are shown by its events only', async () => {
    const kept = { url: 'wss://host/?sessionKey=key-0', sessionKey: 'key-0', createdAt: START };
    const stage = setUp({ kept });
    const { clock, keeper, net, failures } = stage;
    failures.set('list', new Refused({}));
    await keeper.start();
    await clock.advance(SECOND);
    expect(keeper.status.phase).toBe('live');
    expect(unlisted(stage)).toMatchObject([{ kinds: ALL_KINDS }]);
    net.sockets.at(-1)?.text({ event: 'CHAT' });
    expect(unlisted(stage)).toMatchObject([{ kinds: ['donation', 'subscription'] }]);
    failures.delete('list');
    await clock.advance(2 * MINUTE);
    expect(unlisted(stage)).toEqual([]);
    keeper.dispose();
  });

  it('those that a list has shown are counted on', async () => {
    const stage = await live();
    const { clock, keeper, failures } = stage;
    failures.set('list', new Refused({}));
    await clock.advance(MINUTE);
    cut(stage);
    await clock.advance(MINUTE);
    expect(keeper.status.phase).toBe('live');
    expect(unlisted(stage)).toEqual([]);
    keeper.dispose();
  });
});

describe('the last look before a stop', () => {
  it('finds what was lost since the last proof', async () => {
    const stage = await live();
    const { clock, keeper, sessions, net, gaps } = stage;
    await clock.advance(MINUTE);
    net.sockets.at(-1)?.text({ event: 'DONATION' });
    await clock.advance(MINUTE);
    sessions.get('key-1')?.events.delete('DONATION');
    await clock.advance(MINUTE);
    await keeper.lastLook();
    keeper.stop(true);
    expect(gaps).toEqual([
      {
        from: START + MINUTE - LATE,
        to: START + 3 * MINUTE,
        reason: 'subscription-gone',
        kinds: ['donation'],
      },
    ]);
    keeper.dispose();
  });

  it('finds a session that is gone, and a connection that another one replaced', async () => {
    for (const lose of ['session', 'connection']) {
      const stage = await live();
      const { clock, keeper, sessions, gaps } = stage;
      await clock.advance(MINUTE);
      const session = sessions.get('key-1');
      if (lose === 'session') sessions.clear();
      else if (session) session.connectedDate = null;
      await keeper.lastLook();
      keeper.stop(true);
      expect(gaps).toMatchObject([{ from: START, to: START + MINUTE, kinds: ALL_KINDS }]);
      keeper.dispose();
    }
  });

  it('finds a grant that was revoked, though the list shows everything', async () => {
    const stage = await live();
    const { clock, keeper, failures, gaps } = stage;
    await clock.advance(MINUTE);
    failures.set('verify grant', new Refused({ verdict: 'grant-revoked', reason: 'signed-out' }));
    await keeper.lastLook();
    keeper.stop(true);
    const missed = { from: START, to: START + MINUTE, reason: 'not-proved', kinds: ALL_KINDS };
    expect(gaps).toEqual([missed]);
    keeper.dispose();
  });

  it('says nothing of a connection that is lost: its gap has another reason', async () => {
    const stage = await live();
    const { clock, keeper, net, sessions, gaps } = stage;
    await clock.advance(MINUTE);
    net.options.openAtOnce = false;
    cut(stage);
    sessions.get('key-1')?.events.clear();
    await keeper.lastLook();
    keeper.stop(true);
    expect(gaps).toMatchObject([{ reason: 'closed-1006', kinds: ALL_KINDS }]);
    keeper.dispose();
  });

  it('finds nothing where all is there, or where nobody can be asked', async () => {
    const stage = await live();
    const { clock, keeper, sessions, failures, gaps, calls } = stage;
    await clock.advance(MINUTE);
    await keeper.lastLook();
    sessions.clear();
    failures.set('list', new Refused({}));
    await keeper.lastLook();
    keeper.stop(true);
    expect(gaps).toEqual([]);
    calls.length = 0;
    await keeper.lastLook();
    expect(calls).toEqual([]);
    keeper.dispose();
  });
});

describe('a list that is read for another reason', () => {
  it('proves the kinds that it shows: the next look is put off', async () => {
    const { clock, keeper, calls } = await live();
    await clock.advance(4 * MINUTE);
    await keeper.lastLook();
    calls.length = 0;
    await clock.advance(4 * MINUTE);
    expect(calls).not.toContain('list');
    await clock.advance(MINUTE);
    expect(calls).toContain('list');
    keeper.dispose();
  });
});

describe('the end of a host whose channel goes on at another one', () => {
  it('asks nothing, and leaves what nothing has proved to the next one', async () => {
    const taken: TakenSlot = { session: null, settle: () => Promise.resolve() };
    const stage = setUp({ slots: { take: () => Promise.resolve(taken) } });
    const { clock, keeper, calls, gaps } = stage;
    await keeper.start();
    await clock.advance(MINUTE);
    expect(keeper.status.phase).toBe('live');
    calls.length = 0;
    await keeper.lastLook();
    keeper.stop(true);
    expect([calls, gaps]).toEqual([[], []]);
    keeper.dispose();
  });
});

describe('a subscription that is refused while the session lives', () => {
  const refusal = new Refused({ reason: 'subscription-refused' });

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

  it('is said, is a gap, is asked for again, and never costs the session', async () => {
    const stage = await refusedDonations();
    const { clock, keeper, failures, calls, heard, net, gaps } = stage;
    expect(keeper.status.session?.subscribed).toEqual(['chat', 'subscription']);
    expect(heard).toEqual(['donation']);
    expect(keeper.recorder.connectionHistory.openGaps).toEqual([
      { from: START, reason: 'subscription-gone', kinds: ['donation'] },
    ]);
    await clock.advance(3 * MINUTE);
    expect(asked(stage)).toBe(4);
    await clock.advance(30 * MINUTE);
    expect(asked(stage)).toBe(7);
    failures.delete('subscribe donation');
    await clock.advance(10 * MINUTE);
    expect(gaps).toMatchObject([{ from: START, kinds: ['donation'] }]);
    expect(keeper.status.session?.subscribed).toEqual(['chat', 'donation', 'subscription']);
    expect(heard).toEqual(['donation', '']);
    expect(calls).not.toContain('create');
    expect(keeper.status.phase).toBe('live');
    expect(net.sockets.every(({ url }) => url.endsWith('key-1'))).toBe(true);
    keeper.dispose();
  });

  it('is not asked for with each of many connections that break meanwhile', async () => {
    const stage = await live();
    const { clock, keeper, net, failures, sessions } = stage;
    sessions.get('key-1')?.events.delete('DONATION');
    failures.set('subscribe donation', refusal);
    stage.setting.onCall = () => {
      if (stage.calls.at(-1) === 'subscribe donation') cut(stage);
    };
    cut(stage);
    await clock.advance(4 * SECOND);
    expect(net.sockets.length).toBeGreaterThan(2);
    expect(asked(stage)).toBe(1);
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

describe('a subscription that the platform takes, and does not list', () => {
  async function unlistedDonations(): Promise<Stage> {
    const stage = await live();
    stage.setting.lateKind = 'donation';
    stage.sessions.get('key-1')?.events.delete('DONATION');
    await stage.clock.advance(5 * MINUTE);
    return stage;
  }
  const openGaps = ({ keeper }: Stage) => keeper.recorder.connectionHistory.openGaps;

  it('is a gap until the list shows it', async () => {
    const stage = await unlistedDonations();
    const { clock, keeper, setting, gaps, sessions } = stage;
    const gap = { from: START, reason: 'subscription-gone', kinds: ['donation'] };
    expect(openGaps(stage)).toEqual([gap]);
    expect(keeper.status.session?.subscribed).toEqual(['chat', 'subscription']);
    await clock.advance(10 * SECOND);
    expect(openGaps(stage)).toEqual([gap]);
    delete setting.lateKind;
    sessions.get('key-1')?.events.add('DONATION');
    await clock.advance(MINUTE);
    expect(openGaps(stage)).toEqual([]);
    expect(gaps).toMatchObject([{ from: START, kinds: ['donation'] }]);
    expect(gaps[0]?.to).toBeGreaterThan(START + 5 * MINUTE);
    keeper.dispose();
  });

  it('is a gap until an event of its kind comes', async () => {
    const stage = await unlistedDonations();
    const { clock, keeper, net, gaps } = stage;
    await clock.advance(10 * SECOND);
    // It may still be of the subscription that is gone.
    net.sockets.at(-1)?.text({ event: 'DONATION' });
    expect(openGaps(stage)).toMatchObject([{ from: START }]);
    await clock.advance(4 * MINUTE);
    const at = clock.now();
    net.sockets.at(-1)?.text({ event: 'DONATION' });
    expect(openGaps(stage)).toEqual([]);
    expect(gaps).toEqual([
      { from: START, to: at, reason: 'subscription-gone', kinds: ['donation'] },
    ]);
    expect(keeper.status.session?.subscribed).toContain('donation');
    net.sockets.at(-1)?.text({ event: 'DONATION' });
    expect(gaps).toHaveLength(1);
    keeper.dispose();
  });
});
