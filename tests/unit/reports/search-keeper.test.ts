import { expect, it, vi } from 'vitest';
import { silentLogger } from '../../../electron/base/log.ts';
import {
  FIRST_LOOK_MS,
  GATHER_MS,
  PAUSE_MS,
  RETRY_MS,
  SearchIndexer,
} from '../../../electron/features/reports/search-indexer.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';

function keeper() {
  const clock = new VirtualClock();
  const deeds: string[] = [];
  const left = { fresh: 0, old: 0, untidy: 0 };
  const take = (name: 'fresh' | 'old' | 'untidy') => () => {
    if (left[name] === 0) return 0;
    left[name] -= 1;
    deeds.push(name);
    return 1;
  };
  const repository = {
    takeNew: vi.fn(take('fresh')),
    takeOld: vi.fn(take('old')),
    tidy: vi.fn(() => take('untidy')() > 0),
    rebuild: vi.fn(),
  };
  const subject = new SearchIndexer({ clock, log: silentLogger, repository });
  return { clock, deeds, left, repository, subject };
}

it('leaves the start alone, then takes in the new, then the old, then tidies up, with pauses', async () => {
  const { clock, deeds, left } = keeper();
  Object.assign(left, { fresh: 2, old: 2, untidy: 1 });
  await clock.advance(FIRST_LOOK_MS - 1);
  expect(deeds).toEqual([]);
  await clock.advance(1);
  expect(deeds).toEqual(['fresh']);
  await clock.advance(PAUSE_MS - 1);
  expect(deeds).toEqual(['fresh']);
  await clock.advance(10 * PAUSE_MS);
  expect(deeds).toEqual(['fresh', 'fresh', 'old', 'old', 'untidy']);
});

it('sleeps when all is done, and wakes some time after something came', async () => {
  const { clock, deeds, left, subject } = keeper();
  await clock.advance(FIRST_LOOK_MS);
  expect(clock.pendingTimers).toBe(0);
  left.fresh = 1;
  subject.look();
  subject.look();
  await clock.advance(GATHER_MS - 1);
  expect(deeds).toEqual([]);
  await clock.advance(1);
  expect(deeds).toEqual(['fresh']);
});

it('does not tidy up again for a few rows', async () => {
  const { clock, repository, left, subject } = keeper();
  await clock.advance(FIRST_LOOK_MS);
  expect(repository.tidy).toHaveBeenCalledTimes(1);
  left.fresh = 3;
  subject.look();
  await clock.advance(GATHER_MS + 10 * PAUSE_MS);
  expect(repository.tidy).toHaveBeenCalledTimes(1);
});

it('takes in the new at once for somebody who searches', async () => {
  const { deeds, left, subject } = keeper();
  left.fresh = 1;
  subject.catchUp();
  expect(deeds).toEqual(['fresh']);
});

it('makes a damaged index anew, once, and goes on later', async () => {
  const { clock, repository, deeds, left } = keeper();
  repository.takeNew.mockImplementationOnce(() => {
    throw new Error('damaged');
  });
  await clock.advance(FIRST_LOOK_MS);
  expect(repository.rebuild).toHaveBeenCalledTimes(1);
  left.old = 1;
  repository.takeNew.mockImplementationOnce(() => {
    throw new Error('full');
  });
  await clock.advance(RETRY_MS);
  expect([repository.rebuild.mock.calls.length, deeds]).toEqual([1, []]);
  await clock.advance(RETRY_MS);
  expect(deeds).toEqual(['old']);
});

it('leaves no timer behind', async () => {
  const { clock, subject, repository } = keeper();
  subject.dispose();
  subject.look();
  expect(clock.pendingTimers).toBe(0);
  await clock.advance(RETRY_MS);
  expect(repository.takeNew).not.toHaveBeenCalled();
});
