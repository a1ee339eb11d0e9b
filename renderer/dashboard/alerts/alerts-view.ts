import { useState } from 'react';
import type { Dashboard } from '../../stores/dashboard-store.ts';
import { type DashboardPage, usePage } from '../context.ts';
import type { Preset } from './rule-edits.ts';

/** The parts of the alerts page, in the order of their tabs. */
export const ALERT_PARTS = ['queue', 'rules', 'settings'] as const;
export type AlertPart = (typeof ALERT_PARTS)[number];

/** The part shown last on this computer. */
const PREFERENCE = 'alerts-part';
/** A rule that the page is to begin with when it opens. */
const beginnings = new WeakMap<Dashboard, Preset>();

/** Opens the alerts page at this part; with a preset, a rule made from it stands open there. */
export function openAlerts({ dashboard, host }: DashboardPage, part: AlertPart, begin?: Preset) {
  host.writePreference(PREFERENCE, part);
  if (begin) beginnings.set(dashboard, begin);
  dashboard.show('alerts');
}

/** The preset to begin with, once. */
export function takeBeginning(dashboard: Dashboard): Preset | null {
  const preset = beginnings.get(dashboard) ?? null;
  beginnings.delete(dashboard);
  return preset;
}

/** The part shown and its setter, which remembers it. */
export function useAlertPart(): readonly [AlertPart, (part: AlertPart) => void] {
  const { host } = usePage();
  const [part, setPart] = useState<AlertPart>(
    () => ALERT_PARTS.find((each) => each === host.readPreference(PREFERENCE)) ?? 'queue',
  );
  const show = (chosen: AlertPart) => {
    host.writePreference(PREFERENCE, chosen);
    setPart(chosen);
  };
  return [part, show];
}
