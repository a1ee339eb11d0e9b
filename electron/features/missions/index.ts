import {
  type MISSIONS_COMMANDS,
  MISSIONS_RUNNING_MOST,
  type MissionsState,
  type MissionsView,
} from '../../../shared/contract/missions.ts';
import type { DisposableStore } from '../../base/disposables.ts';
import type { Subscribe } from '../../base/emitter.ts';
import type { Feature, Services } from '../feature.ts';
import type { ShowFeature } from '../show/index.ts';
import { MISSIONS, missionsOf, missionsView, newMissions } from './missions.ts';
import {
  MissionGoneError,
  MissionsFullError,
  MissionsOffError,
  MissionsOnError,
} from './missions-errors.ts';

export interface MissionsFeature extends Feature<typeof MISSIONS_COMMANDS, 'missions'> {
  /** As viewers see it; the same object until it changes. null: nothing. */
  readonly view: () => MissionsView | null;
  readonly onChange: Subscribe<void>;
}

type MissionsServices = Pick<Services, 'clock'> & { readonly show: Pick<ShowFeature, 'run'> };

/** Starts missions: what donations propose, and what the streamer makes of it. */
export function startMissions(
  { show, clock }: MissionsServices,
  owned: DisposableStore,
): MissionsFeature {
  const runner = show.run(MISSIONS);
  let made: { readonly state: MissionsState; readonly view: MissionsView | null } | null = null;
  // The first to hear of a change, so that who hears later reads the new one.
  owned.add(
    runner.onChange(() => {
      made = null;
    }),
  );
  const read = () => {
    made ??= make();
    return made;
  };
  const make = () => {
    const { state } = runner;
    if (state === null) return { state: { board: null, last: null }, view: null };
    const { config, counts, missed } = state;
    const board = runner.isOver ? null : { config, counts, missed, missions: missionsOf(state) };
    return { state: { board, last: config }, view: missionsView(state) };
  };
  const running = () => {
    if (runner.state === null || runner.isOver) throw new MissionsOffError();
    return runner.state;
  };
  return {
    view: () => read().view,
    onChange: runner.onChange,
    commands: {
      'missions.begin': async (config) => {
        if (!runner.isOver) throw new MissionsOnError();
        runner.begin(newMissions(config));
      },
      'missions.set': async (config) => {
        running();
        runner.put({ type: 'set', config });
      },
      'missions.move': async ({ id, to, minutes }) => {
        const { missions } = running();
        const mission = missions.find((each) => each.id === id);
        if (!mission) throw new MissionGoneError();
        const run = missions.filter(({ status }) => status === 'running').length;
        const isFull = run >= MISSIONS_RUNNING_MOST && mission.status !== 'running';
        if (to === 'running' && isFull) throw new MissionsFullError(MISSIONS_RUNNING_MOST);
        const hasClock = to === 'running' && minutes !== null;
        const endsAt = hasClock ? clock.now() + minutes * 60_000 : null;
        runner.put({ type: 'move', id, to, endsAt });
      },
      'missions.end': async () => {
        running();
        runner.put({ type: 'end', at: clock.now() });
      },
    },
    feeds: { missions: { read: () => read().state, onChange: runner.onChange } },
  };
}
