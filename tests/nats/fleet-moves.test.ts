import { describe, expect, it } from 'vitest';
import type { Simulator } from '../../electron/simulator/server.ts';
import type { HeadlessProcess } from '../support/headless-process.ts';
import { hasNats } from '../support/nats-server.ts';
import { booksIn, type ChannelBooks, Donations } from './fleet-donations.ts';
import { FleetWorld } from './fleet-world.ts';

const channelIs = (host: HeadlessProcess, wanted: string, from = 0) =>
  host.waitFor(({ type, state }) => type === 'channel' && state === wanted, from);

/** Resolves once a host hears the channel. */
const heard = ({ sockets }: Simulator) =>
  expect.poll(() => sockets.all.map(({ session }) => session.subscriptions.length)).toEqual([3]);

/** Resolves once so many more were published. */
const more = ({ texts }: Donations, count: number) =>
  expect.poll(() => texts.length).toBeGreaterThanOrEqual(texts.length + count);

/** Resolves once the last one is in a host's books. */
const written = ({ texts }: Donations, books: () => readonly ChannelBooks[]) =>
  expect
    .poll(() => books().flatMap(({ donations }) => donations.map(({ text }) => text)))
    .toContain(texts.at(-1));

/** Every donation stands once in the books of all hosts together. */
function expectEachOnce(books: readonly ChannelBooks[], texts: readonly string[]): void {
  for (const { donations } of books) {
    expect(new Set(donations.map(({ text }) => text)).size).toBe(donations.length);
  }
  // A host may also have what another one wrote; then it came at the same moment.
  const all = new Set(
    books.flatMap(({ donations }) => donations.map((one) => `${one.text} ${one.at}`)),
  );
  const found = [...all].map((one) => one.replace(/ \d+$/, ''));
  expect(found.sort()).toEqual([...texts].sort());
}

describe.skipIf(!hasNats)('a channel of a real fleet that moves', () => {
  it('to a host that joins, and back when that one ends, has every event once and no gap', async () => {
    const world = await FleetWorld.start();
    await world.add();
    const { simulator } = world.stage;
    const books = () => world.folders.flatMap(booksIn);
    const first = await world.start(['--fleet-weight', '1']);
    await channelIs(first, 'started');
    const donations = new Donations(simulator);
    await heard(simulator);
    donations.start();
    await more(donations, 20);
    const second = await world.start(['--fleet-weight', '100']);
    await channelIs(second, 'started');
    await channelIs(first, 'stopped');
    await more(donations, 40);
    const before = first.lines.length;
    expect(await second.stop()).toMatchObject({ code: 0 });
    await channelIs(first, 'started', before);
    await more(donations, 40);
    donations.stop();
    await written(donations, books);
    expect(await first.stop()).toMatchObject({ code: 0 });
    expect(donations.unheard).toEqual([]);
    expect(donations.mostSessions).toBe(2);
    expectEachOnce(books(), donations.texts);
    expect(books().flatMap(({ gaps }) => gaps)).toEqual([]);
    expect(simulator.requestLog.broken()).toEqual([]);
  });

  it('goes on with the session of a host that was killed, and the gap is in the books', async () => {
    const world = await FleetWorld.start();
    await world.add();
    const { simulator } = world.stage;
    const books = () => world.folders.flatMap(booksIn);
    // So that it does not move before.
    const first = await world.start(['--fleet-weight', '100']);
    await channelIs(first, 'started');
    const donations = new Donations(simulator);
    await heard(simulator);
    donations.start();
    const second = await world.start(['--fleet-weight', '1']);
    await more(donations, 40);
    first.child.kill('SIGKILL');
    await channelIs(second, 'started');
    await more(donations, 40);
    donations.stop();
    await written(donations, books);
    expect(await second.stop()).toMatchObject({ code: 0 });
    expect(donations.mostSessions).toBe(1);
    const found = books();
    const had = new Set(found.flatMap((one) => one.donations.map(({ text }) => text)));
    const gaps = found.flatMap((one) => one.gaps);
    const missed = donations.texts.filter((text) => !had.has(text));
    const silent = missed.filter((text) => {
      const at = donations.times.get(text) ?? 0;
      return !gaps.some(({ from, to }) => from <= at && at <= to);
    });
    expect(missed.length).toBeGreaterThan(100);
    for (const { from, to } of gaps) expect(to - from).toBeLessThan(60_000);
    expect(silent).toEqual([]);
    // A lease and a start, and what was received since it was noted last.
    for (const { from, to } of gaps) expect(to - from).toBeLessThan(50_000);
    expect(simulator.requestLog.broken()).toEqual([]);
  });
});
