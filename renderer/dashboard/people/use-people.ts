import { useCallback, useEffect, useSyncExternalStore } from 'react';
import {
  EMPTY_PEOPLE_DESK,
  type PeopleDesk,
  type PeopleScope,
} from '../../../shared/contract/people.ts';
import { selectPeople, selectReachable, selectStatus } from '../../stores/dashboard-store.ts';
import { usePage, useSelect } from '../context.ts';
import type { ListState, PagedList } from './paged-list.ts';
import { belongTo, type PeopleShelf, shelfOf } from './people-shelf.ts';

/** What was read is read again when somebody comes back to it after this long, milliseconds. */
const FRESH_MS = 60_000;

export function usePeopleDesk(): PeopleDesk {
  return useSelect(selectPeople) ?? EMPTY_PEOPLE_DESK;
}

export function useShelf(): PeopleShelf {
  const { dashboard, host } = usePage();
  const shelf = shelfOf(dashboard, host.clock);
  const owner = useSelect(selectStatus)?.account?.channelId ?? null;
  useEffect(() => belongTo(shelf, owner), [shelf, owner]);
  return shelf;
}

/** What stands between the streamer and the platform; null: nothing. */
export type Obstacle =
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'signed-out' }
  | { readonly kind: 'scope'; readonly scope: PeopleScope };

/** `scope`: the permission that is needed; null: none, not even somebody who is signed in. */
export function useObstacle(scope: PeopleScope | null): Obstacle | null {
  const reachable = useSelect(selectReachable);
  const { signedIn, missingScopes } = usePeopleDesk();
  if (!reachable) return { kind: 'unreachable' };
  if (scope === null) return null;
  if (!signedIn) return { kind: 'signed-out' };
  return missingScopes.includes(scope) ? { kind: 'scope', scope } : null;
}

/** A list as it is now. It is read when it is first looked at, and again when it has grown old. */
export function useList<T extends { readonly channelId: string }, C>(
  list: PagedList<T, C>,
  obstacle: Obstacle | null,
): ListState<T> {
  const { clock } = usePage().host;
  const state = useSyncExternalStore(list.subscribe, list.state);
  const owner = useSelect(selectStatus)?.account?.channelId ?? null;
  const blocked = obstacle !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the lists of another channel are read anew
  useEffect(() => {
    if (blocked) return;
    const { readAt, phase } = list.state();
    if (phase !== 'idle') return;
    if (readAt === null || clock.now() - readAt > FRESH_MS) void list.refresh();
  }, [list, blocked, clock, owner]);
  return state;
}

/** A person's picture; `known` where it came with them. */
export function useFace(channelId: string, known?: string | null): string | null {
  const { faces } = useShelf();
  const reachable = useSelect(selectReachable);
  const isAsked = known === undefined && reachable;
  useEffect(() => {
    if (isAsked) faces.want(channelId);
  }, [faces, channelId, isAsked]);
  const get = useCallback(() => faces.get(channelId), [faces, channelId]);
  const face = useSyncExternalStore(faces.subscribe, get);
  return known === undefined ? face : known;
}
