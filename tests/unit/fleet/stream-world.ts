import { connect } from '@nats-io/transport-node';
import { onTestFinished } from 'vitest';
import { FakeNats } from '../../support/fake-nats.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';

/** A server that keeps streams, and one who is connected to it; both are gone when the test is over. */
export async function connected() {
  const server = await FakeNats.open();
  onTestFinished(() => server.close());
  const connection = await connect({ servers: server.address });
  onTestFinished(() => connection.close());
  /** How often something was asked for. */
  const times = (what: string): number =>
    server.asked.filter((subject) => subject.includes(what)).length;
  return { server, connection, clock: new VirtualClock(), times };
}

export async function all<T>(pages: AsyncIterable<readonly T[]>): Promise<readonly T[]> {
  const found: T[] = [];
  for await (const page of pages) found.push(...page);
  return found;
}
