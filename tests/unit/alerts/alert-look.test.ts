import { describe, expect, it } from 'vitest';
import { PLAIN_LOOK } from '../../../shared/overlay/alert-look.ts';
import { donation, draw, memoryLedger, subscription } from '../storage/support.ts';
import { type QueueChanges, ruleOf, startQueue } from './support.ts';

const ALONE_MS = 6_000;
const CROWDED_MS = 4_000;
const LONGEST_SPEECH_MS = 20_000;

const IMAGE = 'a'.repeat(64);
const SOUND = 'b'.repeat(64);

describe('the look of an alert', () => {
  it('is the plain one where no rule fits', () => {
    const { queue, arrive } = startQueue();
    arrive(donation(1));
    expect(queue.current?.look).toEqual(PLAIN_LOOK);
  });

  it('is what the variant says, with its words filled in', () => {
    const variant = {
      headline: '{name}이/가 {amount}!',
      image: IMAGE,
      sound: SOUND,
      volume: 0.25,
      entrance: 'grow',
      exit: 'sink',
      durationS: 9,
    };
    const { queue, arrive } = startQueue({ set: { rules: [ruleOf({ variants: [variant] })] } });
    arrive(donation(1));
    expect(queue.current).toMatchObject({ durationMs: 9_000, remainingMs: 9_000 });
    expect(queue.current?.look).toEqual({
      headline: '시청자가 1,000빔!',
      image: IMAGE,
      picturePlace: 'beside',
      videoVolume: null,
      sound: { source: { media: SOUND }, volume: 0.25 },
      level: 'medium',
      entrance: 'grow',
      exit: 'sink',
      speak: null,
      together: null,
    });
  });

  it('is as loud as its rule and the master volume together', () => {
    const rules = [ruleOf({ variants: [{ volume: 0.8, sound: 'cheering' }] })];
    const { queue, arrive } = startQueue({ set: { rules, alertDefaults: { volume: 0.5 } } });
    arrive(donation(1));
    expect(queue.current?.look.sound).toEqual({ source: 'cheering', volume: 0.4 });
  });

  it('stays for the default time unless its rule names one, and shorter while others wait', () => {
    const rules = [
      ruleOf({ when: [{ type: 'amount', from: 5_000, to: null }], variants: [{ durationS: 20 }] }),
    ];
    const { queue, arrive } = startQueue({ set: { rules, alertDefaults: { durationS: 9 } } });
    arrive(donation(1));
    expect(queue.current?.durationMs).toBe(9_000);
    arrive(donation(2), donation(3, { payAmount: 5_000 }));
    queue.skip();
    expect(queue.current?.durationMs).toBe(CROWDED_MS);
    queue.skip();
    expect(queue.current?.durationMs).toBe(20_000);
    const brief = startQueue({ set: { alertDefaults: { durationS: 3 } } });
    brief.arrive(donation(1), donation(2));
    expect(brief.queue.current?.durationMs).toBe(3_000);
  });

  it.each([
    [null, 'medium'],
    [20, 'small'],
    [999, 'small'],
    [1_000, 'medium'],
    [10_000, 'large'],
    [49_999, 'large'],
    [50_000, 'grand'],
  ])('has the level of a donation of %s beams, %s, unless a rule names one', (beams, level) => {
    const { queue, arrive } = startQueue();
    arrive(donation(1, { payAmount: beams }));
    expect(queue.current?.look.level).toBe(level);
    const named = startQueue({ set: { rules: [ruleOf({ variants: [{ level: 'grand' }] })] } });
    named.arrive(donation(1, { payAmount: beams }));
    expect(named.queue.current?.look.level).toBe('grand');
  });

  it('has its picture where the variant says, and a video’s own sound only where it is asked for', () => {
    const heard = { picturePlace: 'full', videoSound: true, volume: 0.4 } as const;
    const { queue, arrive } = startQueue({ set: { rules: [ruleOf({ variants: [heard] })] } });
    arrive(donation(1));
    expect(queue.current?.look).toMatchObject({ picturePlace: 'full', videoVolume: 0.4 });
  });

  it('is silent where the variant is', () => {
    const rules = [ruleOf({ variants: [{ silent: true, sound: SOUND }] })];
    const { queue, arrive } = startQueue({ set: { rules } });
    arrive(donation(1));
    expect(queue.current?.look.sound).toBeNull();
  });

  it('is chosen when it goes on the screen, by what is set then', async () => {
    const { queue, clock, arrive, settings } = startQueue();
    arrive(donation(1), donation(2));
    settings.set({ rules: [ruleOf({ variants: [{ headline: '새로워요' }] })] });
    expect(queue.current?.look.headline).toBeNull();
    await clock.advance(CROWDED_MS);
    expect(queue.current?.look.headline).toBe('새로워요');
  });

  it('is chosen among variants by weight', () => {
    const variants = [{ headline: '하나' }, { headline: '둘', weight: 3 }];
    const start = (drawn: number) => {
      const set = { rules: [ruleOf({ variants })] };
      const { queue, arrive } = startQueue({ set, random: () => drawn });
      arrive(donation(1));
      return queue.current?.look.headline;
    };
    expect([start(0.24), start(0.26)]).toEqual(['하나', '둘']);
  });

  it('tells a first donation from a second by the books', async () => {
    const rules = [ruleOf({ when: [{ type: 'first-time' }], variants: [{ headline: '처음' }] })];
    const { queue, clock, arrive } = startQueue({ set: { rules } });
    arrive(donation(1), donation(2), donation(3, { donatorChannelId: 'viewer-2' }));
    const seen: unknown[] = [];
    for (let turn = 0; turn < 3; turn += 1) {
      seen.push(queue.current?.look.headline);
      await clock.advance(CROWDED_MS);
    }
    expect(seen).toEqual(['처음', null, '처음']);
  });

  it('takes a donation for no first one while the books cannot be read', () => {
    const rules = [ruleOf({ when: [{ type: 'first-time' }], variants: [{ headline: '처음' }] })];
    const ledger = memoryLedger();
    const { queue, lines } = startQueue({ set: { rules }, ledger });
    ledger.close();
    queue.add([donation(1)], new Map());
    expect(queue.current?.look.headline).toBeNull();
    expect(lines.some(({ level }) => level === 'warn')).toBe(true);
  });

  it('carries a draw’s total into its words', () => {
    const rules = [ruleOf({ variants: [{ headline: '모두 {total}명' }] })];
    const { queue, ledger } = startQueue({ set: { rules } });
    const events = [draw(1), draw(2)];
    ledger.record(events);
    const [tally] = ledger.tallies();
    if (!tally) throw new Error('no tally');
    queue.add([draw(2)], new Map([[2, tally]]));
    expect(queue.current?.look.headline).toBe('모두 10명');
  });
});

describe('reading aloud', () => {
  const start = (changes: QueueChanges = {}) =>
    startQueue({ ...changes, set: { speech: { on: true }, ...changes.set } });

  it('is decided with the look, and shown on the desk', () => {
    const { queue, arrive } = start();
    arrive(donation(1));
    expect(queue.current?.look.speak).toBe('시청자님이 1,000빔 후원! 응원해요');
    expect(queue.desk.playing?.speak).toBe(queue.current?.look.speak);
  });

  it('is left out where the variant says so', () => {
    const { queue, arrive } = start({
      set: { rules: [ruleOf({ variants: [{ readAloud: false }] })] },
    });
    arrive(donation(1));
    expect(queue.current?.look.speak).toBeNull();
  });

  it('keeps the alert on the screen until the voice is through, not over twenty seconds', () => {
    const { queue, arrive } = start({ set: { speech: { on: true, longest: 500 } } });
    arrive(donation(1, { donationText: '아주 긴 말이에요 '.repeat(4) }));
    const first = queue.current?.durationMs ?? 0;
    expect(first).toBeGreaterThan(ALONE_MS);
    expect(first).toBeLessThan(LONGEST_SPEECH_MS);
    queue.skip();
    arrive(donation(2, { donationText: '아주 긴 말이에요 '.repeat(100) }));
    expect(queue.current?.durationMs).toBe(LONGEST_SPEECH_MS);
  });

  it('takes no time while everything is muted', () => {
    const { queue, arrive } = start({ set: { muted: true } });
    arrive(donation(1, { donationText: '아주 긴 말이에요 '.repeat(20) }));
    expect(queue.current?.durationMs).toBe(ALONE_MS);
    expect(queue.desk.muted).toBe(true);
  });

  it('of a subscription, too, where only donations have a minimum', () => {
    const { queue, arrive } = start({ set: { speech: { on: true, minimumBeams: 5_000 } } });
    arrive(subscription(1));
    expect(queue.current?.look.speak).toBe('익명 시청자님이 구독했어요!');
  });
});
