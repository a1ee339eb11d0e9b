import {
  createContext,
  createElement,
  type ReactNode,
  useContext,
  useEffect,
  useState,
} from 'react';
import { useStore } from 'zustand';
import type { PageHost } from '../bridge/page-host.ts';
import { type Words, wordsOf } from '../i18n/dashboard.ts';
import { type Dashboard, type DashboardState, selectLanguage } from '../stores/dashboard-store.ts';
import { UiTimers } from '../ui/number-draft.ts';

export interface DashboardPage {
  readonly dashboard: Dashboard;
  readonly host: PageHost;
}

const PageContext = createContext<DashboardPage | null>(null);

interface PageProviderProps {
  readonly value: DashboardPage;
  readonly children?: ReactNode;
}

/** What every part of the dashboard stands on. */
export function PageProvider({ value, children }: PageProviderProps): ReactNode {
  const timed = createElement(UiTimers.Provider, { value: value.host.clock }, children);
  return createElement(PageContext.Provider, { value }, timed);
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
