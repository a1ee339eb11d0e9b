import type { Clock } from '../../../electron/base/clock.ts';
import { silentLogger } from '../../../electron/base/log.ts';
import { WaitingEvents } from '../../../electron/fleet/books/waiting-events.ts';
import { donation, temporaryFolder } from '../storage/support.ts';
import { type BooksHost, BooksWorld, CHANNEL, receive } from './books-world.ts';

const wordsIn = (text: string) => /"donationText":"(.*?)"/.exec(text)?.[1] ?? '';
export const inLedger = (host: BooksHost) =>
  host.ledger.figures
    .latestBefore(Number.MAX_SAFE_INTEGER, 100)
    .map((event) => wordsIn(JSON.stringify(event)));
export const inStream = ({ stream }: BooksWorld) =>
  stream.stored.flatMap(({ kind, text }) => (kind === 'DONATION' ? [wordsIn(text)] : []));
export const waitingIn = ({ stream }: BooksWorld) =>
  stream.stored.flatMap(({ kind, text }) => (kind === 'waiting' ? [wordsIn(text)] : []));

export const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

/** A channel that is about to move: its owner has written something before, and shares what comes. */
export async function moving() {
  const world = new BooksWorld();
  const giver = world.host();
  await giver.takeOver();
  const [last = 0] = receive(giver, 1, { donationText: 'before' });
  await giver.settle();
  const since = giver.books.give(last + 1, 120_000);
  const { epoch } = world;
  const waitingDir = temporaryFolder();
  let keys = 0;
  /** A session that another host has made ready. */
  const session = (aheadMs = 0): WaitingEvents => {
    const makeKey = () => {
      keys += 1;
      return `session-${keys}`;
    };
    const clock: Clock = {
      now: () => world.clock.now() + aheadMs,
      monotonic: () => world.clock.monotonic(),
      uptime: () => world.clock.uptime(),
      setTimeout: (run, ms) => world.clock.setTimeout(run, ms),
    };
    const parts = { stream: world.stream, waitingDir, clock, makeKey, log: silentLogger };
    return new WaitingEvents(parts, { channelId: CHANNEL, epoch, since });
  };
  return { world, giver, session, waitingDir };
}

/** As its socket brings them. */
export async function bring(session: WaitingEvents, ...texts: readonly string[]): Promise<void> {
  session.add(texts.map((donationText) => donation(0, { donationText })));
  await settled();
}
