import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { WebSocketServer } from 'ws';
import {
  type ClientOptions,
  StagelightClient,
  type StagelightEvent,
} from '../../../integrations/client/stagelight.ts';
import type { StageEvent } from '../../../shared/events.ts';
import { DoorsWorld } from './doors-world.ts';

type Plain<T> = T extends object ? { -readonly [K in keyof T]: Plain<T[K]> } : T;
/** The client's types are the core's: a field that only one of them has fails the type check. */
const forth = (event: Plain<StageEvent>): StagelightEvent => event;
const back = (event: StagelightEvent): Plain<StageEvent> => event;

async function connected(world: DoorsWorld, options: Partial<ClientOptions> = {}) {
  const heard: number[] = [];
  const { port } = world.world.pageServer;
  const client = await new Promise<StagelightClient>((resolve) => {
    const made: StagelightClient = new StagelightClient({
      address: `http://127.0.0.1:${port}/api/v1`,
      key: '',
      onEvent: (event) => heard.push(back(forth(event as Plain<StageEvent>)).seq),
      onWelcome: () => resolve(made),
      ...options,
    });
    onTestFinished(() => made.close());
  });
  return { client, heard };
}

describe('the client for other programs', () => {
  it('hears events once and in order, and goes on where another run of it stopped', async () => {
    const world = await DoorsWorld.start();
    const key = await world.makeKey();
    const first = await connected(world, { key });
    await world.happen('CHAT', 3);
    await expect.poll(() => first.heard).toEqual([1, 2, 3]);
    const position = first.client.position;
    first.client.close();
    await world.happen('DONATION', 2);
    const next = await connected(world, { key, ...(position && { since: position }) });
    await expect.poll(() => next.heard).toEqual([4, 5]);
  });

  it('asks again after a lost connection, and the command is done once', async () => {
    let runs = 0;
    let answer = (): void => undefined;
    const world = await DoorsWorld.start({
      commands: {
        'live.send': async () => {
          runs += 1;
          await new Promise<void>((resolve) => {
            answer = resolve;
          });
          return { messageId: 'm1' };
        },
      },
    });
    const key = await world.makeKey(['chat:send', 'events:read']);
    let lost = 0;
    const { client } = await connected(world, {
      key,
      onLost: () => {
        lost += 1;
      },
      after: (_, run) => {
        setImmediate(run);
        return () => undefined;
      },
    });
    const sent = client.request('live.send', { message: 'hello', senderType: 'APP' });
    await expect.poll(() => runs).toBe(1);
    world.dropProgram();
    await expect.poll(() => lost).toBe(1);
    answer();
    expect(await sent).toEqual({ messageId: 'm1' });
    expect(runs).toBe(1);
  });

  it('says why a request failed, and gives up when its key is refused', async () => {
    const world = await DoorsWorld.start();
    const { client } = await connected(world, { key: await world.makeKey() });
    await expect(client.request('alerts.skip')).rejects.toMatchObject({
      code: 'doors-no-scope',
      unknownOutcome: false,
    });
    const refused = await new Promise((resolve) => {
      void connected(world, { key: 'sl_wrong', onRefused: resolve });
    });
    expect(refused).toMatchObject({ code: 'doors-wrong-key' });
  });

  it('lives through another program at its address, whatever that says', async () => {
    const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    server.on('connection', (socket) => {
      for (const text of ['', 'hello?', '{', 'null', '7', '"x"', '[]', '{}', '{"type":7}']) {
        socket.send(text);
      }
      for (const type of ['hello', 'events', 'state', 'result', 'error']) {
        socket.send(JSON.stringify({ type }));
      }
      socket.close();
    });
    const { port } = server.address() as AddressInfo;
    let lost = 0;
    const client = new StagelightClient({
      address: `http://127.0.0.1:${port}/api/v1`,
      key: 'k',
      onLost: () => {
        lost += 1;
      },
      after: () => () => undefined,
    });
    onTestFinished(() => client.close());
    await expect.poll(() => lost).toBe(1);
  });
});
