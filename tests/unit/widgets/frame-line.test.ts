import { beforeEach, describe, expect, it } from 'vitest';
import { FrameLine } from '../../../renderer/widgets/frame-line.ts';
import type { FrameUp, WidgetFault } from '../../../shared/overlay/custom-widgets.ts';

/** A page with one frame, and time that moves by hand. */
class World {
  now = 0;
  faults: WidgetFault[] = [];
  kept: string[] = [];
  port: MessagePort | null = null;
  pings: number[] = [];
  answers = true;
  heap: number | null = 1_000;
  longTasks = 0;
  readonly #timers: { at: number; run: () => void }[] = [];
  #listener: ((event: Event) => void) | null = null;
  readonly target = {
    postMessage: (_: unknown, __: unknown, ports: Transferable[]) => {
      this.port = ports[0] as MessagePort;
      this.port.onmessage = ({ data }) => {
        if (data.type !== 'ping') return;
        this.pings.push(data.id);
        if (this.answers)
          this.say({ type: 'pong', id: data.id, heap: this.heap, longTasks: this.longTasks });
      };
    },
  } as unknown as Window;
  readonly line = new FrameLine({
    target: () => this.target,
    page: {
      addEventListener: (_: string, listener: unknown) => {
        this.#listener = listener as (event: Event) => void;
      },
      removeEventListener: () => {
        this.#listener = null;
      },
    } as never,
    timers: {
      after: (ms, run) => {
        const timer = { at: this.now + ms, run };
        this.#timers.push(timer);
        return () => void this.#timers.splice(this.#timers.indexOf(timer) >>> 0, 1);
      },
    },
    now: () => this.now,
    load: () => [],
    onFault: (fault) => this.faults.push(fault),
    onKeep: (key, value) => this.kept.push(`${key}=${value}`),
    onSaid: () => undefined,
  });

  hear(data: unknown, source: unknown = this.target): void {
    this.#listener?.({ source, data } as unknown as Event);
  }

  say(up: FrameUp | object): void {
    this.port?.postMessage(up);
  }

  /** Lets time pass in steps of the line's own timers, and messages arrive. */
  async pass(ms: number, stepMs = 500): Promise<void> {
    for (const end = this.now + ms; this.now < end; ) {
      this.now += stepMs;
      for (const timer of this.#timers.filter(({ at }) => at <= this.now)) {
        this.#timers.splice(this.#timers.indexOf(timer), 1);
        timer.run();
      }
      await settled();
    }
  }
}

/** Messages of a channel take a turn of the loop each way. */
const settled = async () => {
  for (let turn = 0; turn < 4; turn += 1) await new Promise((done) => setImmediate(done));
};

let world: World;
beforeEach(() => {
  world = new World();
  world.hear({ stagelight: 'hello' });
});

describe('a frame with a widget of somebody else', () => {
  it('goes on while it answers', async () => {
    await world.pass(60_000);
    expect(world.faults).toEqual([]);
    expect(world.pings.length).toBeGreaterThan(20);
  });

  it('is stuck when it does not answer for eight seconds', async () => {
    await world.pass(4_000);
    world.answers = false;
    await world.pass(8_000);
    expect(world.faults).toEqual([]);
    await world.pass(4_000);
    expect(world.faults).toEqual(['stuck']);
  });

  it('is not stuck because the page itself slept', async () => {
    world.answers = false;
    await world.pass(2_000);
    await world.pass(60_000, 60_000);
    expect(world.faults).toEqual([]);
  });

  it('is too heavy above 150 MB, three answers in a row', async () => {
    world.heap = 151_000_000;
    await world.pass(4_500);
    expect(world.faults).toEqual([]);
    await world.pass(4_000);
    expect(world.faults).toEqual(['heap']);
  });

  it('is too slow with five long tasks within ten seconds, but not while it starts', async () => {
    world.longTasks = 2;
    await world.pass(4_500);
    expect(world.faults).toEqual([]);
    await world.pass(8_000);
    expect(world.faults).toEqual(['slow']);
  });

  it('is too noisy with more than 500 messages a second, of any kind', () => {
    for (let at = 0; at < 600; at += 1) world.hear({ junk: at });
    expect(world.faults).toEqual(['noisy']);
  });

  it.each([
    null,
    5,
    'text',
    [],
    {},
    { type: 'pong' },
    { type: 'set', key: 1, value: 'x' },
    { type: 'set', key: '', value: 'x' },
    { type: 'set', key: 'k'.repeat(101), value: 'x' },
    { type: 'set', key: 'k', value: 'x'.repeat(32_001) },
    { type: 'said', kind: 'other', text: '' },
    { __proto__: { type: 'set', key: 'k', value: '1' } },
  ])('says junk, and nothing comes of it: %j', async (junk) => {
    world.say(junk as object);
    await settled();
    expect(world.kept).toEqual([]);
    expect(world.faults).toEqual([]);
  });

  it('is the only one that is heard', async () => {
    const other = new World();
    other.hear({ stagelight: 'hello' }, { another: 'window' });
    expect(other.port).toBeNull();
    world.say({ type: 'set', key: 'k', value: '1' });
    await settled();
    expect(world.kept).toEqual(['k=1']);
  });
});
