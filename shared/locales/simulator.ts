import en from './en/simulator.json' with { type: 'json' };
import type { TextsByLanguage } from './index.ts';
import ko from './ko/simulator.json' with { type: 'json' };

export type SimulatorKey = keyof typeof en;

/** What the simulator's own pages say. */
export const SIMULATOR_TEXTS: TextsByLanguage = { ko, en };
