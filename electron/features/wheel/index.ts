import { join } from 'node:path';
import type {
  WHEEL_COMMANDS,
  WheelConfig,
  WheelState,
  WheelView,
} from '../../../shared/contract/wheel.ts';
import { WHEEL_SPINS_MOST } from '../../../shared/contract/wheel.ts';
import { writeFileAtomic } from '../../base/atomic-file.ts';
import type { DisposableStore } from '../../base/disposables.ts';
import type { Subscribe } from '../../base/emitter.ts';
import { StagelightError } from '../../base/errors.ts';
import { createFiles } from '../../base/files.ts';
import type { Feature, Services } from '../feature.ts';
import { newSeed, type ShowFeature, sameLook } from '../show/index.ts';
import { alikeSections, isSpent, isWheelCommand, WHEEL } from './wheel.ts';
import {
  LookAlikeSectionsError,
  NoWheelError,
  UnseenSectionError,
  WheelBusyError,
  WheelFullError,
  WheelNotOverError,
} from './wheel-errors.ts';
import { wheelProof } from './wheel-proof.ts';
import { isBusy, newWheel, pastOf, rowsOf, type Wheel } from './wheel-state.ts';
import { wheelView } from './wheel-view.ts';

export interface WheelFeature extends Feature<typeof WHEEL_COMMANDS, 'wheel'> {
  /** As viewers see it; the same object until it changes. null: none. */
  readonly view: () => WheelView | null;
  readonly onChange: Subscribe<void>;
  /** Whether a wheel answers to `!name`. */
  readonly takes: (name: string) => boolean;
  /** For hotkeys. Throws where nothing can be spun. */
  readonly hands: { spin(): void };
}

type WheelServices = Pick<Services, 'clock' | 'makeKey' | 'dataDir'> & {
  readonly ledger: { readonly show: Pick<Services['ledger']['show'], 'find'> };
  readonly show: Pick<ShowFeature, 'run'>;
};

const NOTHING: WheelState = { wheel: null, config: null, spins: [], before: null, missed: 0 };

/** Starts the wheel, which anybody can check afterwards: docs/fairness.md. */
export function startWheel(services: WheelServices, owned: DisposableStore): WheelFeature {
  const { show, clock, makeKey, ledger } = services;
  const runner = show.run(WHEEL);
  let state: WheelState | null = null;
  // The first to hear of a change, so that who hears later reads the new one.
  owned.add(
    runner.onChange(() => {
      state = null;
    }),
  );
  const read = (): WheelState => {
    const { id, state: wheel } = runner;
    state ??= wheel === null || id === null ? NOTHING : stateOf(id, wheel);
    return state;
  };
  const running = (): Wheel => {
    if (runner.state === null || runner.isOver) throw new NoWheelError();
    return runner.state;
  };
  const standing = (): Wheel => {
    const wheel = running();
    if (isBusy(wheel)) throw new WheelBusyError();
    return wheel;
  };
  const end = (): void => {
    standing();
    runner.put({ type: 'end', at: clock.now() });
  };
  const make = (config: WheelConfig): void => {
    const { id, state: last } = runner;
    const past = id === null || last === null ? [] : pastOf(id, last);
    const before = id === null || last === null ? null : proved(id, last);
    runner.begin(newWheel(config, { at: clock.now(), seed: newSeed(makeKey), past, before }));
    runner.put({ type: 'announce' });
  };
  const spin = (by: 'page' | 'hotkey'): void => {
    if (isSpent(standing())) throw new WheelFullError(WHEEL_SPINS_MOST);
    runner.put({ type: 'spin', at: clock.now(), by, who: null, name: null });
  };
  const find = (id: number): Wheel => {
    if (id === runner.id && runner.state) return runner.state;
    const stored = ledger.show.find(id);
    if (stored?.kind !== WHEEL.kind) throw new NoWheelError();
    return runner.stateOf(stored);
  };
  return {
    view: () => {
      const { wheel } = read();
      return wheel?.endedAt === null ? wheel : null;
    },
    onChange: runner.onChange,
    takes: isWheelCommand,
    hands: { spin: () => spin('hotkey') },
    commands: {
      'wheel.save': async (config) => {
        checkSections(config);
        if (runner.isOver) {
          make(config);
        } else if (hasSections(running(), config)) {
          const { sections: _, ...options } = config;
          runner.put({ type: 'set', options });
        } else {
          end();
          make(config);
        }
      },
      'wheel.spin': async () => spin('page'),
      'wheel.drop': async () => {
        running();
        runner.put({ type: 'drop' });
      },
      'wheel.end': async () => end(),
      'wheel.export': async ({ wheel: id, file }) => {
        const wheel = find(id);
        if (wheel.endedAt === null) throw new WheelNotOverError();
        return exported(services, wheelProof(id, wheel), file);
      },
    },
    feeds: { wheel: { read, onChange: runner.onChange } },
  };
}

function stateOf(id: number, wheel: Wheel): WheelState {
  const { config, before, missed } = wheel;
  return { wheel: wheelView(id, wheel), config, spins: rowsOf(id, wheel), before, missed };
}

/** Only of one that was put away. */
function proved(id: number, { commitment, seed }: Wheel) {
  return { id, commitment, seed };
}

function checkSections(config: WheelConfig): void {
  const unseen = config.sections.findIndex(({ name }) => sameLook(name) === '');
  if (unseen >= 0) throw new UnseenSectionError(unseen + 1);
  const alike = alikeSections(config);
  if (alike) throw new LookAlikeSectionsError(...alike);
}

function hasSections({ config: { sections } }: Wheel, config: WheelConfig): boolean {
  return (
    sections.length === config.sections.length &&
    config.sections.every(({ name, weight }, at) => {
      const before = sections[at];
      return before?.name === name && before.weight === weight;
    })
  );
}

async function exported(
  { dataDir, clock }: Pick<WheelServices, 'dataDir' | 'clock'>,
  text: string,
  file: string | undefined,
) {
  if (file === undefined) return { text };
  try {
    await writeFileAtomic(join(dataDir, 'exports', file), text, createFiles(clock));
  } catch (failure) {
    throw new StagelightError({ code: 'reports-export-not-saved' }, { cause: failure });
  }
  return { text: '' };
}
