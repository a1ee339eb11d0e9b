import { describe, expect, it } from 'vitest';
import type { NotedEntry } from '../../../electron/fleet/books/books-stream.ts';
import { entryOf } from '../../../electron/fleet/books/messages.ts';
import { ChannelAdmin, type ListedChannel } from '../../../electron/fleet/channel-admin.ts';
import { sayer } from '../../../electron/fleet/front-pages.ts';
import { keyOf } from '../../../electron/fleet/leases.ts';
import { FleetReader } from '../../../electron/fleet/page/fleet-reader.ts';
import { FleetHistory } from '../../../electron/fleet/page/history.ts';
import { viewOf } from '../../../electron/fleet/page/page-view.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';
import { FakeBooks } from './door-world.ts';
import { KvBucket } from './kv-bucket.ts';

const NOW = 1_000_000_000;

/** As they come from the stream: the channel, and what its host wrote there. */
function noted(place: number, channelId: string, kind: string, body: object): NotedEntry {
  const entry = entryOf(kind, JSON.stringify({ epoch: place, file: 'f', ...body }));
  if (!entry) throw new Error('It is none.');
  return { place, at: NOW - 1_000 + place, channelId, entry };
}

const owner = (place: number, channelId: string, host?: string) =>
  noted(place, channelId, 'owner', host === undefined ? {} : { host });
const gap = (place: number, channelId: string, from: number, ms: number, reason = 'crash') =>
  noted(place, channelId, 'gap', { id: place, gap: { from, to: from + ms, reason } });

function channel(channelId: string, changes: Partial<ListedChannel> = {}): ListedChannel {
  return {
    channelId,
    state: 'running',
    owner: 'host-a',
    epoch: 3,
    connection: 'live',
    name: null,
    since: NOW - 60_000,
    ...changes,
  };
}

function view(
  channels: readonly ListedChannel[],
  history = new FleetHistory(),
  language: 'en' | 'ko' = 'en',
) {
  const picture = { now: NOW, channels, hosts: [], history };
  return viewOf(picture, language, sayer(language));
}

describe('the history of a fleet', () => {
  it('tells from which host to which a channel went, also of hosts that are gone', () => {
    const history = new FleetHistory();
    history.add([owner(1, 'x', 'a'), owner(2, 'y', 'a'), owner(3, 'x', 'b')]);
    history.add([owner(4, 'x', 'b'), owner(5, 'y')]);
    expect(history.moves.map(({ channelId, from, to }) => [channelId, from, to])).toEqual([
      ['y', 'a', null],
      ['x', 'b', 'b'],
      ['x', 'a', 'b'],
      ['y', null, 'a'],
      ['x', null, 'a'],
    ]);
  });

  it('has gaps by their own time, whenever a host brought them', () => {
    const history = new FleetHistory();
    history.add([gap(1, 'x', NOW - 500, 100), gap(2, 'y', NOW - 900, 50, 'no-pong')]);
    expect(history.gaps.map(({ channelId, ms }) => [channelId, ms])).toEqual([
      ['x', 100],
      ['y', 50],
    ]);
    expect([history.gapCount, history.gapMs]).toEqual([2, 150]);
    history.since(NOW - 600);
    expect([history.gapCount, history.gapMs]).toEqual([1, 100]);
    history.since(NOW - 400);
    expect(history.gapCount).toBe(1);
    history.since(NOW - 399);
    expect(history.gapCount).toBe(0);
  });

  it('has gaps of one moment in the order in which they were told, the latest first', () => {
    const history = new FleetHistory();
    history.add([gap(1, 'x', NOW, 10), gap(2, 'y', NOW, 10), gap(3, 'z', NOW - 1, 10)]);
    expect(history.gaps.map(({ channelId }) => channelId)).toEqual(['y', 'x', 'z']);
  });

  it('has moves since a moment, and still knows where a channel was before', () => {
    const history = new FleetHistory();
    history.add([owner(1, 'x', 'a'), owner(2, 'x', 'b')]);
    history.since(NOW - 1_000 + 2);
    expect(history.moves.map(({ to }) => to)).toEqual(['b']);
    history.since(NOW);
    expect(history.moves).toEqual([]);
    history.add([owner(3, 'x', 'c')]);
    expect(history.moves).toMatchObject([{ place: 3, at: NOW - 997, from: 'b', to: 'c' }]);
  });

  it('keeps the latest ten thousand of a fleet that burns', () => {
    const history = new FleetHistory();
    const all = Array.from({ length: 10_001 }, (_, at) => at + 1);
    history.add(all.map((place) => gap(place, 'x', NOW + place, 1)));
    history.since(NOW);
    expect(history.gapCount).toBe(10_000);
  });

  it('shows the last hundred of thousands, and counts all', () => {
    const history = new FleetHistory();
    const all = Array.from({ length: 3_000 }, (_, at) => at + 1);
    history.add(all.map((place) => gap(place, 'x', NOW - 5_000 + place, 10)));
    history.add(all.map((place) => owner(place, 'x', `host-${place}`)));
    expect(history.gaps).toHaveLength(100);
    expect(history.moves).toHaveLength(100);
    expect(history.moves[0]?.to).toBe('host-3000');
    expect(history.gapCount).toBe(3_000);
  });
});

describe('the rows of the fleet’s page', () => {
  it.each([
    [{}, 'ok', 'Live'],
    [{ connection: 'connecting' }, 'warn', 'Connecting'],
    [{ connection: 'starting' }, 'warn', 'Connecting'],
    [{ connection: 'reconnecting' }, 'bad', 'Reconnecting'],
    [{ connection: 'signed-out' }, 'bad', 'Signed out'],
    [{ connection: null, epoch: null }, 'warn', 'Starting'],
    [{ state: 'waiting', owner: null, connection: null }, 'bad', 'No host'],
    [{ state: 'paused', owner: null, connection: null }, 'off', 'Paused'],
    [{ state: 'paused' }, 'off', 'Stopping'],
  ] as const)('say of %j that it is %s: %s', (changes, tone, text) => {
    const [row] = view([channel('x', changes)]).channels;
    expect([row?.tone, row?.cells[1]?.text]).toEqual([tone, text]);
  });

  it('have those on top that are not live, and keep the order of the others', () => {
    const rows = view([
      channel('a'),
      channel('b', { state: 'paused', owner: null }),
      channel('c', { connection: 'connecting' }),
      channel('d'),
      channel('e', { state: 'waiting', owner: null }),
    ]);
    expect(rows.channels.map(({ id }) => id)).toEqual(['e', 'c', 'b', 'a', 'd']);
    expect(rows.totals).toMatchObject({
      live: { text: '2 / 4', tone: 'warn' },
      waiting: { text: '1', tone: 'bad' },
      paused: { text: '1' },
    });
  });

  it('name a channel by its name wherever a host knows it, and say why there was a gap', () => {
    const history = new FleetHistory();
    history.add([gap(1, 'x', NOW - 90_000, 34_500), gap(2, 'gone', NOW, 0, 'not-known-yet')]);
    history.add([owner(3, 'x', 'a'), owner(4, 'x', 'a')]);
    const seen = view([channel('x', { name: 'Mina' })], history);
    expect(seen.gaps.map(({ cells }) => cells.map(({ text }) => text))).toEqual([
      ['', 'gone', '0s', 'not-known-yet'],
      ['', 'Mina', '35s', 'The host ended or lost the channel, or it was paused.'],
    ]);
    expect(seen.moves[0]?.cells.map(({ text }) => text)).toEqual(['', 'Mina', 'Same host', 'a']);
    expect(seen.totals.missed.text).toBe('35s');
    const korean = view([channel('x')], history, 'ko');
    expect(korean.channels[0]?.cells[1]?.text).toBe('실시간');
    expect(korean.gaps[1]?.cells[2]?.text).toBe('35초');
  });

  it('are none where there is no channel yet', () => {
    const { channels, moves, gaps, totals } = view([]);
    expect([channels, moves, gaps]).toEqual([[], [], []]);
    expect(totals.live).toEqual({ text: '0 / 0', tone: 'ok' });
  });

  it('of three hundred channels are worded in a moment, and small enough to be asked for often', () => {
    const many = Array.from({ length: 300 }, (_, at) =>
      channel(`channel-${at}`, { name: `Streamer ${at}`, owner: `host-${at % 3}` }),
    );
    const text = JSON.stringify(view(many));
    expect(JSON.parse(text).channels).toHaveLength(300);
    expect(text.length).toBeLessThan(150_000);
  });
});

describe('the hosts of a fleet', () => {
  function setReader() {
    const clock = new VirtualClock();
    const leases = new KvBucket(() => clock.now());
    const list = ChannelAdmin.prototype.list;
    const admin = { list: async () => [] as Awaited<ReturnType<typeof list>> };
    const books = new FakeBooks();
    const reader = new FleetReader({ admin, leases, books, clock });
    const hello = (id: string) => leases.put(`host.${keyOf(id)}.1`, '4');
    const silent = async () =>
      (await reader.look()).hosts.map(({ id, silentSince }) => [id, silentSince]);
    return { clock, leases, books, reader, hello, silent };
  }

  it('are silent from the moment they were heard last, also when their entry is gone', async () => {
    const { clock, leases, hello, silent } = setReader();
    await Promise.all([hello('a'), hello('b')]);
    const heard = clock.now();
    expect(await silent()).toEqual([
      ['a', null],
      ['b', null],
    ]);
    for (let at = 0; at < 4; at += 1) {
      await clock.advance(5_000);
      await hello('a');
      await silent();
    }
    expect(await silent()).toEqual([
      ['a', null],
      ['b', heard],
    ]);
    leases.entries.delete(`host.${keyOf('b')}.1`);
    await clock.advance(2_000);
    expect(await silent()).toEqual([
      ['a', null],
      ['b', heard],
    ]);
  });

  it('that said goodbye are not there any more', async () => {
    const { clock, leases, hello, silent } = setReader();
    await Promise.all([hello('a'), hello('b')]);
    await silent();
    await leases.delete(`host.${keyOf('b')}.1`);
    await clock.advance(2_000);
    expect(await silent()).toEqual([['a', null]]);
  });

  it('are not told by the clock of this computer', async () => {
    const { clock, hello, silent } = setReader();
    await hello('a');
    clock.jump(3_600_000);
    expect(await silent()).toEqual([['a', null]]);
  });

  it('have moves and gaps of a day, each told once, however often somebody looks', async () => {
    const { clock, books, reader } = setReader();
    const at = clock.now();
    books.entries.push({ ...owner(1, 'x', 'a'), at }, { ...gap(2, 'x', at, 100), at });
    const seen = async () => {
      await clock.advance(2_000);
      const { history } = await reader.look();
      return [history.moves.length, history.gapCount];
    };
    expect(await seen()).toEqual([1, 1]);
    expect(await seen()).toEqual([1, 1]);
    books.entries.push({ ...owner(3, 'x', 'b'), at }, { ...gap(4, 'x', at, 100), at });
    expect(await seen()).toEqual([2, 2]);
    expect(await seen()).toEqual([2, 2]);
    clock.jump(24 * 3_600_000);
    expect(await seen()).toEqual([0, 0]);
  });

  it('are asked for every two seconds at most, and at once when something was changed', async () => {
    const { clock, books, reader } = setReader();
    await Promise.all([reader.look(), reader.look()]);
    await clock.advance(1_999);
    await reader.look();
    expect(books.asked).toBe(2);
    reader.forget();
    await reader.look();
    expect(books.asked).toBe(4);
    await clock.advance(2_000);
    await reader.look();
    expect(books.asked).toBe(6);
  });

  it('are listed by name, with what they say of themselves', async () => {
    const { leases, hello, reader } = setReader();
    await Promise.all([hello('b'), hello('a'), leases.put(`host.${keyOf('odd')}.0`, 'what?')]);
    expect((await reader.look()).hosts).toEqual([
      { id: 'a', weight: 1, channels: 4, silentSince: null },
      { id: 'b', weight: 1, channels: 4, silentSince: null },
      { id: 'odd', weight: 0, channels: 0, silentSince: null },
    ]);
  });
});
