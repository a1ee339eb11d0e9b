import { describe, expect, it, onTestFinished } from 'vitest';
import { apiAddressOf, DeckLink, linkSettingsOf } from '../../../integrations/decks/deck-link.ts';
import { deed } from '../../../integrations/decks/deck-row.ts';
import { wordsOf } from '../../../integrations/decks/deck-words.ts';
import { DoorsWorld } from '../doors/doors-world.ts';

const say = wordsOf('en');

function newLink() {
  const link = new DeckLink({
    onChange: () => undefined,
    after: (_, run) => {
      setImmediate(run);
      return () => undefined;
    },
  });
  onTestFinished(() => link.close());
  return link;
}

const addressOf = (world: DoorsWorld) => `127.0.0.1:${world.world.pageServer.port}`;

describe('the address of the app', () => {
  it.each([
    ['http://127.0.0.1:17816/api/v1', 'http://127.0.0.1:17816/api/v1'],
    ['127.0.0.1:17816', 'http://127.0.0.1:17816/api/v1'],
    ['localhost:17816/', 'http://localhost:17816/api/v1'],
    ['http://[::1]:1/anything', 'http://[::1]:1/api/v1'],
    ['https://127.0.0.1:17816', null],
    ['192.168.0.2:17816', null],
    ['http://127.0.0.1.example.com', null],
    ['http://localhost@example.com', null],
    ['http://user:word@127.0.0.1', null],
    ['ws://127.0.0.1', null],
    ['not an address', null],
    ['http://', null],
    ['', null],
  ])('%j is %s', (entered, address) => {
    expect(apiAddressOf(entered)).toBe(address);
  });

  it.each([
    [
      { address: ' a ', key: ' k ' },
      { address: 'a', key: 'k' },
    ],
    [
      { address: 7, key: ['k'] },
      { address: '', key: '' },
    ],
    [null, { address: '', key: '' }],
    ['x', { address: '', key: '' }],
  ])('is read from %j', (kept, settings) => {
    expect(linkSettingsOf(kept)).toEqual(settings);
  });
});

describe('the link of a deck', () => {
  it('says what it lacks, connects, and knows the states of the app', async () => {
    const world = await DoorsWorld.start();
    const link = newLink();
    link.use({ address: '', key: '' });
    expect(link.link).toEqual({ kind: 'unset' });
    link.use({ address: 'example.com', key: 'k' });
    expect(link.link).toEqual({ kind: 'bad-address' });
    link.use({ address: addressOf(world), key: await world.makeKey() });
    expect(link.link).toEqual({ kind: 'connecting' });
    await expect.poll(() => link.state.alerts?.paused).toBe(false);
    expect(link.link).toEqual({ kind: 'live' });
  });

  it('is refused with the app’s own words, and tells a key that may not read', async () => {
    const world = await DoorsWorld.start();
    const link = newLink();
    link.use({ address: addressOf(world), key: 'sl_wrong' });
    await expect
      .poll(() => link.link)
      .toEqual({ kind: 'refused', what: 'The key is missing or wrong.' });
    link.use({ address: addressOf(world), key: await world.makeKey(['alerts:control']) });
    await expect.poll(() => link.link).toEqual({ kind: 'blind' });
  });

  it('has something done only while it is live, so that nothing is done minutes later', async () => {
    const done: string[] = [];
    const world = await DoorsWorld.start({
      commands: { 'alerts.skip': async () => void done.push('skip') },
    });
    const link = newLink();
    expect(await link.run(deed('alerts.skip', {}), say)).toBe('Enter the key in the settings');
    link.use({
      address: addressOf(world),
      key: await world.makeKey(['events:read', 'alerts:control']),
    });
    expect(await link.run(deed('alerts.skip', {}), say)).toBe('Connecting…');
    await expect.poll(() => link.link.kind).toBe('live');
    expect(await link.run(deed('alerts.skip', {}), say)).toBeNull();
    expect(await link.run(deed('wheel.spin', {}), say)).toContain('isn’t allowed');
    expect(done).toEqual(['skip']);
  });

  it('forgets what it knew when the connection is lost, and gets it again', async () => {
    const world = await DoorsWorld.start();
    const link = newLink();
    const kinds: string[] = [];
    link.use({ address: addressOf(world), key: await world.makeKey() });
    await expect.poll(() => link.state.alerts).toBeDefined();
    world.dropProgram();
    await expect
      .poll(() => {
        kinds.push(`${link.link.kind} ${link.state.alerts === undefined}`);
        return link.link.kind === 'live' && link.state.alerts !== undefined;
      })
      .toBe(true);
    expect(kinds).not.toContain('lost false');
  });

  it('ignores what comes late of a connection that it has given up', async () => {
    const world = await DoorsWorld.start();
    const link = newLink();
    link.use({ address: addressOf(world), key: await world.makeKey() });
    link.use({ address: '', key: '' });
    await world.clock.advance(1_000);
    await new Promise((resolve) => setImmediate(resolve));
    expect(link.link).toEqual({ kind: 'unset' });
    expect(link.state).toEqual({});
  });
});
