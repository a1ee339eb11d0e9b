import { z } from 'zod';
import type { ValuedKind } from '../events.ts';
import { type Problem, problemSchema } from '../problem.ts';
import { feed, LOCAL_READ, LONG_WRITE } from './command.ts';

/** Where events go by themselves: webhooks, Discord, a file, a stream of NATS. */

export const SINK_KINDS = ['webhook', 'discord', 'file', 'nats'] as const;
export type SinkKind = (typeof SINK_KINDS)[number];

/** What can be sent: events with a value. */
export const SENT_KINDS = [
  'DONATION',
  'SUBSCRIPTION',
  'DROPS',
  'GOODS_PURCHASE',
] as const satisfies readonly ValuedKind[];

export const SINKS_MOST = 20;
export const SINK_NAME_MOST = 60;
export const SINK_ADDRESS_MOST = 2_000;
export const SINK_LOGIN_MOST = 300;
export const LEAST_BEAMS_MOST = 1_000_000_000;
/** Of one sink. Beyond it the oldest is dropped and counted. */
export const DEAD_LETTERS_MOST = 500;

const name = z.string().trim().min(1).max(SINK_NAME_MOST);
const address = z.string().trim().min(1).max(SINK_ADDRESS_MOST);
const id = z.string().max(100);

/** Names that NATS takes in streams and between the dots of subjects, whatever the system. */
export const STREAM_NAME = /^[A-Za-z0-9_-]{1,60}$/;
export const SUBJECT_PREFIX = /^[A-Za-z0-9_-]{1,40}(\.[A-Za-z0-9_-]{1,40}){0,4}$/;

export const natsSettingsSchema = z.strictObject({
  stream: z.string().regex(STREAM_NAME),
  /** What subjects begin with. */
  prefix: z.string().regex(SUBJECT_PREFIX),
  /** Make the stream if it is missing. */
  make: z.boolean(),
});
export type NatsSettings = z.infer<typeof natsSettingsSchema>;

/** Without a user the password is a token; without both nobody signs in. */
const login = z.strictObject({
  user: z.string().trim().max(SINK_LOGIN_MOST),
  password: z.string().max(SINK_LOGIN_MOST),
});

export const sinkFilterSchema = z.strictObject({
  kinds: z.array(z.enum(SENT_KINDS)).min(1),
  /** Donations of fewer beams are left out. */
  leastBeams: z.number().int().min(0).max(LEAST_BEAMS_MOST),
});
export type SinkFilter = z.infer<typeof sinkFilterSchema>;

export type SinkState =
  /** null: by the streamer. */
  | { readonly kind: 'off'; readonly problem: Problem | null }
  | { readonly kind: 'delivering' }
  /** The next event, and all behind it, wait. Epoch milliseconds. */
  | {
      readonly kind: 'waiting';
      readonly since: number;
      readonly problem: Problem;
      readonly nextAt: number;
    };

export interface SinkRow {
  readonly id: string;
  readonly kind: SinkKind;
  readonly name: string;
  readonly filter: SinkFilter;
  /** Addresses of the home network are allowed. */
  readonly nearby: boolean;
  /** null: of another kind. */
  readonly nats: NatsSettings | null;
  /** Without what is secret in it: a host, or a folder's name. */
  readonly target: string;
  readonly state: SinkState;
  /** Epoch milliseconds; null: nothing in this run of the app. */
  readonly deliveredAt: number | null;
  readonly deadLetters: number;
  /** Dead letters that no longer had a place. */
  readonly dropped: number;
}

export interface SinksState {
  /** Oldest first. */
  readonly sinks: readonly SinkRow[];
}

export const SINKS_FEED = feed<SinksState>({ everyMs: 250 });

const deadLetter = z.object({
  seq: z.number(),
  kind: z.enum(SENT_KINDS),
  /** Epoch milliseconds. */
  receivedAt: z.number(),
  diedAt: z.number(),
  problem: problemSchema,
  /** It is being sent again. */
  again: z.boolean(),
});
export type DeadLetter = z.infer<typeof deadLetter>;

const common = { name, filter: sinkFilterSchema };

export const newSinkSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('webhook'), ...common, address, nearby: z.boolean() }),
  z.strictObject({ kind: z.literal('discord'), ...common, address }),
  z.strictObject({ kind: z.literal('file'), ...common }),
  z.strictObject({
    kind: z.literal('nats'),
    ...common,
    /** One server or several of one cluster, with commas between. */
    address,
    nearby: z.boolean(),
    nats: natsSettingsSchema,
    login,
  }),
]);
export type NewSink = z.infer<typeof newSinkSchema>;

export const SINKS_COMMANDS = {
  /** `secret`: what a webhook's signatures are made with, shown this once; null: it has none. */
  'sinks.add': {
    args: newSinkSchema,
    result: z.object({ id: z.string(), secret: z.string().nullable() }),
  },
  /** `address`, `nats` and `login` null: they stay. What waited is tried at once. */
  'sinks.change': {
    args: z.strictObject({
      id,
      ...common,
      address: address.nullable(),
      nearby: z.boolean(),
      nats: natsSettingsSchema.nullable(),
      login: login.nullable(),
    }),
  },
  /** The former secret no longer signs anything. */
  'sinks.renew-secret': {
    args: z.strictObject({ id }),
    result: z.object({ secret: z.string() }),
  },
  'sinks.remove': { args: z.strictObject({ id }) },
  /** On: it goes on with the first event that it has not delivered. */
  'sinks.switch': { args: z.strictObject({ id, on: z.boolean() }) },
  /** Sends an example once. Fails with why it did not arrive. */
  'sinks.test': { args: z.strictObject({ id }), time: LONG_WRITE },
  /** Oldest first. */
  'sinks.letters': {
    args: z.strictObject({ id }),
    result: z.object({ letters: z.array(deadLetter) }),
    time: LOCAL_READ,
  },
  /** `seq` null: all of them. Those that arrive are gone from the list. */
  'sinks.resend': { args: z.strictObject({ id, seq: z.number().int().nullable() }) },
} as const;
