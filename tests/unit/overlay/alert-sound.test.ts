import { describe, expect, it } from 'vitest';
import { type AlertAudio, AlertSound } from '../../../renderer/overlay/alert-sound.ts';
import type { ValuedEvent } from '../../../shared/events.ts';
import type { AlertLook } from '../../../shared/overlay/alert-look.ts';
import { donation, draw, playing, purchase, subscription } from '../../support/stage-events.ts';
import { FakeTimers } from './page-fakes.ts';

const OWN = {
  donation: 'donation.wav',
  cheering: 'cheering.wav',
  subscription: 'subscription.wav',
  draw: 'draw.wav',
  purchase: 'purchase.wav',
};
const HASH = 'a'.repeat(64);

class FakeAudio {
  readonly address: string;
  readonly refusal: string | null;
  readonly done: string[] = [];
  volume = 1;
  onended: (() => void) | null = null;
  onerror: (() => void) | null = null;
  constructor(address: string, refusal: string | null) {
    this.address = address;
    this.refusal = refusal;
  }
  play(): Promise<void> {
    this.done.push('play');
    if (this.refusal === null) return Promise.resolve();
    return Promise.reject(Object.assign(new Error('no'), { name: this.refusal }));
  }
  pause(): void {
    this.done.push('pause');
  }
  removeAttribute(name: string): void {
    this.done.push(`without ${name}`);
  }
  load(): void {
    this.done.push('load');
  }
}

function openSound(refusal: string | null = null) {
  const opened: FakeAudio[] = [];
  const timers = new FakeTimers();
  let refused = 0;
  let voicesLost = 0;
  const sound = new AlertSound({
    open: (address) => {
      const audio = new FakeAudio(address, refusal);
      opened.push(audio);
      return audio as unknown as AlertAudio;
    },
    own: OWN,
    timers,
    onRefused: () => {
      refused += 1;
    },
    onVoiceLost: () => {
      voicesLost += 1;
    },
  });
  sound.setSilent(false);
  let showing = 0;
  const show = (
    event: ValuedEvent = donation(1),
    look: Partial<AlertLook> = {},
    remainingMs = 6_000,
  ) => {
    showing += 1;
    const staged = { alert: playing(event, remainingMs, look), phase: 'in' as const, showing };
    sound.follow(staged);
    return staged;
  };
  const addresses = (): string[] => opened.map(({ address }) => address);
  return {
    sound,
    opened,
    timers,
    show,
    addresses,
    refusedTimes: () => refused,
    voicesLost: () => voicesLost,
  };
}

const RELEASED = ['play', 'pause', 'without src', 'load'];

const CLIP = 'c'.repeat(64);
const VOICE = { clip: CLIP, volume: 0.5 };

describe('the voice of an alert', () => {
  it('plays after the beginning of its sound, as loud as it is to be', () => {
    const { opened, timers, show, addresses } = openSound();
    show(donation(1), { voice: VOICE });
    expect(addresses()).toEqual(['donation.wav']);
    timers.advance(700);
    expect(addresses()).toEqual(['donation.wav', `media/${CLIP}`]);
    expect(opened[1]).toMatchObject({ volume: 0.5, done: ['play'] });
    expect(opened[0]?.done).toEqual(['play']);
  });

  it('plays at once where the alert has no sound', () => {
    const { timers, show, addresses } = openSound();
    show(donation(1), { voice: VOICE, sound: null });
    timers.advance(0);
    expect(addresses()).toEqual([`media/${CLIP}`]);
  });

  it.each([
    ['the alert is skipped', ({ sound }: ReturnType<typeof openSound>) => sound.follow(null)],
    ['the page is muted', ({ sound }: ReturnType<typeof openSound>) => sound.setSilent(true)],
    ['the page is left', ({ sound }: ReturnType<typeof openSound>) => sound.stop()],
    ['the next alert comes', ({ show }: ReturnType<typeof openSound>) => void show(draw(2))],
  ])('stops at once when %s, before it began and after', (_what, stop) => {
    const early = openSound();
    early.show(donation(1), { voice: VOICE });
    stop(early);
    early.timers.advance(60_000);
    expect(early.addresses()).not.toContain(`media/${CLIP}`);
    const late = openSound();
    late.show(donation(1), { voice: VOICE });
    late.timers.advance(700);
    stop(late);
    expect(late.opened[1]?.done).toEqual(['play', 'pause', 'without src', 'load']);
  });

  it('is not for a page whose address says so, a muted one, or one that joins late', () => {
    const quiet = openSound();
    quiet.sound.setSilent(false, false);
    quiet.show(donation(1), { voice: VOICE });
    const muted = openSound();
    muted.sound.setSilent(true);
    muted.show(donation(1), { voice: VOICE });
    const late = openSound();
    late.show(donation(1), { voice: VOICE }, 4_499);
    for (const { timers, addresses } of [quiet, muted, late]) {
      timers.advance(60_000);
      expect(addresses()).not.toContain(`media/${CLIP}`);
    }
  });

  it('that cannot be played is said once, so that the page may read, and nothing else plays', () => {
    const { opened, timers, show, addresses, voicesLost } = openSound();
    show(donation(1), { voice: VOICE });
    timers.advance(700);
    opened[1]?.onerror?.();
    opened[1]?.onerror?.();
    expect(addresses()).toHaveLength(2);
    expect(voicesLost()).toBe(1);
  });

  it('that breaks off after some of it was heard is not begun again by another voice', async () => {
    const { opened, timers, show, voicesLost } = openSound();
    show(donation(1), { voice: VOICE });
    timers.advance(700);
    await Promise.resolve();
    opened[1]?.onerror?.();
    expect(voicesLost()).toBe(0);
  });

  it('is not lost where only the sound before it is', () => {
    const { opened, show, voicesLost } = openSound();
    show(donation(1), { voice: VOICE });
    opened[0]?.onerror?.();
    expect(voicesLost()).toBe(0);
  });
});

describe('the sound of an alert', () => {
  it.each([
    ['donation', donation(1)],
    ['cheering', donation(1, { donationType: 'CHEERING' })],
    ['subscription', subscription(1)],
    ['draw', draw(1)],
    ['purchase', purchase(1)],
  ] as const)('of a %s is its own', (tone, event) => {
    const { show, addresses } = openSound();
    show(event);
    expect(addresses()).toEqual([OWN[tone]]);
  });

  it('is the chosen one, as loud as is set', () => {
    const { show, opened } = openSound();
    show(donation(1), { sound: { source: { media: HASH }, volume: 0.25 } });
    expect(opened.map(({ address, volume }) => [address, volume])).toEqual([
      [`media/${HASH}`, 0.25],
    ]);
  });

  it('is nothing where the look says so', () => {
    const { show, opened } = openSound();
    show(donation(1), { sound: null });
    expect(opened).toEqual([]);
  });

  it('plays once, however often the stage says the same', () => {
    const { show, sound, opened } = openSound();
    sound.follow({ ...show() });
    expect(opened).toHaveLength(1);
  });

  it('ends and lets go with the alert', () => {
    const { show, sound, opened } = openSound();
    const staged = show();
    sound.follow({ ...staged, phase: 'out' });
    expect(opened[0]?.done).toEqual(RELEASED);
    sound.follow(null);
    expect(opened[0]?.done).toEqual(RELEASED);
  });

  it('lets go when it has come to its end by itself', () => {
    const { show, opened } = openSound();
    show();
    opened[0]?.onended?.();
    expect(opened[0]?.done).toEqual(RELEASED);
  });

  it('gives way to the own one when it is missing or broken, and then to silence', () => {
    const { show, opened, addresses } = openSound();
    show(draw(1), { sound: { source: { media: HASH }, volume: 0.5 } });
    opened[0]?.onerror?.();
    expect(addresses()).toEqual([`media/${HASH}`, OWN.draw]);
    expect(opened[1]?.volume).toBe(0.5);
    opened[1]?.onerror?.();
    expect(addresses()).toHaveLength(2);
  });

  it('is not heard on a silent page, nor afterwards', () => {
    const { show, sound, opened } = openSound();
    sound.setSilent(true);
    const staged = show();
    sound.setSilent(false);
    sound.follow({ ...staged });
    expect(opened).toEqual([]);
  });

  it('stops as soon as the page is to be silent', () => {
    const { show, sound, opened } = openSound();
    show();
    sound.setSilent(true);
    expect(opened[0]?.done).toEqual(RELEASED);
  });

  it('does not come out of nothing on a page that was opened in the middle of an alert', () => {
    const { show, opened } = openSound();
    show(donation(1), {}, 3_000);
    expect(opened).toEqual([]);
  });

  it('is given up silently, and said once, where the browser refuses', async () => {
    const { show, opened, refusedTimes } = openSound('NotAllowedError');
    show();
    await Promise.resolve();
    await Promise.resolve();
    show();
    await Promise.resolve();
    await Promise.resolve();
    expect(refusedTimes()).toBe(1);
    expect(opened[0]?.done).toEqual(RELEASED);
  });

  it('says nothing when it was only interrupted', async () => {
    const { show, refusedTimes } = openSound('AbortError');
    show();
    await Promise.resolve();
    await Promise.resolve();
    expect(refusedTimes()).toBe(0);
  });
});
