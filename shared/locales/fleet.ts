import en from './en/fleet.json' with { type: 'json' };
import type { TextsByLanguage } from './index.ts';
import ko from './ko/fleet.json' with { type: 'json' };

/** What a fleet says: its commands in the terminal, and its pages for streamers who sign in. */
export const FLEET_TEXTS: TextsByLanguage = { ko, en };

export type FleetKey = keyof typeof en;
