import { JetStreamApiError } from '@nats-io/jetstream';
import { ConnectionError, TimeoutError } from '@nats-io/transport-node';
import { describe, expect, it } from 'vitest';
import { explained, FleetError } from '../../../electron/fleet/fleet-errors.ts';

const answer = new JetStreamApiError({ code: 503, err_code: 10_008, description: 'no leader' });

describe('what NATS throws', () => {
  it.each([
    ['by itself', answer, 'no leader'],
    ['of its connection', new ConnectionError('broken'), 'broken'],
    [
      'under another error',
      new Error('no list', { cause: new TimeoutError() }),
      'no list: timeout',
    ],
  ])('is something a person can mend where it comes %s', (_, failure, reason) => {
    const told = explained(failure);
    expect(told).toBeInstanceOf(FleetError);
    expect(told).toMatchObject({
      problem: { code: 'fleet-refused', values: { reason } },
      cause: failure,
    });
  });

  it.each([
    ['an error of our own', new Error('no disk')],
    ['one under another', new Error('no list', { cause: new Error('no disk') })],
    ['a problem that has a name', new FleetError('fleet-wrong-key')],
    ['no error at all', 'gone'],
    ['nothing', undefined],
  ])('is told from %s, which stays as it is', (_, failure) => {
    expect(explained(failure)).toBe(failure);
  });
});
