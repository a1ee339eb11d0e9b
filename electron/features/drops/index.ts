import {
  type ClaimQuery,
  type DROPS_COMMANDS,
  type DropsSettingsChange,
  PAYOUT_IDS_MAX,
} from '../../../shared/contract/drops.ts';
import type { DisposableStore } from '../../base/disposables.ts';
import { Emitter } from '../../base/emitter.ts';
import { createFiles } from '../../base/files.ts';
import { Slices, Turns } from '../../base/slices.ts';
import { SPEC_LIMITS } from '../../platform/limits.ts';
import type { AccountFeature } from '../account/index.ts';
import type { Feature, Services } from '../feature.ts';
import { CampaignCache } from './campaign-cache.ts';
import { ClaimPicks, ClaimSearch } from './claim-search.ts';
import { claimsCsv, type TitlesOf } from './claims-csv.ts';
import { saveClaims } from './claims-file.ts';
import { importClaims } from './claims-import.ts';
import { ClaimsWatch } from './claims-watch.ts';
import { DropsStateSource } from './drops-state.ts';
import { omitUndefined } from './given.ts';
import { PayoutJobs } from './payout-jobs.ts';
import { countedDrops, QuotaTracker } from './quota-tracker.ts';

export type { PayoutCall, PayoutRepository } from './payout-repository.ts';

export type DropsFeature = Feature<typeof DROPS_COMMANDS, 'drops'>;

type DropsServices = Pick<
  Services,
  'client' | 'ledger' | 'hub' | 'serverTime' | 'settings' | 'dataDir' | 'clock' | 'log'
> & { readonly status: AccountFeature['status'] };

/** Claims of one status that a job shows at once. */
const JOB_CLAIMS_SHOWN = SPEC_LIMITS.claimIdsInFilterMax;

/** Starts drops: campaigns, this broadcast's draws, and claims from "unpaid" to "paid". */
export function startDrops(services: DropsServices, owned: DisposableStore): DropsFeature {
  const { client, ledger, hub, serverTime, status, settings, dataDir, clock, log } = services;
  const platformNow = () => serverTime.platformNow();
  const changes = owned.add(
    new Emitter<void>((failure) => log.error('a listener failed', { failure })),
  );
  const onChange = () => changes.fire();
  const { claims: repository, payouts } = ledger;
  const quota = new QuotaTracker({
    use: () => client.drops.quota,
    repository: payouts,
    clock,
    log,
  });
  const api = countedDrops(client.drops, quota);
  const shelf = new CampaignCache({ api, repository, clock });
  const whenDurable = () => ledger.whenDurable();
  const jobs = owned.add(
    new PayoutJobs({ api, payouts, claims: repository, whenDurable, onChange, clock, log }),
  );
  const turns = new Turns();
  const pause = () => turns.next();
  const search = new ClaimSearch({ api, repository, onChange, clock, pause });
  const picks = new ClaimPicks({
    search,
    repository,
    payouts,
    shelf,
    onChange,
    clock,
    platformNow,
    pause,
  });
  const isLive = () => status.connection.state === 'live';
  const watch = owned.add(
    new ClaimsWatch({
      api,
      shelf,
      repository,
      quota,
      isLive,
      onChange,
      clock,
      platformNow,
      log,
      settings: () => settings.get().drops,
      isPaying: () => jobs.isPaying,
    }),
  );
  owned.add(status.onConnection(() => watch.replan()));
  owned.add(settings.onChange(onChange));
  owned.add(hub.onBatch(({ draws }) => draws.size > 0 && onChange()));
  watch.start();
  const board = new DropsStateSource({
    shelf,
    repository,
    quota,
    jobs,
    watch,
    clock,
    platformNow,
    tallies: () => hub.tallies,
    settings: () => settings.get().drops,
  });
  const set = async (change: DropsSettingsChange) => {
    await settings.update((now) => ({ drops: { ...now.drops, ...omitUndefined(change) } }));
    watch.replan();
  };
  const file = { search, titles: titlesOf(shelf), dataDir, clock };
  const save = (query: ClaimQuery) => saveClaims({ ...file, files: createFiles(clock) }, query);
  return {
    commands: commandsOf({
      watch,
      search,
      picks,
      jobs,
      payouts,
      shelf,
      set,
      save,
      slices: new Slices(clock, pause),
    }),
    feeds: { drops: { read: () => board.read(), onChange: changes.on } },
  };
}

interface CommandParts {
  readonly watch: ClaimsWatch;
  readonly search: ClaimSearch;
  readonly picks: ClaimPicks;
  readonly jobs: PayoutJobs;
  readonly payouts: Services['ledger']['payouts'];
  readonly shelf: CampaignCache;
  readonly set: (change: DropsSettingsChange) => Promise<void>;
  readonly slices: Slices;
  readonly save: (query: ClaimQuery) => Promise<{ readonly name: string; readonly count: number }>;
}

function commandsOf(parts: CommandParts): DropsFeature['commands'] {
  const { watch, search, picks, jobs, payouts, shelf } = parts;
  const titles = titlesOf(shelf);
  return {
    'drops.refresh': async () => {
      await watch.lookNow();
    },
    'drops.claims': async ({ page, size, ...query }) => {
      const { claims, ...rest } = await search.page(query, page, size);
      return { claims: [...claims], ...rest };
    },
    'drops.match': (query) => picks.match(query),
    'drops.late': async ({ claimIds }) => ({ late: picks.late(claimIds) }),
    'drops.pay': async ({ claimIds, state }) => jobs.pay(claimIds, state),
    'drops.cancel': async ({ jobId }) => {
      jobs.cancel(jobId);
    },
    'drops.resume': async ({ jobId }) => {
      jobs.resume(jobId);
    },
    'drops.dismiss-job': async ({ jobId }) => {
      jobs.dismiss(jobId);
    },
    'drops.job-claims': async ({ jobId, status }) => ({
      claimIds: [...payouts.items(jobId, status, JOB_CLAIMS_SHOWN)],
    }),
    'drops.import': ({ text }) => parts.slices.run(importClaims(text, PAYOUT_IDS_MAX)),
    'drops.export': async ({ page, ...query }) => {
      const { claims, more } = await search.page(query, page, SPEC_LIMITS.claimsSizeMax);
      return { csv: claimsCsv(claims, titles, page === 0), count: claims.length, more };
    },
    'drops.save': (query) => parts.save(query),
    'drops.settings': async (change) => {
      await parts.set(change);
    },
  };
}

function titlesOf(shelf: CampaignCache): TitlesOf {
  return ({ campaignId, rewardId }) => {
    const campaign = shelf.find(campaignId);
    const reward = campaign?.rewards.find((entry) => entry.rewardId === rewardId);
    return { campaign: campaign?.title ?? '', reward: reward?.title ?? '' };
  };
}
