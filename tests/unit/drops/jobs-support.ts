import { expect } from 'vitest';
import type { ProblemCode } from '../../../shared/locales/index.ts';
import { openBooks, openRoom, openWorld, until } from './support.ts';

/** An error with this problem. */
export const problemWith = (code: ProblemCode) =>
  expect.objectContaining({ problem: expect.objectContaining({ code }) });

export const NO_SUCH_JOB = problemWith('drops-no-such-job');

/** Unpaid claims of a campaign that runs, and a room that can mark them. */
export function beginJobs(count: number, file = ':memory:') {
  const world = openWorld();
  const campaign = world.addCampaign('c1');
  const ids = world.addClaims(campaign, count);
  const room = openRoom(world, openBooks(world, file));
  const job = (jobId: number) => {
    const found = room.jobs.all.find((one) => one.jobId === jobId);
    if (!found) throw new Error('there is no such job on the desk');
    return found;
  };
  const rest = () => until(() => !room.jobs.isPaying);
  return { world, campaign, ids, room, job, rest, file };
}
