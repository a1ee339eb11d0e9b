import { z } from 'zod';
import { SCOPES } from './model.ts';

const ms = z.int().min(0).max(600_000);

/** Switches to stray from the specification's words; the defaults are the plain platform. */
export const mannersSchema = z.strictObject({
  /** Which connection gets the events in the first `handOverMs` after one has replaced another. */
  handOver: z.enum(['clean', 'both', 'neither']).default('clean'),
  handOverMs: ms.default(1_500),
  /** Whether a replaced connection still answers PING. */
  replacedAnswers: z.boolean().default(true),
  /** How much later than the oldest session of a channel the others bring an event. */
  copyLagMs: ms.default(0),
  /** Which events they bring later: a platform may have a worker for each kind. */
  copyLagOf: z.enum(['all', 'CHAT', 'DONATION', 'SUBSCRIPTION']).default('all'),
  /** In which order they bring what came within that time. */
  copyOrder: z.enum(['kept', 'reversed']).default('kept'),
  /** How those other sessions spell times, so that copies are equal but not to the letter. */
  copyTimes: z.enum(['same', 'without-zone', 'korean-zone', 'epoch-digits']).default('same'),
  /** How every time is spelled, in events and in answers. */
  times: z.enum(['utc', 'without-zone', 'korean-zone', 'epoch-digits']).default('utc'),
  /** `payAmount` as text or as a number. */
  payAmount: z.enum(['text', 'number']).default('text'),
  /** Badges and emojis of events may be left out altogether. */
  sideFields: z.enum(['present', 'absent']).default('present'),
  /** A refresh also ends the access token that it replaces. */
  refreshEndsAccess: z.boolean().default(false),
  /** Seconds of life of an access token, as also said in `expiresIn`. */
  accessTokenSeconds: z.int().min(1).max(31_536_000).default(86_400),
  /** Scopes that are not granted although they were asked for. */
  withheldScopes: z.array(z.enum(SCOPES)).default([]),
  /** Digits of a claim id; `any`: from 1 to 25, the longer the later. */
  claimIds: z.enum(['eighteen', 'any']).default('eighteen'),
  followerOrder: z.enum(['newest', 'any']).default('newest'),
  /** What the answer to a payout change names: every id once, all but the last, or the first twice. */
  payoutAnswer: z.enum(['whole', 'misses-one', 'names-twice']).default('whole'),
});

export type Manners = z.output<typeof mannersSchema>;

export type TimeSpelling = Manners['times'];

const KST_MS = 9 * 3_600_000;

/** A time as `toIsoTime` writes it, in another spelling of the same instant. Other text stays. */
export function respelled(time: string, spelling: TimeSpelling | 'same'): string {
  const at = Date.parse(time);
  if (Number.isNaN(at)) return time;
  switch (spelling) {
    case 'utc':
    case 'same':
      return time;
    case 'without-zone':
      return time.replace(/Z$/, '');
    case 'korean-zone':
      return new Date(at + KST_MS).toISOString().replace(/Z$/, '+09:00');
    case 'epoch-digits':
      return String(at);
  }
}
