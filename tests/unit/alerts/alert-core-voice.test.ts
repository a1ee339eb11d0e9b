import { describe, expect, it } from 'vitest';
import type { CoreVoices } from '../../../electron/features/alerts/voice-wait.ts';
import type { ClipState, SpeechOrder } from '../../../electron/features/speech/index.ts';
import type { SpeechSettings } from '../../../shared/overlay/alert-rules.ts';
import { settle } from '../../support/virtual-clock.ts';
import { donation, subscription } from '../storage/support.ts';
import { ruleOf, type SettingsChange, startQueue } from './support.ts';

const ALONE_MS = 6_000;

/** Voices whose states the test sets; what they were asked for, in order. */
class FakeVoices implements CoreVoices {
  readonly orders: SpeechOrder[] = [];
  usual: ClipState = 'making';
  ms: number | null = null;
  #settled = Promise.withResolvers<void>();

  state(order: SpeechOrder): ClipState {
    if (!this.orders.some(({ text }) => text === order.text)) this.orders.push(order);
    return this.usual;
  }

  whenMade(): Promise<void> {
    return this.#settled.promise;
  }

  clip() {
    return this.usual === 'none' ? null : { clip: 'c'.repeat(64), ms: this.ms };
  }

  async settle(state: ClipState, ms: number | null = null): Promise<void> {
    this.usual = state;
    this.ms = ms;
    this.#settled.resolve();
    this.#settled = Promise.withResolvers();
    await settle();
  }
}

function start(speech: Partial<SpeechSettings> = {}, set: SettingsChange = {}) {
  const voices = new FakeVoices();
  const desk = startQueue({
    voices,
    set: { ...set, speech: { on: true, from: 'core', ...speech } },
  });
  const overlay = desk.queue.attachOverlay();
  return { ...desk, voices, overlay };
}

describe('an alert with a voice of the core', () => {
  it('begins when its voice is made, and stays for as long as that sounds', async () => {
    const { queue, clock, arrive, voices } = start();
    arrive(donation(1));
    expect(queue.current).toBeNull();
    expect(queue.desk.waitingCount).toBe(1);
    await clock.advance(300);
    await voices.settle('ready', 9_000);
    expect(queue.current).toMatchObject({
      alertId: 1,
      look: { voice: { clip: 'c'.repeat(64), volume: 0.8 } },
      // After 700 ms of its sound, and not cut at its last letter.
      durationMs: 700 + 9_000 + 1_000,
    });
  });

  it('never waits longer than a moment; its voice joins it', async () => {
    const { queue, clock, arrive } = start();
    arrive(donation(1));
    await clock.advance(1_499);
    expect(queue.current).toBeNull();
    await clock.advance(1);
    expect(queue.current?.look.voice).toBeDefined();
    expect(queue.current?.durationMs).toBeGreaterThanOrEqual(ALONE_MS);
  });

  it('has a moment of its own, however long the one before it waited', async () => {
    const { queue, clock, arrive } = start();
    arrive(donation(1), donation(2));
    await clock.advance(1_500);
    expect(queue.current?.alertId).toBe(1);
    queue.skip();
    expect(queue.current).toBeNull();
    await clock.advance(1_500);
    expect(queue.current?.alertId).toBe(2);
  });

  it('is shown at once and left to the pages if nobody can make it', () => {
    const { queue, arrive, voices } = start();
    voices.usual = 'none';
    arrive(donation(1));
    expect(queue.current?.look.voice).toBeUndefined();
    expect(queue.current?.look.speak).not.toBeNull();
  });

  it('has its voice made while the one before it plays', async () => {
    const { queue, clock, arrive, voices } = start();
    voices.usual = 'ready';
    voices.ms = 1_000;
    arrive(donation(1), subscription(2));
    expect(voices.orders).toHaveLength(2);
    await clock.advance(ALONE_MS);
    expect(queue.current?.alertId).toBe(2);
  });

  it('has its voice made while it is held', async () => {
    const { clock, arrive, voices, queue } = start({}, { queue: { holdS: 10 } });
    arrive({ ...donation(1), receivedAt: clock.now() });
    expect(voices.orders).toHaveLength(1);
    await voices.settle('ready', 1_000);
    expect(queue.current).toBeNull();
    await clock.advance(10_000);
    expect(queue.current?.look.voice).toBeDefined();
  });

  it('has none made before it is approved: what is rejected is sent to no service', async () => {
    const { queue, arrive, voices } = start({}, { queue: { approve: true } });
    arrive(donation(1), donation(2));
    expect(voices.orders).toEqual([]);
    queue.reject(1);
    queue.approve(2);
    expect(voices.orders).toHaveLength(1);
    await voices.settle('ready', 1_000);
    expect(queue.current).toMatchObject({ alertId: 2, look: { voice: { volume: 0.8 } } });
  });

  it('costs no more than what plays and what comes next, however many come at once', async () => {
    const { arrive, voices, clock } = start();
    voices.usual = 'ready';
    voices.ms = 1_000;
    const many = Array.from({ length: 200 }, (_, at) => donation(at + 1, { payAmount: 60_000 }));
    arrive(...many);
    expect(voices.orders.length).toBeLessThanOrEqual(2);
    await clock.advance(4_000);
    expect(voices.orders.length).toBeLessThanOrEqual(3);
  });

  it('has none made for a card that others may still join', () => {
    const queueSet = { behindMaxS: 10, smallBeams: 1_000 };
    const { arrive, voices, queue } = start({}, { queue: queueSet });
    voices.usual = 'ready';
    arrive(donation(1, { payAmount: 60_000 }));
    arrive(...Array.from({ length: 20 }, (_, at) => donation(at + 2, { payAmount: 100 })));
    const made = voices.orders.map(({ text }) => text);
    queue.skip();
    expect(queue.current?.look.together).toHaveLength(20);
    expect(made).not.toContain(queue.current?.look.speak);
    expect(voices.orders.at(-1)?.text).toBe(queue.current?.look.speak);
  });

  it('says what is drawn ahead: the same variant is asked for and shown', async () => {
    const randoms = [0, 0.9];
    const voices = new FakeVoices();
    const variants = ['first {name}', 'second {name}'].map((headline) => ({ headline }));
    const { queue, arrive } = startQueue({
      voices,
      random: () => randoms.shift() ?? 0,
      set: { speech: { on: true, from: 'core' }, rules: [ruleOf({ variants })] },
    });
    queue.attachOverlay();
    arrive(donation(1));
    await voices.settle('ready', 1_000);
    expect(voices.orders.map(({ text }) => text.slice(0, 5))).toEqual(['first']);
    expect(queue.current?.look.headline).toMatch(/^first/);
  });

  it.each([
    ['for twenty seconds at most', {}, 60_000, 20_000],
    ['without a wait for a sound that it has not', { silent: true }, 9_000, 10_000],
  ])('stays %s', async (_what, variant, ms, expected) => {
    const { queue, arrive, voices } = start({}, { rules: [ruleOf({ variants: [variant] })] });
    voices.usual = 'ready';
    voices.ms = ms;
    arrive(donation(1));
    expect(queue.current?.durationMs).toBe(expected);
  });

  it('is as loud as the volume of all alerts lets it be', () => {
    const { queue, arrive, voices } = start({ volume: 0.8 }, { alertDefaults: { volume: 0.5 } });
    voices.usual = 'ready';
    arrive(donation(1));
    expect(queue.current?.look).toMatchObject({ voice: { volume: 0.4 }, sound: { volume: 0.35 } });
  });

  it('follows rules that change while it waits for its voice', async () => {
    const { queue, clock, arrive, settings } = start();
    arrive(donation(1));
    settings.set({ rules: [ruleOf({ variants: [{ headline: 'new {name}' }] })] });
    await clock.advance(1_500);
    expect(queue.current?.look.headline).toMatch(/^new/);
    expect(queue.current?.look.speak).toMatch(/^new/);
  });

  it.each([
    ['its video sounds at the volume of both', { videoSound: true, volume: 0.6 }, 0.3],
    ['its video is silent with it', { videoSound: true, silent: true }, null],
    ['its video is silent unless it is to sound', {}, null],
  ])('%s', (_what, variant, volume) => {
    const rules = [ruleOf({ variants: [variant] })];
    const { queue, arrive } = startQueue({ set: { rules, alertDefaults: { volume: 0.5 } } });
    arrive(donation(1));
    expect(queue.current?.look.videoVolume).toBe(volume);
  });

  it.each([
    ['reading is off', { on: false }, {}],
    ['pages read', { from: 'page' as const }, {}],
    ['the app reads', { from: 'app' as const }, {}],
    ['the overlay is muted', {}, { muted: true }],
    ['its rule says so', {}, { rules: [ruleOf({ variants: [{ readAloud: false }] })] }],
  ])('has none made if %s', (_what, speech, set) => {
    const { queue, arrive, voices } = start(speech, set);
    arrive(donation(1));
    expect(voices.orders).toEqual([]);
    expect(queue.current?.look.voice).toBeUndefined();
  });

  it('has none made while no overlay is on the screen', () => {
    const { queue, arrive, voices, overlay } = start();
    overlay.dispose();
    arrive(donation(1));
    expect(voices.orders).toEqual([]);
    expect(queue.current?.alertId).toBe(1);
  });

  it('can be paused, rejected and cleared while it waits for its voice', async () => {
    const { queue, clock, arrive, voices } = start();
    arrive(donation(1), donation(2), donation(3));
    queue.setPaused(true);
    await voices.settle('ready', 1_000);
    expect(queue.current).toBeNull();
    queue.reject(1);
    queue.setPaused(false);
    expect(queue.current?.alertId).toBe(2);
    queue.clear();
    queue.skip();
    await clock.advance(10_000);
    expect(queue.current).toBeNull();
    expect(queue.desk.waitingCount).toBe(0);
  });
});

describe('the voice of an alert', () => {
  const own = {
    voice: 'espeak-ng/ko',
    byKind: { DONATION: { rate: 1.5, volume: 0.3 }, SUBSCRIPTION: { pitch: 2 } },
    byLevel: {
      large: { voice: 'hosted/nova', rate: 0.7 },
      medium: { pitch: 0.5 },
      grand: { voice: null },
    },
  };

  it('of its rule is its own, and reads even where alerts are not read', () => {
    const voice = { voice: 'hosted/nova', rate: 1.2, volume: 0.5 };
    const when = [{ type: 'kind' as const, kinds: ['DONATION' as const] }];
    const { arrive, voices, queue } = start(
      { ...own, on: false },
      { rules: [ruleOf({ when, variants: [{ voice }] })] },
    );
    voices.usual = 'ready';
    arrive(donation(1, { payAmount: 10_000 }));
    expect(voices.orders).toMatchObject([{ voice: 'hosted/nova', rate: 1.2, pitch: 1 }]);
    expect(queue.current?.look.voice?.volume).toBe(0.5);
    queue.skip();
    arrive(subscription(2));
    expect(voices.orders).toHaveLength(1);
    expect(queue.current?.look).toMatchObject({ speak: null });
  });

  it.each([
    [
      'its kind’s alone without an amount to go by',
      donation(1, { payAmount: null }),
      { voice: 'espeak-ng/ko', rate: 1.5, pitch: 1 },
    ],
    ['its level’s', donation(1, { payAmount: 10_000 }), { voice: 'hosted/nova', rate: 0.7 }],
    [
      'by the language where its level says so',
      donation(1, { payAmount: 50_000 }),
      { voice: null },
    ],
    ['its kind’s', subscription(1), { voice: 'espeak-ng/ko', rate: 1, pitch: 2 }],
    ['both', donation(1, { payAmount: 1_000 }), { rate: 1.5, pitch: 0.5 }],
  ])('is %s', (_what, event, expected) => {
    const { arrive, voices, queue } = start(own);
    voices.usual = 'ready';
    arrive(event);
    expect(voices.orders[0]).toMatchObject(expected);
    expect(queue.current?.look.voice?.volume).toBe(event.kind === 'DONATION' ? 0.3 : 0.8);
  });

  it('can be silent for a level', () => {
    const { arrive, voices, queue } = start({ byLevel: { small: { volume: 0 } } });
    voices.usual = 'ready';
    arrive(donation(1, { payAmount: 999 }));
    expect(queue.current?.look.voice?.volume).toBe(0);
  });
});
