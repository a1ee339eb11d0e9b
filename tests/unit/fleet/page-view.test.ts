import { describe, expect, it } from 'vitest';
import type { ListedChannel } from '../../../electron/fleet/channel-admin.ts';
import { sayer } from '../../../electron/fleet/front-pages.ts';
import type { SeenHost } from '../../../electron/fleet/page/fleet-reader.ts';
import { FleetHistory } from '../../../electron/fleet/page/history.ts';
import { viewOf } from '../../../electron/fleet/page/page-view.ts';
import { channel, gap, NOW, owner } from './picture.ts';

function view(
  channels: readonly ListedChannel[],
  history = new FleetHistory(),
  language: 'en' | 'ko' = 'en',
  hosts: readonly SeenHost[] = [],
) {
  const picture = { now: NOW, channels, hosts, history };
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

  it('counts the gaps of a channel that overlap, of different kinds, as one time in which something was missed', () => {
    const history = new FleetHistory();
    history.add([
      gap(1, 'x', NOW - 500, 100, 'crash', ['chat']),
      gap(2, 'x', NOW - 450, 100, 'crash', ['donation']),
      gap(3, 'y', NOW, 10),
    ]);
    history.add([
      gap(4, 'x', NOW - 480, 20, 'crash', ['subscription']),
      gap(5, 'x', NOW - 351, 51, 'crash', ['chat', 'donation']),
      gap(6, 'x', NOW - 299, 9),
    ]);
    expect(history.gaps.map(({ channelId, from, ms }) => [channelId, NOW - from, ms])).toEqual([
      ['y', 0, 10],
      ['x', 299, 9],
      ['x', 351, 51],
      ['x', 500, 150],
    ]);
    expect([history.gapCount, history.gapMs]).toEqual([4, 220]);
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
    history.add(all.map((place) => gap(place, 'x', NOW + 2 * place, 1)));
    history.since(NOW);
    expect(history.gapCount).toBe(10_000);
  });

  it('shows the last hundred of thousands, and counts all', () => {
    const history = new FleetHistory();
    const all = Array.from({ length: 3_000 }, (_, at) => at + 1);
    history.add(all.map((place) => gap(place, 'x', NOW - 70_000 + 20 * place, 10)));
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
    const { now, channels, hosts, moves, gaps, totals } = view([]);
    expect([now, channels, hosts, moves, gaps]).toEqual([NOW, [], [], [], []]);
    const none = { text: '0', tone: 'ok' };
    expect(totals).toEqual({
      live: { text: '0 / 0', tone: 'ok' },
      waiting: none,
      paused: none,
      hosts: none,
      gaps: none,
      missed: { text: '0s', tone: 'ok' },
    });
  });

  it('have a place for everything that is known, and a dash for what is not', () => {
    const [row] = view([channel('x', { name: 'Mina' })]).channels;
    expect(row).toEqual({
      id: 'x',
      tone: 'ok',
      name: 'Mina',
      cells: [
        { text: 'Mina', title: 'x' },
        { text: 'Live' },
        { text: 'host-a', title: 'host-a' },
        { text: '3' },
        { text: '', at: NOW - 60_000 },
      ],
      acts: [
        { does: 'pause', text: 'Pause', label: 'Pause Mina' },
        { does: 'remove', text: 'Remove', label: 'Remove Mina' },
      ],
    });
    const unknown = { owner: null, epoch: null, connection: null, since: null };
    const [paused] = view([channel('y', { state: 'paused', ...unknown })]).channels;
    expect(paused?.name).toBe('y');
    expect(paused?.cells.map(({ text }) => text)).toEqual(['y', 'Paused', '–', '–', '–']);
    expect(paused?.acts?.map(({ does, label }) => [does, label])).toEqual([
      ['resume', 'Resume y'],
      ['remove', 'Remove y'],
    ]);
  });

  it('tell of each host that it is there, or since when it is silent, and count them', () => {
    const host = { id: 'host-a', weight: 2, channels: 5, silentSince: null };
    const silent = { id: 'host-b', weight: 1, channels: 3, silentSince: NOW - 9_000 };
    const seen = view([], undefined, 'en', [host, silent]);
    expect(seen.hosts).toEqual([
      {
        id: 'host-a',
        tone: 'ok',
        cells: [
          { text: 'host-a', title: 'host-a' },
          { text: 'Ready' },
          { text: '5' },
          { text: '2' },
        ],
      },
      {
        id: 'host-b',
        tone: 'bad',
        cells: [
          { text: 'host-b', title: 'host-b' },
          { text: 'Silent', at: NOW - 9_000 },
          { text: '3' },
          { text: '1' },
        ],
      },
    ]);
    expect(seen.totals.hosts).toEqual({ text: '1 / 2', tone: 'bad' });
    expect(view([], undefined, 'en', [host]).totals.hosts).toEqual({ text: '1', tone: 'ok' });
  });

  it('tell of moves and gaps when they were, of which channel, and what they are of', () => {
    const history = new FleetHistory();
    history.add([owner(1, 'x', 'a'), owner(2, 'x', 'b'), owner(3, 'x')]);
    history.add([gap(4, 'x', NOW - 500, 100, 'no-pong')]);
    const seen = view([channel('x', { name: 'Mina' })], history);
    const mina = { text: 'Mina', title: 'x' };
    const host = (id: string) => ({ text: id, title: id });
    const nobody = { text: '–' };
    const at = (place: number) => ({ text: '', at: NOW - 1_000 + place });
    expect(seen.moves).toEqual([
      { id: '3', tone: 'ok', cells: [at(3), mina, host('b'), nobody] },
      { id: '2', tone: 'ok', cells: [at(2), mina, host('a'), host('b')] },
      { id: '1', tone: 'ok', cells: [at(1), mina, nobody, host('a')] },
    ]);
    const [only] = seen.gaps;
    expect([only?.id, only?.tone, only?.cells.slice(0, 2)]).toEqual([
      '4',
      'ok',
      [{ text: '', at: NOW - 500 }, mina],
    ]);
    expect(only?.cells[3]?.title).toBe('no-pong');
    expect(only?.cells[3]?.text).not.toBe('no-pong');
    expect(seen.totals.gaps).toEqual({ text: '1', tone: 'warn' });
  });

  it.each([
    [0, '0s'],
    [400, '0.4s'],
    [9_940, '9.9s'],
    [10_400, '10s'],
    [119_999, '120s'],
    [120_000, '2m'],
    [119.9 * 60_000, '120m'],
    [120 * 60_000, '2h'],
    [100 * 3_600_000, '100h'],
  ])('say of gaps of %s ms that they are %s long', (ms, text) => {
    const history = new FleetHistory();
    history.add([gap(1, 'x', NOW, ms)]);
    expect(view([], history).totals.missed.text).toBe(text);
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
