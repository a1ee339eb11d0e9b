import { vi } from 'vitest';
import { HANGS_MS } from './hangs.ts';

type Limit = number | { timeout?: number; interval?: number } | undefined;

const { waitFor, waitUntil } = vi;

const patient = (limit: Limit) =>
  typeof limit === 'number' ? limit : { timeout: HANGS_MS, ...limit };

/** `vi.waitFor` and `vi.waitUntil` as `expect.poll` has it in the configuration: by themselves they wait for a second. */
const patientFor = <T>(test: () => T | Promise<T>, limit: Limit) => waitFor(test, patient(limit));
const patientUntil = <T>(test: () => T | Promise<T>, limit: Limit) =>
  waitUntil(test, patient(limit));

// Run before every file of a worker, which may have them already.
if (waitFor.name !== patientFor.name) {
  Object.assign(vi, { waitFor: patientFor, waitUntil: patientUntil });
}
