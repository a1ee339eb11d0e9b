import { JetStreamApiError } from '@nats-io/jetstream';
import { RequestError, TimeoutError } from '@nats-io/transport-node';
import { describe, expect, it } from 'vitest';
import { FleetError } from '../../../electron/fleet/fleet-errors.ts';
import { patiently } from '../../../electron/fleet/patience.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';

const apiError = (code: number): JetStreamApiError =>
  new JetStreamApiError({ code, err_code: 10_008, description: 'as the server says' });

const PASSING = [
  new TimeoutError(),
  new RequestError('no responders'),
  new Error('jetstream is not enabled', { cause: new RequestError('no responders') }),
  apiError(503),
];

/** Fails with each of these in turn, then works. */
function opener(failures: readonly unknown[]) {
  let tries = 0;
  const open = async (): Promise<string> => {
    const failure = failures[tries];
    tries += 1;
    if (tries <= failures.length) throw failure;
    return 'open';
  };
  return { open, tries: () => tries };
}

describe('who opens a fleet while its NATS servers agree on a leader', () => {
  it('tries again every second until they have', async () => {
    const clock = new VirtualClock();
    const { open, tries } = opener(PASSING);
    const opened = patiently(clock, open);
    await clock.advance(3_500);
    expect(tries()).toBe(4);
    await clock.advance(500);
    expect(await opened).toBe('open');
    expect(clock.pendingTimers).toBe(0);
  });

  it('says after a minute that they have none', async () => {
    const clock = new VirtualClock();
    const { open } = opener(Array.from({ length: 100 }, () => new TimeoutError()));
    const opened = patiently(clock, open).catch((failure: unknown) => failure);
    await clock.advance(59_999);
    expect(clock.pendingTimers).toBe(1);
    await clock.advance(1);
    expect(clock.pendingTimers).toBe(0);
    expect(await opened).toMatchObject({ problem: { code: 'fleet-no-leader' } });
  });

  it.each([
    ['another key', new FleetError('fleet-wrong-key')],
    ['what NATS refuses', apiError(400)],
    ['a mistake of ours', new TypeError('no')],
  ])('does not try again for %s', async (_, failure) => {
    const { open, tries } = opener([failure]);
    await expect(patiently(new VirtualClock(), open)).rejects.toBe(failure);
    expect(tries()).toBe(1);
  });
});
