import {
  type COUNTERS_COMMANDS,
  COUNTERS_MOST,
  type CounterConfig,
  type CountersState,
  type CountersView,
} from '../../../shared/contract/counters.ts';
import type { DisposableStore } from '../../base/disposables.ts';
import type { Subscribe } from '../../base/emitter.ts';
import type { Feature, Services } from '../feature.ts';
import { checkWords, type OwnerOf, type ShowFeature } from '../show/index.ts';
import {
  byHand,
  COUNTERS,
  type Counters,
  changes,
  counterOf,
  countersState,
  countersView,
  hasWord,
  lookAlike,
  noCounters,
} from './counters.ts';
import {
  LookAlikeCountersError,
  NoCounterError,
  NothingCountedError,
  TooManyCountersError,
} from './counters-errors.ts';

export interface CountersFeature extends Feature<typeof COUNTERS_COMMANDS, 'counters'> {
  /** As viewers see them; the same object until they change. null: none. */
  readonly view: () => CountersView | null;
  readonly onChange: Subscribe<void>;
  /** Whether a counter answers to `!name`. */
  readonly takes: (name: string) => boolean;
  /** Where the counter of this name stands; null: there is none. */
  readonly valueOf: (name: string) => number | null;
  /** For hotkeys. Both throw where there is nothing to count or to take back. */
  readonly hands: {
    /** `place`: in the list, from 1. */
    add(place: number, by: number): void;
    /** Takes the latest change of any counter back. */
    undo(): void;
  };
}

type CountersServices = Pick<Services, 'clock'> & {
  readonly show: Pick<ShowFeature, 'run'>;
  readonly ownerOf: OwnerOf;
};

interface Views {
  readonly state: CountersState;
  readonly view: CountersView | null;
}

/** Starts the counters: numbers set and counted by page, chat, and hotkeys. They never end. */
export function startCounters(
  { show, clock, ownerOf }: CountersServices,
  owned: DisposableStore,
): CountersFeature {
  const runner = show.run(COUNTERS);
  let views: Views | null = null;
  // The first to hear of a change, so that who hears later reads the new one.
  owned.add(
    runner.onChange(() => {
      views = null;
    }),
  );
  const read = (): Views => {
    const { state } = runner;
    views ??= { state: countersState(state), view: state && countersView(state) };
    return views;
  };
  const all = (): Counters => {
    if (runner.state === null) runner.begin(noCounters());
    return runner.state ?? noCounters();
  };
  const having = (id: number): Counters => {
    const { state } = runner;
    if (!state?.counters.some((counter) => counter.id === id)) throw new NoCounterError();
    return state;
  };
  const check = (state: Counters, config: CounterConfig, except?: number): void => {
    const alike = lookAlike(state.counters, config, except);
    if (alike) throw new LookAlikeCountersError(...alike);
    const before = state.counters.find(({ id }) => id === except)?.config;
    const kept = new Set(before ? [before.name, ...before.words] : []);
    const words = [config.name, ...config.words].filter((word) => !kept.has(word));
    checkWords(words, ownerOf);
  };
  const count = (type: 'set' | 'add', counter: number, value: number, by = byHand('page')) => {
    if (!changes(having(counter), { type, counter, value })) return;
    runner.put({ type, counter, value, at: clock.now(), by });
  };
  const undo = (counter: number): void => {
    if (!changes(having(counter), { type: 'undo', counter })) throw new NothingCountedError();
    runner.put({ type: 'undo', counter });
  };
  return {
    view: () => read().view,
    onChange: runner.onChange,
    takes: (name) => runner.state !== null && hasWord(runner.state, name),
    valueOf: (name) => (runner.state && counterOf(runner.state, name)?.value) ?? null,
    hands: {
      add: (place, by) => {
        const counter = runner.state?.counters[place - 1];
        if (!counter) throw new NoCounterError();
        count('add', counter.id, by, byHand('hotkey'));
      },
      undo: () => {
        const latest = runner.state?.steps.at(-1);
        if (!latest) throw new NothingCountedError();
        undo(latest.counter);
      },
    },
    commands: {
      'counters.create': async (config) => {
        const state = all();
        if (state.counters.length >= COUNTERS_MOST) throw new TooManyCountersError(COUNTERS_MOST);
        check(state, config);
        runner.put({ type: 'create', config });
      },
      'counters.edit': async ({ counter, ...config }) => {
        check(having(counter), config, counter);
        runner.put({ type: 'edit', counter, config });
      },
      'counters.remove': async ({ counter }) => {
        having(counter);
        runner.put({ type: 'remove', counter });
      },
      'counters.move': async ({ counter, to }) => {
        having(counter);
        runner.put({ type: 'move', counter, to });
      },
      'counters.show': async ({ counter, shown }) => {
        having(counter);
        runner.put({ type: 'show', counter, shown });
      },
      'counters.set': async ({ counter, value }) => count('set', counter, value),
      'counters.add': async ({ counter, by }) => count('add', counter, by),
      'counters.undo': async ({ counter }) => undo(counter),
      'counters.settings': async (settings) => {
        all();
        runner.put({ type: 'settings', settings });
      },
    },
    feeds: { counters: { read: () => read().state, onChange: runner.onChange } },
  };
}
