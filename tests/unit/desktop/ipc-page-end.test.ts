import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createConnect } from '../../../electron/desktop/ipc/page-end.ts';
import { CHANNELS, type ConnectionHandlers, PRELOAD_NAME } from '../../../shared/preload.ts';

class FakeIpc extends EventEmitter {
  readonly sent: unknown[][] = [];
  readonly invoked: unknown[][] = [];

  send(...args: unknown[]): void {
    this.sent.push(args);
  }

  invoke(...args: unknown[]): Promise<unknown> {
    this.invoked.push(args);
    return Promise.resolve({ ok: true, value: {} });
  }

  main(channel: string, ...args: unknown[]): void {
    this.emit(channel, {}, ...args);
  }
}

let ipc: FakeIpc;
let heard: string[][];
let closed: number;
let ears: ConnectionHandlers;

beforeEach(() => {
  ipc = new FakeIpc();
  heard = [];
  closed = 0;
  ears = {
    heard: (frames) => heard.push([...frames]),
    closed: () => {
      closed += 1;
    },
  };
});

describe('the page’s end of a line', () => {
  it('numbers its lines from where it was told to, and hears only the newest', () => {
    const connect = createConnect(ipc, 40);
    connect(ears);
    connect(ears);
    ipc.main(CHANNELS.frames, 41, ['old']);
    ipc.main(CHANNELS.frames, 42, ['a', 'b']);
    expect(heard).toEqual([['a', 'b']]);
    expect(ipc.sent).toEqual([
      [CHANNELS.connect, 41],
      [CHANNELS.connect, 42],
      ['stagelight:taken', 42],
    ]);
  });

  it('says that it took a batch also when the page fails on it', () => {
    createConnect(
      ipc,
      0,
    )({
      ...ears,
      heard: () => {
        throw new Error('the page is broken');
      },
    });
    expect(() => ipc.main(CHANNELS.frames, 1, ['a'])).toThrow('the page is broken');
    expect(ipc.sent.at(-1)).toEqual(['stagelight:taken', 1]);
  });

  it('lets nothing but texts through', () => {
    createConnect(ipc, 0)(ears);
    ipc.main(CHANNELS.frames, 1, ['a', 5, null, {}]);
    ipc.main(CHANNELS.frames, 1, 'a');
    expect(heard).toEqual([['a']]);
  });

  it('speaks and closes only while it is open', () => {
    const connect = createConnect(ipc, 0);
    const first = connect(ears);
    const second = connect(ears);
    ipc.sent.length = 0;
    first.say('lost');
    first.close();
    second.say('kept');
    second.close();
    second.say('late');
    second.close();
    expect(ipc.sent).toEqual([
      [CHANNELS.say, 2, 'kept'],
      [CHANNELS.close, 2],
    ]);
  });

  it('hears once that it is over, and may begin anew at that moment', () => {
    const connect = createConnect(ipc, 0);
    connect({ ...ears, closed: () => connect(ears) });
    ipc.main(CHANNELS.closed, 1);
    ipc.main(CHANNELS.closed, 1);
    ipc.main(CHANNELS.frames, 2, ['again']);
    expect(heard).toEqual([['again']]);
    ipc.main(CHANNELS.closed, 2);
    expect(closed).toBe(1);
  });

  it.each([[undefined], [null], ['ears'], [{}], [{ heard: () => 1 }], [{ heard: 1, closed: 1 }]])(
    'refuses %j for ears',
    (given) => {
      expect(() => createConnect(ipc, 0)(given as never)).toThrow(TypeError);
      expect(ipc.sent).toEqual([]);
    },
  );

  it('refuses to say what is no text', () => {
    const line = createConnect(ipc, 0)(ears);
    expect(() => line.say({} as never)).toThrow(TypeError);
  });
});

describe('what a preload puts into its page', () => {
  interface Exposed {
    readonly name: string;
    readonly api: Record<string, (...args: unknown[]) => unknown>;
  }

  async function expose(load: () => Promise<unknown>): Promise<Exposed[]> {
    const exposed: Exposed[] = [];
    const exposeInMainWorld = (name: string, api: Exposed['api']) => exposed.push({ name, api });
    vi.resetModules();
    vi.doMock('electron', () => ({ ipcRenderer: ipc, contextBridge: { exposeInMainWorld } }));
    await load();
    return exposed;
  }

  afterEach(() => {
    vi.doUnmock('electron');
    vi.resetModules();
  });

  it.each([
    ['dashboard', () => import('../../../electron/preload.ts'), ['command', 'connect']],
    ['overlay', () => import('../../../electron/overlay-preload.ts'), ['connect']],
  ])('of the %s is one frozen object with exactly its verbs', async (_place, load, verbs) => {
    const exposed = await expose(load);
    expect(exposed.map(({ name }) => name)).toEqual([PRELOAD_NAME]);
    expect(Object.keys(exposed[0]?.api ?? {}).sort()).toEqual(verbs);
    expect(Object.isFrozen(exposed[0]?.api)).toBe(true);
  });

  it('of the dashboard asks, and has no way to say a frame', async () => {
    const [exposed] = await expose(() => import('../../../electron/preload.ts'));
    const line = exposed?.api['connect']?.(ears) as object;
    expect(Object.keys(line)).toEqual(['close']);
    expect(Object.isFrozen(line)).toBe(true);
    await exposed?.api['command']?.('update.check', {}, 7);
    expect(ipc.invoked).toEqual([[CHANNELS.command, 'update.check', {}, 7]]);
    expect(() => exposed?.api['command']?.({})).toThrow(TypeError);
    expect(ipc.invoked).toHaveLength(1);
  });

  it('of the overlay counts lines differently on every load', async () => {
    const numbers = new Set<unknown>();
    for (let load = 0; load < 5; load += 1) {
      const [exposed] = await expose(() => import('../../../electron/overlay-preload.ts'));
      exposed?.api['connect']?.(ears);
      numbers.add(ipc.sent.at(-1)?.[1]);
    }
    expect(numbers.size).toBe(5);
  });
});
