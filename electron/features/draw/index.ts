import { join } from 'node:path';
import type {
  DRAW_COMMANDS,
  DrawConfig,
  DrawState,
  DrawView,
} from '../../../shared/contract/draw.ts';
import type { ValuedEvent } from '../../../shared/events.ts';
import { writeFileAtomic } from '../../base/atomic-file.ts';
import type { DisposableStore } from '../../base/disposables.ts';
import type { Subscribe } from '../../base/emitter.ts';
import { StagelightError } from '../../base/errors.ts';
import { createFiles } from '../../base/files.ts';
import type { Feature, Services } from '../feature.ts';
import type { PlayersFeature } from '../players/index.ts';
import {
  chatCommandOf,
  checkWords,
  newSeed,
  type OwnerOf,
  type ShowFeature,
  sameLook,
} from '../show/index.ts';
import { DRAW, entryBy, mayEnter } from './draw.ts';
import {
  DrawNotOverError,
  DrawRunningError,
  NoDrawError,
  NoEntrantsError,
  NoQueueToDrawError,
  NotWaitingError,
  UnseenKeywordError,
} from './draw-errors.ts';
import { proofOf } from './draw-proof.ts';
import { type Draw, enter, newDraw, phaseOf, winnersOf } from './draw-state.ts';
import { drawView } from './draw-view.ts';

export interface DrawFeature extends Feature<typeof DRAW_COMMANDS, 'draw'> {
  /** As viewers see it; the same object until it changes. null: none. */
  readonly view: () => DrawView | null;
  readonly onChange: Subscribe<void>;
  /** Whether the draw that runs is entered by `!name`. */
  readonly takes: (name: string) => boolean;
}

type DrawServices = Pick<Services, 'clock' | 'makeKey' | 'dataDir'> & {
  readonly ledger: Pick<Services['ledger'], 'broadcasts' | 'show'>;
  readonly hub: Pick<Services['hub'], 'lastSeq'>;
  readonly show: Pick<ShowFeature, 'run' | 'audience'>;
  /** Who waits to play along, the next one first; null: no queue runs. */
  readonly waitingPlayers: PlayersFeature['waiting'];
  /** Who else answers to a word of chat. */
  readonly ownerOf: OwnerOf;
};

const EVENTS_AT_ONCE = 1_000;

/** Starts draws among viewers, which anybody can check afterwards: docs/fairness.md. */
export function startDraw(services: DrawServices, owned: DisposableStore): DrawFeature {
  const { show, clock } = services;
  const runner = show.run(DRAW);
  let state: DrawState | null = null;
  // The first to hear of a change, so that who hears later reads the new one.
  owned.add(
    runner.onChange(() => {
      state = null;
    }),
  );
  const read = (): DrawState => {
    const { id, state: draw } = runner;
    state ??=
      draw === null || id === null
        ? { draw: null, last: null }
        : { draw: drawView(id, draw), last: draw.config };
    return state;
  };
  const running = (...phases: readonly DrawView['phase'][]): Draw => {
    const draw = runner.state;
    if (draw === null || !phases.includes(phaseOf(draw))) throw new NoDrawError();
    return draw;
  };
  const found = (id: number): Draw | null => {
    if (id === runner.id) return runner.state;
    const stored = services.ledger.show.find(id);
    return stored?.kind === runner.kind ? runner.stateOf(stored) : null;
  };
  const waited = (entrant: number): Draw => {
    const draw = running('drawing', 'waiting');
    if (!draw.drawn.some((one) => one.entrant === entrant && one.state === 'waiting')) {
      throw new NotWaitingError();
    }
    return draw;
  };
  return {
    view: () => {
      const { draw } = read();
      return draw?.cleared ? null : draw;
    },
    onChange: runner.onChange,
    takes: (name) =>
      !runner.isOver && runner.state !== null && commandIn(runner.state.config) === name,
    commands: {
      'draw.begin': async (config) => {
        if (!runner.isOver) throw new DrawRunningError();
        runner.begin(begun(services, config, runner.state));
        runner.put({ type: 'announce' });
      },
      'draw.close': async () => {
        running('open');
        runner.put({ type: 'close', at: clock.now() });
      },
      'draw.draw': async () => {
        if (running('open', 'closed').entrants.length === 0) throw new NoEntrantsError();
        runner.put({ type: 'draw', at: clock.now() });
      },
      'draw.confirm': async ({ entrant }) => {
        waited(entrant - 1);
        runner.put({ type: 'answer', entrant: entrant - 1, at: clock.now() });
      },
      'draw.next': async ({ entrant }) => {
        // With a clock it alone says when the time is up.
        if (waited(entrant - 1).config.answerSeconds !== null) throw new NotWaitingError();
        runner.put({ type: 'next', entrant: entrant - 1, at: clock.now() });
      },
      'draw.end': async () => {
        running('open', 'closed', 'waiting');
        runner.put({ type: 'end', at: clock.now() });
      },
      'draw.clear': async () => {
        running('over');
        runner.put({ type: 'clear' });
      },
      'draw.export': async ({ draw: wanted, file }) => {
        const id = wanted ?? runner.id;
        const draw = id === null ? null : found(id);
        if (draw === null || id === null) throw new NoDrawError();
        if (draw.endedAt === null) throw new DrawNotOverError();
        return exported(services, proofOf(id, draw), file);
      },
    },
    feeds: { draw: { read, onChange: runner.onChange } },
  };
}

/** A draw with its secret, and those in it who have entered by what they did before. */
function begun(services: DrawServices, config: DrawConfig, before: Draw | null): Draw {
  const { clock, makeKey, hub, show, ownerOf } = services;
  const { entry } = config;
  if (entry.by === 'keyword') {
    if (sameLook(entry.keyword) === '') throw new UnseenKeywordError();
    if (commandIn(config) !== null) checkWords([entry.keyword], ownerOf);
  }
  const draw = newDraw(config, {
    at: clock.now(),
    seed: newSeed(makeKey),
    after: hub.lastSeq,
    past: before ? [winnersOf(before), ...before.past] : [],
  });
  if (entry.by === 'queue') enterWaiting(draw, services);
  if (draw.closedAt !== null && draw.entrants.length === 0) throw new NoEntrantsError();
  if (!('since' in entry) || entry.since === null) return draw;
  for (const event of eventsSince(services, entry.since)) {
    const entered = entryBy(draw, event, show.audience);
    if (entered) DRAW.fold(draw, entered);
  }
  return draw;
}

/** The name that the keyword has as a command, whatever words follow; null: it is none. */
function commandIn({ entry }: DrawConfig): string | null {
  return entry.by === 'keyword' ? (chatCommandOf(entry.keyword)?.name ?? null) : null;
}

/** Those of the queue of players who may, in their order. */
function enterWaiting(draw: Draw, { waitingPlayers, show: { audience } }: DrawServices): void {
  const waiting = waitingPlayers() ?? [];
  if (waiting.length === 0) throw new NoQueueToDrawError();
  for (const { who, name, subscriber } of waiting) {
    const known = audience.roleOf(who);
    const role = known === 'viewer' && subscriber ? 'subscriber' : known;
    if (mayEnter(draw, who, role, audience)) enter(draw, { who, name, seq: null });
  }
}

/** What the ledger has, in order. */
function* eventsSince(
  { ledger, hub }: Pick<DrawServices, 'ledger' | 'hub'>,
  since: number,
): Generator<ValuedEvent> {
  const span = ledger.broadcasts.span({ id: 0, beganAt: since, endedAt: null });
  let after = span === null ? hub.lastSeq : span.firstSeq - 1;
  while (after < hub.lastSeq) {
    const events = ledger.show.eventsAfter(after, EVENTS_AT_ONCE);
    yield* events.filter(({ seq, receivedAt }) => seq <= hub.lastSeq && receivedAt >= since);
    after = events.at(-1)?.seq ?? hub.lastSeq;
  }
}

async function exported(
  { dataDir, clock }: Pick<DrawServices, 'dataDir' | 'clock'>,
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
