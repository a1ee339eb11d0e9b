import type { Audience } from '../../../electron/features/show/index.ts';
import {
  newSubathon,
  SUBATHON,
  type Subathon,
  type SubathonEntry,
} from '../../../electron/features/subathon/subathon.ts';
import type { SubathonConfig, SubathonRule } from '../../../shared/contract/subathon.ts';
import type { GoodsPurchaseData, SubscriptionData } from '../../../shared/events.ts';
import { gives, type Said } from '../show/show-world.ts';
import { purchase, subscription } from '../storage/support.ts';
import { UNCAPPED } from './subathon-world.ts';

export const BEAMS: Extract<SubathonRule, { by: 'donation' }> = {
  by: 'donation',
  per: 1_000,
  seconds: 60,
  ...UNCAPPED,
};
export const SECOND = 1_000;
export const MINUTE = 60_000;
export const AT = 1_000_000;

export const CONFIG: SubathonConfig = {
  title: '24시간',
  minutes: 10,
  rules: [BEAMS],
  limitHours: null,
  announce: false,
};

export const AUDIENCE: Audience = {
  isBlocked: (who) => who === 'blocked',
  monthsOf: () => null,
  isFollower: () => false,
  roleOf: () => 'viewer',
};

export const cheers = (who: string, beams: number) =>
  gives(who, beams, { donationType: 'CHEERING' });

export const subscribes =
  (tierNo: number | null, data: Partial<SubscriptionData> = {}): Said =>
  (seq, receivedAt) => {
    const event = subscription(seq);
    return { ...event, receivedAt, data: { ...event.data, tierNo, ...data } };
  };

export const buys =
  (totalAmount: number | null, currency: string, data: Partial<GoodsPurchaseData> = {}): Said =>
  (seq, receivedAt) => ({ ...purchase(seq, { totalAmount, currency, ...data }), receivedAt });

export const begun = (config: Partial<SubathonConfig> = {}) =>
  newSubathon({ ...CONFIG, ...config }, AT);

export const put = (clock: Subathon, entry: SubathonEntry): Subathon =>
  SUBATHON.fold(clock, SUBATHON.readEntry(JSON.parse(JSON.stringify(entry)))).state;

let seq = 0;

/** The event arrives so long after the start. */
export function hear(clock: Subathon, said: Said, after = 0): Subathon {
  seq += 1;
  const entry = SUBATHON.hear(clock, said(seq, AT + after), AUDIENCE);
  return entry ? put(clock, entry) : clock;
}
