import {
  type DROPS_COMMANDS,
  type DropsClaim,
  type DropsSettings,
  type DropsSettingsChange,
  PAYOUT_IDS_MAX,
} from '../../../shared/contract/drops.ts';
import type { DisposableStore } from '../../base/disposables.ts';
import { Emitter } from '../../base/emitter.ts';
import { StagelightError } from '../../base/errors.ts';
import { createFiles } from '../../base/files.ts';
import { Slices, Turns } from '../../base/slices.ts';
import { SPEC_LIMITS } from '../../platform/limits.ts';
import type { AccountFeature } from '../account/index.ts';
import type { Feature, Services } from '../feature.ts';
import type { PeopleFeature } from '../people/index.ts';
import { CampaignCache } from './campaign-cache.ts';
import { ClaimPicks, ClaimSearch } from './claim-search.ts';
import { claimsCsv, saveClaims, type TitlesOf } from './claims-csv.ts';
import { importClaims } from './claims-import.ts';
import { ClaimsWatch } from './claims-watch.ts';
import { type DropsBase, omitUndefined } from './drops-base.ts';
import { dropsStateReader } from './drops-state.ts';
import { PayoutJobs } from './payout-jobs.ts';
import { PutAway } from './put-away.ts';
import { countedDrops, QuotaTracker } from './quota-tracker.ts';

export { isPastDeadline, readingPace } from './campaign-times.ts';
export { readUnpaid } from './claim-reading.ts';
export { waitAfter } from './claims-watch.ts';
export { clearResults, leavesDoubt } from './payout-jobs.ts';
export type { PayoutCall, PayoutRepository } from './payout-repository.ts';
export { type CountedDrops, countedDrops, QuotaTracker } from './quota-tracker.ts';

export type DropsFeature = Feature<typeof DROPS_COMMANDS, 'drops'>;

type DropsServices = Pick<
  Services,
  | 'client'
  | 'ledger'
  | 'hub'
  | 'serverTime'
  | 'settings'
  | 'dataDir'
  | 'dropsElsewhere'
  | 'clock'
  | 'log'
> & {
  readonly status: AccountFeature['status'];
  readonly people: Pick<PeopleFeature, 'nameOf'>;
};

const JOB_CLAIMS_SHOWN = SPEC_LIMITS.claimIdsInFilterMax;

/** Starts drops: campaigns, this broadcast's draws, and claims from "unpaid" to "paid". */
export function startDrops(services: DropsServices, owned: DisposableStore): DropsFeature {
  const { client, ledger, hub, serverTime, status, settings, clock, log } = services;
  const { dropsElsewhere = false } = services;
  const changes = owned.add(
    new Emitter<void>((failure) => log.error('a listener failed', { failure })),
  );
  const onChange = () => changes.fire();
  const { claims: repository, payouts } = ledger;
  const quota = new QuotaTracker({ use: () => client.drops.quota, payouts, clock, log });
  const turns = new Turns();
  const base: DropsBase = {
    api: countedDrops(client.drops, quota),
    repository,
    payouts,
    quota,
    settings: () => ownSettings(settings.get().drops, dropsElsewhere),
    onChange,
    clock,
    platformNow: () => serverTime.platformNow(),
    pause: () => turns.next(),
    log,
  };
  const shelf = new CampaignCache(base);
  const jobs = owned.add(new PayoutJobs({ ...base, whenDurable: () => ledger.whenDurable() }));
  const putAway = new PutAway({ ...base, shelf });
  const search = new ClaimSearch({ ...base, putAway });
  const picks = new ClaimPicks({ ...base, search, shelf, putAway });
  const watch = owned.add(
    new ClaimsWatch({
      ...base,
      shelf,
      isLive: () => status.connection.state === 'live',
      isPaying: () => jobs.isPaying,
    }),
  );
  owned.add(status.onConnection(() => watch.replan()));
  owned.add(settings.onChange(onChange));
  owned.add(hub.onBatch(({ draws }) => draws.size > 0 && onChange()));
  watch.start();
  const read = dropsStateReader({
    ...base,
    shelf,
    putAway,
    jobs,
    watch,
    tallies: () => hub.tallies,
  });
  return {
    commands: {
      ...jobCommands(base, jobs, dropsElsewhere),
      ...claimCommands(services, base, { search, shelf }),
      'drops.refresh': () => watch.lookNow(),
      'drops.match': (query) => picks.match(query),
      'drops.late': async ({ claimIds }) => ({ late: picks.late(claimIds) }),
      'drops.put-away': async ({ on }) => {
        await settings.update((now) => ({ drops: { ...now.drops, putAway: putAway.after(on) } }));
      },
      'drops.settings': async (change: DropsSettingsChange) => {
        await settings.update((now) => ({ drops: { ...now.drops, ...omitUndefined(change) } }));
        watch.replan();
      },
    },
    feeds: { drops: { read, onChange: changes.on } },
  };
}

function ownSettings(drops: DropsSettings, dropsElsewhere: boolean): DropsSettings {
  return dropsElsewhere ? { ...drops, watch: false } : drops;
}

function jobCommands({ payouts }: DropsBase, jobs: PayoutJobs, dropsElsewhere: boolean) {
  /** Two programs that mark the same claims would get in each other's way. */
  const checkHere = () => {
    if (dropsElsewhere) throw new StagelightError({ code: 'drops-elsewhere' });
  };
  return {
    'drops.pay': async ({ claimIds, state }) => {
      checkHere();
      return jobs.pay(claimIds, state);
    },
    'drops.cancel': async ({ jobId }) => jobs.cancel(jobId),
    'drops.resume': async ({ jobId }) => {
      checkHere();
      jobs.resume(jobId);
    },
    'drops.dismiss-job': async ({ jobId }) => jobs.dismiss(jobId),
    'drops.job-claims': async ({ jobId, status }) => ({
      claimIds: payouts.items(jobId, status, JOB_CLAIMS_SHOWN),
    }),
  } satisfies Partial<DropsFeature['commands']>;
}

function claimCommands(
  { dataDir, clock, people, ledger }: DropsServices,
  { pause }: DropsBase,
  { search, shelf }: { readonly search: ClaimSearch; readonly shelf: CampaignCache },
) {
  const titles: TitlesOf = ({ campaignId, rewardId }) => {
    const campaign = shelf.find(campaignId);
    const reward = campaign?.rewards.find((entry) => entry.rewardId === rewardId);
    return { campaign: campaign?.title ?? '', reward: reward?.title ?? '' };
  };
  const file = { search, titles, dataDir, clock, files: createFiles(clock) };
  const slices = new Slices(clock, pause);
  const nameOf = (id: string) => people.nameOf(id) ?? ledger.reading.nameOf(id);
  return {
    'drops.claims': async ({ page, size, ...query }) => {
      const found = await search.page(query, page, size);
      return { ...found, names: await slices.run(namesOf(found.claims, nameOf)) };
    },
    'drops.import': ({ text }) => slices.run(importClaims(text, PAYOUT_IDS_MAX)),
    'drops.export': async ({ page, ...query }) => {
      const { claims, more } = await search.page(query, page, SPEC_LIMITS.claimsSizeMax);
      return { csv: claimsCsv(claims, titles, page === 0), count: claims.length, more };
    },
    'drops.save': (query) => saveClaims(file, query),
  } satisfies Partial<DropsFeature['commands']>;
}

/** Viewers' nicknames by channel id; unknown ones are left out. Yields after each viewer. */
function* namesOf(
  claims: readonly DropsClaim[],
  nameOf: (channelId: string) => string | null,
): Generator<undefined, Record<string, string>, undefined> {
  const names: Record<string, string> = {};
  for (const id of new Set(claims.map(({ channelId }) => channelId))) {
    const name = nameOf(id);
    if (name !== null) names[id] = name;
    yield;
  }
  return names;
}
