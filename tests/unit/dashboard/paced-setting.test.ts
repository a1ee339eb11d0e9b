import { beforeEach, describe, expect, it } from 'vitest';
import { PacedSetting } from '../../../renderer/dashboard/paced-setting.ts';
import { settle, VirtualClock } from '../../support/virtual-clock.ts';
import { pageClock } from './support.ts';

let clock: VirtualClock;
let sent: number[];
let answers: ((taken: boolean) => void)[];
let setting: PacedSetting<number>;
let stop: () => void;

beforeEach(() => {
  clock = new VirtualClock();
  sent = [];
  answers = [];
  setting = new PacedSetting<number>({
    clock: pageClock(clock),
    send: (value) => {
      sent.push(value);
      return new Promise((resolve) => answers.push(resolve));
    },
  });
  stop = setting.subscribe(() => {});
});

async function answer(taken = true): Promise<void> {
  answers.shift()?.(taken);
  await settle();
}

const shown = () => setting.wanted()?.value ?? null;

describe('a setting that moves', () => {
  it('is shown and sent at once', () => {
    setting.want(3);
    expect(shown()).toBe(3);
    expect(sent).toEqual([3]);
  });

  it('is sent at most ten times a second, the last value always', async () => {
    for (let value = 1; value <= 50; value += 1) {
      setting.want(value);
      await answer();
      await clock.advance(20);
    }
    await clock.advance(100);
    expect(sent).toHaveLength(11);
    expect(sent.at(-1)).toBe(50);
  });

  it('waits for the answer before it sends the next, however slow that is', async () => {
    setting.want(1);
    setting.want(2);
    setting.want(3);
    await clock.advance(5_000);
    expect(sent).toEqual([1]);
    await answer();
    expect(sent).toEqual([1, 3]);
  });

  it('is not pulled back by what the feed says of earlier values', async () => {
    setting.want(1);
    setting.want(2);
    setting.feedUpdated();
    expect(shown()).toBe(2);
    await answer();
    setting.feedUpdated();
    expect(shown()).toBe(2);
  });
});

describe('a setting that was taken', () => {
  it('is what the feed says from then on', async () => {
    setting.want(1);
    await answer();
    expect(shown()).toBe(1);
    setting.feedUpdated();
    expect(shown()).toBeNull();
  });

  it('is not held on to when the feed stays silent', async () => {
    setting.want(1);
    await answer();
    await clock.advance(999);
    expect(shown()).toBe(1);
    await clock.advance(1);
    expect(shown()).toBeNull();
  });

  it('is not given up for an older one while a newer one is on its way', async () => {
    setting.want(1);
    await answer();
    await clock.advance(900);
    setting.want(2);
    await clock.advance(500);
    expect(shown()).toBe(2);
  });
});

describe('a setting that was refused', () => {
  it('is shown no more', async () => {
    setting.want(1);
    await answer(false);
    expect(shown()).toBeNull();
  });

  it('gives way to what was wanted meanwhile', async () => {
    setting.want(1);
    setting.want(2);
    await answer(false);
    await clock.advance(100);
    expect(shown()).toBe(2);
    expect(sent).toEqual([1, 2]);
  });
});

describe('leaving', () => {
  it('sends what waits, and leaves no trust to run out', async () => {
    setting.want(1);
    await answer();
    setting.want(2);
    expect(sent).toEqual([1]);
    stop();
    expect(sent).toEqual([1, 2]);
    await clock.advance(200);
    expect(sent).toEqual([1, 2]);
  });

  it('sends what waits before the page goes, even while the one before is unanswered', async () => {
    setting.want(1);
    setting.want(2);
    setting.sendNow();
    setting.sendNow();
    expect(sent).toEqual([1, 2]);
    await answer();
    await clock.advance(200);
    expect(sent).toEqual([1, 2]);
  });

  it('still sends the last value when the one before is answered later', async () => {
    setting.want(1);
    setting.want(2);
    stop();
    await answer();
    await clock.advance(100);
    expect(sent).toEqual([1, 2]);
  });

  it('tells nobody any more', async () => {
    let told = 0;
    const leave = setting.subscribe(() => {
      told += 1;
    });
    setting.want(1);
    leave();
    setting.want(2);
    expect(told).toBe(1);
  });
});
