import type { KV } from '@nats-io/kv';
import { z } from 'zod';
import { parseJson } from '../../../shared/json.ts';
import { FleetError } from '../fleet-errors.ts';
import { isTaken, keyOf, type Lease } from '../leases.ts';

/** Numbers of one claim: at a thousand chat messages a second they are enough for a quarter of an hour. */
export const NUMBER_BLOCK = 1_000_000;
const TRIES = 5;

export interface NumberBlock {
  /** The same for all hosts: that an event is the same is told by it and the number. */
  readonly numbering: string;
  readonly from: number;
  /** The first that is not of it. */
  readonly to: number;
}

type Bucket = Pick<KV, 'get' | 'create' | 'update' | 'put'>;

const numbersText = z.object({
  next: z.number().int().min(1),
  epoch: z.number().int(),
  numbering: z.string().min(1).max(64),
});

interface Entry<T> {
  readonly value: T | null;
  readonly revision: number;
}

async function read<T>(bucket: Bucket, key: string, schema: z.ZodType<T>): Promise<Entry<T>> {
  const entry = await bucket.get(key);
  const text = entry?.operation === 'PUT' ? entry.string() : '';
  return {
    value: schema.safeParse(parseJson(text)).data ?? null,
    revision: entry?.revision ?? 0,
  };
}

/**
 * Numbers of events that no other claim of the channel has had, all above those of earlier claims. Throws
 * `fleet-not-owner`, and what NATS throws. `first`: of the ledger, for a channel that has none yet.
 */
export async function reserveNumbers(
  bucket: Bucket,
  { channelId, epoch }: Lease,
  least: number,
  first: string,
): Promise<NumberBlock> {
  const key = `numbers.${keyOf(channelId)}`;
  for (let left = TRIES; left > 0; left -= 1) {
    const { value, revision } = await read(bucket, key, numbersText);
    if (value !== null && value.epoch > epoch) break;
    const from = Math.max(least, value?.next ?? 1);
    const to = from + NUMBER_BLOCK;
    const numbering = value?.numbering ?? first;
    const next = { next: to, epoch, numbering };
    if (await put(bucket, key, next, revision)) return { numbering, from, to };
  }
  throw new FleetError('fleet-not-owner');
}

/** The rest of a block, for the next claim. Where another one has come in between it stays unused. */
export async function returnNumbers(
  bucket: Bucket,
  { channelId, epoch }: Lease,
  { numbering, from, to }: NumberBlock,
): Promise<void> {
  const key = `numbers.${keyOf(channelId)}`;
  const { value, revision } = await read(bucket, key, numbersText);
  if (value?.next !== to || value.epoch !== epoch) return;
  await put(bucket, key, { next: from, epoch, numbering }, revision);
}

/** Whether it was written; false: another one was there first. */
async function put(bucket: Bucket, key: string, value: unknown, revision: number) {
  const text = JSON.stringify(value);
  try {
    if (revision === 0) await bucket.create(key, text);
    else await bucket.update(key, text, revision);
    return true;
  } catch (failure) {
    if (isTaken(failure)) return false;
    throw failure;
  }
}
