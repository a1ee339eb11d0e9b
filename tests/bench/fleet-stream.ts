import { DeliverPolicy, jetstream } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { systemClock } from '../../electron/base/clock.ts';
import { markIn } from '../fleet/many-channels.ts';

/** When events come out of the stream of a fleet's books, by their marks: each had been stored before. */
export async function watchStream(servers: readonly string[], stream: string) {
  const connection = await connect({ servers: [...servers], noAsyncTraces: true });
  const at = new Map<string, number>();
  const consumer = await jetstream(connection).consumers.get(stream, {
    deliver_policy: DeliverPolicy.New,
  });
  const messages = await consumer.consume({
    callback: ({ subject, data }) => {
      const now = systemClock.now();
      // States repeat what an event says.
      const mark = isEvent(subject) ? markIn(new TextDecoder().decode(data)) : null;
      if (mark !== null && !at.has(mark)) at.set(mark, now);
    },
  });
  return {
    async dispose(): Promise<ReadonlyMap<string, number>> {
      await messages.close();
      await connection.close();
      return at;
    },
  };
}

const isEvent = (subject: string): boolean => /^[A-Z_]+$/.test(subject.split('.').at(-1) ?? '');
