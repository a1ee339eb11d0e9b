import { notifyManager, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createContext,
  createElement,
  type PropsWithChildren,
  useContext,
  useEffect,
  useState,
} from 'react';
import { useStore } from 'zustand';
import type { PageHost } from '../bridge/page-host.ts';
import { type Words, wordsOf } from '../i18n/dashboard.ts';
import type { ActionName } from '../stores/dashboard-actions.ts';
import {
  actionOf,
  type Dashboard,
  type DashboardState,
  selectLanguage,
} from '../stores/dashboard-store.ts';
import { UiTimers } from '../ui/number-draft.ts';

export interface DashboardPage {
  readonly dashboard: Dashboard;
  readonly host: PageHost;
}

// Answers are rendered in the turn they arrive in, like feeds.
notifyManager.setScheduler(queueMicrotask);

/** Unused answers are dropped after this long, milliseconds. */
const FORGET_MS = 1_000;

/** A query runs when its component mounts, its key changes or it is invalidated; never by itself. */
function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        gcTime: FORGET_MS,
        // The core runs on this machine, so the network state does not matter.
        networkMode: 'always',
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
      },
    },
  });
}

const PageContext = createContext<DashboardPage | null>(null);

type PageProviderProps = PropsWithChildren<{ readonly value: DashboardPage }>;

/** Provides the page's store, clock, and query cache. */
export function PageProvider({ value, children }: PageProviderProps) {
  const [client] = useState(createQueryClient);
  const timed = createElement(UiTimers.Provider, { value: value.host.clock }, children);
  const cached = createElement(QueryClientProvider, { client }, timed);
  return createElement(PageContext.Provider, { value }, cached);
}

export function usePage(): DashboardPage {
  const page = useContext(PageContext);
  if (!page) throw new Error('A part of the dashboard stands outside of its provider');
  return page;
}

export function useDashboard(): Dashboard {
  return usePage().dashboard;
}

/** One selected part of the store; `selector` must keep its identity. */
export function useSelect<T>(selector: (state: DashboardState) => T): T {
  return useStore(useDashboard().store, selector);
}

/** Whether the action is running; null: there is none. */
export function usePending(action: ActionName | null): boolean {
  return useSelect((state) => action !== null && actionOf(action)(state).phase === 'pending');
}

export function useWords(): Words {
  return wordsOf(useSelect(selectLanguage));
}

/** The time now, read again every `periodMs` milliseconds. */
export function useNow(periodMs: number): number {
  const { clock } = usePage().host;
  const [now, setNow] = useState(() => clock.now());
  useEffect(() => clock.every(periodMs, () => setNow(clock.now())), [clock, periodMs]);
  return now;
}
