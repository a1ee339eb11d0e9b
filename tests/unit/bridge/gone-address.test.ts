import { beforeEach, describe, expect, it } from 'vitest';
import type { AddressState } from '../../../renderer/bridge/address-check.ts';
import { socketCarrier } from '../../../renderer/bridge/carriers.ts';
import { type CarrierHandlers, CoreBridge } from '../../../renderer/bridge/core-bridge.ts';
import { settle, VirtualClock } from '../../support/virtual-clock.ts';
import { pageClock } from '../dashboard/support.ts';

class Line {
  readonly sent: string[] = [];
  readonly ears: CarrierHandlers;

  constructor(ears: CarrierHandlers) {
    this.ears = ears;
  }

  send(text: string): void {
    this.sent.push(text);
  }

  close(): void {}

  say(frame: unknown): void {
    this.ears.message(JSON.stringify(frame));
  }
}

let clock: VirtualClock;
let lines: Line[];
let lookAnswer: AddressState | Promise<AddressState>;
let looks: number;

beforeEach(() => {
  clock = new VirtualClock();
  lines = [];
  lookAnswer = 'unknown';
  looks = 0;
});

const line = (): Line => lines.at(-1) as Line;

function start(): CoreBridge {
  return new CoreBridge({
    carrier: socketCarrier(
      (ears) => {
        const opened = new Line(ears);
        lines.push(opened);
        return opened;
      },
      async () => {
        looks += 1;
        return lookAnswer;
      },
    ),
    clock: pageClock(clock),
    random: () => 0,
    ownBuildId: 'mine',
    reloadFor: () => true,
  });
}

function startConnected(): CoreBridge {
  const bridge = start();
  line().say({ type: 'hello', buildId: 'mine', run: 'run-1' });
  return bridge;
}

describe('an address whose key was made anew', () => {
  const follow = (bridge: CoreBridge) => {
    const heard: boolean[] = [];
    bridge.followAddressGone((gone) => heard.push(gone));
    return heard;
  };
  /** The core lets the line go, and refuses the next one. */
  const shutOut = async () => {
    line().ears.closed();
    await clock.advance(500);
    lookAnswer = 'gone';
    line().ears.closed();
    await settle();
  };

  it('is found out when the next line is refused, and is then tried once a minute only', async () => {
    const bridge = startConnected();
    const heard = follow(bridge);
    await shutOut();
    expect(heard).toEqual([false, true]);
    expect([lines.length, looks]).toEqual([2, 1]);
    for (const attempt of [3, 4, 5]) {
      await clock.advance(59_999);
      expect(lines).toHaveLength(attempt - 1);
      await clock.advance(1);
      expect(lines).toHaveLength(attempt);
      line().ears.closed();
      await settle();
    }
    expect(heard).toEqual([false, true]);
  });

  it('rejects commands with words of its own', async () => {
    const bridge = startConnected();
    await shutOut();
    await expect(bridge.command('sign-in.start', {})).rejects.toMatchObject({
      problem: { code: 'address-gone' },
    });
  });

  it('is not looked at while lines only break: a page that was let in a moment ago has the right one', async () => {
    startConnected();
    lookAnswer = 'gone';
    line().ears.closed();
    await settle();
    expect(looks).toBe(0);
  });

  it('stays what it is known to be while the core is off', async () => {
    const heard = follow(startConnected());
    await shutOut();
    lookAnswer = 'unknown';
    await clock.advance(60_000);
    line().ears.closed();
    await settle();
    await clock.advance(59_999);
    expect(lines).toHaveLength(3);
    expect(heard).toEqual([false, true]);
  });

  it.each(['valid', 'unknown'] as const)('is none where the look says %s', async (answer) => {
    const heard = follow(startConnected());
    line().ears.closed();
    lookAnswer = answer;
    for (let attempt = 2; attempt < 6; attempt += 1) {
      await clock.advance(500);
      expect(lines).toHaveLength(attempt);
      line().ears.closed();
    }
    expect(heard).toEqual([false]);
  });

  it('is tried at once again when it turns out to be valid, and all is well with the greeting', async () => {
    const bridge = startConnected();
    const heard = follow(bridge);
    await shutOut();
    lookAnswer = 'valid';
    await clock.advance(60_000);
    line().ears.closed();
    await settle();
    expect(heard).toEqual([false, true, false]);
    await clock.advance(500);
    line().say({ type: 'hello', buildId: 'mine', run: 'run-1' });
    void bridge.command('sign-in.start', {});
    expect(line().sent).toHaveLength(1);
  });

  it('is forgotten by a greeting', async () => {
    const heard = follow(startConnected());
    await shutOut();
    await clock.advance(60_000);
    line().say({ type: 'hello', buildId: 'mine', run: 'run-1' });
    expect(heard).toEqual([false, true, false]);
  });

  it('changes nothing when the answer comes after the next attempt, or after the end', async () => {
    const answers: ((state: AddressState) => void)[] = [];
    lookAnswer = new Promise<AddressState>((resolve) => answers.push(resolve));
    const bridge = start();
    const heard = follow(bridge);
    line().ears.closed();
    await clock.advance(500);
    line().say({ type: 'hello', buildId: 'mine', run: 'run-1' });
    answers[0]?.('gone');
    await settle();
    expect(heard).toEqual([false]);
    bridge.dispose();
    expect(clock.pendingTimers).toBe(0);
  });
});
