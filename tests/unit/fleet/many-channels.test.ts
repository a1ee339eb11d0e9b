import { afterEach, describe, expect, it } from 'vitest';
import { startSimulator } from '../../../electron/simulator/server.ts';
import { ManyChannels, markIn } from '../../fleet/many-channels.ts';
import { settle, VirtualClock } from '../../support/virtual-clock.ts';

const cleanUp: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const clean of cleanUp.splice(0).reverse()) await clean();
});

async function open(channels: number, timeScale = 1) {
  const clock = new VirtualClock();
  const simulator = await startSimulator({ clock, timeScale });
  const many = new ManyChannels(simulator, clock, channels);
  cleanUp.push(async () => {
    many.dispose();
    await simulator.dispose();
  });
  return { clock, simulator, many };
}

async function listen(
  { simulator }: Awaited<ReturnType<typeof open>>,
  channelId: string,
): Promise<{ readonly texts: string[]; close(): void }> {
  const texts: string[] = [];
  const { clientId, sessions } = simulator;
  const session = sessions.create({ kind: 'USER', clientId, channelId });
  if (!session) throw new Error('There is no session.');
  for (const eventType of ['CHAT', 'DONATION', 'SUBSCRIPTION'] as const) {
    sessions.subscribe(session, { eventType, channelId });
  }
  const url = `ws://127.0.0.1/?type=OPENAPI_SESSION&sessionKey=${session.key}`;
  const line = simulator.connect(url, {
    onOpen: () => undefined,
    onText: (text) => texts.push(text),
    onEnd: () => undefined,
  });
  await settle();
  return { texts, close: () => line.close() };
}

describe('many channels on one simulated platform', () => {
  it('have a grant each, whose tokens work and live as long as the clock of the platform says', async () => {
    const world = await open(3, 60);
    const signedIn = world.many.signIn();
    expect(signedIn.map(({ channelId }) => channelId)).toEqual(['Many1', 'Many2', 'Many3']);
    const [{ grant } = { grant: null }] = signedIn;
    const answer = await fetch(`${world.simulator.baseUrl}/api/openapi/open/v1/users/me`, {
      headers: { authorization: `Bearer ${grant?.accessToken}` },
    });
    expect(await answer.json()).toMatchObject({ content: { channelId: 'Many1' } });
    expect((grant?.expiresAt ?? 0) - (grant?.issuedAt ?? 0)).toBe(86_400_000 / 60);
  });

  it('get events at their rate, each to the listeners of its own channel alone', async () => {
    const world = await open(2);
    world.many.signIn();
    const one = await listen(world, 'Many1');
    world.many.flow({ rate: 5, valuedEvery: 1 });
    await world.clock.advance(2_000);
    world.many.flow(null);
    await world.clock.advance(2_000);
    await settle();
    const { sent } = world.many.record();
    expect(sent).toHaveLength(20);
    expect(new Set(sent.map(({ mark }) => mark)).size).toBe(20);
    const own = sent.filter(({ channelId }) => channelId === 'Many1');
    expect(one.texts.map(markIn)).toEqual(own.map(({ mark }) => mark));
    expect(sent.filter(({ reached }) => reached)).toEqual(own);
  });

  it('mixes chat in, which is counted and not told apart', async () => {
    const world = await open(4);
    world.many.flow({ rate: 5, valuedEvery: 5 });
    await world.clock.advance(2_000);
    const { chat, sent } = world.many.record();
    expect([chat, sent.length]).toEqual([32, 8]);
  });

  it('tells when a channel is heard, by which connection, and when it is not', async () => {
    const world = await open(2);
    world.many.signIn();
    const first = await listen(world, 'Many2');
    await world.clock.advance(100);
    expect(world.many.live).toBe(1);
    first.close();
    await settle();
    await world.clock.advance(100);
    expect(world.many.live).toBe(0);
    await listen(world, 'Many2');
    await world.clock.advance(100);
    expect(world.many.record()).toMatchObject({
      heard: [
        { channelId: 'Many2', connection: 1 },
        { channelId: 'Many2', connection: null },
        { channelId: 'Many2', connection: 2 },
      ],
      mostSessions: 2,
      sessionsCreated: 2,
    });
  });

  it('counts sign-ins that were renewed, and those that were refused', async () => {
    const world = await open(1);
    const [one] = world.many.signIn();
    const { authorizations } = world.simulator.world;
    const application = world.simulator.world.application(world.simulator.clientId);
    if (!application) throw new Error('There is no application.');
    authorizations.refresh(application, one?.grant.refreshToken ?? '');
    authorizations.refresh(application, one?.grant.refreshToken ?? '');
    expect(world.many.record()).toMatchObject({ refreshes: 2, refusedRefreshes: 1 });
  });
});
