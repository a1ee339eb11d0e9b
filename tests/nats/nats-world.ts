import { onTestFinished } from 'vitest';
import type { NewSink } from '../../shared/contract/sinks.ts';
import { NatsProcess } from '../support/nats-server.ts';
import { ALL, type SinksWorld } from '../unit/sinks/sinks-world.ts';

export const STREAM = 'STAGELIGHT';

type NatsSink = Extract<NewSink, { readonly kind: 'nats' }>;

/** Gone when the test is over. */
export async function openServer(config = ''): Promise<NatsProcess> {
  const server = await NatsProcess.start(config);
  onTestFinished(() => server.dispose());
  return server;
}

export function natsSink(address: string, changes: Partial<NatsSink> = {}): NatsSink {
  return {
    kind: 'nats',
    name: 'a stream',
    address,
    nearby: false,
    filter: ALL,
    nats: { stream: STREAM, prefix: 'stagelight', make: true },
    login: { user: '', password: '' },
    ...changes,
  };
}

/** Sends an example; the code of what keeps it from arriving, null: it arrived. */
export async function problemOfTest(world: SinksWorld, id: string): Promise<string | null> {
  try {
    await world.sinks.commands['sinks.test']({ id });
    return null;
  } catch (failure) {
    return failure instanceof Error && 'problem' in failure
      ? (failure.problem as { readonly code: string }).code
      : String(failure);
  }
}

/** All that happened, and nothing twice, in the order of its numbers. */
export function seqsOf(stored: readonly { readonly body: unknown }[]): number[] {
  return stored.map(({ body }) => (body as { readonly seq: number }).seq);
}

export const numbers = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, at) => from + at);
