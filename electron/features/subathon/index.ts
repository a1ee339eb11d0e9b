import type {
  SUBATHON_COMMANDS,
  SubathonState,
  SubathonView,
} from '../../../shared/contract/subathon.ts';
import { isOut, leftAt } from '../../../shared/overlay/subathon-clock.ts';
import type { DisposableStore } from '../../base/disposables.ts';
import type { Subscribe } from '../../base/emitter.ts';
import { NamedTimers } from '../../base/named-timers.ts';
import type { Feature, Services } from '../feature.ts';
import type { ShowFeature } from '../show/index.ts';
import { ElapsedTime } from './elapsed-time.ts';
import { limitOf, newSubathon, SUBATHON, subathonView } from './subathon.ts';
import {
  NoSubathonError,
  SameSubathonRuleError,
  SubathonLimitError,
  SubathonOutError,
  SubathonRunningError,
} from './subathon-errors.ts';
import { hasSameRules } from './subathon-rules.ts';

export interface SubathonFeature extends Feature<typeof SUBATHON_COMMANDS, 'subathon'> {
  /** As viewers see it; the same object until it changes. null: none. */
  readonly view: () => SubathonView | null;
  readonly onChange: Subscribe<void>;
  /** What is left on the clock that runs, milliseconds; null: none runs. */
  readonly leftMs: () => number | null;
}

type SubathonServices = Pick<Services, 'clock' | 'log'> & {
  readonly hub: Pick<Services['hub'], 'onBatch'>;
  readonly show: Pick<ShowFeature, 'run'>;
  /** Milliseconds since the computer started, asleep or not; left out: the system's own. */
  readonly uptimeMs?: () => number;
};

const LOOK_MS = 1_000;

/**
 * Starts subathon clocks. Their moments are of the wall clock, which alone goes on while the app is
 * not running. While it does run, what passed counts: where the wall clock is set, an entry moves
 * all moments by as much, so that nobody gains or loses time.
 */
export function startSubathon(services: SubathonServices, owned: DisposableStore): SubathonFeature {
  const { show, hub, clock, log, uptimeMs } = services;
  const elapsed = new ElapsedTime(clock, uptimeMs);
  const timers = owned.add(new NamedTimers(clock));
  /** The clock was set by so much, and the ledger does not have it yet. */
  let owed = 0;
  /** Before anything else happens: an event must not meet moments of the clock before. */
  const follow = (): void => {
    owed += elapsed.setBy();
    if (owed !== 0 && !runner.isOver) runner.put({ type: 'shift', ms: owed });
    owed = 0;
  };
  const look = (): void => {
    try {
      follow();
    } catch (failure) {
      log.error('a subathon clock could not follow the computer’s clock', { failure });
    }
  };
  owned.add(hub.onBatch(look));
  const runner = show.run(SUBATHON);
  const watch = (): void => {
    if (runner.isOver) timers.clear('look');
    else if (!timers.has('look'))
      timers.set('look', LOOK_MS, () => {
        look();
        watch();
      });
  };
  let state: SubathonState | null = null;
  // The first to hear of a change, so that who hears later reads the new one.
  owned.add(
    runner.onChange(() => {
      state = null;
      watch();
    }),
  );
  watch();
  const read = (): SubathonState => {
    const { id, state: now } = runner;
    state ??=
      now === null || id === null
        ? { clock: null, last: null }
        : { clock: subathonView(id, now), last: now.config };
    return state;
  };
  const unfinished = () => {
    if (runner.state === null || runner.isOver) throw new NoSubathonError();
    follow();
    return runner.state;
  };
  const running = () => {
    if (isOut(unfinished().time, clock.now())) throw new SubathonOutError();
  };
  return {
    view: () => read().clock,
    onChange: runner.onChange,
    leftMs: () =>
      runner.state === null || runner.isOver ? null : leftAt(runner.state.time, clock.now()),
    commands: {
      'subathon.begin': async (config) => {
        if (!runner.isOver) throw new SubathonRunningError();
        if (hasSameRules(config)) throw new SameSubathonRuleError();
        follow();
        runner.begin(newSubathon(config, clock.now()));
      },
      'subathon.pause': async ({ paused }) => {
        running();
        runner.put({ type: 'pause', at: clock.now(), paused });
      },
      'subathon.set-speed': async ({ percent }) => {
        running();
        runner.put({ type: 'speed', at: clock.now(), percent });
      },
      'subathon.set-happy': async ({ happy }) => {
        unfinished();
        const until = clock.now() + (happy?.minutes ?? 0) * 60_000;
        runner.put({ type: 'happy', happy: happy && { factor: happy.factor, until } });
      },
      'subathon.add': async ({ seconds }) => {
        const at = clock.now();
        const { endBy } = unfinished().time;
        if (endBy !== null && at >= endBy) throw new SubathonLimitError();
        if (seconds !== 0) runner.put({ type: 'hand', at, ms: seconds * 1_000 });
      },
      'subathon.set-limit': async ({ limitHours }) => {
        const endBy = limitOf(unfinished().beganAt, limitHours);
        const at = clock.now();
        if (endBy !== null && endBy <= at) throw new SubathonLimitError();
        runner.put({ type: 'limit', at, endBy });
      },
      'subathon.set-rules': async ({ rules }) => {
        unfinished();
        if (hasSameRules({ rules })) throw new SameSubathonRuleError();
        runner.put({ type: 'rules', rules });
      },
      'subathon.finish': async () => {
        unfinished();
        runner.put({ type: 'end', at: clock.now() });
      },
      'subathon.clear': async () => {
        if (runner.state === null || !runner.isOver) throw new NoSubathonError();
        runner.put({ type: 'clear' });
      },
    },
    feeds: { subathon: { read, onChange: runner.onChange } },
  };
}
