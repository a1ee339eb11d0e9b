import type { CommandArgs, CommandResult } from '../../../shared/contract/index.ts';
import type { SenderRole } from '../../../shared/events.ts';
import type { ViewerRepository } from './viewer-repository.ts';

export interface ViewerCardOptions {
  readonly viewers: Pick<ViewerRepository, 'find' | 'history'>;
  readonly roleOf: (channelId: string) => SenderRole;
  /** Writes pending events to the ledger. */
  readonly flush: () => void | Promise<void>;
}

type Card = CommandResult<'live.viewer'>;
type HistoryAsk = CommandArgs<'live.viewer-history'>;
type HistoryPage = CommandResult<'live.viewer-history'>;

/** The ledger's data about one viewer. Throws a `LedgerError`. */
export async function viewerCard(
  { viewers, roleOf, flush }: ViewerCardOptions,
  channelId: string,
): Promise<Card> {
  await flush();
  const { firstAt, lastAt, subscription, ...sums } = viewers.find(channelId);
  return { role: roleOf(channelId), firstAt, lastAt, subscription, sums };
}

/** A page of a viewer's messages, donations and purchases. Throws a `LedgerError`. */
export async function viewerHistory(
  { viewers, flush }: ViewerCardOptions,
  { channelId, limit, before }: HistoryAsk,
): Promise<HistoryPage> {
  if (before === null) await flush();
  const found = viewers.history(channelId, limit + 1, before);
  const events = found.slice(0, limit);
  const last = events.at(-1);
  const next = found.length > limit && last ? { receivedAt: last.receivedAt, seq: last.seq } : null;
  return { events, next };
}
