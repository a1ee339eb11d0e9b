import { explainGroup } from '../../electron/platform/resources/drops.ts';
import type {
  DropsCampaign,
  DropsClaim,
  DropsState,
  PayoutJob,
  PayoutOutcome,
} from '../../shared/contract/drops.ts';
import type { CommandArgs } from '../../shared/contract/index.ts';
import type { ServedCore } from './served-core.ts';

const DAY = 86_400_000;

/** Claims in memory, and the answers about them that the page of drops needs. */
export class DropsAnswers {
  /** Ascending by id, as the core lists them. */
  #claims: readonly DropsClaim[] = [];
  readonly #core: ServedCore;

  constructor(core: ServedCore) {
    this.#core = core;
    core.answer({
      'drops.refresh': () => {
        const campaigns = [campaign('campaign002', '별빛 항해'), campaign('campaign001', FEAST)];
        this.#tell({ readAt: Date.now(), campaigns, campaignCount: campaigns.length });
      },
      'drops.claims': (asked) => this.#page(asked),
      'drops.late': () => ({ late: 0 }),
      'drops.pay': ({ claimIds, state }) => {
        this.mark(claimIds, state);
        return this.begin(claimIds.length, {
          state,
          outcomes: [outcome('SUCCESS', claimIds.length)],
        });
      },
      'drops.job-claims': () => {
        const last = core.askedFor('drops.pay').at(-1);
        return { claimIds: last?.claimIds ?? [] };
      },
      'drops.dismiss-job': ({ jobId }) =>
        this.#tell({ jobs: core.told('drops').jobs.filter((job) => job.jobId !== jobId) }),
      'drops.export': () => ({ csv: 'claimId\r\n', count: this.#claims.length, more: false }),
    });
  }

  /** So many new unpaid claims of the first campaign; answers their ids. */
  add(count: number): string[] {
    const from = this.#claims.length;
    const added = Array.from({ length: count }, (_, at) => claim(from + at));
    this.#claims = [...this.#claims, ...added];
    return added.map(({ claimId }) => claimId);
  }

  /** The core knows that these are in this state now. */
  mark(claimIds: readonly string[], fulfillmentState: string): void {
    this.#claims = this.#claims.map((one) =>
      claimIds.includes(one.claimId) ? { ...one, fulfillmentState } : one,
    );
    this.#tell({});
  }

  /** A new job, over unless it is said to be otherwise. */
  begin(total: number, changes: Partial<PayoutJob>): { jobId: number; count: number } {
    const { jobs } = this.#core.told('drops');
    const jobId = this.#core.askedFor('drops.pay').length;
    this.#tell({ jobs: [{ ...DONE, jobId, createdAt: Date.now(), total, ...changes }, ...jobs] });
    return { jobId, count: total };
  }

  /** The job that was begun last turns out to have been carried out. */
  resume(): void {
    const [job, ...others] = this.#core.told('drops').jobs;
    if (!job) throw new Error('There is no job');
    const { jobId, total, state } = job;
    const outcomes = [outcome('SUCCESS', total)];
    this.#tell({ jobs: [{ ...DONE, jobId, total, state, outcomes }, ...others] });
  }

  /** The feed changes in this. */
  #tell(changes: Partial<DropsState>): void {
    const drops = this.#core.told('drops');
    this.#core.tell('drops', { ...drops, revision: drops.revision + 1, ...changes });
  }

  #page({ campaignId, fulfillmentState, claimIds, page, size }: CommandArgs<'drops.claims'>) {
    const found = this.#claims.filter(
      (one) =>
        (campaignId ?? one.campaignId) === one.campaignId &&
        (fulfillmentState ?? one.fulfillmentState) === one.fulfillmentState &&
        (claimIds?.includes(one.claimId) ?? true),
    );
    const end = (page + 1) * size;
    return { claims: found.slice(page * size, end), names: {}, more: found.length > end };
  }
}

const FEAST = '별빛 항해 여름 축제';

const DONE: PayoutJob = {
  jobId: 1,
  state: 'FULFILLED',
  phase: 'done',
  createdAt: 0,
  endedAt: null,
  total: 0,
  waiting: 0,
  unknown: 0,
  calls: 1,
  stopping: false,
  outcomes: [],
  problem: null,
};

/** What the platform said of these. */
const outcome = (status: string, count: number): PayoutOutcome => {
  const { explanation, action } = explainGroup(status, []);
  return { status, count, explanation, action };
};

const claim = (number: number): DropsClaim => ({
  claimId: String(100_000_000_000_000_000n + BigInt(number)),
  campaignId: 'campaign001',
  rewardId: 'reward1',
  categoryId: 'game',
  categoryName: '별빛 항해',
  channelId: `viewer-${number}`,
  fulfillmentState: 'CLAIMED',
  claimedAt: Date.now() - DAY / 24,
  updatedAt: Date.now() - DAY / 24,
});

const campaign = (campaignId: string, title: string): DropsCampaign => ({
  campaignId,
  state: 'ACTIVE',
  title,
  description: '',
  imageUrl: null,
  externalUrl: null,
  startAt: Date.now() - DAY,
  endAt: Date.now() + DAY,
  claimAvailableAt: Date.now() + 9 * DAY,
  rewards: [
    {
      rewardId: 'reward1',
      title: '은빛 돛',
      imageUrl: null,
      type: 'IN_GAME_REWARD',
      minWatchTime: 1_800,
      unpaid: 3,
    },
  ],
  unpaid: 3,
  readAt: Date.now(),
});
