import { createContext } from 'react';
import type { PageTimers } from '../bridge/page-timers.ts';

/** The page's time for small parts that wait for a pause; null: they do not wait by themselves. */
export const UiTimers = createContext<Pick<PageTimers, 'after'> | null>(null);
