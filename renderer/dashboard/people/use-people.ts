import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Ban, Heart, type LucideIcon, ScanSearch, ShieldCheck, Sparkles } from 'lucide-react';
import { useEffect, useMemo } from 'react';
import type { OnCommandWait } from '../../../shared/contract/index.ts';
import {
  EMPTY_PEOPLE_DESK,
  LOOKUP_IDS_MOST,
  type PeopleScope,
  type PeopleState,
  type Person,
  type SubscriberOrder,
} from '../../../shared/contract/people.ts';
import { problemOfFailure } from '../../bridge/bridge-problems.ts';
import {
  type Dashboard,
  type DashboardState,
  selectPeople,
  selectReachable,
} from '../../stores/dashboard-store.ts';
import { type DashboardPage, usePage, useSelect } from '../context.ts';
import { readWithWait, useWaitUntil } from '../query.ts';

export const PEOPLE_TABS = ['followers', 'subscribers', 'managers', 'blocked', 'lookup'] as const;
export type PeopleTab = (typeof PEOPLE_TABS)[number];
export const TAB_ICONS: Readonly<Record<PeopleTab, LucideIcon>> = {
  followers: Heart,
  subscribers: Sparkles,
  managers: ShieldCheck,
  blocked: Ban,
  lookup: ScanSearch,
};

/** The view's state, kept while the page is open. */
interface PeopleView {
  tab: PeopleTab;
  order: SubscriberOrder;
  query: string;
  /** The last signed-in channel; null if none. Its lists stay readable after signing out. */
  owner: string | null;
  readonly faces: FaceBatches;
}

const selectOwner = ({ status }: DashboardState) => status?.account?.channelId;
const views = new WeakMap<Dashboard, PeopleView>();

export function usePeopleView(): PeopleView {
  const page = usePage();
  const owner = useSelect(selectOwner);
  const view = views.get(page.dashboard) ?? {
    tab: 'followers',
    order: 'RECENT',
    query: '',
    owner: null,
    faces: new FaceBatches(page),
  };
  views.set(page.dashboard, view);
  if (owner !== undefined) view.owner = owner;
  return view;
}

export function usePeople(): PeopleState {
  return useSelect(selectPeople) ?? EMPTY_PEOPLE_DESK;
}

/** Why the platform cannot be asked; null if it can. */
export type Obstacle =
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'signed-out' }
  | { readonly kind: 'scope'; readonly scope: PeopleScope };

/** `scope`: the permission needed; null if not even a sign-in is needed. */
export function useObstacle(scope: PeopleScope | null): Obstacle | null {
  const reachable = useSelect(selectReachable);
  const { signedIn, missingScopes } = usePeople();
  if (!reachable) return { kind: 'unreachable' };
  if (scope === null) return null;
  if (!signedIn) return { kind: 'signed-out' };
  return missingScopes.includes(scope) ? { kind: 'scope', scope } : null;
}

interface ListPage<T, C> {
  readonly people: readonly T[];
  /** The next page's cursor; null after the last page. */
  readonly next: C | null;
  /** Unreadable entries; omitted if none. */
  readonly damaged?: number | undefined;
}

interface PeopleListDeps<T, C> {
  readonly name: string;
  readonly scope: PeopleScope;
  readonly first: C;
  readonly read: (at: C, onWait: OnCommandWait) => Promise<ListPage<T, C>>;
  /** A list of an older revision is read again; omitted if it has no revisions. */
  readonly revision?: number;
}

/** A list older than this is read again when it is opened, milliseconds. */
const FRESH_MS = 60_000;
/** Reading a list again reads its first page only; further pages follow as the user scrolls. */
const FIRST_PAGE = { pages: 1 };

export type PeopleListState<T extends Person> = ReturnType<typeof usePeopleList<T, unknown>>;

export function usePeopleList<T extends Person, C>(deps: PeopleListDeps<T, C>) {
  const { name, scope, first, read, revision = 0 } = deps;
  const { clock } = usePage().host;
  const obstacle = useObstacle(scope);
  const queryKey = ['people', usePeopleView().owner, name];
  const {
    data,
    error,
    isFetching,
    isFetchingNextPage,
    hasNextPage: hasMore,
    refetch,
    fetchNextPage,
  } = useInfiniteQuery({
    ...FIRST_PAGE,
    queryKey,
    initialPageParam: first,
    queryFn: async (context) => {
      const page = await readWithWait(context, (onWait) => read(context.pageParam as C, onWait));
      return { ...page, readAt: clock.now(), revision };
    },
    getNextPageParam: (last, pages) => (isLast(pages) ? null : last.next),
    // Data stays readable while the view is closed or the core unreachable.
    gcTime: Infinity,
    staleTime: ({ state: { data } }) => {
      const readAt = data?.pages[0]?.readAt;
      return readAt !== undefined && clock.now() - readAt <= FRESH_MS ? Infinity : 0;
    },
    enabled: obstacle === null,
  });
  const shown = useMemo(() => together(data?.pages ?? []), [data]);
  const readRevision = data?.pages[0]?.revision ?? revision;
  const isOutdated = obstacle === null && readRevision !== revision && !error;
  useEffect(() => {
    if (isOutdated && !isFetching) void refetch();
  }, [isOutdated, isFetching, refetch]);
  const reading = isFetchingNextPage ? 'reading-on' : 'reading';
  return {
    ...shown,
    obstacle,
    phase: isFetching ? reading : 'idle',
    hasMore,
    /** The platform asked to wait until then, epoch milliseconds; null if it did not. */
    waitUntil: useWaitUntil(queryKey),
    /** Why the last attempt failed; earlier data stays. */
    problem: error && !isFetching ? problemOfFailure(error) : null,
    /** Reads from the start; the shown list stays until the answer arrives. */
    refresh: () => void refetch(),
    /** Reads the next page. Does nothing while one is loading or if there is none. */
    readOn() {
      if (!isFetching && hasMore) void fetchNextPage();
    },
  } as const;
}

/** People who moved to the next page appear twice: a page of only repeated people ends the list. */
function isLast(pages: readonly ListPage<Person, unknown>[]): boolean {
  const last = pages.at(-1);
  if (!last || last.next === null) return true;
  if (last.people.length === 0 && (last.damaged ?? 0) > 0) return false;
  const known = new Set(pages.slice(0, -1).flatMap(({ people }) => people.map(idOf)));
  return last.people.every((person) => known.has(person.channelId));
}

/** All pages as one list: each person once, at their first position. */
function together<T extends Person>(
  pages: readonly (ListPage<T, unknown> & { readonly readAt: number })[],
) {
  const people = new Map<string, T>();
  for (const person of pages.flatMap((page) => page.people)) {
    if (!people.has(person.channelId)) people.set(person.channelId, person);
  }
  return {
    people: [...people.values()],
    /** Unreadable entries so far. */
    damaged: pages.reduce((sum, { damaged = 0 }) => sum + damaged, 0),
    /** When its first page arrived, epoch milliseconds; null if never. */
    readAt: pages[0]?.readAt ?? null,
  };
}

const idOf = ({ channelId }: Person): string => channelId;

/** A person's picture; `known` if the list included it. */
export function usePicture(channelId: string, known?: string | null): string | null {
  const face = useFace(channelId, known === undefined);
  return known === undefined ? face.url : known;
}

/** A viewer's name; looked up unless `known`. null while, or if, it is unknown. */
export function useViewerName(channelId: string, known: string | undefined): string | null {
  const { name } = useFace(channelId, known === undefined);
  return known ?? name;
}

function useFace(channelId: string, isWanted: boolean): Face {
  const { faces } = usePeopleView();
  const reachable = useSelect(selectReachable);
  const { data = NO_FACE } = useQuery({
    queryKey: ['people.faces', channelId],
    queryFn: () => faces.read(channelId),
    gcTime: Infinity,
    staleTime: Infinity,
    enabled: isWanted && reachable,
  });
  return data;
}

interface Face {
  /** null if there is none. */
  readonly url: string | null;
  readonly name: string | null;
}

const NO_FACE: Face = { url: null, name: null };

/** Rows rendered within this time share one request, milliseconds. */
const GATHER_MS = 50;

interface WaitingFace {
  readonly channelId: string;
  readonly resolve: (face: Face) => void;
  readonly reject: (failure: unknown) => void;
}

/** Pictures and names that lists do not include: twenty per request, one request at a time. */
class FaceBatches {
  readonly #page: DashboardPage;
  readonly #waiting: WaitingFace[] = [];
  #isAsking = false;

  constructor(page: DashboardPage) {
    this.#page = page;
  }

  read(channelId: string): Promise<Face> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ channelId, resolve, reject });
      if (this.#isAsking) return;
      this.#isAsking = true;
      this.#page.host.clock.after(GATHER_MS, () => void this.#ask());
    });
  }

  async #ask(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, LOOKUP_IDS_MOST);
      const channelIds = batch.map(({ channelId }) => channelId);
      try {
        const { faces, names } = await this.#page.dashboard.read('people.faces', { channelIds });
        for (const { channelId, resolve } of batch) {
          resolve({ url: faces[channelId] ?? null, name: names[channelId] ?? null });
        }
      } catch (failure) {
        // They are optional; the list itself reports problems.
        for (const { reject } of [...batch, ...this.#waiting.splice(0)]) reject(failure);
      }
    }
    this.#isAsking = false;
  }
}
