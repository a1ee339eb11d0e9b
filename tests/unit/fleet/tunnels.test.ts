import { PassThrough } from 'node:stream';
import type { Msg, NatsConnection } from '@nats-io/transport-node';
import { describe, expect, it, onTestFinished } from 'vitest';
import { makeKey } from '../../../electron/base/random.ts';
import { keyOf } from '../../../electron/fleet/leases.ts';
import { Seal } from '../../../electron/fleet/seal.ts';
import { Tunnels, type WayIn } from '../../../electron/fleet/tunnels.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';
import { recordingLogger } from '../server/idle-commands.ts';
import { FakeNats, settled } from './door-world.ts';

/** `maxPayload`: null where NATS does not say. */
function setUp(maxPayload: number | null = 20_000) {
  const nats = new FakeNats();
  const clock = new VirtualClock();
  const connection = {
    subscribe: nats.subscribe,
    publish: nats.publish,
    request: nats.request,
    info: maxPayload === null ? undefined : { max_payload: maxPayload },
  } as unknown as Pick<NatsConnection, 'subscribe' | 'publish' | 'request' | 'info'>;
  const seal = Seal.of(Buffer.alloc(32, 1).toString('base64'));
  if (!seal) throw new Error('The key is wrong.');
  const host = (hostId: string, more: Partial<ConstructorParameters<typeof Tunnels>[0]> = {}) => {
    // Page servers that say back what they hear.
    const entered: PassThrough[] = [];
    const log: string[] = [];
    const tunnels = new Tunnels({
      connection,
      seal,
      fleet: 'test',
      hostId,
      makeKey,
      clock,
      log: recordingLogger(log),
      enter: (channelId): WayIn | null => {
        if (channelId !== 'here') return null;
        const stream = new PassThrough();
        stream.on('error', () => undefined);
        entered.push(stream);
        return { stream, port: 4_000 };
      },
      running: () => [],
      ...more,
    });
    onTestFinished(() => tunnels.dispose());
    return { tunnels, entered, log };
  };
  return { nats, clock, seal, host, connection };
}

/** Opens one, which a test does not wait to be ended. */
async function opened(tunnels: Tunnels, hostKey: string, channelId = 'here') {
  const way = await tunnels.open(hostKey, channelId);
  way?.stream.on('error', () => undefined);
  return way;
}

describe('a tunnel to another host', () => {
  it('leads to the page server of a channel that runs there, and to none else', async () => {
    const { host, clock } = setUp();
    const [{ tunnels }, { entered }] = [host('a'), host('b')];
    const way = await opened(tunnels, keyOf('b'));
    expect(way?.port).toBe(4_000);
    const heard: Buffer[] = [];
    way?.stream.on('data', (part: Buffer) => heard.push(part));
    way?.stream.write('hello');
    await settled(() => String(Buffer.concat(heard)) === 'hello');
    expect(await opened(tunnels, keyOf('b'), 'elsewhere')).toBeNull();
    way?.stream.end();
    await settled(() => clock.pendingTimers === 0);
    expect(entered[0]?.destroyed).toBe(true);
  });

  it('is none where no host of that name is there, which is said for who looks for it', async () => {
    const { host } = setUp();
    const { tunnels, log } = host('a');
    expect(await opened(tunnels, keyOf('gone'))).toBeNull();
    expect(log.join()).toContain('did not answer');
  });

  it.each([20_000, null, 200, 1_000_000])(
    'cuts what it carries so that NATS takes it (most of a message: %s bytes)',
    async (maxPayload) => {
      const { host, nats } = setUp(maxPayload);
      const [{ tunnels }] = [host('a'), host('b')];
      const way = await opened(tunnels, keyOf('b'));
      const bytes = Buffer.alloc(maxPayload === 200 ? 500 : 200_000, 'x');
      let heard = 0;
      way?.stream.on('data', (part: Buffer) => {
        heard += part.length;
      });
      nats.said.length = 0;
      way?.stream.write(bytes);
      await settled(() => heard === bytes.length);
      const longest = Math.max(...nats.said.map(({ length }) => length));
      const most = Math.min(maxPayload ?? 32_768, 33_000);
      expect(longest).toBeLessThanOrEqual(most);
      if (maxPayload !== 200) expect(longest).toBeGreaterThan(most - 300);
    },
  );

  it('ends with its host, at both ends, and no other is opened there', async () => {
    const { host, clock, nats } = setUp();
    const [a, b] = [host('a'), host('b')];
    const way = await opened(a.tunnels, keyOf('b'));
    expect(clock.pendingTimers).toBe(2);
    b.tunnels.dispose();
    expect(nats.listening).toBe(1);
    await settled(() => way?.stream.destroyed === true);
    expect(clock.pendingTimers).toBe(0);
    expect(b.entered[0]?.destroyed).toBe(true);
    expect(await opened(a.tunnels, keyOf('b'))).toBeNull();
  });

  it('ends as soon as NATS says that nobody listens at its other end', async () => {
    const { host, clock, nats } = setUp();
    const [a, b] = [host('a'), host('b')];
    const way = await opened(a.tunnels, keyOf('b'));
    nats.silence(keyOf('b'));
    way?.stream.write('is somebody there?');
    await settled(() => way?.stream.destroyed === true);
    expect(clock.pendingTimers).toBe(1);
    expect(b.entered[0]?.destroyed).toBe(false);
  });

  it('is not opened by what is no question, nor twice with one', async () => {
    const { host, clock, nats, connection, seal } = setUp();
    const { entered } = host('b');
    const subject = `stagelight_test_door.${keyOf('b')}.open`;
    const ask = async (question: unknown, purpose = `tunnel to ${keyOf('b')}`) => {
      const sealed = seal.close(JSON.stringify(question), purpose);
      const answer = await connection.request(subject, `${keyOf('a')} ${sealed}`);
      return answer.string();
    };
    const question = { id: 'x'.repeat(22), channelId: 'here', secret: 'secret' };
    expect(await ask({ ...question, id: 'short' })).toBe('');
    expect(await ask(question, 'another purpose')).toBe('');
    expect(await ask({ id: question.id })).toBe('');
    expect((await connection.request(subject, 'what?')).string()).toBe('');
    expect([entered.length, clock.pendingTimers]).toEqual([0, 0]);
    expect(await ask(question)).not.toBe('');
    expect(await ask(question)).toBe('');
    expect(entered).toHaveLength(1);
    // A failure of the subscription is no message.
    nats.fail(keyOf('b'), new Error('not allowed'));
    expect(entered).toHaveLength(1);
  });

  it('that breaks is logged, and forgotten', async () => {
    const { host, clock } = setUp();
    const [a] = [host('a'), host('b')];
    const way = await opened(a.tunnels, keyOf('b'));
    way?.stream.destroy(new Error('broken here'));
    await settled(() => clock.pendingTimers === 0);
    expect(a.log.join()).toContain('a tunnel ended');
  });
});

describe('a host that is asked what it runs', () => {
  it('tells every channel, as it is in that moment', async () => {
    const { host, connection } = setUp();
    const row = { channelId: 'x', epoch: 3, connection: 'live', forMs: 5, name: 'X' };
    const rows: (typeof row)[] = [];
    host('b', { running: () => rows });
    const ask = async () => {
      const subject = `stagelight_test_door.${keyOf('b')}.running`;
      const answer: Msg = await connection.request(subject, '');
      return JSON.parse(answer.string());
    };
    expect(await ask()).toEqual([]);
    rows.push(row);
    expect(await ask()).toEqual([row]);
  });
});
