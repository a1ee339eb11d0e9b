import type { Ledger } from '../ledger/ports.ts';

type Handler = (args: never) => Promise<unknown>;

/**
 * The same commands, answered when what they wrote to the books is on the disk. A disk that refuses
 * keeps nobody from an answer: what was asked for is done, and the hub says that the disk fails.
 */
export function durableAnswers<T extends { readonly [name: string]: Handler }>(
  ledger: Pick<Ledger, 'whenDurable'>,
  handlers: T,
): T {
  const durable = Object.entries(handlers).map(([name, handler]) => {
    const answer: Handler = async (args) => {
      const result = await handler(args);
      await ledger.whenDurable()?.catch(() => undefined);
      return result;
    };
    return [name, answer] as const;
  });
  return Object.fromEntries(durable) as T;
}
