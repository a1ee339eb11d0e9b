import { API_PATH } from '../../../shared/api/v1.ts';
import type { DOORS_COMMANDS, DoorsState } from '../../../shared/contract/doors.ts';
import type { DisposableStore } from '../../base/disposables.ts';
import { Emitter } from '../../base/emitter.ts';
import { Throttle } from '../../base/throttle.ts';
import type { ApiSource } from '../../server/ports.ts';
import type { Feature, Services } from '../feature.ts';
import { ApiClient } from './api-client.ts';
import { answerHttp } from './api-http.ts';
import { ApiKeys } from './api-keys.ts';
import { ApiTopics, type TopicParts } from './api-topics.ts';

/** New events are told at most once in so many milliseconds: half a frame. */
const EVENTS_EVERY_MS = 8;

export interface DoorsFeature extends Feature<typeof DOORS_COMMANDS, 'doors'> {
  readonly api: ApiSource;
}

type DoorsServices = Pick<
  Services,
  'vault' | 'makeKey' | 'redactor' | 'clock' | 'log' | 'ledger' | 'pageServer'
> &
  Omit<TopicParts, 'clock'> & {
    readonly hub: Pick<Services['hub'], 'lastSeq' | 'since' | 'oldestSeq' | 'onBatch'>;
    readonly language: Pick<Services['language'], 'current'>;
  };

/** Starts what other programs come through: keys, and the API they open. Throws vault errors. */
export async function startDoors(
  services: DoorsServices,
  owned: DisposableStore,
): Promise<DoorsFeature> {
  const { hub, ledger, clock, log, language } = services;
  const keys = owned.add(await ApiKeys.open(services));
  const topics = owned.add(new ApiTopics(services));
  const news = owned.add(
    new Emitter<void>((failure) => log.error('a program could not be told', { failure })),
  );
  const pump = owned.add(new Throttle(clock, EVENTS_EVERY_MS, () => news.fire()));
  owned.add(hub.onBatch(() => pump.request()));
  const read = (after: number, limit: number) => ledger.show.eventsAfter(after, limit);
  const parts = {
    keys,
    events: { hub, read },
    epoch: ledger.epoch,
    language: () => language.current,
    clock,
    log,
  };
  const underWay = new Map<string, number>();
  let connections = 0;
  return {
    api: {
      names: (origin) => keys.names(origin),
      connect: (given) => {
        connections += 1;
        const name = String(connections);
        return new ApiClient({ ...parts, topics, onEvents: news.on }, { ...given, name });
      },
      answer: (request) => answerHttp({ ...parts, topics: services, underWay }, request),
    },
    commands: {
      'doors.create-key': async (wanted) => ({ key: await keys.create(wanted) }),
      'doors.revoke-key': async ({ id }) => keys.revoke(id),
    },
    feeds: { doors: { read: stateReader(services, keys), onChange: keys.onChange } },
  };
}

/** The same object until it changes. */
function stateReader(
  { pageServer }: Pick<Services, 'pageServer'>,
  keys: ApiKeys,
): () => DoorsState {
  let state: DoorsState = { keys: [], address: '' };
  return () => {
    const base = pageServer()?.base;
    const address = base === undefined ? '' : `${base}${API_PATH}`;
    if (state.keys !== keys.rows || state.address !== address) state = { keys: keys.rows, address };
    return state;
  };
}
