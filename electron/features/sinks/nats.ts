import { problemOf } from '../../base/errors.ts';
import { type Courier, DELIVERED, type Delivery, failed, type Letter } from './courier.ts';
import type { NatsLine, NatsTarget } from './nats-line.ts';
import { ended, type PostParts } from './post.ts';
import type { SinkError } from './sinks-errors.ts';

/** Letters that may be on their way together: each window waits for the disk once, and disks can be slow. */
const WINDOW = 1_000;

type NatsParts = Pick<PostParts, 'resolve'>;

/**
 * Publishes each event into a stream of NATS, in order, many at a time. A connection lasts until
 * something fails; the next try makes another one, which looks at what the stream has got.
 */
export function nats(parts: NatsParts, place: Omit<NatsTarget, 'window'>): Courier {
  const target = { ...place, window: WINDOW };
  let line: NatsLine | null = null;
  let most = 1;
  const connected = async (signal: AbortSignal): Promise<NatsLine> => {
    if (line && !line.isOver) return line;
    line = await connect(parts, target, signal);
    return line;
  };
  const hangUp = ({ problem }: Pick<SinkError, 'problem'>, arrived = 0): Delivery => {
    void line?.close();
    line = null;
    return failed(problem, null, arrived);
  };
  const send = async (letters: readonly Letter[], signal: AbortSignal): Promise<Delivery> => {
    const to = await connected(signal);
    const outcome = await to.send(letters);
    return outcome ? hangUp(outcome.failure, outcome.at) : DELIVERED;
  };
  return {
    // After a failure one at a time: nothing behind a letter that is refused shall arrive before it.
    get most() {
      return most;
    },
    givesUp: false,
    async deliver(letters, signal) {
      const delivery = await send(letters, signal).catch((failure: unknown) =>
        hangUp({ problem: problemOf(failure) }),
      );
      most = delivery.kind === 'delivered' ? Math.min(WINDOW, most * 2) : 1;
      return delivery;
    },
  };
}

/** Ends with the signal, also while it still connects. */
async function connect(
  parts: NatsParts,
  target: NatsTarget,
  signal: AbortSignal,
): Promise<NatsLine> {
  // The library is loaded by those who have such a stream.
  const { NatsLine: Line } = await import('./nats-line.ts');
  const opening = Line.open(target, parts);
  const settled = new AbortController();
  const close = () => void opening.then((line) => line.close()).catch(() => undefined);
  signal.addEventListener('abort', close);
  void opening
    .then((line) => line.ended())
    .catch(() => undefined)
    .then(() => signal.removeEventListener('abort', close));
  if (signal.aborted) close();
  try {
    return await Promise.race([opening, ended(AbortSignal.any([signal, settled.signal]))]);
  } finally {
    settled.abort();
  }
}
