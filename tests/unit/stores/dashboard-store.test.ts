import { beforeEach, describe, expect, it } from 'vitest';
import { KEPT_PER_KIND, withEvents } from '../../../renderer/stores/dashboard-events.ts';
import {
  actionOf,
  createDashboard,
  type Dashboard,
  selectAlerts,
  selectFigures,
  selectOverlay,
  selectSignInUrl,
} from '../../../renderer/stores/dashboard-store.ts';
import { EMPTY_DESK } from '../../../shared/contract/alerts.ts';
import { NO_FIGURES } from '../../../shared/overlay/figures.ts';
import { DEFAULT_OVERLAY } from '../../../shared/overlay/overlay-settings.ts';
import { settle, VirtualClock } from '../../support/virtual-clock.ts';
import {
  eventOf,
  HeldBridge,
  historyWith,
  lifeAt,
  PROBLEM,
  pageClock,
  statusWith,
} from '../dashboard/support.ts';

let clock: VirtualClock;
let bridge: HeldBridge;
let opened: string[];
let dashboard: Dashboard;

beforeEach(() => {
  clock = new VirtualClock();
  bridge = new HeldBridge();
  opened = [];
  dashboard = createDashboard({
    bridge,
    clock: pageClock(clock),
    openAddress: (address) => opened.push(address),
    language: 'ko',
  });
});

const state = () => dashboard.store.getState();
const seqs = () => state().events.map((event) => event.seq);
const phase = (name: Parameters<typeof actionOf>[0]) => actionOf(name)(state()).phase;

describe('what viewers see', () => {
  it('is unknown until the core says it, then as it says', () => {
    expect(selectOverlay(state())).toBeNull();
    expect(selectFigures(state())).toEqual(NO_FIGURES);
    bridge.feeds.tell({ type: 'feed', feed: 'overlay', value: DEFAULT_OVERLAY });
    const figures = { ...NO_FIGURES, goals: { goal: { beams: 7 } } };
    bridge.feeds.tell({ type: 'feed', feed: 'figures', value: figures });
    expect(selectOverlay(state())).toEqual(DEFAULT_OVERLAY);
    expect(selectFigures(state())).toEqual(figures);
  });

  it('has an alert desk, empty until the core speaks of it', () => {
    expect(selectAlerts(state())).toEqual(EMPTY_DESK);
    const value = { ...EMPTY_DESK, waitingCount: 3 };
    bridge.feeds.tell({ type: 'feed', feed: 'alerts', value });
    expect(selectAlerts(state())).toEqual(value);
  });

  it('is changed by asking; what comes of it is the feed’s to say', async () => {
    const done = dashboard.setOverlay({ muted: true }, 'muted');
    expect(bridge.asked[0]).toMatchObject({ name: 'overlay.set', args: { muted: true } });
    expect([phase('overlay.set#muted'), phase('overlay.set')]).toEqual(['pending', 'idle']);
    bridge.asked[0]?.answer({});
    expect(await done).toBe(true);
    expect(selectOverlay(state())).toBeNull();
  });

  it('that is refused says why', async () => {
    const done = dashboard.setOverlay({ muted: true });
    bridge.asked[0]?.refuse();
    expect(await done).toBe(false);
    expect(actionOf('overlay.set')(state())).toEqual({ phase: 'failed', problem: PROBLEM });
  });

  it('can begin a broadcast', async () => {
    const done = dashboard.beginBroadcast();
    expect(bridge.asked[0]).toMatchObject({ name: 'broadcast.begin', args: {} });
    bridge.asked[0]?.answer({ beganAt: 1 });
    await done;
    expect(phase('broadcast.begin')).toBe('done');
  });
});

describe('what the core sends', () => {
  it('keeps the last status when the core can no longer be reached', () => {
    bridge.status(statusWith({ unknownEvents: 2 }));
    bridge.setReachable(false);
    expect(state()).toMatchObject({ reachable: false, status: { unknownEvents: 2 } });
  });

  it('puts events into the page together, newest first', async () => {
    bridge.events([eventOf('CHAT', 1)], true);
    bridge.events([eventOf('CHAT', 2), eventOf('DONATION', 3)]);
    expect(seqs()).toEqual([]);
    await clock.advance(50);
    expect(seqs()).toEqual([3, 2, 1]);
  });

  it('starts over when the core says so, lower numbers included', async () => {
    bridge.events([eventOf('CHAT', 90)], true);
    await clock.advance(50);
    bridge.events([eventOf('CHAT', 1)], true);
    await clock.advance(50);
    expect(seqs()).toEqual([1]);
  });

  it('knows the life of the connection as the core last told it', () => {
    expect(state().connectionHistory).toBeNull();
    const connectionHistory = historyWith({ events: [lifeAt(1, 'live')] });
    bridge.connectionHistory(historyWith());
    bridge.connectionHistory(connectionHistory);
    expect(state().connectionHistory).toBe(connectionHistory);
  });

  it('stops listening and leaves no timer when disposed', async () => {
    bridge.events([eventOf('CHAT', 1)], true);
    void dashboard.playTest('CHAT');
    bridge.last.answer({ seq: 1 });
    await settle();
    dashboard.dispose();
    bridge.language('en');
    expect(clock.pendingTimers).toBe(0);
    expect(state().language).toBe('ko');
  });
});

describe('withEvents', () => {
  it('ignores what it already has', () => {
    const list = withEvents([], [eventOf('CHAT', 1), eventOf('CHAT', 2)], true);
    expect(withEvents(list, [eventOf('CHAT', 2)], false)).toBe(list);
  });

  it('does not let a busy chat wash the donations away', () => {
    const donation = eventOf('DONATION', 1);
    const chat = Array.from({ length: 5_000 }, (_, at) => eventOf('CHAT', at + 2));
    const list = withEvents([], [donation, ...chat], true);
    expect(list).toHaveLength(KEPT_PER_KIND + 1);
    expect(list.at(-1)).toBe(donation);
    expect(list[0]?.seq).toBe(5_001);
  });
});

describe('what is asked of the core', () => {
  it('is pending at once, then done for two seconds, then idle', async () => {
    const run = dashboard.playTest('DROPS');
    expect(phase('test:DROPS')).toBe('pending');
    expect(bridge.last).toMatchObject({ name: 'test-event.play', args: { kind: 'DROPS' } });
    bridge.last.answer({ seq: 1 });
    await run;
    expect(phase('test:DROPS')).toBe('done');
    await clock.advance(2_000);
    expect(phase('test:DROPS')).toBe('idle');
  });

  it('is asked once, however often the button is pressed', () => {
    void dashboard.playTest('CHAT');
    void dashboard.playTest('CHAT');
    void dashboard.playTest('DROPS');
    expect(bridge.asked.map(({ args }) => args)).toEqual([{ kind: 'CHAT' }, { kind: 'DROPS' }]);
  });

  it('keeps the problem of a failure until it is tried again', async () => {
    const run = dashboard.playTest('CHAT');
    bridge.last.refuse();
    await run;
    await clock.advance(60_000);
    expect(actionOf('test:CHAT')(state())).toEqual({ phase: 'failed', problem: PROBLEM });
    void dashboard.playTest('CHAT');
    expect(phase('test:CHAT')).toBe('pending');
  });

  it('opens the sign-in address and remembers it while signing in', async () => {
    const run = dashboard.startSignIn();
    bridge.last.answer({ url: 'https://ci.me/sign-in' });
    await run;
    expect(opened).toEqual(['https://ci.me/sign-in']);
    expect(selectSignInUrl(state())).toBe('https://ci.me/sign-in');
    bridge.status(statusWith({ connection: { state: 'signing-in', reason: null, since: 0 } }));
    expect(selectSignInUrl(state())).toBe('https://ci.me/sign-in');
    bridge.status(statusWith());
    expect(selectSignInUrl(state())).toBeNull();
  });

  it('asks for permissions again and offers the address until new tokens have come', async () => {
    const missing = [
      { scope: 'READ:DONATION', disables: { key: 'problem.events-donation' } as const },
    ];
    const before = statusWith({ scopes: { granted: [], missing } });
    bridge.status(before);
    const run = dashboard.grantScopes();
    expect(bridge.last).toMatchObject({ name: 'sign-in.start', args: { prompt: 'consent' } });
    bridge.last.answer({ url: 'https://ci.me/consent' });
    await run;
    expect(opened).toEqual(['https://ci.me/consent']);
    bridge.status({ ...before, unknownEvents: 1 });
    expect(state().grantUrl).toBe('https://ci.me/consent');
    bridge.status({ ...before, tokens: { issuedAt: 9, expiresAt: 10 } });
    expect(state().grantUrl).toBeNull();
  });

  it('signs in without asking for permissions anew', () => {
    void dashboard.startSignIn();
    expect(bridge.last.args).toEqual({});
  });

  it('changes the language at once and goes back when the core refuses', async () => {
    const run = dashboard.setLanguage('en');
    expect(state().language).toBe('en');
    bridge.last.refuse();
    await run;
    expect(state().language).toBe('ko');
  });

  it('shows the last of several languages while the one before is being saved, then saves it', async () => {
    const asked = () => bridge.asked.filter(({ name }) => name === 'settings.set-language');
    const run = dashboard.setLanguage('en');
    const next = dashboard.setLanguage('ko');
    expect(state().language).toBe('ko');
    expect(asked().map(({ args }) => args)).toEqual([{ language: 'en' }]);
    bridge.language('en');
    expect(state().language).toBe('ko');
    bridge.last.answer(undefined);
    await settle();
    expect(asked().map(({ args }) => args)).toEqual([{ language: 'en' }, { language: 'ko' }]);
    bridge.last.answer(undefined);
    await Promise.all([run, next]);
    expect(state().language).toBe('ko');
    bridge.language('en');
    expect(state().language).toBe('en');
  });

  it('goes back to the language that was saved when the core refuses the one after it', async () => {
    const run = dashboard.setLanguage('en');
    void dashboard.setLanguage('ko');
    bridge.last.answer(undefined);
    await settle();
    bridge.last.refuse();
    await run;
    expect(state().language).toBe('en');
  });

  it('forgets about a notice that is gone', async () => {
    const notice = { id: 'n1', level: 'info', at: 0, problem: PROBLEM } as const;
    bridge.status(statusWith({ notices: [notice] }));
    const run = dashboard.dismissNotice('n1');
    bridge.last.refuse();
    await run;
    expect(Object.keys(state().actions)).toEqual(['dismiss:n1']);
    bridge.status(statusWith());
    expect(Object.keys(state().actions)).toEqual([]);
  });
});

describe('the language of the address', () => {
  const inEnglish = () =>
    createDashboard({
      bridge,
      clock: pageClock(clock),
      openAddress: () => {},
      language: 'ko',
      addressLanguage: 'en',
    });

  it('holds on this page whatever the core says, and is not said to the core', () => {
    const { store } = inEnglish();
    expect(store.getState().language).toBe('en');
    bridge.language('ko');
    expect(store.getState().language).toBe('en');
    expect(bridge.asked).toEqual([]);
  });

  it('gives way to what somebody chooses on the page', async () => {
    const { store, setLanguage } = inEnglish();
    void setLanguage('ko');
    expect(store.getState().language).toBe('ko');
    expect(bridge.last).toMatchObject({ name: 'settings.set-language', args: { language: 'ko' } });
    bridge.language('en');
    expect(store.getState().language).toBe('en');
  });
});
