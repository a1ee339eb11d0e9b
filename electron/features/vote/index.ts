import type { VOTE_COMMANDS, VoteConfig, VoteState } from '../../../shared/contract/vote.ts';
import type { VoteView } from '../../../shared/overlay/show-views.ts';
import type { DisposableStore } from '../../base/disposables.ts';
import type { Subscribe } from '../../base/emitter.ts';
import type { Feature, Services } from '../feature.ts';
import type { ShowFeature } from '../show/index.ts';
import { isVoteCommand, lookAlikes, newVote, VOTE, voteView } from './vote.ts';
import {
  LookAlikeOptionsError,
  NoVoteError,
  VoteRunningError,
  VoteTimelessError,
} from './vote-errors.ts';

export interface VoteFeature extends Feature<typeof VOTE_COMMANDS, 'vote'> {
  /** As viewers see it; the same object until it changes. null: none. */
  readonly view: () => VoteView | null;
  readonly onChange: Subscribe<void>;
  /** Whether it answers to `!name`, running or not. */
  readonly takes: (name: string) => boolean;
  /** When the one that runs ends, epoch milliseconds; null: none runs, or it has no limit. */
  readonly endsAt: () => number | null;
}

type VoteServices = Pick<Services, 'clock'> & {
  readonly show: Pick<ShowFeature, 'run' | 'readFollowers'>;
};

/** Starts votes: what chat wants, counted once a viewer. */
export function startVote({ show, clock }: VoteServices, owned: DisposableStore): VoteFeature {
  const runner = show.run(VOTE);
  let state: VoteState | null = null;
  // The first to hear of a change, so that who hears later reads the new one.
  owned.add(
    runner.onChange(() => {
      state = null;
    }),
  );
  const read = (): VoteState => {
    const { id, state: vote } = runner;
    state ??=
      vote === null || id === null
        ? { vote: null, last: null }
        : { vote: voteView(id, vote), last: vote.config };
    return state;
  };
  const readFollowers = (): void => {
    const voters = runner.isOver ? null : runner.state?.config.voters;
    if (voters === 'followers') show.readFollowers();
  };
  readFollowers();
  const running = () => {
    if (runner.state === null || runner.isOver) throw new NoVoteError();
    return runner.state;
  };
  const begin = (config: VoteConfig): void => {
    if (!runner.isOver) throw new VoteRunningError();
    const alike = lookAlikes(config.options);
    if (alike) throw new LookAlikeOptionsError(...alike);
    runner.begin(newVote(config, clock.now()));
    readFollowers();
    if (config.announce) runner.put({ type: 'announce' });
  };
  return {
    view: () => read().vote,
    onChange: runner.onChange,
    takes: isVoteCommand,
    endsAt: () => (runner.isOver ? null : (runner.state?.endsAt ?? null)),
    commands: {
      'vote.begin': async (config) => begin(config),
      'vote.again': async () => {
        const { last } = read();
        if (last === null) throw new NoVoteError();
        begin(last);
      },
      'vote.end': async () => {
        running();
        runner.put({ type: 'end', at: clock.now() });
      },
      'vote.extend': async ({ seconds }) => {
        if (running().endsAt === null) throw new VoteTimelessError();
        runner.put({ type: 'extend', ms: seconds * 1_000 });
      },
      'vote.clear': async () => {
        if (runner.state === null || !runner.isOver) throw new NoVoteError();
        runner.put({ type: 'clear' });
      },
    },
    feeds: { vote: { read, onChange: runner.onChange } },
  };
}
