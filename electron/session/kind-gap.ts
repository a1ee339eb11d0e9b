import {
  type Gap,
  SUBSCRIPTION_KINDS,
  type SubscriptionKind,
} from '../../shared/connection-history.ts';
import type { CoveredSession } from './covered-session.ts';
import { earlier, type Moment } from './moment.ts';

/** A kind of event that the streamer is to get. */
export interface Wanted {
  /** Every event until then was received, or lies in a gap that was told. */
  settled: Moment;
  open: OpenKindGap | null;
}

export interface OpenKindGap {
  from: Moment;
  readonly reason: string;
  /** It began when this session's connection was lost: what is proved of that afterwards is no part of it. */
  lost: CoveredSession | null;
}

/** Opens the gap, or makes it longer. `lost`: the session whose connection was lost just now. */
export function openGap(
  wanted: Wanted,
  from: Moment,
  reason: string,
  lost: OpenKindGap['lost'] = null,
): void {
  const begun = wanted.open ?? { from, reason };
  wanted.open = { ...begun, from: earlier(begun.from, from), lost: wanted.open ? null : lost };
}

/** A gap as far as one kind is concerned. */
export interface KindGap extends Omit<Gap, 'kinds'> {
  readonly kind: SubscriptionKind;
}

/** Gaps that differ in nothing but their kind are one gap. */
export function together<T extends { readonly kind: SubscriptionKind }, G>(
  gaps: readonly T[],
  one: (gap: T, kinds: readonly SubscriptionKind[]) => G,
): readonly G[] {
  const same = Map.groupBy(gaps, ({ kind: _, ...rest }) => JSON.stringify(rest));
  return [...same.values()].flatMap((all) => {
    const kinds = SUBSCRIPTION_KINDS.filter((kind) => all.some((gap) => gap.kind === kind));
    return all[0] ? [one(all[0], kinds)] : [];
  });
}
