import type { SubathonRule } from '../../../shared/contract/subathon.ts';
import { assertNever, type StageEvent } from '../../../shared/events.ts';
import { sameJson } from '../../../shared/json.ts';
import { toMinorUnits } from '../../../shared/money.ts';

/** More than anybody streams; it keeps all sums whole numbers. */
export const LONGEST_MS = 365 * 24 * 3_600_000;

export interface Tally {
  count: number;
  /** Whole milliseconds. */
  ms: number;
  /** The part of a millisecond that waits for the next event, in parts of `partsOf` the rule. */
  rest: number;
}

/** What each rule has given: nothing yet. */
export const NO_TALLY: Readonly<Tally> = { count: 0, ms: 0, rest: 0 };

/** Rules that replace others while the clock runs, and what both have given. */
export interface Replaced {
  readonly tallies: readonly Tally[];
  /** What rules without a successor gave. */
  readonly dropped: Readonly<Omit<Tally, 'rest'>>;
}

/**
 * A rule for the same goes on with what the one before it gave, so that a cap holds in all. A rule
 * that was changed counts in another unit: the part of a millisecond that waited goes.
 */
export function replaced(
  rules: readonly SubathonRule[],
  before: { readonly rules: readonly SubathonRule[]; readonly tallies: readonly Tally[] },
): Replaced {
  const subjects = before.rules.map(subjectOf);
  const places = rules.map((rule) => subjects.indexOf(subjectOf(rule)));
  const tallies = rules.map((rule, at) => {
    const place = places[at] ?? -1;
    const tally = { ...(before.tallies[place] ?? NO_TALLY) };
    return sameJson(rule, before.rules[place]) ? tally : { ...tally, rest: 0 };
  });
  const gone = before.tallies.filter((_, at) => !places.includes(at));
  return {
    tallies,
    dropped: {
      count: gone.reduce((sum, { count }) => sum + count, 0),
      ms: gone.reduce((sum, { ms }) => sum + ms, 0),
    },
  };
}

/** Whether two rules are for the same. */
export function hasSameRules({ rules }: { readonly rules: readonly SubathonRule[] }): boolean {
  return new Set(rules.map(subjectOf)).size < rules.length;
}

export function subjectOf(rule: SubathonRule): string {
  if (rule.by === 'subscription') return `subscription ${rule.tier ?? 'any'}`;
  return rule.by === 'purchase' ? `purchase ${rule.currency}` : rule.by;
}

/** What an event brings for a rule; null: nothing for any. */
export function amountOf(
  event: StageEvent,
): { readonly subjects: string[]; readonly amount: number } | null {
  switch (event.kind) {
    case 'DONATION': {
      const { donationType, payAmount } = event.data;
      const subject = donationType === 'CHEERING' ? 'cheering' : 'donation';
      return payAmount === null ? null : { subjects: [subject], amount: payAmount };
    }
    case 'SUBSCRIPTION': {
      const { tierNo } = event.data;
      const own = tierNo === null ? [] : [`subscription ${tierNo}`];
      return { subjects: [...own, 'subscription any'], amount: 1 };
    }
    case 'GOODS_PURCHASE': {
      const { totalAmount, currency } = event.data;
      if (totalAmount === null) return null;
      return { subjects: [`purchase ${currency}`], amount: toMinorUnits(totalAmount, currency) };
    }
    case 'CHAT':
    case 'DROPS':
      return null;
    default:
      return assertNever(event);
  }
}

export function giverOf(event: StageEvent): {
  readonly who: string | null;
  readonly name: string | null;
} {
  switch (event.kind) {
    case 'DONATION':
      return { who: event.data.donatorChannelId, name: event.data.donatorNickname };
    case 'SUBSCRIPTION':
      return { who: event.data.subscriberChannelId, name: event.data.subscriberChannelName };
    case 'GOODS_PURCHASE':
      return { who: event.data.senderChannelId, name: event.data.profile?.nickname ?? null };
    default:
      return { who: null, name: null };
  }
}

/** Into so many parts a millisecond is divided for this rule, with the percent of a happy hour. */
function partsOf(rule: SubathonRule): bigint {
  return 100n * BigInt(perOf(rule));
}

function perOf(rule: SubathonRule): number {
  if (rule.by === 'subscription') return 1;
  return rule.by === 'purchase' ? toMinorUnits(rule.per, rule.currency) : rule.per;
}

/**
 * The whole milliseconds that an amount adds; null: its rule has given all that it may. What is less
 * than a millisecond is kept with the rule until it is one: three gifts of one beam are as much as
 * one of three.
 */
export function take(
  tally: Tally,
  rule: SubathonRule,
  amount: number,
  factor: number,
): number | null {
  const parts = partsOf(rule);
  const partsIn = (seconds: number) => BigInt(seconds) * 1_000n * parts;
  const before = BigInt(tally.ms) * parts + BigInt(tally.rest);
  const most = [BigInt(LONGEST_MS) * parts];
  if (rule.mostEach !== null) most.push(partsIn(rule.mostEach));
  if (rule.mostInAll !== null) most.push(partsIn(rule.mostInAll) - before);
  const wanted = BigInt(amount) * BigInt(rule.seconds) * 1_000n * BigInt(factor);
  const given = most.reduce((least, each) => (each < least ? each : least), wanted);
  if (given <= 0n) return null;
  const sum = BigInt(tally.rest) + given;
  const ms = Number(sum / parts);
  tally.rest = Number(sum % parts);
  tally.ms = Math.min(Number.MAX_SAFE_INTEGER, tally.ms + ms);
  tally.count += 1;
  return ms;
}
