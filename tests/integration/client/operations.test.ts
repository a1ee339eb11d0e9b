import { describe, expect, it } from 'vitest';
import {
  type Operation,
  SPEC_OPERATIONS,
  SUBSCRIBABLE_EVENTS,
  subscriptionOperation,
} from '../../../electron/platform/operations.ts';
import { NOTE_OPERATIONS } from '../../../electron/platform/platform-notes.ts';
import { type ClientStage, stageOpener } from './support/client-stage.ts';
import type { Proof } from './support/proof.ts';
import { PROOFS_OF_BROADCASTS } from './support/proofs-of-broadcasts.ts';
import { PROOFS_OF_DROPS } from './support/proofs-of-drops.ts';
import { PROOFS_OF_PEOPLE } from './support/proofs-of-people.ts';
import { PROOFS_OF_SESSIONS } from './support/proofs-of-sessions.ts';

const openStage = stageOpener();

const PROOFS: readonly Proof[] = [
  ...PROOFS_OF_PEOPLE,
  ...PROOFS_OF_BROADCASTS,
  ...PROOFS_OF_DROPS,
  ...PROOFS_OF_SESSIONS,
];

const ALL_OPERATIONS: readonly Operation[] = [
  ...Object.values(SPEC_OPERATIONS),
  ...Object.values(NOTE_OPERATIONS),
  ...SUBSCRIBABLE_EVENTS.flatMap((event) => [
    subscriptionOperation('subscribe', event),
    subscriptionOperation('unsubscribe', event),
  ]),
];

function isOf(operation: Operation, request: { method: string; path: string }): boolean {
  const path = new RegExp(`^${operation.path.replace(/\{\w+\}/g, '[^/]+')}$`);
  return request.method === operation.method && path.test(request.path);
}

/** Method, path and success as the platform's request log and the client's own log have it. */
function wasCalled(stage: ClientStage, operation: Operation): boolean {
  const arrived = stage.simulator.requestLog
    .entries()
    .some((entry) => isOf(operation, entry) && entry.status === 200);
  const answered = stage.sent.some(
    (sent) => sent.operation === operation.name && sent.outcome === 200,
  );
  return arrived && answered;
}

const called = new Set<Operation>();

/** Operations that answer with 200 and nothing else; all others answer in the envelope. */
const WITHOUT_BODY: readonly string[] = [
  'auth.revoke',
  'sessions.subscribe',
  'sessions.unsubscribe',
  'lives.updateSettings',
  'chat.updateSettings',
  'chat.notice',
  'blocks.block',
  'blocks.unblock',
];
const LISTS_WITH_MARKS: readonly string[] = ['lives.list', 'blocks.list'];
const SINGLE: readonly string[] = [
  'auth.exchangeCode',
  'auth.refresh',
  'users.me',
  'sessions.createUser',
  'sessions.createClient',
  'lives.settings',
  'lives.status',
  'streams.key',
  'chat.settings',
  'chat.send',
];

/** How the answer of an operation is wrapped ("Response envelopes", and the platform notes). */
function shapeOf({ name }: Operation): unknown {
  if (WITHOUT_BODY.includes(name)) return '';
  const envelope = (content: unknown) => ({ code: 200, message: null, content });
  if (SINGLE.includes(name)) {
    return envelope(expect.not.objectContaining({ data: expect.anything() }));
  }
  const data = expect.any(Array);
  if (!LISTS_WITH_MARKS.includes(name)) return envelope({ data });
  return envelope({ data, page: { next: null } });
}

describe('each operation answers what the platform holds', () => {
  it.each(
    PROOFS.map((proof) => ({ proof, name: [proof.operation.name, proof.about].join(' ').trim() })),
  )('$name', async ({ proof }) => {
    const stage = await openStage();
    await proof.prove(stage);
    expect(wasCalled(stage, proof.operation)).toBe(true);
    for (const { status, text } of stage.heard.filter((answer) => isOf(proof.operation, answer))) {
      expect(status).toBe(200);
      expect(text === '' ? text : JSON.parse(text)).toEqual(shapeOf(proof.operation));
    }
    for (const operation of ALL_OPERATIONS) {
      if (wasCalled(stage, operation)) called.add(operation);
    }
  });

  it('and none was left out', () => {
    const missed = ALL_OPERATIONS.filter(
      (operation) => ![...called].some((one) => same(one, operation)),
    );
    expect(missed.map(({ name, path }) => `${name} ${path}`)).toEqual([]);
  });

  it.each(
    ALL_OPERATIONS.map((operation) => ({ operation, name: `${operation.name} ${operation.path}` })),
  )('there is a proof for $name', ({ operation }) => {
    expect(PROOFS.filter((proof) => same(proof.operation, operation))).not.toEqual([]);
  });
});

function same(one: Operation, other: Operation): boolean {
  return one.name === other.name && one.path === other.path;
}
